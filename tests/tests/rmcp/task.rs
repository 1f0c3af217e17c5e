//! Questions in a task of the protocol: the extension `io.modelcontextprotocol/tasks`.

use std::{slice, time::Duration};

use elicit_core::{Ask, AskError, Elicit, Elicitation, Revision};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::*,
    service::RequestContext,
    task_manager::{TaskContext, TaskManager, TaskOptions},
};
use serde_json::{Value, json};

use crate::{
    client::{accept, at_once, decline},
    raw::Raw,
};

#[derive(Elicit)]
struct Branch {
    /// Lower-case letters and dashes
    #[elicit(pattern = "^[a-z-]+$")]
    name: String,
    #[elicit(minimum = 1)]
    age: u8,
}

async fn branch(ask: &Ask) -> Result<String, AskError> {
    let branch: Branch = ask.form("branch", "Which branch?").or_end().await?;
    Ok(format!("{} {}", branch.name, branch.age))
}

/// A server whose tools run as tasks.
#[derive(Clone, Default)]
struct Tasks {
    manager: TaskManager,
    options: TaskOptions,
}

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
        let ask = Ask::from_context(&context)?;
        if call.name == "before" {
            let name = branch(&ask).await?;
            return Ok(self.spawn(|_| Box::pin(async { Ok(text(name)) })));
        }
        if call.name == "not taken along" {
            return Ok(self.spawn(|_| {
                Box::pin(async move { Ok(text(branch(&ask).await.map_err(ErrorData::from)?)) })
            }));
        }
        if call.name == "pay" {
            ask.confirm("sure", "Pay?").or_end().await?;
        }
        let in_task = ask.in_task();
        Ok(self.spawn(move |task: TaskContext| match &*call.name {
            "branch" => in_task.run(task, async |ask: Ask| branch(&ask).await),
            "both" => in_task.run(task, async |ask: Ask| {
                let (one, two) = tokio::join!(
                    ask.value::<u8>("one", "The first?").or_end(),
                    ask.value::<u8>("two", "The second?").or_end(),
                );
                Ok::<_, AskError>(format!("{}", one? + two?))
            }),
            "numbered" => in_task.run(task, async |ask: Ask| {
                let one: u8 = ask.value("n", "The first?").or_end().await?;
                let two: u8 = ask.value("n 1", "The second?").or_end().await?;
                Ok::<_, AskError>(format!("{}", one + two))
            }),
            "argument" => in_task.run(task, async |ask: Ask| {
                let days = ask.value::<u8>("days", "How long?").or_argument(None::<u8>);
                Ok::<_, AskError>(days.or_end().await?.to_string())
            }),
            "own error" => in_task.run(task, async |ask: Ask| {
                let _ = ask.confirm("sure", "Sure?").await;
                Err::<String, _>(ErrorData::internal_error("the disk is full", None))
            }),
            "late" => in_task.run(task.clone(), async move |ask: Ask| {
                task.cancelled().await;
                branch(&ask).await
            }),
            #[cfg(feature = "pages")]
            "page" => in_task.run(task, async |ask: Ask| {
                let branch = ask
                    .page::<Branch>("branch", "Which branch?")
                    .or_end()
                    .await?;
                Ok::<_, AskError>(branch.name)
            }),
            "pay" => in_task.run(task, async |ask: Ask| {
                Ok::<_, AskError>(ask.idempotency_key("payment"))
            }),
            "works on" => in_task.run(task, async |ask: Ask| {
                let _ = ask.confirm("sure", "Sure?").await;
                "done".to_owned()
            }),
            name => panic!("{name}"),
        }))
    }

    async fn get_task(
        &self,
        params: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.manager
            .get_task(&params.task_id)
            .map(GetTaskResult::new)
    }

    async fn update_task(
        &self,
        params: UpdateTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.manager
            .update_task(&params.task_id, params.input_responses)
    }

    async fn cancel_task(
        &self,
        params: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.manager.cancel_task(&params.task_id)
    }
}

