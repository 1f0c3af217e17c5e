//! Questions that are never answered, and calls that are cancelled.

use std::{sync::Arc, time::Duration};

use elicit_core::{Ask, AskError, Elicit, Elicitation, Revision, rmcp3::ElicitsExt};
use rmcp::{
    ClientHandler, ClientServiceExt, ErrorData, RoleClient, RoleServer, ServerHandler, ServiceExt,
    model::*,
    service::{PeerRequestOptions, RequestContext, RequestHandle, RunningService},
};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

use crate::{
    client::{at_once, request, text_of},
    raw::Raw,
};

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

/// What happens, on either side.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Happening {
    Asked,
    /// The client was told that the question is withdrawn.
    Withdrawn,
    /// A handler was told that nobody will answer.
    Told,
    /// A handler that asks nothing is at work.
    Started,
    /// A handler that asks nothing has come to its end.
    Finished,
    /// A handler is gone.
    Dropped,
}

#[derive(Elicit)]
struct Name {
    name: String,
}

#[derive(Clone)]
struct Waiting {
    happenings: UnboundedSender<Happening>,
    alive: Arc<()>,
}

struct Guard {
    happenings: UnboundedSender<Happening>,
    _alive: Arc<()>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.happenings.send(Happening::Dropped);
    }
}

impl ServerHandler for Waiting {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if call.name == "work" {
            let _ = self.happenings.send(Happening::Started);
            context.ct.cancelled().await;
            tokio::task::yield_now().await;
            let _ = self.happenings.send(Happening::Finished);
            return Ok(CallToolResult::success(vec![]).into());
        }
        let _guard = Guard {
            happenings: self.happenings.clone(),
            _alive: Arc::clone(&self.alive),
        };
        let ask = Ask::from_context(&context)?;
        let name = ask.form::<Name>("name", "Who?").or_end().await;
        if let Err(AskError::Gone) = name {
            let _ = self.happenings.send(Happening::Told);
        }
        name?;
        Ok(CallToolResult::success(vec![]).into())
    }
}

/// A client that lets every question stand.
struct Silent {
    revision: Revision,
    happenings: UnboundedSender<Happening>,
}

impl ClientHandler for Silent {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::new());
        let version = serde_json::from_value(json!(self.revision.as_str())).unwrap();
        ClientConfig::new(capabilities, Implementation::new("silent", "0"))
            .with_protocol_version(version)
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let _ = self.happenings.send(Happening::Asked);
        context.ct.cancelled().await;
        let _ = self.happenings.send(Happening::Withdrawn);
        Ok(ElicitResult::new(ElicitationAction::Cancel))
    }
}

async fn connect(
    revision: Revision,
    elicitation: Elicitation,
) -> (
    RunningService<RoleClient, Silent>,
    UnboundedReceiver<Happening>,
    Arc<()>,
) {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (happenings, happened) = unbounded_channel();
    let alive = Arc::new(());
    let server = Waiting {
        happenings: happenings.clone(),
        alive: Arc::clone(&alive),
    };
    tokio::spawn(async move {
        if let Ok(server) = Box::pin(server.elicits(elicitation).serve(far)).await {
            let _ = server.waiting().await;
        }
    });
    let client = Silent {
        revision,
        happenings,
    };
    let client = client
        .serve_with_lifecycle(near, rmcp::ClientLifecycleMode::Initialize)
        .await;
    (client.unwrap(), happened, alive)
}

/// Calls a tool, and does not wait for the result.
async fn call(
    client: &RunningService<RoleClient, Silent>,
    tool: &'static str,
) -> RequestHandle<RoleClient> {
    let call = ClientRequest::CallToolRequest(CallToolRequest::new(request(tool)));
    let options = PeerRequestOptions::no_options();
    let call = client.send_cancellable_request(call, options).await;
    call.unwrap()
}

async fn expect(happened: &mut UnboundedReceiver<Happening>, happening: Happening, times: usize) {
    for _ in 0..times {
        let next = tokio::time::timeout(Duration::from_secs(30), happened.recv()).await;
        assert_eq!(next.unwrap(), Some(happening));
    }
}

#[tokio::test]
async fn a_timeout_ends_the_call_and_withdraws_the_question() {
    for revision in LEGACY {
        let hurried = Elicitation::default().timeout(Duration::from_millis(20));
        let (client, mut happened, _) = connect(revision, hurried).await;
        let result = client.call_tool(request("wait")).await.unwrap();
        assert_eq!(result.is_error, Some(true), "{revision}");
        let text = text_of(&result);
        assert_eq!(text, "The user was asked, but no answer came in time.");
        expect(&mut happened, Happening::Asked, 1).await;
        let mut ends = [
            happened.recv().await.unwrap(),
            happened.recv().await.unwrap(),
        ];
        ends.sort_by_key(|happening| *happening == Happening::Dropped);
        assert_eq!(
            ends,
            [Happening::Withdrawn, Happening::Dropped],
            "{revision}"
        );
    }
}

