//! The example `pay` with a store in Redis. `tests/redis/run` runs it, with a server of its own.

mod common;
#[path = "../../tests/tests/redis/server.rs"]
#[expect(dead_code, reason = "the tests of the store need more of it")]
mod server;

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
};

use common::run;
use server::Server;

/// How many entries the server has.
fn entries(redis: &Server) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", redis.port)).expect("the server listens");
    stream.write_all(b"DBSIZE\r\n").expect("the server reads");
    let mut count = String::new();
    let read = BufReader::new(stream).read_line(&mut count);
    read.expect("an answer");
    count.trim_end().to_owned()
}

#[tokio::test]
async fn a_lost_response_is_sent_again_and_paid_once() {
    // Whether the retry is paid again, and whether it leaves a claim.
    for (switches, payments, claims) in [
        (&[][..], "payments: 1", ":1"),
        (&["--without-once"], "payments: 2", ":0"),
    ] {
        let redis = Server::start("noeviction").await;
        let url = redis.url();
        let arguments = [&["--redis", url.as_str()], switches].concat();
        let finished = run(env!("CARGO_BIN_EXE_pay"), &arguments, &[]).expect("the example runs");
        assert_eq!(finished.status, Some(0), "{finished:?}");
        assert_eq!(finished.last_line(), payments, "{finished:?}");
        assert_eq!(entries(&redis), claims, "{switches:?}");
    }
}

#[tokio::test]
async fn an_evicting_or_missing_redis_server_is_an_error() {
    let evicting = Server::start("allkeys-lru").await;
    let gone = "redis://127.0.0.1:1".to_owned();
    for (url, reason) in [(evicting.url(), "noeviction"), (gone, "refused")] {
        let finished =
            run(env!("CARGO_BIN_EXE_pay"), &["--redis", &url], &[]).expect("the example runs");
        assert_eq!(finished.status, Some(1), "{finished:?}");
        assert!(finished.stderr.contains(reason), "{finished:?}");
    }
}