impl Tasks {
    fn spawn(
        &self,
        work: impl FnOnce(TaskContext) -> rmcp::task_manager::TaskFuture,
    ) -> CallToolResponse {
        CreateTaskResult::new(self.manager.spawn(self.options.clone(), work)).into()
    }
}

fn text(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// A client of tasks, over one transport or the other.
trait Client {
    async fn send(&mut self, method: &str, params: Value) -> Value;

    /// Calls a tool, and returns the id of its task.
    async fn start(&mut self, tool: &str) -> String {
        let reply = self
            .send("tools/call", json!({"name": tool, "arguments": {}}))
            .await;
        assert_eq!(reply["result"]["resultType"], "task", "{reply}");
        reply["result"]["taskId"].as_str().unwrap().to_owned()
    }

    async fn answer(&mut self, task: &str, key: &str, answer: Value) {
        let params = json!({"taskId": task, "inputResponses": {key: answer}});
        let reply = self.send("tasks/update", params).await;
        assert!(reply.get("error").is_none(), "{reply}");
    }

    async fn cancel(&mut self, task: &str) {
        let reply = self.send("tasks/cancel", json!({"taskId": task})).await;
        assert!(reply.get("error").is_none(), "{reply}");
    }

    /// The task, once it does not work any more.
    async fn settled(&mut self, task: &str) -> Value {
        self.task(task, |task| task["status"] != "working").await
    }

    /// The task, once it has ended.
    async fn ended(&mut self, task: &str) -> Value {
        let is_open =
            |task: &Value| task["status"] == "working" || task["status"] == "input_required";
        self.task(task, |task| !is_open(task)).await
    }

    async fn task(&mut self, task: &str, is_due: impl Fn(&Value) -> bool) -> Value {
        let poll = async {
            loop {
                let mut reply = self.send("tasks/get", json!({"taskId": task})).await;
                assert!(reply.get("error").is_none(), "{reply}");
                if is_due(&reply["result"]) {
                    return reply["result"].take();
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let polled = tokio::time::timeout(Duration::from_secs(30), poll);
        polled.await.expect("the task reaches the expected status")
    }
}

impl Client for Raw {
    async fn send(&mut self, method: &str, params: Value) -> Value {
        let id = Raw::send(self, method, params).await;
        self.response(id).await
    }
}

#[cfg(feature = "rmcp-http")]
impl Client for crate::post::Service<Tasks> {
    async fn send(&mut self, method: &str, params: Value) -> Value {
        let post = crate::post::Post::new(self, Revision::LATEST);
        let mut message = crate::post::newest(method, params);
        message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities();
        post.send(&message).await.message().await
    }
}

fn capabilities() -> Value {
    json!({"elicitation": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}})
}

async fn connect(tasks: &Tasks, elicitation: &Elicitation) -> Raw {
    Raw::connect(tasks.clone(), elicitation, Revision::LATEST, capabilities()).await
}

/// A client of a server with what is set unless an author sets something.
async fn client() -> Raw {
    connect(&Tasks::default(), &Elicitation::default()).await
}

fn schema(task: &Value, key: &str) -> Value {
    task["inputRequests"][key]["params"]["requestedSchema"].clone()
}

async fn is_asked_until_the_answer_is_valid(client: &mut impl Client) {
    let task = client.start("branch").await;
    let asked = client.settled(&task).await;
    // Each keyword is there, in the order of the fields, and nothing else.
    let expected = Branch::requested_schema(Revision::LATEST);
    assert_eq!(schema(&asked, "branch 1").to_string(), expected, "{asked}");
    let params = asked["inputRequests"]["branch 1"]["params"]
        .as_object()
        .unwrap();
    let names: Vec<_> = params.keys().map(String::as_str).collect();
    assert_eq!(names, ["mode", "message", "requestedSchema"]);

    client
        .answer(&task, "branch 1", accept(json!({"name": "MAIN", "age": 1})))
        .await;
    let again = client.settled(&task).await;
    let message = again["inputRequests"]["branch 2"]["params"]["message"].as_str();
    let message = message.unwrap_or_else(|| panic!("{again}"));
    assert!(message.starts_with("Please correct"), "{message}");
    assert_eq!(
        schema(&again, "branch 2")["properties"]["age"]["default"],
        1
    );

    client
        .answer(&task, "branch 2", accept(json!({"name": "main", "age": 1})))
        .await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "completed", "{ended}");
    assert_eq!(ended["result"]["content"][0]["text"], "main 1");
}

#[tokio::test]
async fn a_question_in_a_task_is_asked_until_its_answer_is_valid() {
    is_asked_until_the_answer_is_valid(&mut client().await).await;
}

#[cfg(feature = "rmcp-http")]
#[tokio::test]
async fn over_http_a_question_in_a_task_keeps_each_keyword() {
    for is_json in [false, true] {
        let config = rmcp::transport::StreamableHttpServerConfig::default();
        let config = config.with_json_response(is_json);
        let mut service = crate::post::service(&Tasks::default(), config);
        is_asked_until_the_answer_is_valid(&mut service).await;
    }
}

#[tokio::test]
async fn two_questions_in_a_task_are_open_at_once() {
    let mut client = client().await;
    let task = client.start("both").await;
    let is_due = |task: &Value| {
        task["inputRequests"]
            .as_object()
            .is_some_and(|open| open.len() == 2)
    };
    client.task(&task, is_due).await;
    client
        .answer(&task, "two 1", accept(json!({"value": 2})))
        .await;
    client
        .answer(&task, "one 1", accept(json!({"value": 1})))
        .await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["result"]["content"][0]["text"], "3", "{ended}");
}

#[tokio::test]
async fn keys_that_end_in_numbers_do_not_collide_with_attempts() {
    let mut client = client().await;
    let task = client.start("numbered").await;
    for (key, value) in [("n 1", 300), ("n 2", 1), ("n 1 1", 2)] {
        let asked = client
            .task(&task, |task| task["inputRequests"].get(key).is_some())
            .await;
        assert_eq!(asked["inputRequests"].as_object().unwrap().len(), 1);
        client
            .answer(&task, key, accept(json!({"value": value})))
            .await;
    }
    let ended = client.ended(&task).await;
    assert_eq!(ended["result"]["content"][0]["text"], "3", "{ended}");
}

#[tokio::test]
async fn a_decline_ends_a_task_as_it_ends_a_call() {
    let mut client = client().await;
    let task = client.start("branch").await;
    client.settled(&task).await;
    tokio::time::sleep(Duration::from_millis(150)).await;
    client.answer(&task, "branch 1", decline()).await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "completed", "{ended}");
    assert_eq!(ended["result"]["isError"], true, "{ended}");
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_gets_a_task_that_names_its_argument() {
    let capabilities = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    let elicitation = Elicitation::default();
    let mut client = Raw::connect(
        Tasks::default(),
        &elicitation,
        Revision::LATEST,
        capabilities,
    )
    .await;
    let task = client.start("argument").await;
    let ended = client.ended(&task).await;
    let text = ended["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`days`: a whole number"), "{ended}");
}

