//! The store, through the tests that every store has to pass.

use std::{fmt::Write as _, sync::Arc, time::Duration};

use elicit_core::{
    Elicitation,
    store::{Entry, MemoryStore, Store, StoreError},
    testing::check_store,
};
use elicit_tests::store::{Fault, TestStore};

const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn the_memory_store_passes_check_store() {
    check_store(&MemoryStore::default()).await.unwrap();
    check_store(&TestStore::default()).await.unwrap();
}

/// Configuration chooses between stores.
#[tokio::test]
async fn a_boxed_or_shared_store_passes_check_store() {
    let boxed: Box<dyn Store> = Box::new(MemoryStore::default());
    check_store(&boxed).await.unwrap();
    let shared: Arc<dyn Store> = Arc::new(TestStore::default());
    check_store(&shared).await.unwrap();
    assert_eq!(shared.is_shared(), TestStore::default().is_shared());
    let _ = Elicitation::default().store(boxed).store(shared);
}

#[tokio::test]
async fn check_store_finds_each_fault() {
    let edited = |edits: fn(&mut Entry)| {
        let store = TestStore::default();
        store.edit(edits);
        store
    };
    let cheats = |fault| {
        let store = TestStore::default();
        store.cheat(fault);
        store
    };
    let mut found = String::new();
    for store in [
        cheats(Fault::ClaimsTwice),
        cheats(Fault::ForgetsTheValue),
        cheats(Fault::TakesTwice),
        cheats(Fault::NeverReplaces),
        edited(|entry| entry.time_to_live = MINUTE),
        edited(|entry| entry.time_to_live = Duration::ZERO),
        edited(|entry| entry.value.truncate(1024)),
        edited(|entry| entry.name = entry.name[..entry.name.len().min(100)].into()),
        cheats(Fault::IsNotAtomic),
    ] {
        let error = check_store(&store).await.unwrap_err();
        writeln!(found, "{error}").unwrap();
    }
    expect_test::expect![[r"
        the second `claim` does not return the first value
        the second `claim` does not return the first value
        `take` returns a value twice
        `put` does not replace a value
        an entry is still there after it has expired
        the second `claim` does not return the first value
        a value is not returned byte for byte
        `get` does not find what was put under a name of 128 bytes
        of 64 claims at once, 64 got the name
    "]]
    .assert_eq(&found);
}

#[tokio::test]
async fn a_full_store_refuses_new_entries_and_keeps_the_old() {
    let store = MemoryStore::new(64 << 10).owner_limit(64 << 10);
    let entry = |i: usize| Entry::new(i.to_string(), [0; 1000], MINUTE);
    let mut kept = 0;
    while store.claim(entry(kept)).await.is_ok() {
        kept += 1;
    }
    assert!((40..64).contains(&kept), "{kept}");
    assert!(matches!(
        store.put(entry(kept)).await,
        Err(StoreError::Full)
    ));
    for i in 0..kept {
        assert!(store.get(&i.to_string()).await.unwrap().is_some(), "{i}");
    }
    // An entry can be replaced by one that is no larger, and what is taken makes room.
    store.put(entry(0)).await.unwrap();
    store.take("1").await.unwrap();
    store.claim(entry(kept)).await.unwrap();
}

#[tokio::test]
async fn one_owner_cannot_fill_the_store() {
    let store = MemoryStore::new(64 << 10);
    let fill = async |owner: &str| {
        let mut kept = 0;
        let entry = |i| Entry::new(format!("{owner}:{i}"), [0; 1000], MINUTE).owned_by(owner);
        while store.claim(entry(kept)).await.is_ok() {
            kept += 1;
        }
        kept
    };
    let of_first = fill("first").await;
    assert!((8..16).contains(&of_first), "{of_first}");
    assert_eq!(fill("second").await, of_first);
    // Nobody in particular has more than that.
    let nobodys = Entry::new("nobody's", vec![0; 20 << 10], MINUTE);
    store.claim(nobodys).await.unwrap();
}

#[tokio::test]
async fn a_replaced_entry_frees_its_room() {
    let store = MemoryStore::new(64 << 10).owner_limit(4 << 10);
    let entry =
        |size: usize, owner: &str| Entry::new("shared", vec![0; size], MINUTE).owned_by(owner);
    let rest = |owner: &'static str| Entry::new(owner, [0; 3000], MINUTE).owned_by(owner);
    for _ in 0..8 {
        store.put(entry(3000, "first")).await.unwrap();
        store.put(entry(10, "first")).await.unwrap();
        store.put(entry(3000, "second")).await.unwrap();
    }
    // The first has nothing any more, and the second no room for as much again.
    store.claim(rest("first")).await.unwrap();
    let full = store.claim(rest("second")).await;
    assert!(matches!(full, Err(StoreError::Full)));
    store.take("shared").await.unwrap();
    store.claim(rest("second")).await.unwrap();
}

#[tokio::test]
async fn entries_without_an_owner_leave_room_for_owners() {
    let store = MemoryStore::new(64 << 10);
    let entry = |i: usize| Entry::new(i.to_string(), [0; 1000], MINUTE);
    let mut kept = 0;
    while store.claim(entry(kept)).await.is_ok() {
        kept += 1;
    }
    assert!((20..32).contains(&kept), "{kept}");
    let known = Entry::new("somebody's", [0; 1000], MINUTE).owned_by("somebody");
    store.claim(known).await.unwrap();
    // What is gone makes room for nobody again.
    store.take("0").await.unwrap();
    store.claim(entry(kept)).await.unwrap();
    let full = store.claim(entry(kept + 1)).await;
    assert!(matches!(full, Err(StoreError::Full)));
}

#[tokio::test]
async fn answers_to_open_pages_fit_into_a_full_store() {
    let store = MemoryStore::new(64 << 10);
    let entry = |i: usize, is_follow_up| {
        let mut entry = Entry::new(i.to_string(), [0; 1000], MINUTE).owned_by("somebody");
        entry.is_follow_up = is_follow_up;
        entry
    };
    let mut kept = 0;
    let mut fill = async |is_follow_up| {
        let before = kept;
        while store.claim(entry(kept, is_follow_up)).await.is_ok() {
            kept += 1;
        }
        kept - before
    };
    let of_first_kind = fill(false).await;
    assert!((8..16).contains(&of_first_kind), "{of_first_kind}");
    // Twice as much again, and not more.
    let follow_ups = fill(true).await;
    assert!((16..32).contains(&follow_ups), "{follow_ups}");
    assert_eq!(fill(false).await, 0);
    // What replaces one is one.
    let last = of_first_kind + follow_ups - 1;
    store.put(entry(last, false)).await.unwrap();
    assert_eq!(fill(false).await, 0);
    // It takes nothing of what others have.
    for (owner, is_follow_up) in [("b", true), ("c", true), ("d", false)] {
        let of = |i| {
            let mut entry = Entry::new(format!("{owner}{i}"), [0; 1000], MINUTE).owned_by(owner);
            entry.is_follow_up = is_follow_up;
            entry
        };
        for i in 0..of_first_kind {
            store.claim(of(i)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn expired_entries_free_their_room() {
    let store = MemoryStore::new(8 << 10).owner_limit(8 << 10);
    let brief = Duration::from_millis(20);
    let entry = |name: &str, time| Entry::new(name, [0; 6 << 10], time).owned_by("somebody");
    store.claim(entry("first", brief)).await.unwrap();
    let refused = store.claim(entry("second", MINUTE)).await;
    assert!(matches!(refused, Err(StoreError::Full)));
    tokio::time::sleep(brief * 2).await;
    store.claim(entry("second", MINUTE)).await.unwrap();
}
