//! The store in Redis, in front of a real server.

use std::time::{Duration, Instant};

use elicit_core::{
    store::{Entry, Store, StoreError},
    testing::check_store,
};
use elicit_redis::RedisStore;

use crate::server::{Folder, Server};

const MINUTE: Duration = Duration::from_secs(60);

fn entry(name: &str) -> Entry {
    Entry::new(name, "value", MINUTE)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_redis_store_passes_check_store() {
    let server = Server::start("noeviction").await;
    check_store(&server.store().await.unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_server_that_evicts_is_refused() {
    let server = Server::start("allkeys-lru").await;
    let refused = server.store().await.unwrap_err();
    assert!(refused.to_string().contains("`allkeys-lru`"), "{refused}");
}

#[tokio::test]
async fn a_server_that_cannot_claim_is_refused_for_its_reason() {
    let folder = Folder::new();
    let folder = folder.path().to_str().unwrap();
    let no_claims = Server::start_with(&["--rename-command", "SET", ""]).await;
    let refused = no_claims.store().await.unwrap_err();
    assert!(matches!(refused, StoreError::Unsuitable(_)), "{refused}");

    let cluster = ["--cluster-enabled", "yes", "--dir", folder];
    let replica = ["--replicaof", "127.0.0.1 1"];
    for (arguments, reason) in [(&cluster[..], "Hash slot"), (&replica, "read only replica")] {
        let server = Server::start_with(arguments).await;
        let refused = server.store().await.unwrap_err();
        assert!(matches!(refused, StoreError::Unavailable(_)), "{refused}");
        assert!(format!("{refused:?}").contains(reason), "{refused:?}");
    }
}

/// A connection as a server may have one already.
async fn connection(server: &Server) -> redis::aio::MultiplexedConnection {
    let client = redis::Client::open(server.url()).unwrap();
    client.get_multiplexed_async_connection().await.unwrap()
}

#[tokio::test]
async fn a_connection_of_the_server_is_examined_and_used_as_one_of_its_own() {
    let evicting = Server::start("allkeys-lru").await;
    let refused = RedisStore::from_connection(connection(&evicting).await).await;
    let refused = refused.unwrap_err();
    assert!(matches!(refused, StoreError::Unsuitable(_)), "{refused}");

    let server = Server::start("noeviction").await;
    let shared = RedisStore::from_connection(connection(&server).await).await;
    let (shared, own) = (shared.unwrap(), server.store().await.unwrap());
    check_store(&shared).await.unwrap();
    shared.put(entry("shared")).await.unwrap();
    assert_eq!(own.get("shared").await.unwrap().unwrap(), b"value");
}

#[tokio::test]
async fn a_missing_server_is_unavailable() {
    let missing = RedisStore::connect("redis://127.0.0.1:1").await;
    assert!(
        matches!(missing, Err(StoreError::Unavailable(_))),
        "{missing:?}"
    );
}

#[tokio::test]
async fn a_full_server_refuses_new_entries_and_keeps_the_old() {
    let server = Server::start("noeviction").await;
    let store = server.store().await.unwrap();
    let mut kept = 0;
    let full = loop {
        let entry = Entry::new(kept.to_string(), vec![0; 64 << 10], MINUTE);
        match store.claim(entry).await {
            Ok(_) => kept += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(full, StoreError::Full), "{full:?}");
    for i in 0..kept {
        assert!(store.get(&i.to_string()).await.unwrap().is_some(), "{i}");
    }
}

#[tokio::test]
async fn a_server_that_stops_answering_is_unavailable_until_it_answers_again() {
    let server = Server::start("noeviction").await;
    let store = server.store().await.unwrap();
    server.signal("-STOP");
    let begin = Instant::now();
    let stopped = store.claim(entry("stopped")).await;
    assert!(
        matches!(stopped, Err(StoreError::Unavailable(_))),
        "{stopped:?}"
    );
    assert!(
        begin.elapsed() < Duration::from_secs(10),
        "{:?}",
        begin.elapsed()
    );
    server.signal("-CONT");
    recovers(&store).await;
}

#[tokio::test]
async fn a_server_that_was_restarted_is_found_again() {
    let server = Server::start("noeviction").await;
    let (port, store) = (server.port, server.store().await.unwrap());
    drop(server);
    let gone = store.claim(entry("gone")).await;
    assert!(matches!(gone, Err(StoreError::Unavailable(_))), "{gone:?}");
    let _server = Server::start_at(port, "noeviction").await;
    recovers(&store).await;
}

/// Connects anew by itself, after a few errors at most.
async fn recovers(store: &RedisStore) {
    for _ in 0..20 {
        if store.claim(entry("again")).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("the store does not come back");
}
