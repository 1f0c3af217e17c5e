//! A client that reads and writes the lines itself, to see and send what an SDK
//! would not.

use std::collections::BTreeMap;

use elicit_core::{Elicitation, Revision, rmcp3::ElicitsExt};
use rmcp::{RoleServer, ServiceExt, service::Service};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

pub(crate) struct Raw {
    revision: Revision,
    capabilities: Value,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
    next_id: u64,
}

impl Raw {
    /// Connects with a client that has `capabilities`.
    pub(crate) async fn connect(
        server: impl Service<RoleServer>,
        elicitation: &Elicitation,
        revision: Revision,
        capabilities: Value,
    ) -> Self {
        Self::start(server.elicits(elicitation.clone()), revision, capabilities).await
    }

    /// Connects to a server that is wrapped already.
    pub(crate) async fn start(
        server: impl Service<RoleServer>,
        revision: Revision,
        capabilities: Value,
    ) -> Self {
        let (near, far) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            if let Ok(server) = server.serve(far).await {
                let _ = server.waiting().await;
            }
        });
        let (lines, out) = tokio::io::split(near);
        let mut raw = Self {
            revision,
            capabilities,
            lines: BufReader::new(lines).lines(),
            out,
            next_id: 0,
        };
        if !revision.asks_in_result() {
            let params = json!({
                "protocolVersion": revision.as_str(),
                "capabilities": raw.capabilities,
                "clientInfo": {"name": "raw", "version": "0"},
            });
            let id = raw.send("initialize", params).await;
            let _ = raw.response(id).await;
            raw.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
                .await;
        }
        raw
    }

    pub(crate) async fn write(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.out.write_all(line.as_bytes()).await.unwrap();
    }

    /// Sends a request; on 2026-07-28 with what each has to say of its client.
    pub(crate) async fn send(&mut self, method: &str, mut params: Value) -> u64 {
        if self.revision.asks_in_result() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.revision.as_str(),
                "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "0"},
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        self.next_id += 1;
        let id = self.next_id;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    /// The next line from the server.
    pub(crate) async fn line(&mut self) -> String {
        self.lines
            .next_line()
            .await
            .unwrap()
            .expect("the server is there")
    }

    pub(crate) async fn message(&mut self) -> Value {
        serde_json::from_str(&self.line().await).unwrap()
    }

    /// The response to a request, past whatever else comes.
    pub(crate) async fn response(&mut self, id: u64) -> Value {
        loop {
            let message = self.message().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    pub(crate) async fn call(&mut self, tool: &str, more: Value) -> u64 {
        let mut params = json!({"name": tool, "arguments": {"service": "web"}});
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        self.send("tools/call", params).await
    }

    /// Calls a tool on 2026-07-28, with the state and the answers of a retry.
    pub(crate) async fn round(
        &mut self,
        tool: &str,
        state: Option<&str>,
        answers: &[(&str, Value)],
    ) -> Reply {
        let answers: BTreeMap<_, _> = answers.iter().cloned().collect();
        let mut more = json!({});
        if let Some(state) = state {
            more["requestState"] = state.into();
        }
        if !answers.is_empty() {
            more["inputResponses"] = json!(answers);
        }
        let id = self.call(tool, more).await;
        Reply(self.response(id).await)
    }
}

/// What a round came to.
#[derive(Debug, PartialEq)]
pub(crate) struct Reply(pub(crate) Value);

impl Reply {
    /// The keys of the questions.
    pub(crate) fn keys(&self) -> Vec<&str> {
        match self.0["result"]["inputRequests"].as_object() {
            Some(requests) => requests.keys().map(String::as_str).collect(),
            None => panic!("asks nothing: {}", self.0),
        }
    }

    pub(crate) fn params(&self, key: &str) -> &Value {
        &self.0["result"]["inputRequests"][key]["params"]
    }

    pub(crate) fn state(&self) -> &str {
        match self.0["result"]["requestState"].as_str() {
            Some(state) => state,
            None => panic!("carries no state: {}", self.0),
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self.0["result"]["content"][0]["text"].as_str() {
            Some(text) => text,
            None => panic!("no text: {}", self.0),
        }
    }

    pub(crate) fn code(&self) -> i64 {
        match self.0["error"]["code"].as_i64() {
            Some(code) => code,
            None => panic!("no error: {}", self.0),
        }
    }
}