#[tokio::test]
async fn a_task_that_is_cancelled_while_it_asks_is_cancelled() {
    let mut client = client().await;
    let task = client.start("branch").await;
    client.settled(&task).await;
    client.cancel(&task).await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "cancelled", "{ended}");
}

#[cfg(feature = "pages")]
#[tokio::test]
async fn a_task_that_is_cancelled_while_its_page_is_open_is_cancelled() {
    let elicitation = at_once().pages(elicit_core::pages::Pages::local());
    let mut capabilities = capabilities();
    capabilities["elicitation"] = json!({"url": {}});
    let mut client = Raw::connect(
        Tasks::default(),
        &elicitation,
        Revision::LATEST,
        capabilities,
    )
    .await;
    let task = client.start("page").await;
    let asked = client.settled(&task).await;
    assert_eq!(
        asked["inputRequests"]["branch 1"]["params"]["mode"], "url",
        "{asked}"
    );
    client
        .answer(&task, "branch 1", json!({"action": "accept"}))
        .await;
    client.cancel(&task).await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "cancelled", "{ended}");
}

#[tokio::test]
async fn a_task_that_asks_after_it_was_cancelled_is_cancelled() {
    let mut client = client().await;
    let task = client.start("late").await;
    client.cancel(&task).await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "cancelled", "{ended}");
}

