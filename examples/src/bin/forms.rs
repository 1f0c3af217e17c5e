//! A server with one tool for each kind of field, on standard input and output; with
//! the feature `http` and the argument `--http`, over Streamable HTTP, at the address
//! that it prints.
//!
//! Point a client at it to see how that client shows them, and what it sends back:
//! each tool asks one question and returns the answer as JSON. The client matrix
//! (`tests/clients`) does so with several clients, and `cases.json` there says
//! what is sent and what has to arrive. `--fastest-decline MS` sets
//! `Elicitation::min_decline_time`, and `Elicitation::min_agreement_time`.

use std::{collections::BTreeSet, error::Error, net::IpAddr, time::Duration};

use elicit_core::{
    AnsweredBy, Ask, Elicit, Elicitation, Outcome, pages::Pages, quoted, rmcp3::ElicitsExt,
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResponse, CallToolResult, CancelTaskParams, ContentBlock, CreateTaskResult,
        GetTaskParams, GetTaskResult, Implementation, MetaObject, ReadResourceRequestParams,
        ReadResourceResponse, ReadResourceResult, ResourceContents, ServerCapabilities,
        ServerConfig, UpdateTaskParams,
    },
    schemars::JsonSchema,
    service::RequestContext,
    task_manager::{TaskManager, TaskOptions},
    tool, tool_handler, tool_router,
    transport::stdio,
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Elicit, Serialize)]
struct Text {
    /// As others call you
    #[elicit(title = "Name", min_length = 2, max_length = 40)]
    name: String,
    /// Lower-case letters and dashes
    #[elicit(title = "Branch", pattern = "^[a-z-]+$", default = "main")]
    branch: String,
    remark: Option<String>,
}

#[derive(Elicit, Serialize)]
struct Formats {
    #[elicit(title = "E-mail", format = "email")]
    address: String,
    #[elicit(title = "Home page", format = "uri")]
    page: String,
    #[elicit(title = "Day", format = "date")]
    day: String,
    #[elicit(title = "Moment", format = "date-time")]
    moment: String,
}

#[derive(Elicit, Serialize)]
struct Numbers {
    /// An integer of a few bits
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    replicas: u8,
    /// An integer of many
    #[elicit(title = "Offset")]
    offset: i64,
    /// Any number
    #[elicit(title = "Share", minimum = 0.5, maximum = 99.5)]
    share: f64,
}

#[derive(Elicit, Serialize)]
struct Switches {
    #[elicit(title = "Watch it", description = "Stay until it is done")]
    watch: bool,
    #[elicit(title = "Keep the old one", default = true)]
    keep: bool,
}

#[derive(Elicit)]
struct Account {
    #[elicit(title = "API key", min_length = 10)]
    api_key: SecretString,
    workspace: String,
}

#[derive(Elicit, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[elicit(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
enum Region {
    #[elicit(title = "Europe (Ireland)")]
    EuWest,
    #[elicit(title = "United States (Virginia)")]
    UsEast,
    #[elicit(title = "Asia (Tokyo)")]
    ApEast,
}

#[derive(Elicit, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[elicit(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Green,
    Blue,
}

#[derive(Elicit, Serialize)]
struct TitledChoice {
    /// Where it runs
    #[elicit(title = "Region", default = "us_east")]
    region: Region,
}

#[derive(Elicit, Serialize)]
struct PlainChoice {
    /// What it looks like
    #[elicit(title = "Colour")]
    colour: Colour,
}

#[derive(Elicit, Serialize)]
struct TitledSeveral {
    /// Where it runs
    #[elicit(title = "Regions", multi_select, min_items = 1, max_items = 2, default = ["us_east"])]
    regions: BTreeSet<Region>,
}

#[derive(Elicit, Serialize)]
struct PlainSeveral {
    /// What it looks like
    #[elicit(title = "Colours", multi_select, min_items = 1)]
    colours: Vec<Colour>,
}

#[derive(Elicit, Serialize)]
struct Found {
    /// The one to put back
    #[elicit(title = "Release", choices)]
    release: String,
    /// Those to delete
    #[elicit(title = "Old ones", choices, multi_select)]
    old: Vec<String>,
}

#[derive(Elicit, Serialize)]
struct Optional {
    text: Option<String>,
    integer: Option<u16>,
    number: Option<f32>,
    boolean: Option<bool>,
    choice: Option<Region>,
    #[elicit(multi_select)]
    several: Option<Vec<Colour>>,
}

#[derive(Elicit, Serialize)]
struct Limit {
    /// Empty: no limit
    #[elicit(title = "Limit", minimum = 1)]
    limit: Option<u16>,
}

#[derive(Elicit, Serialize)]
struct Defaults {
    #[elicit(default = "none")]
    text: String,
    #[elicit(default = -3)]
    integer: i16,
    #[elicit(default = 0.25)]
    number: f64,
    #[elicit(default = true)]
    boolean: bool,
    #[elicit(default = "ap_east")]
    choice: Region,
    #[elicit(multi_select, default = ["red", "blue"])]
    several: Vec<Colour>,
}

