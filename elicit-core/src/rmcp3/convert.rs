//! Between the interface for adapters and the SDK's types.

use ::rmcp::{
    ErrorData, RoleServer,
    handler::server::tool::IntoCallToolResult,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientRequest, ContentBlock,
        CustomResult, ErrorCode, GetPromptRequestParams, InputResponses, JsonObject,
        ProtocolVersion, ReadResourceRequestParams, ServerResult,
    },
    service::RequestContext,
};
use serde_json::Value;

use super::elicits::Elicits;
use crate::{
    adapter::{Call, ErrorResponse, InputRequired, RpcError, RunEnd},
    revision::Revision,
    runtime::error::AskError,
};

impl From<AskError> for ErrorData {
    /// With the code that [`AskError`] names. For an invalid answer, `data` has
    /// `violations`: `property`, `keyword` and `message` of each.
    fn from(error: AskError) -> Self {
        RpcError::from(error).into()
    }
}

/// So a tool can return `Result<_, AskError>`.
impl IntoCallToolResult for AskError {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Err(self.into())
    }
}

impl From<RpcError> for ErrorData {
    fn from(rpc_error: RpcError) -> Self {
        Self::new(ErrorCode(rpc_error.code), rpc_error.message, rpc_error.data)
    }
}

impl From<ErrorData> for RpcError {
    /// For [`Elicitation::on_end`](crate::Elicitation::on_end).
    fn from(error: ErrorData) -> Self {
        let rpc_error = Self::new(error.code.0, error.message);
        match error.data {
            Some(data) => rpc_error.with_data(data),
            None => rpc_error,
        }
    }
}

/// The request as the asking logic sees it, if it is one that may ask. The answers
/// and the state stay in it, for a handler that asks by results of its own.
pub(super) fn call<S>(
    layer: &Elicits<S>,
    request: &mut ClientRequest,
    context: &RequestContext<RoleServer>,
) -> Option<Call> {
    Some(match request {
        ClientRequest::CallToolRequest(request) => tool(layer, &mut request.params, context),
        ClientRequest::GetPromptRequest(request) => prompt(layer, &mut request.params, context),
        ClientRequest::ReadResourceRequest(request) => {
            resource(layer, &mut request.params, context)
        }
        _ => return None,
    })
}

pub(super) fn tool<S>(
    layer: &Elicits<S>,
    params: &mut CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Call {
    let retry = (&mut params.input_responses, &params.request_state);
    let arguments = params.arguments.as_ref();
    of(layer, context, "tools/call", &params.name, arguments, retry)
}

pub(super) fn prompt<S>(
    layer: &Elicits<S>,
    params: &mut GetPromptRequestParams,
    context: &RequestContext<RoleServer>,
) -> Call {
    let retry = (&mut params.input_responses, &params.request_state);
    let arguments = params.arguments.as_ref();
    of(
        layer,
        context,
        "prompts/get",
        &params.name,
        arguments,
        retry,
    )
}

pub(super) fn resource<S>(
    layer: &Elicits<S>,
    params: &mut ReadResourceRequestParams,
    context: &RequestContext<RoleServer>,
) -> Call {
    let retry = (&mut params.input_responses, &params.request_state);
    of(layer, context, "resources/read", &params.uri, None, retry)
}

/// `retry` has the answers and the state that a request comes back with.
fn of<S>(
    layer: &Elicits<S>,
    context: &RequestContext<RoleServer>,
    method: &'static str,
    target: &str,
    arguments: Option<&JsonObject>,
    (answers, state): (&mut Option<InputResponses>, &Option<String>),
) -> Call {
    // Nothing tells them from their repetition.
    if state.is_none() && layer.elicitation.once {
        *answers = None;
    }
    let known = revision(context);
    let revision = known.unwrap_or(Revision::OLDEST);
    // A carried state is bound to them, and they may be large.
    let are_needed = revision.asks_in_result() || layer.elicitation.on_end.is_some();
    let arguments = arguments.filter(|_| are_needed);
    let capability = known
        .and_then(|_| context.client_capabilities())
        .and_then(|capabilities| capabilities.elicitation);
    let url = capability.as_ref().is_some_and(|modes| modes.url.is_some());
    // `elicitation: {}` means form mode.
    let form = capability.is_some_and(|modes| modes.form.is_some() || modes.url.is_none());
    let principal = layer.principal.as_ref();
    let mut call = Call::new(
        revision,
        method,
        target,
        arguments.cloned().map_or(Value::Null, Value::Object),
    );
    call.principal = principal.and_then(|principal| principal(context));
    (call.form, call.url) = (form, url);
    call.input_responses = answers.clone().unwrap_or_default();
    call.request_state.clone_from(state);
    call
}

/// The newest revision that the client's includes; none for those that were
/// before elicitation.
fn revision(context: &RequestContext<RoleServer>) -> Option<Revision> {
    let version: ProtocolVersion = context.protocol_version()?;
    // The names are dates, so they compare as text.
    Revision::all().rfind(|revision| revision.as_str() <= version.as_str())
}

/// Whether the SDK can send the client a request. Over HTTP without sessions it knows nothing of the
/// client, and its requests have no session.
pub(super) fn has_session(call: &Call, context: &RequestContext<RoleServer>) -> bool {
    #[cfg(feature = "rmcp3-http")]
    if let Some(parts) = context.extensions.get::<::http::request::Parts>() {
        return call.form || call.url || parts.headers.contains_key("mcp-session-id");
    }
    let _ = (call, context);
    true
}

/// The response to a request whose handler was run. `from_tool_result` makes one of the result of a
/// tool, if the request called one, and `asks` one of a question, in the types of the response.
pub(super) fn response<R, I>(
    run_end: RunEnd<Result<R, ErrorData>, I>,
    revision: Revision,
    method: &str,
    from_tool_result: Option<fn(CallToolResult) -> R>,
    asks: impl FnOnce(I) -> Result<R, ErrorData>,
) -> Result<R, ErrorData> {
    let rpc_error = match run_end {
        RunEnd::Returned(result) => return result,
        RunEnd::Unsupported(unsupported) => {
            match unsupported.resolve(|result| result.as_ref().err().cloned().map(RpcError::from)) {
                Ok(result) => return result,
                Err(rpc_error) => rpc_error,
            }
        }
        RunEnd::InputRequired(required) => return asks(required),
        RunEnd::Error(rpc_error) => rpc_error,
        RunEnd::Ended(ended) => {
            return match from_tool_result {
                // A tool with an output schema may not return a success without its result.
                Some(response) => Ok(response(tool_error(ended.text()))),
                None => Err(ended.rpc_error().into()),
            };
        }
    };
    match rpc_error.into_response(revision, method) {
        ErrorResponse::Error(rpc_error) => Err(rpc_error.into()),
        ErrorResponse::ToolError(text) => match from_tool_result {
            Some(response) => Ok(response(tool_error(text))),
            None => Err(ErrorData::internal_error(text, None)),
        },
    }
}

fn tool_error(text: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// A question as it is. The SDK has a type for it, which would leave keywords of
/// the schema out.
pub(super) fn raw(required: InputRequired) -> ServerResult {
    let result = JsonObject::from_iter([
        ("resultType".to_owned(), "input_required".into()),
        ("inputRequests".to_owned(), required.requests.into()),
        ("requestState".to_owned(), required.state.into()),
    ]);
    ServerResult::CustomResult(CustomResult::new(result.into()))
}
