//! Pages of two replicas that are processes, in front of one Redis.

use std::time::{Duration, Instant};

use elicit_core::Revision;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{
    browser::{Browser, Reply, Visit, opening, posting},
    fleet::{self, Fleet, Member},
    server::{Folder, Server, free_port},
};

/// Ann's browser, which is logged in.
struct Ann<'f> {
    fleet: &'f Fleet,
    browser: Browser,
}

impl<'f> Ann<'f> {
    fn new(fleet: &'f Fleet) -> Self {
        Self {
            fleet,
            browser: Browser::default().other(Some("ann")),
        }
    }

    /// As if the address of the pages led to this replica.
    async fn visit(&self, which: usize, mut visit: Visit) -> Reply {
        visit.headers.push(("x-port", self.fleet.pages(which)));
        visit.headers.push(("connection", "close".to_owned()));
        self.browser.send(visit).await
    }

    async fn open(&self, which: usize, link: &str) -> Reply {
        self.visit(which, opening(link)).await
    }

    async fn send(&self, which: usize, link: &str, csrf: &str, workspace: &str) -> Reply {
        let fields = [("csrf", csrf), ("action", "accept"), ("f0", workspace)];
        self.visit(which, posting(link, &fields)).await
    }
}

fn first(number: u64) -> Value {
    let mut params = fleet::first(number);
    params["name"] = "connect".into();
    params
}

/// The retry after the client has shown the link.
fn retry(number: u64, asked: &Member) -> Value {
    let mut params = first(number);
    params["requestState"] = asked.state().expect("a state").into();
    params["inputResponses"] = json!({"account": {"action": "accept"}});
    params
}

fn link(asked: &Member) -> &str {
    let Member::Result(result) = asked else {
        panic!("{asked:?}");
    };
    let link = result["inputRequests"]["account"]["params"]["url"].as_str();
    link.expect("a link")
}

fn connected(workspace: &str, result: &Value) -> bool {
    result["content"][0]["text"] == format!("connected {workspace}")
}

fn is_connected(workspace: &str, member: &Member) -> bool {
    matches!(member, Member::Result(result) if connected(workspace, result))
}

/// A client of 2025-11-25, whose call waits at one replica.
struct Waiting {
    stream: BufReader<TcpStream>,
    link: String,
}

impl Waiting {
    /// Makes a call, and agrees to open the link.
    async fn call(fleet: &Fleet, which: usize, number: u64) -> Self {
        let stream = fleet.connect(which).await.unwrap();
        let mut this = Self {
            stream: BufReader::new(stream),
            link: String::new(),
        };
        this.send(json!({"id": 1, "method": "initialize", "params": {
            "protocolVersion": Revision::V2025_11_25.as_str(),
            "clientInfo": {"name": "fleet", "version": "0"},
            "capabilities": {"elicitation": {"url": {}}},
        }}))
        .await;
        this.receive().await;
        this.send(json!({"method": "notifications/initialized"}))
            .await;
        let params = json!({"name": "connect", "arguments": {"number": number}});
        this.send(json!({"id": 2, "method": "tools/call", "params": params}))
            .await;
        let asked = this.receive().await;
        let link = asked["params"]["url"].as_str().expect("a link");
        this.link = link.to_owned();
        this.send(json!({"id": asked["id"], "result": {"action": "accept"}}))
            .await;
        this
    }

    /// The response to the call.
    async fn response(&mut self) -> Value {
        loop {
            let message = self.receive().await;
            if message["id"] == 2 {
                return message;
            }
            assert_eq!(message["method"], "notifications/elicitation/complete");
        }
    }

