//! The server that the official conformance suite tests, over Streamable HTTP.
//!
//! ```console
//! tests/conformance/run
//! ```
//!
//! What the suite wants of a server is fixed: the names of the tools, what they ask
//! and what they answer. [`asking`] asks with this crate, [`by_hand`] does what is
//! no elicitation, and the other modules have nothing to do with questions.

// The suite tests what the protocol has deprecated, too.
#![allow(deprecated)]

mod asking;
mod by_hand;
mod plain;
mod prompts;
mod resources;
mod subscriptions;
mod tasks;

use std::{error::Error, sync::Arc};

use elicit_core::{
    Elicitation,
    rmcp3::{ElicitsExt, StreamableHttp},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::router::{prompt::PromptRouter, tool::ToolRouter},
    model::{
        CancelTaskParams, CompleteRequestParams, CompleteResult, GetTaskParams, GetTaskResult,
        Implementation, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
        ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
        SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter,
        UnsubscribeRequestParams, UpdateTaskParams,
    },
    prompt_handler,
    service::{RequestContext, SubscriptionContext},
    task_manager::TaskManager,
    tool_handler,
    transport::{
        StreamableHttpServerConfig, streamable_http_server::session::local::LocalSessionManager,
    },
};

use crate::subscriptions::Subscriptions;

#[derive(Clone)]
struct Server {
    subscriptions: Arc<Subscriptions>,
    tasks: TaskManager,
}

impl Server {
    fn new() -> Self {
        Self {
            subscriptions: Arc::default(),
            tasks: TaskManager::new(),
        }
    }

    fn tools() -> ToolRouter<Self> {
        Self::asking() + Self::plain() + Self::by_hand() + Self::background()
    }

    fn prompts() -> PromptRouter<Self> {
        Self::asking_prompts() + Self::plain_prompts()
    }
}

#[tool_handler(router = Self::tools())]
#[prompt_handler(router = Self::prompts())]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_logging()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_tasks()
            .build();
        let implementation = Implementation::new("conformance", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(implementation)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(resources::list())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request.uri)
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        Ok(GetTaskResult::new(self.tasks.get_task(&request.task_id)?))
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let UpdateTaskParams {
            task_id,
            input_responses,
            ..
        } = request;
        self.tasks.update_task(&task_id, input_responses)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.cancel_task(&request.task_id)
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::default())
    }

    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.supported_by(&ServerHandler::get_info(self).capabilities))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.subscriptions.listen(&context).await;
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::new();
    // The suite asks more often in a minute than a server should, and answers before it is asked.
    let elicitation = Elicitation::default()
        .rate_limit(None)
        .accept_unsolicited_answers(true);
    let service = StreamableHttp::new(
        move || Ok(server.clone().elicits(elicitation.clone())),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    elicit_examples::serve_http(service).await
}
