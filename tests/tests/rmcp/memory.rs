//! What a request takes in memory while it waits, beyond what the SDK takes for it. The benchmark
//! `open_questions` measures thousands of them.

use std::sync::Arc;

use allocation_counter::measure;
use elicit_core::{Ask, Elicitation, Revision, rmcp3::ElicitsExt};
use rmcp::{
    ErrorData, Peer, RoleServer,
    model::{CustomRequest, ServerRequest},
    service::{RequestContext, Service},
    tool, tool_router,
};
use serde_json::json;
use tokio::{runtime::Builder, task::yield_now};

use crate::{keep_alive::yes, raw::Raw};

const REQUESTS: usize = 100;

/// So many bytes more than without the layer. If a change is worth more of them, or saves some, write
/// the new figure down, so that the next loss is seen.
const NO_QUESTION: i64 = 1925;
const QUESTION: i64 = 8187;
const QUESTION_OF_A_HANDLER: i64 = 7826;

/// In percent: what differs between compilers.
const TOLERANCE: i64 = 10;

#[track_caller]
fn assert_close(bytes: i64, expected: i64) {
    let difference = 100 * (bytes - expected).abs();
    assert!(
        difference <= TOLERANCE * expected,
        "{bytes} bytes, and not {expected}"
    );
}

#[test]
fn a_request_that_asks_nothing_takes_little_more_with_the_layer() {
    let bare = bytes(|server| server, "rests");
    let layered = bytes(|server| server.elicits(unlimited()), "rests");
    assert_close(layered - bare, NO_QUESTION);
}

#[test]
fn an_open_question_takes_little_more_with_the_layer() {
    let bare = bytes(|server| server, "asks_by_the_sdk");
    let layered = bytes(|server| server.elicits(unlimited()), "asks");
    assert_close(layered - bare, QUESTION);
    let handler = |server: Server| server.elicits(unlimited()).into_handler();
    assert_close(bytes(handler, "asks") - bare, QUESTION_OF_A_HANDLER);
}

fn unlimited() -> Elicitation {
    Elicitation::default().rate_limit(None)
}

#[derive(Clone, Default)]
struct Server {
    /// A handler that runs has one, too.
    alive: Arc<()>,
}

#[tool_router(server_handler)]
impl Server {
    #[tool(description = "Waits until it is cancelled")]
    async fn rests(&self, context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
        let _alive = Arc::clone(&self.alive);
        context.ct.cancelled().await;
        Ok(String::new())
    }

    #[tool(description = "Asks whether to go on")]
    async fn asks(&self, ask: Ask) -> Result<String, ErrorData> {
        let _alive = Arc::clone(&self.alive);
        ask.confirm("sure", "Go on?").or_end().await?;
        Ok(String::new())
    }

    #[tool(description = "Asks by the SDK alone")]
    async fn asks_by_the_sdk(&self, peer: Peer<RoleServer>) -> Result<String, ErrorData> {
        let _alive = Arc::clone(&self.alive);
        let properties = json!({"confirm": {"type": "boolean", "title": "Yes", "default": false}});
        let params = json!({
            "mode": "form",
            "message": "Go on?",
            "requestedSchema": {"type": "object", "properties": properties},
        });
        let request = CustomRequest::new("elicitation/create", Some(params));
        let answer = peer.send_request(ServerRequest::CustomRequest(request));
        answer
            .await
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(String::new())
    }
}

/// The bytes of a request while it waits, on a revision whose questions wait.
fn bytes<S: Service<RoleServer>>(layer: impl FnOnce(Server) -> S, tool: &str) -> i64 {
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let server = Server::default();
    let alive = Arc::clone(&server.alive);
    let start = Raw::start(
        layer(server),
        Revision::V2025_11_25,
        json!({"elicitation": {}}),
    );
    let mut raw = runtime.block_on(start);
    let at_rest = Arc::strong_count(&alive);
    let mut waiting = Vec::with_capacity(REQUESTS);
    let mut kept = 0;
    // What is made once is made before the second time.
    for _ in 0..2 {
        let opened = measure(|| {
            runtime.block_on(async {
                for _ in 0..REQUESTS {
                    waiting.push(Waiting::open(&mut raw, tool).await);
                }
            });
        });
        assert_eq!(Arc::strong_count(&alive), at_rest + REQUESTS);
        kept = opened.bytes_current / i64::try_from(REQUESTS).unwrap();
        runtime.block_on(async {
            for request in waiting.drain(..) {
                request.end(&mut raw).await;
            }
            while Arc::strong_count(&alive) > at_rest {
                yield_now().await;
            }
        });
    }
    kept
}

/// A request that waits, by the number of its question, or its own.
enum Waiting {
    Question(u64),
    Call(u64),
}

impl Waiting {
    async fn open(raw: &mut Raw, tool: &str) -> Self {
        let call = raw.send("tools/call", json!({"name": tool})).await;
        if tool == "rests" {
            // The response to this comes after the handler was polled.
            let ping = raw.send("ping", json!({})).await;
            raw.response(ping).await;
            return Self::Call(call);
        }
        loop {
            let message = raw.message().await;
            if message["method"] == "elicitation/create" {
                return Self::Question(message["id"].as_u64().unwrap());
            }
        }
    }

    async fn end(self, raw: &mut Raw) {
        raw.write(&match self {
            Self::Question(id) => json!({"jsonrpc": "2.0", "id": id, "result": yes()}),
            Self::Call(id) => json!({
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": id},
            }),
        })
        .await;
    }
}