#[derive(Elicit, Serialize)]
struct Host {
    /// An IP address, such as 10.0.0.1
    #[elicit(title = "Address", parse)]
    address: IpAddr,
}

#[derive(Elicit, Serialize)]
struct Port(#[elicit(title = "TCP port", minimum = 1024)] u16);

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Arguments {
    /// The port, if the client cannot ask its user
    port: Option<Value>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Command {
    command: String,
}

/// The app of a question.
const APP: &str = "ui://forms/sure";

#[derive(Default)]
struct Forms {
    tasks: TaskManager,
}

#[tool_router]
impl Forms {
    /// Strings, with lengths and a pattern.
    #[tool]
    async fn text(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Text>("text", "Which text?").await?)
    }

    /// Strings of each format.
    #[tool]
    async fn formats(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Formats>("formats", "Which one?").await?)
    }

    /// Integers and numbers, with bounds. An answer beyond them is asked again.
    #[tool]
    async fn numbers(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Numbers>("numbers", "How many?").await?)
    }

    /// Booleans.
    #[tool]
    async fn switches(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Switches>("switches", "How?").await?)
    }

    /// One of several options with titles.
    #[tool]
    async fn titled_choice(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<TitledChoice>("choice", "Where?").await?)
    }

    /// One of several options without titles.
    #[tool]
    async fn plain_choice(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<PlainChoice>("choice", "Which one?").await?)
    }

    /// Some of several options with titles.
    #[tool]
    async fn titled_several(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<TitledSeveral>("several", "Where?").await?)
    }

    /// Some of several options without titles.
    #[tool]
    async fn plain_several(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<PlainSeveral>("several", "Which ones?").await?)
    }

    /// Options that are known only when the question is asked.
    #[tool]
    async fn found(&self, ask: Ask) -> Result<String, ErrorData> {
        let releases = vec![
            ("v1.4.2", "v1.4.2, yesterday"),
            ("v1.4.1", "v1.4.1, last week"),
        ];
        let choices = FoundChoices {
            release: releases.into(),
            old: vec!["v1.2.0", "v1.1.9", "v0.9.0"].into(),
        };
        let question = ask.form_with::<Found>("found", "Which releases?", choices);
        told(question.await?)
    }

    /// Fields that need no answer.
    #[tool]
    async fn optional(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Optional>("optional", "Anything else?").await?)
    }

    /// A number whose rules reject 0, which some clients send for a field that was left empty.
    #[tool]
    async fn limit(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Limit>("limit", "Which limit?").await?)
    }

    /// Fields that have a value before there is an answer.
    #[tool]
    async fn defaults(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Defaults>("defaults", "As usual?").await?)
    }

    /// A text that the type of the field reads.
    #[tool]
    async fn parse(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.form::<Host>("host", "Which host?").await?)
    }

    /// One value.
    #[tool]
    async fn one_value(&self, ask: Ask) -> Result<String, ErrorData> {
        told(
            ask.value::<Port>("port", "Which port?")
                .prefill(&Port(8080))
                .await?,
        )
    }

    /// One value, for clients that cannot ask as well.
    #[tool]
    async fn or_argument(
        &self,
        ask: Ask,
        Parameters(arguments): Parameters<Arguments>,
    ) -> Result<String, ErrorData> {
        let question = ask.value::<Port>("port", "Which port?");
        let Port(port) = question.or_json_argument(arguments.port).or_end().await?;
        let by = ask.answered_by("port");
        Ok(format!(
            "{port} {}",
            by.map_or("nobody", AnsweredBy::as_str)
        ))
    }

    /// One of the options that are found.
    #[tool]
    async fn pick(&self, ask: Ask) -> Result<String, ErrorData> {
        let releases = vec![
            ("v1.4.2", "v1.4.2, yesterday"),
            ("v1.4.1", "v1.4.1, last week"),
        ];
        told(ask.pick("release", "Which release?", releases).await?)
    }

    /// Some of the options that are found.
    #[tool]
    async fn pick_several(&self, ask: Ask) -> Result<String, ErrorData> {
        let releases = ["v1.2.0", "v1.1.9", "v0.9.0"];
        let question = ask.pick_several("old_releases", "Which releases?", releases);
        told(question.at_least(1).at_most(2).await?)
    }

    /// A yes or a no.
    #[tool]
    async fn confirm(&self, ask: Ask) -> Result<String, ErrorData> {
        told(ask.confirm("sure", "Are you sure?").await?)
    }

    /// A yes or a no, with a `_meta`: how long it may hold, and an app that shows the question.
    /// Returns the `_meta` of the answer.
    #[tool]
    async fn remembered(&self, ask: Ask) -> Result<String, ErrorData> {
        let meta = Map::from_iter([
            ("persist".to_owned(), json!(["session", "always"])),
            ("ui".to_owned(), json!({"resourceUri": APP})),
        ]);
        let sure = ask.confirm("sure", "Are you sure?").meta(meta);
        told(match sure.await? {
            Outcome::Accepted(()) => Outcome::Accepted(ask.meta("sure")),
            Outcome::Declined => Outcome::Declined,
            Outcome::Cancelled => Outcome::Cancelled,
        })
    }

    /// A yes or a no about a text that the author of the server did not write.
    #[tool]
    async fn command(
        &self,
        ask: Ask,
        Parameters(Command { command }): Parameters<Command>,
    ) -> Result<String, ErrorData> {
        let message = format!("Run {}?", quoted(&command));
        told(ask.confirm("run", message).await?)
    }

    /// A question in a task, if the client has tasks.
    #[tool]
    async fn in_task(
        &self,
        ask: Ask,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        async fn text(ask: Ask) -> Result<String, ErrorData> {
            told(ask.form::<Text>("text", "Which text?").await?)
        }
        let capabilities = context.client_capabilities();
        if !capabilities.is_some_and(|client| client.supports_tasks()) {
            let result = CallToolResult::success(vec![ContentBlock::text(text(ask).await?)]);
            return Ok(result.into());
        }
        let in_task = ask.in_task();
        let options = TaskOptions::default().with_poll_interval_ms(20);
        let task = self.tasks.spawn(options, |task| in_task.run(task, text));
        Ok(CreateTaskResult::new(task).into())
    }

    /// A page to visit.
    #[tool]
    async fn page(&self, ask: Ask) -> Result<String, ErrorData> {
        let page = ask.url("page", "https://example.org/connect", "Connect the account");
        told(match page.await? {
            Outcome::Accepted(_agreed) => Outcome::Accepted("agreed"),
            Outcome::Declined => Outcome::Declined,
            Outcome::Cancelled => Outcome::Cancelled,
        })
    }

    /// A secret, on a page of the server.
    #[tool]
    async fn account(&self, ask: Ask) -> Result<String, ErrorData> {
        let account = ask.page::<Account>("account", "Connect the account");
        told(match account.await? {
            Outcome::Accepted(account) => Outcome::Accepted(account.workspace),
            Outcome::Declined => Outcome::Declined,
            Outcome::Cancelled => Outcome::Cancelled,
        })
    }

    /// Asks nothing by itself: Claude Code asks its user before each call.
    #[tool(meta = requires_user_interaction())]
    async fn removal(&self) -> String {
        "removed".into()
    }
}

