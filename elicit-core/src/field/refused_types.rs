//! Types of the standard library that people try, and that no client can render.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::{NonZeroI128, NonZeroU128},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
    time::Duration,
};

refused! {
    List: [T: 'static] Vec<T>;
    List: [T: 'static] VecDeque<T>;
    List: [T: 'static] LinkedList<T>;
    List: [T: 'static] BinaryHeap<T>;
    List: [T: 'static] BTreeSet<T>;
    List: [T: 'static, S: 'static] HashSet<T, S>;
    List: [T: 'static, const N: usize] [T; N];
    Map: [K: 'static, V: 'static] BTreeMap<K, V>;
    Map: [K: 'static, V: 'static, S: 'static] HashMap<K, V, S>;
    Map: [] serde_json::Map<String, serde_json::Value>;
    Anything: [] serde_json::Value;
    Pointer: [T: ?Sized + 'static] &'static T;
    Pointer: [T: ?Sized + 'static] &'static mut T;
    Pointer: [T: ?Sized + 'static] Box<T>;
    Pointer: [T: ?Sized + 'static] Rc<T>;
    Pointer: [T: ?Sized + 'static] Arc<T>;
    Pointer: [T: ?Sized + ToOwned + 'static] Cow<'static, T>;
    Pointer: [T: ?Sized + 'static] *const T;
    Pointer: [T: ?Sized + 'static] *mut T;
    Nothing: [] ();
    Text: [] PathBuf;
    Text: [] IpAddr;
    Text: [] Ipv4Addr;
    Text: [] Ipv6Addr;
    Text: [] SocketAddr;
    Text: [] SocketAddrV4;
    Text: [] SocketAddrV6;
    Duration: [] Duration;
    Wide: [] i128;
    Wide: [] u128;
    Wide: [] NonZeroI128;
    Wide: [] NonZeroU128;
}

macro_rules! tuples {
    ($first:ident $($rest:ident)*) => {
        refused! { Tuple: [$first: 'static $(, $rest: 'static)*] ($first, $($rest,)*); }
        tuples!($($rest)*);
    };
    () => {};
}

tuples!(A B C D E F G H I J K L);
