//! The layer as a `ServerHandler`, for services that require one.

use std::{borrow::Cow, fmt};

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams,
        CancelledNotificationParam, CompleteRequestParams, CompleteResult, CustomNotification,
        CustomRequest, CustomResult, DiscoverResult, GetPromptRequestParams, GetPromptResponse,
        GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult,
        InitializeRequestParams, InitializeResult, InputRequiredResult, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult, ListToolsResult,
        PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
        ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
        ReadResourceResponse, ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool,
        UnsubscribeRequestParams, UpdateTaskParams,
    },
    service::{MaybeSendFuture, NotificationContext, RequestContext, SubscriptionContext},
};
use serde_json::Value;

#[expect(deprecated, reason = "a server may still have it")]
use ::rmcp::model::SetLevelRequestParams;

use super::{
    convert,
    elicits::Elicits,
    repairs::{connections::Connections, questions, sessions::ServedRequest},
};
use crate::{
    adapter::{Call, InputRequired, Response, RpcError},
    runtime::error::call_error::CallError,
};

/// [`Elicits`] as a `ServerHandler`: [`Elicits::into_handler`].
#[derive(Clone)]
pub struct Handler<S> {
    pub(super) layer: Elicits<S>,
    connections: Connections,
}

impl<S: ServerHandler> Elicits<S> {
    /// The same server for what requires a `ServerHandler`: an HTTP
    /// service of another crate, or a `ServerHandler` that passes requests on to it.
    /// For the SDK's own HTTP service there is [`StreamableHttp`](super::StreamableHttp), which does
    /// this itself.
    ///
    /// ```
    /// # use elicit_core::{Elicitation, rmcp3::ElicitsExt};
    /// # struct Server;
    /// # impl rmcp::ServerHandler for Server {}
    /// let handler = Server.elicits(Elicitation::default()).into_handler();
    /// # let _: elicit_core::rmcp3::Handler<Server> = handler;
    /// ```
    ///
    /// A `ServerHandler` returns its questions to clients of 2026-07-28 in the SDK's own types, which sort
    /// them. Without a `StreamableHttp` around it, several questions of one round are sent in the order of
    /// their keys, and not in the order in which they were asked.
    #[must_use]
    pub fn into_handler(self) -> Handler<S> {
        Handler {
            layer: self,
            connections: Connections::default(),
        }
    }
}

impl<S: ServerHandler> Handler<S> {
    /// Runs a handler in which questions may be asked.
    ///
    /// As [`Elicits::drive`], this is not an `async fn`, and nor are the methods that call it.
    fn run<'s, P, R, F>(
        &'s self,
        call: fn(&Elicits<S>, &mut P, &Request) -> Call,
        mut params: P,
        context: Request,
        handler: impl FnOnce(&'s S, P, Request) -> F,
        from_tool_result: Option<fn(CallToolResult) -> R>,
    ) -> impl Future<Output = Result<R, ErrorData>>
    where
        F: Future<Output = Result<R, ErrorData>>,
        R: From<InputRequiredResult>,
        Result<R, ErrorData>: Response,
    {
        let call = call(&self.layer, &mut params, &context);
        let handler = |context| handler(&self.layer.server, params, context);
        let (revision, method) = (call.revision, call.method);
        let is_restored = ServedRequest::from_context(&context).is_some();
        let respond = move |run_end| {
            convert::response(run_end, revision, method, from_tool_result, |required| {
                if is_restored {
                    return Ok(questions::carried(required).into());
                }
                typed(required).map(R::from).map_err(|error| {
                    RpcError::from_call_error(&error, &*self.layer.elicitation.words).into()
                })
            })
        };
        let session = self.connections.session(&context);
        self.layer.drive(call, session, context, handler, respond)
    }
}

/// A question in the SDK's types, where the response has no others.
fn typed(required: InputRequired) -> Result<InputRequiredResult, CallError> {
    let requests = serde_json::from_value(Value::Object(required.requests));
    let requests = requests.map_err(|_| CallError::UntypedSchema)?;
    Ok(InputRequiredResult::new(
        Some(requests),
        Some(required.state),
    ))
}