#[tokio::test]
async fn a_cancelled_task_that_finishes_its_work_is_completed() {
    let mut client = client().await;
    let task = client.start("works on").await;
    client.settled(&task).await;
    client.cancel(&task).await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "completed", "{ended}");
}

#[tokio::test]
async fn an_error_after_the_last_answer_fails_the_task() {
    let mut client = client().await;
    let task = client.start("own error").await;
    client.settled(&task).await;
    client
        .answer(&task, "sure 1", accept(json!({"confirm": true})))
        .await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "failed", "{ended}");
    assert_eq!(ended["error"]["message"], "the disk is full");
}

#[tokio::test]
async fn a_client_that_never_answers_ends_a_question_in_a_task() {
    let elicitation = Elicitation::default().timeout(Duration::from_millis(50));
    let mut client = connect(&Tasks::default(), &elicitation).await;
    let task = client.start("branch").await;
    // The SDK still lists the question, until the task ends.
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "completed", "{ended}");
    assert_eq!(ended["result"]["isError"], true, "{ended}");
}

#[tokio::test]
async fn a_task_that_expires_while_it_asks_fails() {
    let tasks = Tasks {
        options: TaskOptions::default().with_ttl_ms(100),
        ..Tasks::default()
    };
    let mut client = connect(&tasks, &Elicitation::default()).await;
    let task = client.start("branch").await;
    client.settled(&task).await;
    let ended = client.ended(&task).await;
    assert_eq!(ended["status"], "failed", "{ended}");
}

#[tokio::test]
async fn an_ask_that_outlives_its_handler_is_an_error() {
    let mut client = client().await;
    let task = client.start("not taken along").await;
    let ended = client.ended(&task).await;
    assert_eq!(
        ended["error"]["message"],
        "the question was asked after its handler had ended"
    );
}

#[tokio::test]
async fn a_question_before_the_task_is_asked() {
    let mut raw = client().await;
    let asked = raw.round("before", None, &[]).await;
    assert_eq!(asked.keys(), ["branch"]);
    let answer = ("branch", accept(json!({"name": "main", "age": 2})));
    let reply = raw.round("before", Some(asked.state()), &[answer]).await.0;
    let task = reply["result"]["taskId"].as_str().unwrap();
    let ended = raw.ended(task).await;
    assert_eq!(ended["result"]["content"][0]["text"], "main 2");
}

/// Before its task, and in each task that it starts.
#[tokio::test]
async fn a_retry_that_is_sent_twice_has_one_key_in_both_tasks() {
    let mut raw = client().await;
    let mut keys = Vec::new();
    for _ in 0..2 {
        let asked = raw.round("pay", None, &[]).await;
        let sure = ("sure", accept(json!({"confirm": true})));
        let mut of_call = Vec::new();
        for _ in 0..2 {
            let reply = raw
                .round("pay", Some(asked.state()), slice::from_ref(&sure))
                .await;
            let task = reply.0["result"]["taskId"].as_str().unwrap();
            let ended = raw.ended(task).await;
            let key = &ended["result"]["content"][0]["text"];
            of_call.push(key.as_str().unwrap().to_owned());
        }
        assert_eq!(of_call[0], of_call[1]);
        assert_eq!(of_call[0].len(), 43);
        keys.extend(of_call.pop());
    }
    // Another call is another payment.
    assert_ne!(keys[0], keys[1]);
}

#[tokio::test]
async fn a_task_of_a_server_without_the_layer_names_the_layer() {
    let mut raw = Raw::start(Tasks::default(), Revision::LATEST, capabilities()).await;
    let task = raw.start("branch").await;
    let ended = raw.ended(&task).await;
    let message = ended["error"]["message"].as_str();
    assert!(
        message.is_some_and(|message| message.contains("without the layer")),
        "{ended}"
    );
}
