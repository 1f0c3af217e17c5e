//! Questions in a task of the protocol: the extension `io.modelcontextprotocol/tasks`.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use ::rmcp::{
    ErrorData,
    handler::server::tool::IntoCallToolResult,
    model::{CallToolResponse, CallToolResult, ElicitRequest, ErrorCode, InputRequest},
    task_manager::{TaskContext, TaskExit, TaskFuture},
};
use serde_json::Value;

use super::convert;
use crate::{
    Ask,
    adapter::{Asker, Backchannel, BoxFuture, WireError},
    opaque_debug::opaque_debug,
    runtime::{ask::origin, lock::lock},
};

/// Asks in a task of the protocol: [`Ask::in_task`].
pub struct InTask(pub(super) Ask);

impl InTask {
    /// Runs what the task does.
    ///
    /// `work` returns what a `#[tool]` can return. If it returns an error and the task was cancelled,
    /// the task is `cancelled`; with any other error it is `failed`. A call that ends under `or_end` is
    /// a result with `isError`, as outside of a task.
    pub fn run<R, F>(
        self,
        task: TaskContext,
        work: impl FnOnce(Ask) -> F + Send + 'static,
    ) -> TaskFuture
    where
        R: IntoCallToolResult,
        F: Future<Output = R> + Send + 'static,
    {
        let wire = Arc::new(TaskWire {
            task,
            attempts: Mutex::default(),
        });
        let Some((elicitation, call, session)) = origin(&self.0) else {
            // Each question says that there is no layer.
            return Box::pin(async move { wire.ended(work(self.0).await.into_call_tool_result()) });
        };
        let revision = call.revision;
        Box::pin(async move {
            let backchannel = Arc::clone(&wire) as Arc<dyn Backchannel>;
            let work = async |asker: Asker| work(asker.take()?).await.into_call_tool_result();
            let run_end = elicitation.drive_in_place(call, &session, backchannel, work);
            let tool = Some(CallToolResponse::Complete as _);
            let run_end = run_end.await;
            wire.ended(convert::response(
                run_end,
                revision,
                "tools/call",
                tool,
                |never| match never {},
            ))
        })
    }
}

/// The way to the client of a task.
struct TaskWire {
    task: TaskContext,
    /// How often each question was asked. The SDK accepts a key once in a task.
    attempts: Mutex<HashMap<String, u32>>,
}

impl TaskWire {
    /// How the task ends.
    fn ended(
        &self,
        response: Result<CallToolResponse, ErrorData>,
    ) -> Result<CallToolResult, TaskExit> {
        let is_cancelled = self.task.is_cancel_requested();
        match response {
            Ok(CallToolResponse::Complete(result))
                if !is_cancelled || result.is_error != Some(true) =>
            {
                Ok(result)
            }
            _ if is_cancelled => Err(TaskExit::Cancelled),
            Ok(_) => Err(no_result().into()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Backchannel for TaskWire {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        let attempt = {
            let mut attempts = lock(&self.attempts);
            let attempt = attempts.entry(key.to_owned()).or_default();
            *attempt += 1;
            *attempt
        };
        let key = format!("{key} {attempt}");
        Box::pin(async move {
            let typed = serde_json::from_value(params).map(ElicitRequest::new);
            let question = typed.map(InputRequest::Elicitation).map_err(|_| {
                WireError::refused(
                    ErrorCode::INTERNAL_ERROR.0,
                    "the SDK has no type for its schema",
                )
            })?;
            let asked = self.task.request_input(key, question);
            // An error: the task was cancelled, or the SDK has dropped it.
            asked.await.map_err(|_| WireError::Gone)
        })
    }

    fn is_gone(&self) -> bool {
        self.task.is_cancel_requested()
    }
}

fn no_result() -> ErrorData {
    ErrorData::internal_error(
        "a task ends with a result, not with a question or a task",
        None,
    )
}

opaque_debug!(InTask);