/// Methods that ask nothing.
macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {$(
        async fn $name(&self, $($argument: $type),*) -> $output {
            self.layer.server.$name($($argument),*).await
        }
    )*};
}

type Request = RequestContext<RoleServer>;
type Notified = NotificationContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;

#[expect(deprecated, reason = "a server may have what the SDK would rather not")]
impl<S: ServerHandler> ServerHandler for Handler<S> {
    fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: Request,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + MaybeSendFuture + '_ {
        let tool = Some(CallToolResponse::Complete as _);
        self.run(convert::tool, params, context, S::call_tool, tool)
    }

    fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: Request,
    ) -> impl Future<Output = Result<GetPromptResponse, ErrorData>> + MaybeSendFuture + '_ {
        self.run(convert::prompt, params, context, S::get_prompt, None)
    }

    fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: Request,
    ) -> impl Future<Output = Result<ReadResourceResponse, ErrorData>> + MaybeSendFuture + '_ {
        self.run(convert::resource, params, context, S::read_resource, None)
    }

    async fn initialize(
        &self,
        mut params: InitializeRequestParams,
        context: Request,
    ) -> Result<InitializeResult, ErrorData> {
        ServedRequest::opens(&mut params, &context, self.layer.principal.as_ref())?;
        self.layer.server.initialize(params, context).await
    }

    forward! {
        ping(context: Request) -> Result<(), ErrorData>;
        discover(context: Request) -> Result<DiscoverResult, ErrorData>;
        complete(params: CompleteRequestParams, context: Request)
            -> Result<CompleteResult, ErrorData>;
        set_level(params: SetLevelRequestParams, context: Request) -> Result<(), ErrorData>;
        list_prompts(page: Page, context: Request) -> Result<ListPromptsResult, ErrorData>;
        list_resources(page: Page, context: Request) -> Result<ListResourcesResult, ErrorData>;
        list_resource_templates(page: Page, context: Request)
            -> Result<ListResourceTemplatesResult, ErrorData>;
        listen(context: SubscriptionContext) -> Result<(), ErrorData>;
        subscribe(params: SubscribeRequestParams, context: Request) -> Result<(), ErrorData>;
        unsubscribe(params: UnsubscribeRequestParams, context: Request) -> Result<(), ErrorData>;
        list_tools(page: Page, context: Request) -> Result<ListToolsResult, ErrorData>;
        on_custom_request(request: CustomRequest, context: Request)
            -> Result<CustomResult, ErrorData>;
        on_cancelled(params: CancelledNotificationParam, context: Notified) -> ();
        on_progress(params: ProgressNotificationParam, context: Notified) -> ();
        on_initialized(context: Notified) -> ();
        on_roots_list_changed(context: Notified) -> ();
        on_custom_notification(notification: CustomNotification, context: Notified) -> ();
        get_task(params: GetTaskParams, context: Request) -> Result<GetTaskResult, ErrorData>;
        update_task(params: UpdateTaskParams, context: Request) -> Result<(), ErrorData>;
        cancel_task(params: CancelTaskParams, context: Request) -> Result<(), ErrorData>;
        list_skills(page: Page, context: Request) -> Result<ListSkillsResult, ErrorData>;
        get_skill(params: GetSkillRequestParams, context: Request)
            -> Result<GetSkillResult, ErrorData>;
        read_resource_directory(params: ReadResourceDirectoryRequestParams, context: Request)
            -> Result<ReadResourceDirectoryResult, ErrorData>;
    }

    fn negotiate_initialize(
        &self,
        params: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        self.layer.server.negotiate_initialize(params)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        ServerHandler::supported_protocol_versions(&self.layer.server)
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.layer.server.accepted_subscription_filter(requested)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.layer.server.get_tool(name)
    }

    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&self.layer.server)
    }
}

impl<S> fmt::Debug for Handler<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layer.fmt(f)
    }
}
