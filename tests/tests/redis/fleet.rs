//! Two replicas as processes, and a client that sends lines of JSON to them.

use std::{
    collections::HashMap,
    fs,
    io::{self, BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use elicit_core::Revision;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::server::Folder;

pub(crate) struct Fleet {
    redis: String,
    folder: Folder,
    replicas: [Replica; 2],
    /// Whose turn it is.
    next: AtomicUsize,
}

#[derive(Default)]
struct Replica {
    ports: Mutex<Ports>,
    process: Mutex<Option<Child>>,
}

/// Where clients connect, and where browsers do.
#[derive(Clone, Copy, Default)]
struct Ports {
    clients: u16,
    browsers: u16,
}

/// The connection ended before there was a response.
#[derive(Debug)]
pub(crate) struct Lost;

impl Fleet {
    pub(crate) fn start(redis: &str) -> Self {
        let fleet = Self {
            redis: redis.to_owned(),
            folder: Folder::new(),
            replicas: <[Replica; 2]>::default(),
            next: AtomicUsize::new(0),
        };
        fleet.start_replica(0);
        fleet.start_replica(1);
        fleet
    }

    fn start_replica(&self, which: usize) {
        let mut process = Command::new(env!("CARGO_BIN_EXE_replica"))
            .arg(&self.redis)
            .arg(self.folder.path().join("effects"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = process.stdout.as_mut().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let (clients, browsers) = line.trim().split_once(' ').expect("the replica starts");
        let replica = &self.replicas[which];
        *replica.ports.lock().unwrap() = Ports {
            clients: clients.parse().unwrap(),
            browsers: browsers.parse().unwrap(),
        };
        *replica.process.lock().unwrap() = Some(process);
    }

    /// Kills a replica, which has no time to do anything about it, and starts another.
    pub(crate) fn kill(&self, which: usize) {
        self.replicas[which].end();
        self.start_replica(which);
    }

    /// A connection of a client.
    pub(crate) async fn connect(&self, which: usize) -> io::Result<TcpStream> {
        let port = self.replicas[which].ports.lock().unwrap().clients;
        TcpStream::connect(("127.0.0.1", port)).await
    }

    /// Where a replica has its pages.
    pub(crate) fn pages(&self, which: usize) -> String {
        let port = self.replicas[which].ports.lock().unwrap().browsers;
        format!("127.0.0.1:{port}")
    }

    /// How often each payment was made.
    pub(crate) fn effects(&self) -> HashMap<u64, usize> {
        let lines = fs::read_to_string(self.folder.path().join("effects")).unwrap();
        let mut effects = HashMap::new();
        for line in lines.lines() {
            *effects.entry(line.parse().unwrap()).or_default() += 1;
        }
        effects
    }

    /// Sends a request to the replica whose turn it is, over a connection of its own. Returns the
    /// member `result` or `error` of the response.
    pub(crate) async fn send(&self, params: &Value) -> Result<Member, Lost> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        self.send_to(turn % 2, params).await
    }

    pub(crate) async fn send_to(&self, which: usize, params: &Value) -> Result<Member, Lost> {
        let response = async {
            let mut stream = self.connect(which).await.ok()?;
            let request =
                json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
            stream
                .write_all(format!("{request}\n").as_bytes())
                .await
                .ok()?;
            let mut lines = tokio::io::BufReader::new(&mut stream).lines();
            let line = lines.next_line().await.ok()??;
            serde_json::from_str::<Value>(&line).ok()
        };
        let response = timeout(Duration::from_secs(60), response).await;
        let mut response = response.expect("a response, or the end").ok_or(Lost)?;
        Ok(match response["error"].take() {
            Value::Null => Member::Result(response["result"].take()),
            error => Member::Error(error),
        })
    }
}

impl Replica {
    fn end(&self) {
        if let Some(mut process) = self.process.lock().unwrap().take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.replicas.iter().for_each(Replica::end);
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Member {
    Result(Value),
    Error(Value),
}

impl Member {
    /// What the error says of the reason.
    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Result(_) => None,
            Self::Error(error) => error["data"]["reason"].as_str(),
        }
    }

    pub(crate) fn state(&self) -> Option<&str> {
        match self {
            Self::Result(result) => result["requestState"].as_str(),
            Self::Error(_) => None,
        }
    }
}

/// The first request of the call with this number.
pub(crate) fn first(number: u64) -> Value {
    json!({
        "name": "pay",
        "arguments": {"number": number},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.as_str(),
            "io.modelcontextprotocol/clientInfo": {"name": "fleet", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}},
        },
    })
}

/// The retry that carries this state and answers this question.
pub(crate) fn retry(number: u64, state: &str, key: &str) -> Value {
    let mut params = first(number);
    let answer = json!({"action": "accept", "content": {"confirm": true}});
    params["requestState"] = state.into();
    params["inputResponses"] = json!({key: answer});
    params
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Ending {
    /// It was paid, and each request was sent once.
    Response,
    /// It was paid, and a request was sent again.
    Repetition,
    /// Nobody knows whether it was paid.
    Unknown,
}

/// Makes a call, and sends each request until there is a response.
pub(crate) async fn call(fleet: &Fleet, number: u64) -> Ending {
    let mut ending = Ending::Response;
    let mut params = first(number);
    for key in ["sure", "really", ""] {
        let member = loop {
            match fleet.send(&params).await {
                // This request did nothing. An earlier one may have paid: the next one says so.
                Ok(member) if member.reason() == Some("nothing_done") => {}
                Ok(member) => break member,
                Err(Lost) => {}
            }
            ending = Ending::Repetition;
            sleep(Duration::from_millis(50)).await;
        };
        match (&member, member.state()) {
            (_, Some(state)) => params = retry(number, state, key),
            (Member::Result(result), None) => {
                let text = format!("paid {number}");
                assert_eq!(result["content"][0]["text"], text.as_str(), "{key}");
                return ending;
            }
            (Member::Error(error), None) => {
                assert_eq!(member.reason(), Some("outcome_unknown"), "{error}");
                return Ending::Unknown;
            }
        }
    }
    panic!("call {number} asks again and again");
}
