//! The adapter: a handler of `tower-mcp` that can ask.

use std::{pin::Pin, sync::Arc};

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    adapter::{
        Backchannel, BoxFuture, Call, ErrorResponse, InputRequired, RpcError, RunEnd, Session,
        WireError,
    },
};
use serde::Serialize;
use serde_json::Value;
use tower_mcp::{
    CallToolResult, JsonRpcError, RequestContext,
    protocol::{
        ClientCapabilities, ElicitRequestParams, InputRequest, InputRequests, InputRequiredResult,
        PrimitiveSchemaDefinition, ProgressParams, RequestOutcome,
    },
};

/// A handler for `ToolBuilder::mrtr_handler`, which serves all revisions.
///
/// The state of a call is bound to its arguments, so they are written as JSON again.
pub fn asking<I, F, Fut>(
    elicitation: Elicitation,
    tool: &'static str,
    handler: F,
) -> impl Fn(RequestContext, I) -> Pin<Box<dyn Future<Output = Outcome> + Send>>
where
    I: Serialize + Send + 'static,
    F: Fn(Ask, I) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Result<CallToolResult, Error>> + Send,
{
    move |context, input| {
        let (elicitation, handler) = (elicitation.clone(), handler.clone());
        Box::pin(async move {
            let call = call(tool, &context, serde_json::to_value(&input)?);
            let (revision, session) = (call.revision, session(&context));
            let wire = Arc::new(Wire(context)) as Arc<dyn Backchannel>;
            let run = elicitation.drive(call, &session, Some(wire), |asker| async move {
                handler(asker.take().map_err(Error::Ask)?, input).await
            });
            outcome(run.await, revision)
        })
    }
}

type Outcome = Result<RequestOutcome<CallToolResult>, tower_mcp::Error>;

/// Why a handler has no result. The SDK's error is of another crate, so `?` needs a type in between.
pub enum Error {
    Ask(RpcError),
    Sdk(tower_mcp::Error),
}

impl From<AskError> for Error {
    fn from(error: AskError) -> Self {
        Self::Ask(error.into())
    }
}

impl From<tower_mcp::Error> for Error {
    fn from(error: tower_mcp::Error) -> Self {
        Self::Sdk(error)
    }
}

fn call(tool: &'static str, context: &RequestContext, arguments: Value) -> Call {
    let request = context.per_request_meta();
    let version = request.and_then(|meta| meta.protocol_version.as_deref());
    let known = version.and_then(|version| version.parse().ok());
    // Of an older client the SDK does not tell the revision: it may be this one at most.
    let revision = known.unwrap_or(Revision::V2025_11_25);
    let of_request = request.and_then(|meta| meta.client_capabilities.clone());
    let of_session = || context.session()?.get::<ClientCapabilities>();
    let capabilities = of_request.or_else(of_session).unwrap_or_default();
    let modes = capabilities.elicitation;
    let mut call = Call::new(revision, "tools/call", tool, arguments);
    call.url = modes.as_ref().is_some_and(|modes| modes.url.is_some());
    // A bare `elicitation: {}` means forms.
    call.form = modes.is_some_and(|modes| modes.form.is_some() || modes.url.is_none());
    call.request_state = context.request_state().map(str::to_owned);
    for (key, response) in context.input_responses().into_iter().flatten() {
        let response = serde_json::to_value(response).unwrap_or_default();
        call.input_responses.insert(key.clone(), response);
    }
    call
}

/// One for each connection: the SDK keeps values by their type.
fn session(context: &RequestContext) -> Session {
    let Some(connection) = context.session() else {
        return Session::new();
    };
    let session = connection.get().unwrap_or_default();
    connection.insert(Session::clone(&session));
    session
}