#[tool_handler]
impl ServerHandler for Forms {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tasks()
            .enable_resources()
            .build();
        // To clients that let an app show a question.
        let apps = Map::from_iter([("elicitation".to_owned(), json!({}))]);
        let extensions = capabilities.extensions.get_or_insert_default();
        extensions.insert("io.modelcontextprotocol/ui".to_owned(), apps);
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("forms", env!("CARGO_PKG_VERSION")))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != APP {
            return Err(ErrorData::resource_not_found("not found", None));
        }
        let app = ResourceContents::text(include_str!("forms/sure.html"), APP);
        let app = app.with_mime_type("text/html;profile=mcp-app");
        Ok(ReadResourceResult::new(vec![app]).into())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.tasks
            .get_task(&request.task_id)
            .map(GetTaskResult::new)
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks
            .update_task(&request.task_id, request.input_responses)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.cancel_task(&request.task_id)
    }
}

fn requires_user_interaction() -> MetaObject {
    let mut meta = MetaObject::new();
    meta.insert("anthropic/requiresUserInteraction".into(), true.into());
    meta
}

fn told<T: Serialize>(outcome: Outcome<T>) -> Result<String, ErrorData> {
    match outcome {
        Outcome::Accepted(value) => serde_json::to_string(&value)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None)),
        Outcome::Declined => Ok("declined".into()),
        Outcome::Cancelled => Ok("cancelled".into()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // A person who tries all the forms asks more often in a minute than a server should.
    let elicitation = Elicitation::default()
        .rate_limit(None)
        .pages(Pages::local())
        .keep_alive(Some(Duration::from_secs(1)));
    let mut arguments = std::env::args().skip_while(|argument| argument != "--fastest-decline");
    let elicitation = match arguments.nth(1) {
        Some(limit) => {
            let limit = Duration::from_millis(limit.parse()?);
            elicitation
                .min_decline_time(Some(limit))
                .min_agreement_time(Some(limit))
        }
        None => elicitation,
    };
    #[cfg(feature = "http")]
    if std::env::args().nth(1).as_deref() == Some("--http") {
        return over_http(elicitation).await;
    }
    let server = Forms::default().elicits(elicitation);
    Box::pin(server.serve(stdio())).await?.waiting().await?;
    Ok(())
}

#[cfg(feature = "http")]
async fn over_http(elicitation: Elicitation) -> Result<(), Box<dyn Error>> {
    use elicit_core::rmcp3::StreamableHttp;
    use rmcp::transport::streamable_http_server::{
        StreamableHttpServerConfig, session::local::LocalSessionManager,
    };

    let tasks = TaskManager::new();
    let forms = move || Forms {
        tasks: tasks.clone(),
    };
    let service = StreamableHttp::new(
        move || Ok(forms().elicits(elicitation.clone())),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    elicit_examples::serve_http(service).await
}
