//! Questions in a task of the protocol: the extension `io.modelcontextprotocol/tasks`.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Revision,
    seam::{Asker, Backchannel, BoxFuture, Call, Driven, Session, WireError},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::*,
    service::RequestContext,
    task_manager::{TaskContext, TaskExit, TaskManager, TaskOptions},
};
use serde_json::{Value, json};

use crate::{client::accept, raw::Raw};

#[derive(Elicit)]
struct Branch {
    /// Lower-case letters and dashes
    #[elicit(pattern = "^[a-z-]+$")]
    name: String,
}

async fn branch(ask: &Ask) -> Result<String, AskError> {
    let branch = ask.form::<Branch>("branch", "Which branch?").or_end().await;
    Ok(branch?.name)
}

/// A server whose tools run as tasks.
#[derive(Clone, Default)]
struct Tasks(TaskManager);

impl ServerHandler for Tasks {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder();
        ServerConfig::new(capabilities.enable_tools().enable_tasks().build())
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::of(&context)?;
        let (early, late) = match &*call.name {
            "before" => (Some(branch(&ask).await?), None),
            _ => (None, Some(ask)),
        };
        let task = self.0.spawn(TaskOptions::default(), |_| {
            Box::pin(async move {
                let name = match late {
                    Some(ask) => branch(&ask).await.map_err(ErrorData::from)?,
                    None => early.unwrap_or_default(),
                };
                Ok(CallToolResult::success(vec![ContentBlock::text(name)]))
            })
        });
        Ok(CreateTaskResult::new(task).into())
    }
}

async fn connect(tasks: &Tasks) -> Raw {
    let capabilities =
        json!({"elicitation": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}});
    let elicitation = Elicitation::default();
    Raw::connect(tasks.clone(), &elicitation, Revision::LATEST, capabilities).await
}

/// What the task came to.
async fn ended(manager: &TaskManager, id: &str) -> TaskPayload {
    loop {
        let task = manager.get_task(id).unwrap();
        if task.status().is_terminal() {
            return task.payload;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_question_in_a_task_ends_with_what_to_do() {
    let tasks = Tasks::default();
    let reply = connect(&tasks).await.round("inside", None, &[]).await.0;
    assert_eq!(reply["result"]["resultType"], "task", "{reply}");
    let id = reply["result"]["taskId"].as_str().unwrap();
    let TaskPayload::Failed { error } = ended(&tasks.0, id).await else {
        panic!("it did not fail");
    };
    assert_eq!(
        error["message"],
        "the question was asked after its handler had ended, and nothing can be asked in a task \
         yet: ask before the task is started"
    );
}

#[tokio::test]
async fn a_question_before_the_task_is_asked() {
    let tasks = Tasks::default();
    let mut raw = connect(&tasks).await;
    let asked = raw.round("before", None, &[]).await;
    assert_eq!(asked.keys(), ["branch"]);
    let answer = ("branch", accept(json!({"name": "main"})));
    let reply = raw.round("before", Some(asked.state()), &[answer]).await.0;
    let id = reply["result"]["taskId"].as_str().unwrap();
    let TaskPayload::Completed { result } = ended(&tasks.0, id).await else {
        panic!("it did not complete");
    };
    assert_eq!(result["content"][0]["text"], "main");
}

/// What a question in a task would need of `TaskContext::request_input`, shown by an adapter
/// for it. The call waits, as on the revisions before 2026-07-28, and so
///
/// - 2026-07-28 has to be asked in this way too: here the revision before it stands in;
/// - a key may be used once in a task, so each attempt needs another one;
/// - a question cannot be withdrawn, so one that nobody waits for any more stays open;
/// - a question goes through the SDK's types, which lose its `pattern`;
/// - when the task is cancelled, the question has to end as for a client that is gone.
struct InTask {
    task: TaskContext,
    attempts: Mutex<u32>,
}

impl Backchannel for InTask {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        let attempt = {
            let mut attempts = self.attempts.lock().unwrap();
            *attempts += 1;
            *attempts
        };
        let request = json!({"method": "elicitation/create", "params": params});
        let request: InputRequest = serde_json::from_value(request).unwrap();
        let key = format!("{key} {attempt}");
        Box::pin(async move {
            let answer = self.task.request_input(key, request).await;
            answer.map_err(|exit| match exit {
                TaskExit::Cancelled => WireError::Gone,
                TaskExit::Error(error) => WireError::Refused {
                    code: error.code.0.into(),
                    message: error.message.into_owned(),
                },
            })
        })
    }

    fn withdraw(&self, _: &str, _: &str) {}

    fn notify<'a>(&'a self, _: &'static str, _: Value) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(async { Ok(()) })
    }

    fn is_gone(&self) -> bool {
        false
    }

    fn progress_token(&self) -> Option<Value> {
        None
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }

    fn now(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }
}

/// Asks in a task, through the adapter.
async fn in_task(task: TaskContext) -> Result<CallToolResult, TaskExit> {
    let call = Call {
        revision: Revision::V2025_11_25,
        method: "tools/call",
        target: "inside".to_owned(),
        arguments: Value::Null,
        principal: None,
        form: true,
        url: false,
        input_responses: [].into(),
        request_state: None,
    };
    let wire = InTask {
        task,
        attempts: Mutex::default(),
    };
    let wire = Arc::new(wire) as Arc<dyn Backchannel>;
    let ask = async |asker: Asker| branch(&asker.take().unwrap()).await;
    let elicitation = Elicitation::default();
    let respond = |driven| match driven {
        Driven::Done(Ok(name)) => Value::String(name),
        Driven::Done(Err(AskError::Gone)) => Value::Null,
        other => panic!("{other:?}"),
    };
    let session = Session::new();
    let driven = elicitation.drive(call, &session, Some(wire), ask, respond);
    match driven.await {
        Value::String(name) => Ok(CallToolResult::success(vec![ContentBlock::text(name)])),
        _ => Err(TaskExit::Cancelled),
    }
}

/// The questions of a task, when it has some.
async fn open(manager: &TaskManager, id: &str) -> InputRequests {
    loop {
        if let TaskPayload::InputRequired { input_requests } = manager.get_task(id).unwrap().payload
        {
            return input_requests;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn what_request_input_would_need() {
    let manager = TaskManager::new();
    let task = manager.spawn(TaskOptions::default(), |task| Box::pin(in_task(task)));
    let id = &*task.task_id;
    for (key, name) in [("branch 1", "MAIN"), ("branch 2", "main")] {
        let asked = serde_json::to_value(open(&manager, id).await).unwrap();
        let schema = &asked[key]["params"]["requestedSchema"]["properties"]["name"];
        assert_eq!(schema["type"], "string", "{asked}");
        assert_eq!(schema.get("pattern"), None);
        let answer = accept(json!({"name": name}));
        manager.update_task(id, [(key.to_owned(), answer)]).unwrap();
    }
    let TaskPayload::Completed { result } = ended(&manager, id).await else {
        panic!("it did not complete");
    };
    assert_eq!(result["content"][0]["text"], "main");

    let task = manager.spawn(TaskOptions::default(), |task| Box::pin(in_task(task)));
    let _ = open(&manager, &task.task_id).await;
    manager.cancel_task(&task.task_id).unwrap();
    let payload = ended(&manager, &task.task_id).await;
    assert_eq!(payload, TaskPayload::Cancelled);
}
