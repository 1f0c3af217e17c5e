//! Rounds in which a client is asked for something else than an elicitation. This
//! crate does not ask for it, so these are written against the SDK alone.

use elicit_core::{NoRunTimeChoices, NoSecrets, Revision};
use rmcp::{
    ErrorData, RoleServer,
    handler::server::tool::{InputResponses, RequestState},
    model::{
        CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequest,
        CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, InputRequest,
        InputRequiredResult, ListRootsRequest, SamplingMessage,
    },
    service::RequestContext,
    tool, tool_router,
};

use crate::{
    Server,
    asking::{Name, internal},
};

/// What a round is known by when it comes back. It decides nothing, so it is not
/// sealed.
const GATHERING: &str = "gathering";

#[tool_router(router = by_hand, vis = "pub(crate)")]
impl Server {
    /// Asks for a completion.
    #[tool]
    async fn test_input_required_result_sampling(
        &self,
        responses: InputResponses,
    ) -> CallToolResponse {
        if answered(&responses, &["capital_question"]) {
            return done("It has a capital.");
        }
        let question = sampling("What is the capital of France?");
        required([("capital_question", question)], None)
    }

    /// Asks for the roots.
    #[tool]
    async fn test_input_required_result_list_roots(
        &self,
        responses: InputResponses,
    ) -> CallToolResponse {
        if answered(&responses, &["client_roots"]) {
            return done("It has roots.");
        }
        required([("client_roots", roots())], None)
    }

    /// Asks for everything at once.
    #[tool]
    async fn test_input_required_result_multiple_inputs(
        &self,
        responses: InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        if state.is_some_and(|state| state != GATHERING) {
            return Err(ErrorData::invalid_params("this is no state of ours", None));
        }
        if answered(&responses, &["user_name", "greeting", "client_roots"]) {
            return Ok(done("All of it is here."));
        }
        let requests = [
            ("user_name", name()?),
            ("greeting", sampling("Generate a greeting")),
            ("client_roots", roots()),
        ];
        Ok(required(requests, Some(GATHERING)))
    }

    /// Asks for what the client can give.
    #[tool]
    async fn test_input_required_result_capabilities(
        &self,
        responses: InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if responses.0.is_some() {
            return Ok(done("It is here."));
        }
        let can = context.client_capabilities().unwrap_or_default();
        let mut requests = Vec::new();
        if can.elicitation.is_some() {
            requests.push(("user_name", name()?));
        }
        if can.sampling.is_some() {
            requests.push(("greeting", sampling("Generate a greeting")));
        }
        if can.roots.is_some() {
            requests.push(("client_roots", roots()));
        }
        if requests.is_empty() {
            return Ok(done("There is nothing to ask for."));
        }
        Ok(required(requests, None))
    }
}

fn answered(InputResponses(responses): &InputResponses, keys: &[&str]) -> bool {
    let responses = responses.as_ref();
    responses.is_some_and(|responses| keys.iter().all(|key| responses.contains_key(*key)))
}

pub(crate) fn done(text: &str) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn required<'k>(
    requests: impl IntoIterator<Item = (&'k str, InputRequest)>,
    state: Option<&str>,
) -> CallToolResponse {
    let requests = requests.into_iter();
    let requests = requests.map(|(key, request)| (key.to_owned(), request));
    InputRequiredResult::new(Some(requests.collect()), state.map(Into::into)).into()
}

/// A question of this crate, in the SDK's types.
pub(crate) fn elicitation<T: NoRunTimeChoices + NoSecrets>(
    message: &str,
    revision: Revision,
) -> Result<ElicitRequest, ErrorData> {
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.into(),
        requested_schema: serde_json::from_str(T::requested_schema(revision)).map_err(internal)?,
    };
    Ok(ElicitRequest::new(params))
}

fn name() -> Result<InputRequest, ErrorData> {
    let question = elicitation::<Name>("What is your name?", Revision::V2026_07_28)?;
    Ok(InputRequest::Elicitation(question))
}

fn sampling(prompt: &str) -> InputRequest {
    let messages = vec![SamplingMessage::user_text(prompt)];
    let params = CreateMessageRequestParams::new(messages, 100);
    InputRequest::CreateMessage(CreateMessageRequest::new(params))
}

fn roots() -> InputRequest {
    InputRequest::ListRoots(ListRootsRequest::default())
}
