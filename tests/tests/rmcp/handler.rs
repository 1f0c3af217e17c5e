//! One handler, made by `Elicits::into_handler`, that serves several connections.

use std::{num::NonZeroU32, sync::Arc};

use elicit_core::{Elicitation, Revision, rmcp3::ElicitsExt as _};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{CustomRequest, CustomResult},
    service::RequestContext,
};
use serde_json::json;

use crate::{
    client::at_once,
    own_rounds::{self, Own},
    raw::Raw,
    server::Server,
};

#[tokio::test]
async fn a_missing_capability_of_one_client_does_not_affect_others() {
    let handler = Server::new().elicits(Elicitation::default());
    let handler = Arc::new(handler.into_handler());
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let mut clients = Vec::new();
        for _ in 0..2 {
            let capabilities = json!({"elicitation": {}});
            clients.push(Raw::start(handler.clone(), revision, capabilities).await);
        }
        for raw in &mut clients {
            let id = raw.call("outcome", json!({})).await;
            let question = raw.message().await;
            assert_eq!(question["method"], "elicitation/create", "{revision}");
            let error = json!({"code": -32601, "message": "no"});
            raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "error": error}))
                .await;
            assert_eq!(raw.response(id).await["result"]["isError"], true);
        }
        for raw in &mut clients {
            let id = raw.call("outcome", json!({})).await;
            // Nothing is sent before it.
            assert_eq!(raw.message().await["id"], id);
        }
    }
}

/// A method that this release of the SDK does not know is for the server to answer.
#[derive(Clone)]
struct Newer;

impl ServerHandler for Newer {
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Ok(CustomResult::new(
            json!({"method": request.method, "params": request.params}),
        ))
    }
}

#[tokio::test]
async fn a_method_of_a_later_revision_reaches_the_server() {
    let layer = || Newer.elicits(Elicitation::default());
    for revision in Revision::all() {
        for mut raw in [
            Raw::start(layer(), revision, json!({})).await,
            Raw::start(layer().into_handler(), revision, json!({})).await,
        ] {
            let id = raw.send("later/method", json!({"a": [1]})).await;
            let result = raw.response(id).await["result"].take();
            assert_eq!(result["method"], "later/method", "{revision}");
            assert_eq!(result["params"]["a"], json!([1]), "{revision}");
        }
    }
}

#[tokio::test]
async fn each_client_has_its_own_rate() {
    let two = at_once().rate_limit(NonZeroU32::new(2));
    let handler = Arc::new(Server::new().elicits(two).into_handler());
    for revision in Revision::all() {
        let mut clients = Vec::new();
        for _ in 0..2 {
            let capabilities = json!({"elicitation": {}});
            clients.push(Raw::start(handler.clone(), revision, capabilities).await);
        }
        for raw in &mut clients {
            for is_asked in [true, true, false] {
                let id = raw.call("outcome", json!({})).await;
                let message = raw.message().await;
                let question = match revision {
                    Revision::V2026_07_28 => &message["result"]["inputRequests"],
                    _ => &message["params"],
                };
                assert_eq!(question.is_object(), is_asked, "{revision}: {message}");
                if is_asked && !revision.asks_in_result() {
                    let result = json!({"action": "decline"});
                    raw.write(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}))
                        .await;
                    raw.response(id).await;
                }
            }
        }
    }
}

#[tokio::test]
async fn answers_and_states_of_the_sdk_pass_through() {
    let handler = Own.elicits(Elicitation::default()).into_handler();
    own_rounds::gets_its_own_back(handler).await;
}
