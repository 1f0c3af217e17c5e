//! Handlers that take the SDK's context of a request, with a user who answers from a script.

use elicit_core::{
    Ask, Mode, Revision,
    testing::{End, User},
};
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler as _, model::*, service::RequestContext};
use serde_json::json;

use crate::{
    client::{request, text_of},
    server::Server,
};

/// A tool as an author writes it.
async fn tool(ask: Ask, context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
    let progress = ProgressNotificationParam::new(ProgressToken(NumberOrString::Number(1)), 0.5);
    let told = context.peer.notify_progress(progress).await;
    told.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    ask.confirm("sure", "Sure?").or_end().await?;
    let version = context.protocol_version().unwrap();
    let client = context.client_info().unwrap().name;
    Ok(format!("{version} {client}"))
}

#[tokio::test]
async fn a_tool_with_an_ask_and_a_context_runs() {
    for revision in Revision::all() {
        let user = User::new().accepts("sure", json!({"confirm": true}));
        let end = user
            .run(revision, async |ask| {
                let context = user.context(ask);
                tool(Ask::from_context(&context)?, context).await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(format!("{revision} testing::User"))));
        assert_eq!(user.asked_keys(), ["sure"]);
    }
}

#[tokio::test]
async fn the_context_has_the_capabilities_of_the_user() {
    for revision in Revision::all() {
        for (user, form, url) in [
            (User::new(), true, true),
            (User::with_forms_only(), true, false),
            (User::cannot_be_asked(), false, false),
        ] {
            let end = user
                .run(revision, async |ask| {
                    let declared = user.context(ask).client_capabilities().unwrap().elicitation;
                    let has = |mode: fn(ElicitationCapability) -> bool| {
                        declared.clone().is_some_and(mode)
                    };
                    (
                        has(|modes| modes.form.is_some()),
                        has(|modes| modes.url.is_some()),
                    )
                })
                .await;
            assert_eq!(end, End::Returned((form, url)), "{revision}");
        }
    }
}

/// With its routing and its extractors.
#[tokio::test]
async fn a_whole_server_runs_with_a_scripted_user() {
    for revision in Revision::all() {
        let server = Server::new();
        let user = User::new()
            .accepts("target", json!({"environment": "staging"}))
            .accepts("sure", json!({"confirm": true}));
        let end = user
            .run(revision, async |ask| {
                server
                    .call_tool(request("replace"), user.context(ask))
                    .await
            })
            .await;
        let End::Returned(Ok(CallToolResponse::Complete(result))) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(text_of(&result), "replaced staging");
        assert_eq!(*server.world.replaced.lock().unwrap(), ["staging"]);
    }
}

#[tokio::test]
async fn the_ask_can_be_taken_from_the_context_once() {
    let user = User::new();
    let end = user
        .run(Revision::LATEST, async |ask| {
            let context = user.context(ask);
            let ask = Ask::from_context(&context).unwrap();
            assert!(ask.supports(Mode::Form));
            Ask::from_context(&context).map(drop).unwrap_err().message
        })
        .await;
    let End::Returned(message) = end else {
        panic!("{end:?}");
    };
    assert!(
        message.contains("took its way to ask the user twice"),
        "{message}"
    );
}

/// There is no client that could answer.
#[tokio::test]
async fn other_requests_of_a_tool_are_answered_with_an_error() {
    let roots = async |peer: Peer<RoleServer>| {
        let request = CustomRequest::new("roots/list", None);
        let request = ServerRequest::CustomRequest(request);
        peer.send_request(request)
            .await
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    let user = User::new();
    let end = user
        .run(Revision::V2025_11_25, async |ask| {
            roots(user.context(ask).peer).await
        })
        .await;
    let End::Returned(error) = end else {
        panic!("{end:?}");
    };
    assert!(error.contains("-32601"), "{error}");
}