fn outcome(run_end: RunEnd<Result<CallToolResult, Error>>, revision: Revision) -> Outcome {
    let rpc_error = match run_end {
        RunEnd::Returned(returned) => return completed(returned),
        RunEnd::Unsupported(unsupported) => match unsupported.resolve(rpc_error) {
            Ok(returned) => return completed(returned),
            Err(rpc_error) => rpc_error,
        },
        RunEnd::InputRequired(required) => return input_required(required),
        RunEnd::Ended(ended) => return completed(Ok(CallToolResult::error(ended.text()))),
        RunEnd::Error(rpc_error) => rpc_error,
    };
    completed(match rpc_error.into_response(revision, "tools/call") {
        ErrorResponse::Error(rpc_error) => Err(Error::Ask(rpc_error)),
        ErrorResponse::ToolError(text) => Ok(CallToolResult::error(text)),
    })
}

/// What a handler returned, as an error of JSON-RPC.
fn rpc_error(returned: &Result<CallToolResult, Error>) -> Option<RpcError> {
    match returned {
        Err(Error::Ask(rpc_error)) => Some(rpc_error.clone()),
        _ => None,
    }
}

fn completed(returned: Result<CallToolResult, Error>) -> Outcome {
    match returned {
        Ok(result) => Ok(RequestOutcome::Complete(result)),
        Err(Error::Sdk(error)) => Err(error),
        Err(Error::Ask(error)) => Err(tower_mcp::Error::JsonRpc(JsonRpcError {
            code: error.code,
            message: error.message.into_owned(),
            data: error.data,
        })),
    }
}

fn input_required(required: InputRequired) -> Outcome {
    let mut requests = InputRequests::new();
    for (key, request) in required.requests {
        let properties = &request["params"]["requestedSchema"]["properties"];
        let properties = properties.as_object().cloned().unwrap_or_default();
        let mut request = serde_json::from_value(request)?;
        // The SDK's own types of a property have fewer keywords.
        if let InputRequest::Elicit(ElicitRequestParams::Form(form)) = &mut request {
            let raw = |(name, property)| (name, PrimitiveSchemaDefinition::Raw(property));
            form.requested_schema.properties = properties.into_iter().map(raw).collect();
        }
        requests.insert(key, request);
    }
    let mut result = InputRequiredResult::new().with_request_state(required.state);
    result.input_requests = Some(requests).filter(|requests| !requests.is_empty());
    Ok(RequestOutcome::InputRequired(result))
}

/// An error of the client. The SDK puts it into a text: `Client error (-32601): …`, or within one process
/// `Client error: {"code":-32601,…}`.
fn refused(error: &tower_mcp::Error) -> Option<WireError> {
    if let tower_mcp::Error::JsonRpc(error) = error {
        let error = error.message.strip_prefix("Client error: ")?;
        let error: JsonRpcError = serde_json::from_str(error).ok()?;
        return Some(WireError::refused(error.code, error.message));
    }
    let error = error.to_string();
    let (_, error) = error.split_once("Client error (")?;
    let (code, message) = error.split_once("): ")?;
    Some(WireError::refused(code.parse().ok()?, message))
}

/// The way to the client while the handler runs.
struct Wire(RequestContext);

impl Backchannel for Wire {
    fn elicit<'a>(&'a self, _: &'a str, params: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        // A request that was sent cannot be cancelled through this SDK.
        Box::pin(async move {
            let answer = self.0.request_raw("elicitation/create", params).await;
            answer.map_err(|error| refused(&error).unwrap_or(WireError::Gone))
        })
    }

    fn has_session(&self) -> bool {
        self.0.can_elicit()
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(async move {
            // The SDK has no `notifications/elicitation/complete`.
            if method == "notifications/progress"
                && let Ok(progress) = serde_json::from_value::<ProgressParams>(params)
            {
                let (total, message) = (progress.total, progress.message.as_deref());
                let report = self.0.report_progress(progress.progress, total, message);
                report.await;
            }
            Ok(())
        })
    }

    fn is_gone(&self) -> bool {
        self.0.is_cancelled()
    }

    fn progress_token(&self) -> Option<Value> {
        serde_json::to_value(self.0.progress_token()?).ok()
    }
}
