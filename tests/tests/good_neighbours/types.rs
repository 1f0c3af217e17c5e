//! Everything that can be a field, and the shapes that an item can have.

use std::collections::{BTreeSet, HashSet};
use std::marker::PhantomData;
use std::num::{NonZeroU8, NonZeroUsize};

use elicit_core::{Elicit, Revision};

type Name = String;
type Maybe = Option<u8>;
type Regions = Vec<Region>;

#[derive(Elicit, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Region {
    Europe,
    America,
}

#[derive(Elicit)]
struct Port(#[elicit(minimum = 1024)] u16);

#[derive(Elicit)]
struct Highest(#[elicit(maximum = 2048)] Port);

#[allow(unused_qualifications, reason = "full paths are fields like any other")]
#[derive(Elicit)]
struct Everything {
    text: String,
    name: Name,
    path: std::string::String,
    flag: bool,
    letter: char,
    small: i8,
    large: u64,
    size: usize,
    single: f32,
    double: f64,
    non_zero: NonZeroU8,
    count: Option<NonZeroUsize>,
    maybe: Maybe,
    full: ::core::option::Option<super::types::Region>,
    region: Region,
    port: Port,
    highest: Option<Highest>,
    #[elicit(multi_select)]
    list: Regions,
    #[elicit(multi_select)]
    sorted: Option<BTreeSet<Region>>,
    #[elicit(multi_select)]
    set: HashSet<Region>,
}

trait Database {
    type Id;
    type Name;
}

struct Production;

impl Database for Production {
    type Id = u32;
    type Name = String;
}

/// Types that are the same ones by other names.
#[derive(Elicit)]
struct Row {
    id: <Production as Database>::Id,
    last: Option<<Production as Database>::Id>,
    limit: u32,
    name: <Production as Database>::Name,
    table: Name,
}

impl Database for Order {
    type Id = i64;
    type Name = Name;
}

impl<T> Database for PhantomData<T> {
    type Id = u64;
    type Name = String;
}

type IdOf<T> = <PhantomData<T> as Database>::Id;

/// Types that name the item, and have no value of it in them.
#[derive(Elicit)]
struct Order {
    id: <Self as Database>::Id,
    name: Option<<Order as Database>::Name>,
    before: IdOf<Order>,
    after: Option<IdOf<Self>>,
    #[elicit(choices, multi_select)]
    tables: Vec<<Self as Database>::Name>,
}

impl Database for Number {
    type Id = u16;
    type Name = String;
}

#[derive(Elicit)]
struct Number(#[elicit(minimum = 3)] <Self as Database>::Id);

#[derive(Elicit)]
struct Numbered {
    #[elicit(maximum = 5)]
    number: Number,
}

#[derive(Elicit)]
struct AtRunTime {
    #[elicit(choices)]
    one: Option<String>,
    #[elicit(choices, multi_select, min_items = 1)]
    several: HashSet<String>,
}

#[test]
fn every_supported_type_compiles() {
    assert!(
        Everything::requested_schema(Revision::LATEST)
            .contains("\"minimum\":1024,\"maximum\":2048")
    );
    assert!(Row::requested_schema(Revision::LATEST).contains("\"last\":{\"type\":\"integer\""));
    assert!(Numbered::requested_schema(Revision::LATEST).contains("\"minimum\":3,\"maximum\":5"));
    let _ = OrderChoices {
        tables: vec!["a"].into(),
    };
    let _ = AtRunTimeChoices {
        one: vec!["a"].into(),
        several: vec!["b"].into(),
    };
}
