//! What the adapter adds to [`Ask`].

use ::rmcp::{
    ErrorData, RoleServer,
    handler::server::common::{AsRequestContext, FromContextPart},
    service::RequestContext,
};

use super::task::InTask;
use crate::{adapter::Asker, runtime::ask::Ask};

impl Ask {
    /// The [`Ask`] of a request, for handlers without extractors
    /// (`ServerHandler::call_tool`, `get_prompt`, `read_resource`). In a `#[tool]`
    /// or `#[prompt]` function, take it as a parameter.
    ///
    /// # Errors
    ///
    /// `-32603`, if the `Ask` of this request was taken before: there is one, so that
    /// [`settle`](Self::settle) means something. `-32602`, if the request carries a
    /// state that was not sealed for it; the call ends with that.
    ///
    /// If the server was started without
    /// [`.elicits(..)`](crate::rmcp3::ElicitsExt::elicits), that is the error of each question.
    /// A handler that never asks works without it.
    ///
    /// ```
    /// use elicit_core::Ask;
    /// use rmcp::{ErrorData, RoleServer, ServerHandler, model::*, service::RequestContext};
    ///
    /// struct Server;
    ///
    /// impl ServerHandler for Server {
    ///     async fn read_resource(
    ///         &self,
    ///         request: ReadResourceRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<ReadResourceResponse, ErrorData> {
    ///         let ask = Ask::from_context(&context)?;
    ///         ask.confirm("read", "Let the model read your notes?").or_end().await?;
    ///         let contents = ResourceContents::text("…", request.uri);
    ///         Ok(ReadResourceResult::new(vec![contents]).into())
    ///     }
    /// }
    /// ```
    pub fn from_context(context: &RequestContext<RoleServer>) -> Result<Self, ErrorData> {
        Ok(match context.extensions.get::<Asker>() {
            Some(asker) => asker.take(),
            None => Asker::without_layer(
                "the server was started without the layer of `elicit-core` that asks; its guide says \
                 how to add it, under “Troubleshooting”\nhelp: start the server with \
                 `.elicits(Elicitation::default())` (elicit_core::rmcp3::ElicitsExt), and ask \
                 only in tools, prompts and resources",
            )
            .take(),
        }?)
    }

    /// Moves the questions into a task.
    ///
    /// The call ends when the task is made, and its `Ask` with it. So what runs in the task gets an
    /// `Ask` of its own, from [`InTask::run`].
    ///
    /// - The task waits at each question, and its work before the question is not done again: there are
    ///   no rounds. The client finds the question by `tasks/get`, and sends the answer by
    ///   `tasks/update`.
    /// - A question that is not answered ends with [`AskError::TimedOut`](crate::AskError::TimedOut).
    ///   The SDK cannot take it back, so the client may still show it. A later answer is lost.
    /// - If the task is cancelled, an open question ends with
    ///   [`AskError::Gone`](crate::AskError::Gone). Pass the error on, and the task is `cancelled`.
    /// - If the task expires, the SDK drops it with its questions.
    /// - [`Elicitation::once`](crate::Elicitation::once) is for retries, of which a task has none.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit};
    /// use rmcp::{
    ///     model::{CallToolResponse, CreateTaskResult},
    ///     task_manager::{TaskManager, TaskOptions},
    /// };
    ///
    /// #[derive(Elicit)]
    /// struct Scale {
    ///     #[elicit(minimum = 1, maximum = 20)]
    ///     replicas: u8,
    /// }
    ///
    /// /// What a tool does with the `TaskManager` of its server.
    /// fn scale(tasks: &TaskManager, ask: Ask) -> CallToolResponse {
    ///     let in_task = ask.in_task();
    ///     let task = tasks.spawn(TaskOptions::default(), |task| {
    ///         in_task.run(task, async |ask| {
    ///             let scale: Scale = ask.form("scale", "How many?").or_end().await?;
    ///             Ok::<_, AskError>(format!("{} replicas", scale.replicas))
    ///         })
    ///     });
    ///     CreateTaskResult::new(task).into()
    /// }
    /// ```
    ///
    /// The server forwards `get_task`, `update_task` and `cancel_task` to its
    /// [`TaskManager`](rmcp::task_manager::TaskManager). It makes a task only for a client that declares
    /// the extension. [The guide](crate::guide::rmcp_server#in-a-task) has a whole server.
    ///
    /// Protocol: SEP-2663, the extension `io.modelcontextprotocol/tasks` (2026-07-28).
    #[must_use]
    pub fn in_task(self) -> InTask {
        InTask(self)
    }
}

impl<C: AsRequestContext> FromContextPart<C> for Ask {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        Self::from_context(context.as_request_context())
    }
}