    async fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let line = format!("{message}\n");
        self.stream.write_all(line.as_bytes()).await.unwrap();
    }

    async fn receive(&mut self) -> Value {
        let mut line = String::new();
        let read = timeout(Duration::from_secs(60), self.stream.read_line(&mut line));
        read.await.expect("a message").unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

async fn start() -> (Server, Folder, Fleet) {
    let folder = Folder::new();
    let redis = Server::start_durable(free_port(), &folder).await;
    let fleet = Fleet::start(&redis.url());
    (redis, folder, fleet)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_outlives_the_replica_that_asked() {
    let (_redis, _folder, fleet) = start().await;
    let ann = Ann::new(&fleet);
    let asked = fleet.send_to(0, &first(0)).await.unwrap();
    let csrf = ann.open(0, link(&asked)).await.csrf();
    fleet.kill(0);
    let sent = ann.send(1, link(&asked), &csrf, "acme").await;
    assert_eq!((sent.status, sent.heading()), (200, "Your answer was sent"));
    let again = ann.open(0, link(&asked)).await;
    assert_eq!(again.heading(), "This question was answered");
    for which in [1, 0] {
        let member = fleet.send_to(which, &retry(0, &asked)).await.unwrap();
        assert!(is_connected("acme", &member), "{member:?}");
    }
    assert_eq!(fleet.effects()[&0], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_waits_at_one_replica_is_answered_at_the_other() {
    let (_redis, _folder, fleet) = start().await;
    let ann = Ann::new(&fleet);
    let mut call = Waiting::call(&fleet, 0, 0).await;
    let csrf = ann.open(0, &call.link).await.csrf();
    let sent = ann.send(1, &call.link, &csrf, "acme").await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let response = call.response().await;
    assert!(connected("acme", &response["result"]), "{response}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_and_a_retry_that_are_sent_twice_count_once() {
    let (_redis, _folder, fleet) = start().await;
    let ann = Ann::new(&fleet);
    let mut taken = [0; 2];
    for number in 0..50 {
        let asked = fleet.send_to(0, &first(number)).await.unwrap();
        let link = link(&asked);
        let csrf = ann.open(0, link).await.csrf();
        let retry = retry(number, &asked);
        let (one, other, first, second) = tokio::join!(
            fleet.send_to(0, &retry),
            fleet.send_to(1, &retry),
            ann.send(0, link, &csrf, "first"),
            ann.send(1, link, &csrf, "second"),
        );
        let replies = [&first, &second].map(|reply| (reply.status, reply.heading()));
        let sent = (200, "Your answer was sent");
        let refused = (409, "This question was answered");
        let workspace = if replies == [sent, refused] {
            taken[0] += 1;
            "first"
        } else {
            assert_eq!(replies, [refused, sent]);
            taken[1] += 1;
            "second"
        };
        let one = one.unwrap();
        assert!(is_connected(workspace, &one), "{one:?}");
        assert_eq!(other.unwrap(), one);
        assert_eq!(fleet.effects()[&number], 1);
    }
    println!("50 forms twice at once: {taken:?} were taken");
}

impl Ann<'_> {
    /// While the store cannot be asked, no replica shows or takes anything.
    async fn is_refused(&self, link: &str, csrf: &str) {
        for which in [0, 1] {
            assert_eq!(self.open(which, link).await.status, 503);
            assert_eq!(self.send(which, link, csrf, "refused").await.status, 503);
        }
    }

    /// The replicas find the store again by themselves, and the question is open.
    async fn is_asked_again(&self, link: &str) {
        for which in [0, 1] {
            let deadline = Instant::now() + Duration::from_secs(20);
            let page = loop {
                let page = self.open(which, link).await;
                if page.status != 503 {
                    break page;
                }
                assert!(Instant::now() < deadline, "the store does not come back");
                sleep(Duration::from_millis(100)).await;
            };
            assert_eq!(page.heading(), "Connect your account");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_keeps_waiting_while_redis_is_away() {
    let (redis, folder, fleet) = start().await;
    let ann = Ann::new(&fleet);
    let mut call = Waiting::call(&fleet, 0, 0).await;
    let link = call.link.clone();
    let csrf = ann.open(0, &link).await.csrf();

    redis.signal("-STOP");
    ann.is_refused(&link, &csrf).await;
    redis.signal("-CONT");
    ann.is_asked_again(&link).await;

    let port = redis.port;
    drop(redis);
    ann.is_refused(&link, &csrf).await;
    let _redis = Server::start_durable(port, &folder).await;
    ann.is_asked_again(&link).await;

    assert_eq!(ann.send(1, &link, &csrf, "acme").await.status, 200);
    let response = call.response().await;
    assert!(connected("acme", &response["result"]), "{response}");
    assert_eq!(fleet.effects()[&0], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_keeps_waiting_while_redis_is_paused() {
    let (redis, _folder, fleet) = start().await;
    let ann = Ann::new(&fleet);
    let asked = fleet.send_to(0, &first(0)).await.unwrap();
    let link = link(&asked);
    let csrf = ann.open(0, link).await.csrf();
    let answer = async {
        // The retry is claimed by now.
        sleep(Duration::from_secs(1)).await;
        redis.signal("-STOP");
        ann.is_refused(link, &csrf).await;
        redis.signal("-CONT");
        ann.is_asked_again(link).await;
        ann.send(0, link, &csrf, "acme").await
    };
    let retry = retry(0, &asked);
    let (member, sent) = tokio::join!(fleet.send_to(1, &retry), answer);
    assert_eq!(sent.status, 200);
    let member = member.unwrap();
    assert!(is_connected("acme", &member), "{member:?}");
    assert_eq!(fleet.effects()[&0], 1);
}
