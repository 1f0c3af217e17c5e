//! Tools that may run on as tasks, which is an extension of the protocol.

use std::time::Duration;

use elicit_core::{Ask, AskError, Elicit};
use rmcp::{
    ErrorData, RoleServer,
    handler::server::wrapper::Parameters,
    model::{CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, CreateTaskResult},
    schemars::{self, JsonSchema},
    service::RequestContext,
    task_manager::{TaskContext, TaskExit, TaskFuture, TaskManager, TaskOptions},
    tool, tool_router,
};
use serde::Deserialize;
use tokio::time::sleep;

use crate::{
    Server,
    asking::{Name, internal},
    by_hand::done,
};

#[derive(Deserialize, JsonSchema)]
struct Greeting {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Computation {
    seconds: Option<f64>,
    label: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Deletion {
    filename: Option<String>,
}

#[derive(Elicit)]
struct Confirmation {
    confirm: bool,
}

#[tool_router(router = background, vis = "pub(crate)")]
impl Server {
    /// Greets, at once.
    #[tool]
    async fn greet(&self, Parameters(Greeting { name }): Parameters<Greeting>) -> String {
        format!("Hello, {name}!")
    }

    /// Computes for a while, as a task if the client knows tasks.
    #[tool]
    async fn slow_compute(
        &self,
        context: RequestContext<RoleServer>,
        Parameters(Computation { seconds, label }): Parameters<Computation>,
    ) -> CallToolResponse {
        let while_it_takes = Duration::from_secs_f64(seconds.unwrap_or(1.0).clamp(0.0, 60.0));
        let text = label.unwrap_or_else(|| "computed".to_owned());
        if !knows_tasks(&context) {
            sleep(while_it_takes).await;
            return done(&text);
        }
        spawn(&self.tasks, |task| {
            Box::pin(async move {
                tokio::select! {
                    () = task.cancelled() => Err(TaskExit::Cancelled),
                    () = sleep(while_it_takes) => Ok(text_result(text)),
                }
            })
        })
    }

    /// A task that ends with the error of a tool.
    #[tool]
    async fn failing_job(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        needs_tasks(&context)?;
        Ok(spawn(&self.tasks, |_| {
            Box::pin(async {
                sleep(Duration::from_secs(1)).await;
                Ok(CallToolResult::error(vec![ContentBlock::text("failed")]))
            })
        }))
    }

    /// A task that ends with an error of the protocol.
    #[tool]
    async fn protocol_error_job(&self) -> CallToolResponse {
        spawn(&self.tasks, |_| {
            Box::pin(async {
                sleep(Duration::from_millis(200)).await;
                Err(TaskExit::Error(internal("failed")))
            })
        })
    }

    /// A task with one question.
    #[tool]
    async fn confirm_delete(
        &self,
        ask: Ask,
        context: RequestContext<RoleServer>,
        Parameters(Deletion { filename }): Parameters<Deletion>,
    ) -> Result<CallToolResponse, ErrorData> {
        needs_tasks(&context)?;
        let message = format!("Delete {}?", filename.as_deref().unwrap_or("it"));
        let in_task = ask.in_task();
        Ok(spawn(&self.tasks, |task| {
            in_task.run(task, async move |ask: Ask| {
                let Confirmation { confirm } = ask.form("confirm", message).or_end().await?;
                Ok::<_, AskError>(format!("confirmed: {confirm}"))
            })
        }))
    }

    /// A task with two questions at once.
    #[tool]
    async fn multi_input(
        &self,
        ask: Ask,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        needs_tasks(&context)?;
        let in_task = ask.in_task();
        Ok(spawn(&self.tasks, |task| {
            in_task.run(task, async |ask: Ask| {
                let (a, b) = tokio::join!(
                    ask.form::<Name>("input-a", "What is your name?").or_end(),
                    ask.form::<Name>("input-b", "And the other name?").or_end(),
                );
                Ok::<_, AskError>(format!("{} and {}", a?.name, b?.name))
            })
        }))
    }
}

pub(crate) fn spawn(
    tasks: &TaskManager,
    task: impl FnOnce(TaskContext) -> TaskFuture,
) -> CallToolResponse {
    CreateTaskResult::new(tasks.spawn(TaskOptions::default(), task)).into()
}

pub(crate) fn text_result(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn knows_tasks(context: &RequestContext<RoleServer>) -> bool {
    let can = context.client_capabilities();
    can.is_some_and(|can| can.supports_tasks())
}

pub(crate) fn needs_tasks(context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    if knows_tasks(context) {
        return Ok(());
    }
    let needed = ClientCapabilities::builder().enable_tasks().build();
    Err(ErrorData::missing_required_client_capability(needed))
}