/// The pipe of the client is full, so nothing can be sent to it.
#[tokio::test]
async fn a_question_times_out_if_the_client_does_not_read() {
    const CALLS: usize = 50;
    let (near, far) = tokio::io::duplex(2048);
    let (happenings, mut happened) = unbounded_channel();
    let alive = Arc::new(());
    let server = Waiting { happenings, alive };
    let hurried = Elicitation::default()
        .rate_limit(None)
        .timeout(Duration::from_millis(100));
    tokio::spawn(async move {
        if let Ok(server) = Box::pin(server.elicits(hurried).serve(far)).await {
            let _ = server.waiting().await;
        }
    });
    let (lines, mut out) = tokio::io::split(near);
    let mut lines = BufReader::new(lines).lines();
    let mut write = async |message: serde_json::Value| {
        let line = format!("{message}\n");
        out.write_all(line.as_bytes()).await.unwrap();
    };
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "deaf", "version": "0"},
    });
    write(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})).await;
    lines.next_line().await.unwrap();
    write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    for id in 1..=CALLS {
        let params = json!({"name": "wait"});
        write(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }
    expect(&mut happened, Happening::Dropped, CALLS).await;
}

/// Tells its client of a page that is done with, and has so much to say before that.
struct Completing(UnboundedSender<Result<(), AskError>>);

impl ServerHandler for Completing {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::from_context(&context)?;
        let link = ask.url("page", "https://example.org/page", "Pay");
        let agreed = link.or_end().await?;
        let much = json!({"data": "a".repeat(1 << 20)});
        let much = CustomNotification::new("notifications/message", Some(much));
        let much = ServerNotification::CustomNotification(much);
        // It is never through with it, and nothing gets past.
        let said = context.peer.send_notification(much);
        let said = tokio::time::timeout(Duration::from_millis(100), said).await;
        assert!(said.is_err());
        let _ = self.0.send(agreed.completer().complete().await);
        Ok(CallToolResult::success(vec![]).into())
    }
}

#[tokio::test]
async fn a_completer_times_out_if_the_client_does_not_read() {
    let (tell, mut told) = unbounded_channel();
    // The time-out of a question is no time for a notification.
    let server = Completing(tell).elicits(at_once());
    let capabilities = json!({"elicitation": {"url": {}}});
    let mut raw = Raw::start(server, Revision::V2025_11_25, capabilities).await;
    raw.call("pay", json!({})).await;
    let question = raw.message().await;
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}});
    raw.write(&answer).await;
    // And from here on nothing is read.
    let told = tokio::time::timeout(Duration::from_secs(30), told.recv()).await;
    assert_eq!(
        told.expect("the completer ends"),
        Some(Err(AskError::TimedOut))
    );
}

#[tokio::test]
async fn a_cancelled_call_withdraws_its_question() {
    for revision in LEGACY {
        let (client, mut happened, _) = connect(revision, Elicitation::default()).await;
        let call = call(&client, "wait").await;
        expect(&mut happened, Happening::Asked, 1).await;
        call.cancel(Some("changed my mind".to_owned()))
            .await
            .unwrap();
        expect(&mut happened, Happening::Told, 1).await;
        expect(&mut happened, Happening::Dropped, 1).await;
        expect(&mut happened, Happening::Withdrawn, 1).await;
    }
}

/// As in a server without the layer.
#[tokio::test]
async fn a_cancelled_call_that_asks_nothing_runs_to_its_end() {
    for revision in LEGACY {
        let (client, mut happened, _) = connect(revision, Elicitation::default()).await;
        let call = call(&client, "work").await;
        expect(&mut happened, Happening::Started, 1).await;
        call.cancel(None).await.unwrap();
        expect(&mut happened, Happening::Finished, 1).await;
    }
}

#[tokio::test]
async fn pending_questions_are_dropped_when_their_client_leaves() {
    const CALLS: usize = 2000;
    let (client, mut happened, alive) = connect(
        Revision::V2025_11_25,
        Elicitation::default().rate_limit(None),
    )
    .await;
    for _ in 0..CALLS {
        let _ = call(&client, "wait").await;
    }
    expect(&mut happened, Happening::Asked, CALLS).await;
    // One for each handler, one for the server, one here.
    assert_eq!(Arc::strong_count(&alive), CALLS + 2);
    client.cancel().await.unwrap();
    let mut dropped = 0;
    while dropped < CALLS {
        let next = tokio::time::timeout(Duration::from_secs(30), happened.recv()).await;
        // The client's own handlers end too.
        if next.unwrap() == Some(Happening::Dropped) {
            dropped += 1;
        }
    }
    while Arc::strong_count(&alive) > 1 {
        tokio::task::yield_now().await;
    }
}
