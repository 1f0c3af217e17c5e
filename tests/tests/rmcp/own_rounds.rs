//! Handlers that ask by results of their own, beside those that ask with an `Ask`.

#![expect(deprecated, reason = "these handlers ask for sampling")]

use std::collections::BTreeMap;

use elicit_core::{Ask, Elicitation, Revision, rmcp3::ElicitsExt};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient, RoleServer,
    ServerHandler, ServiceExt,
    model::*,
    service::{RequestContext, RunningService, Service},
};
use serde_json::{Value, json};

use crate::raw::Raw;

const NEWEST: Revision = Revision::V2026_07_28;

/// Has the client's model say something, in two rounds.
#[derive(Clone)]
pub(crate) struct Own;

/// What the model said in both rounds, or what to do next.
fn said(
    responses: Option<&BTreeMap<String, Value>>,
    state: Option<&str>,
) -> Result<String, Box<InputRequiredResult>> {
    let said = || responses?["line"]["content"]["text"].as_str();
    let (prompt, state) = match (state, said()) {
        (None, None) => ("first", "begun".to_owned()),
        (Some("begun"), Some(said)) => ("second", format!("begun {said}")),
        (state, said) => return Ok(format!("{state:?} {said:?}")),
    };
    let messages = vec![SamplingMessage::user_text(prompt)];
    let request = CreateMessageRequest::new(CreateMessageRequestParams::new(messages, 10));
    let requests = [("line".to_owned(), InputRequest::CreateMessage(request))];
    let required = InputRequiredResult::new(Some(requests.into()), Some(state));
    Err(required.into())
}

impl ServerHandler for Own {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (mut responses, mut state) = (request.input_responses, request.request_state);
        if request.name == "mixed" {
            let ask = Ask::from_context(&context)?;
            ask.confirm("sure", "Sure?").or_end().await?;
            (responses, state) = (None, None);
        }
        let said = said(responses.as_ref(), state.as_deref());
        Ok(match said {
            Ok(said) => CallToolResult::success(vec![ContentBlock::text(said)]).into(),
            Err(required) => (*required).into(),
        })
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let said = said(
            request.input_responses.as_ref(),
            request.request_state.as_deref(),
        );
        Ok(match said {
            Ok(said) => {
                GetPromptResult::new(vec![PromptMessage::new_text(Role::User, said)]).into()
            }
            Err(required) => (*required).into(),
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let said = said(
            request.input_responses.as_ref(),
            request.request_state.as_deref(),
        );
        Ok(match said {
            Ok(said) => {
                let contents = ResourceContents::text(said, request.uri);
                ReadResourceResult::new(vec![contents]).into()
            }
            Err(required) => (*required).into(),
        })
    }
}

/// A client of the SDK with a model.
struct Model;

impl ClientHandler for Model {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_sampling().build();
        ClientConfig::new(capabilities, Implementation::new("model", "0"))
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        let prompt = serde_json::to_value(params).unwrap();
        let prompt = &prompt["messages"][0]["content"]["text"];
        let message = SamplingMessage::assistant_text(format!("to {prompt}"));
        Ok(CreateMessageResult::new(message, "model".to_owned()))
    }
}

async fn connect(server: impl Service<RoleServer>) -> RunningService<RoleClient, Model> {
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        if let Ok(server) = Box::pin(server.serve(far)).await {
            let _ = server.waiting().await;
        }
    });
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions };
    Model.serve_with_lifecycle(near, lifecycle).await.unwrap()
}

/// The server gets its own answers and its own state back.
pub(crate) async fn gets_its_own_back(server: impl Service<RoleServer>) {
    let client = connect(server).await;
    let expected = r#"Some("begun to \"first\"") Some("to \"second\"")"#;
    let called = client.call_tool(CallToolRequestParams::new("own")).await;
    let text = serde_json::to_value(called.unwrap()).unwrap();
    assert_eq!(text["content"][0]["text"], expected);
    let prompt = client.get_prompt(GetPromptRequestParams::new("own")).await;
    let text = serde_json::to_value(prompt.unwrap()).unwrap();
    assert_eq!(text["messages"][0]["content"]["text"], expected);
    let resource = ReadResourceRequestParams::new("memo://own");
    let read = client.read_resource(resource).await;
    let text = serde_json::to_value(read.unwrap()).unwrap();
    assert_eq!(text["contents"][0]["text"], expected);
}

#[tokio::test]
async fn answers_and_states_of_the_sdk_pass_through_the_layer() {
    gets_its_own_back(Own.elicits(Elicitation::default())).await;
}

pub(crate) fn line(text: &str) -> (&'static str, Value) {
    let content = json!({"type": "text", "text": text});
    (
        "line",
        json!({"role": "assistant", "content": content, "model": "model"}),
    )
}

/// A handler without an `Ask` gets its state unchanged and judges it itself.
#[tokio::test]
async fn a_foreign_state_is_left_to_a_handler_without_an_ask() {
    let form = json!({"elicitation": {}});
    let mut raw = Raw::connect(Own, &Elicitation::default(), NEWEST, form).await;
    let asked = raw.round("mixed", None, &[]).await;
    for state in [asked.state(), &asked.state()[..40], "e1.", ""] {
        let reply = raw.round("own", Some(state), &[]).await;
        assert_eq!(reply.text(), format!("{:?} None", Some(state)));
    }
}

/// Only the handler knows what it has asked, whatever counts for an `Ask`.
#[tokio::test]
async fn a_handler_without_an_ask_gets_answers_without_a_state() {
    let form = json!({"elicitation": {}});
    for accepts in [true, false] {
        let elicitation = Elicitation::default().accept_unsolicited_answers(accepts);
        let mut raw = Raw::connect(Own, &elicitation, NEWEST, form.clone()).await;
        let reply = raw.round("own", None, &[line("Moin")]).await;
        assert_eq!(reply.text(), r#"None Some("Moin")"#, "{accepts}");
    }
}

/// A call has only one state.
#[tokio::test]
async fn a_call_cannot_mix_both_ways_of_asking() {
    let form = json!({"elicitation": {}});
    let mut raw = Raw::connect(Own, &Elicitation::default(), NEWEST, form).await;
    let asked = raw.round("mixed", None, &[]).await;
    assert_eq!(asked.keys(), ["sure"]);
    let sure = json!({"action": "accept", "content": {"confirm": true}});
    let begun = raw
        .round("mixed", Some(asked.state()), &[("sure", sure)])
        .await;
    assert_eq!((begun.keys(), begun.state()), (vec!["line"], "begun"));
    let refused = raw.round("mixed", Some("begun"), &[line("Moin")]).await;
    assert_eq!(refused.code(), -32602);
    assert_eq!(
        refused.0["error"]["data"]["reason"],
        "invalid_request_state"
    );
}
