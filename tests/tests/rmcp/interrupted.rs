//! A tool that works for long after its question, and stops when its call is cancelled: the guide's
//! example.

use std::time::Duration;

use elicit_core::{Ask, Elicitation, Revision, rmcp3::ElicitsExt};
use rmcp::{ErrorData, RoleServer, service::RequestContext, tool, tool_router};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::timeout,
};

use crate::{keep_alive::yes, raw::Raw};

#[derive(Debug, PartialEq)]
enum Happening {
    Started,
    Interrupted,
}

#[derive(Clone)]
struct Server(UnboundedSender<Happening>);

#[tool_router(server_handler)]
impl Server {
    #[tool(description = "Copy all files")]
    async fn copy(
        &self,
        ask: Ask,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        ask.confirm("copy", "Copy all files?").or_end().await?;
        tokio::select! {
            () = context.ct.cancelled() => {
                self.tell(Happening::Interrupted);
                Err(ErrorData::internal_error("the client has cancelled the call", None))
            }
            () = self.copy_all() => Ok("copied".to_owned()),
        }
    }

    async fn copy_all(&self) {
        self.tell(Happening::Started);
        std::future::pending::<()>().await;
    }

    fn tell(&self, happening: Happening) {
        self.0.send(happening).unwrap();
    }
}

fn server() -> (Server, UnboundedReceiver<Happening>) {
    let (tell, told) = unbounded_channel();
    (Server(tell), told)
}

async fn expect(told: &mut UnboundedReceiver<Happening>, happening: Happening) {
    let next = timeout(Duration::from_secs(30), told.recv()).await;
    assert_eq!(next.expect("something happens"), Some(happening));
}

fn cancelled(id: u64) -> Value {
    let params = json!({"requestId": id, "reason": "changed my mind"});
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
}

/// A client on a pipe, and the request in which the tool is at work.
async fn at_work(revision: Revision) -> (Raw, u64, UnboundedReceiver<Happening>) {
    let (server, mut told) = server();
    let server = server.elicits(Elicitation::default());
    let mut raw = Raw::start(server, revision, json!({"elicitation": {}})).await;
    let id = if revision.asks_in_result() {
        let reply = raw.round("copy", None, &[]).await;
        let more = json!({
            "requestState": reply.state(),
            "inputResponses": {"copy": yes()},
        });
        raw.call("copy", more).await
    } else {
        let id = raw.call("copy", json!({})).await;
        let question = raw.message().await;
        raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "result": yes()}))
            .await;
        id
    };
    expect(&mut told, Happening::Started).await;
    (raw, id, told)
}

#[tokio::test]
async fn a_cancelled_call_interrupts_its_tool_over_a_pipe() {
    for revision in Revision::all() {
        let (mut raw, id, mut told) = at_work(revision).await;
        raw.write(&cancelled(id)).await;
        expect(&mut told, Happening::Interrupted).await;
    }
}

/// The SDK gives a call five seconds to respond, and then cancels it.
#[tokio::test]
async fn the_end_of_a_pipe_interrupts_its_tools_after_seconds() {
    let ended = |revision| async move {
        let (raw, _, mut told) = at_work(revision).await;
        drop(raw);
        let next = timeout(Duration::from_secs(1), told.recv()).await;
        assert!(next.is_err(), "{revision}: {next:?}");
        expect(&mut told, Happening::Interrupted).await;
    };
    let [oldest, old, latest] = Revision::all().collect::<Vec<_>>()[..] else {
        panic!("three revisions");
    };
    tokio::join!(ended(oldest), ended(old), ended(latest));
}

#[cfg(feature = "rmcp-http")]
mod http {
    use elicit_core::Revision;
    use rmcp::transport::StreamableHttpServerConfig;
    use serde_json::json;

    use super::{Happening, cancelled, expect, server};
    use crate::{
        keep_alive::{LEGACY, yes},
        post::{Post, call, round, service},
    };

    #[tokio::test]
    async fn a_cancelled_call_interrupts_its_tool_in_a_session() {
        for revision in LEGACY {
            let (server, mut told) = server();
            let service = service(&server, StreamableHttpServerConfig::default());
            let post = Post::connect(&service, revision).await;
            let mut stream = post.send(&call("copy", 7)).await;
            let question = stream.message().await;
            let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": yes()});
            let _ = post.send(&answer).await;
            expect(&mut told, Happening::Started).await;
            let _ = post.send(&cancelled(7)).await;
            expect(&mut told, Happening::Interrupted).await;
        }
    }

    /// There is no session, so this is how a client cancels a request.
    #[tokio::test]
    async fn a_closed_request_interrupts_its_tool_on_2026_07_28() {
        let (server, mut told) = server();
        let service = service(&server, StreamableHttpServerConfig::default());
        let post = Post::new(&service, Revision::V2026_07_28);
        let asked = post.round("copy", json!({})).await;
        let more = json!({
            "requestState": asked["result"]["requestState"],
            "inputResponses": {"copy": yes()},
        });
        let retry = round("copy", &more);
        tokio::select! {
            _ = post.send(&retry) => panic!("it responds"),
            () = expect(&mut told, Happening::Started) => {}
        }
        expect(&mut told, Happening::Interrupted).await;
    }
}
