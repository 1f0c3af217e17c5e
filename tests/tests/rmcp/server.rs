//! The server that asks.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use elicit_core::{Ask, AskError, Elicit, Mode, Outcome, Settled, Violations};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, handler::server::wrapper::Parameters, model::*, prompt,
    prompt_handler, prompt_router, service::RequestContext, tool, tool_handler, tool_router,
};

#[derive(Debug, Elicit)]
pub(crate) struct Deploy {
    /// Where should this go?
    #[elicit(title = "Environment")]
    pub(crate) environment: Environment,
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    pub(crate) replicas: u8,
    /// Lower-case letters and dashes
    #[elicit(min_length = 3, max_length = 50, pattern = "^[a-z-]+$")]
    pub(crate) branch: String,
    #[elicit(format = "email")]
    pub(crate) notify: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Elicit)]
#[elicit(rename_all = "snake_case")]
pub(crate) enum Environment {
    #[elicit(title = "Staging (eu-west)")]
    Staging,
    #[elicit(title = "Production (eu-west, us-east)")]
    Production,
}

#[derive(Debug, Elicit)]
pub(crate) struct Scale {
    #[elicit(title = "How many", minimum = 1, maximum = 20)]
    pub(crate) replicas: u8,
}

#[derive(Debug, Elicit)]
pub(crate) struct Target {
    #[elicit(choices, title = "Environment")]
    pub(crate) environment: String,
}

/// The arguments of a tool, validated by the rules of a form.
#[derive(Debug, Clone, Elicit)]
#[elicit(deserialize, json_schema)]
pub(crate) struct Service {
    #[elicit(max_length = 8)]
    pub(crate) service: String,
    pub(crate) port: Option<u16>,
}

/// The arguments of a tool, and a question of it.
#[derive(Debug, Elicit)]
#[elicit(deserialize, json_schema, check = Window::is_open)]
pub(crate) struct Window {
    #[elicit(title = "Environment")]
    pub(crate) environment: Environment,
    #[elicit(title = "From", maximum = 23)]
    pub(crate) from: u8,
    #[elicit(maximum = 24, default = 24)]
    pub(crate) until: u8,
    /// Capital letters
    #[elicit(pattern = "^[A-Z]+$")]
    pub(crate) ticket: Option<String>,
}

impl Window {
    fn is_open(&self) -> Result<(), Violations> {
        if self.from < self.until {
            Ok(())
        } else {
            Err(Violations::new().property("until", "must be after `from`"))
        }
    }
}

/// What the tools do to the world.
#[derive(Debug, Clone, Default)]
pub(crate) struct World {
    /// How often a handler was entered.
    pub(crate) entered: Arc<AtomicUsize>,
    /// How often the environments were looked up.
    pub(crate) looked_up: Arc<AtomicUsize>,
    /// What was replaced.
    pub(crate) replaced: Arc<Mutex<Vec<String>>>,
}

impl World {
    pub(crate) fn entered(&self) -> usize {
        self.entered.load(Ordering::SeqCst)
    }

    async fn environments(&self) -> Result<Vec<String>, AskError> {
        tokio::task::yield_now().await;
        self.looked_up.fetch_add(1, Ordering::SeqCst);
        Ok(vec!["staging".to_owned(), "production".to_owned()])
    }

    async fn replace(&self, what: &str, _once: &Settled) {
        tokio::task::yield_now().await;
        self.replaced.lock().unwrap().push(what.to_owned());
    }
}

/// An error type of the server's own.
#[derive(Debug)]
pub(crate) struct Oops(String);

impl<E: std::error::Error> From<E> for Oops {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl IntoContents for Oops {
    fn into_contents(self) -> Vec<ContentBlock> {
        vec![ContentBlock::text(self.0)]
    }
}

#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) world: World,
}

#[tool_router]
impl Server {
    pub(crate) fn new() -> Self {
        Self {
            world: World::default(),
        }
    }

    /// One question, of every kind of field.
    #[tool]
    async fn deploy(&self, ask: Ask) -> Result<String, ErrorData> {
        self.world.entered.fetch_add(1, Ordering::SeqCst);
        // The type of the form is inferred.
        let deploy: Deploy = ask
            .form("deploy", "What should be deployed?")
            .or_end()
            .await?;
        Ok(format!("{deploy:?}"))
    }

    #[tool]
    async fn panics(&self) -> String {
        panic!("this handler has a bug");
    }

    /// Each outcome as it is.
    #[tool]
    async fn outcome(&self, ask: Ask) -> Result<String, Oops> {
        Ok(match ask.form::<Scale>("scale", "How many?").await? {
            Outcome::Accepted(scale) => format!("accepted {}", scale.replicas),
            Outcome::Declined => "declined".to_owned(),
            Outcome::Cancelled => "cancelled".to_owned(),
        })
    }

    /// Takes an argument, where nobody can be asked.
    #[tool]
    async fn or_argument(
        &self,
        ask: Ask,
        Parameters(arguments): Parameters<serde_json::Map<String, serde_json::Value>>,
    ) -> Result<String, ErrorData> {
        let environment = arguments.get("environment").cloned();
        let question = ask.value::<Environment>("environment", "Where?");
        let environment = question.or_json_argument(environment).or_end().await?;
        let by = ask.answered_by("environment");
        Ok(format!("{environment:?} {by:?}"))
    }

    /// Questions of one value.
    #[tool]
    async fn values(&self, ask: Ask) -> Result<String, ErrorData> {
        let found = self.world.environments().await?;
        let replicas = ask.value::<u8>("replicas", "How many?").or_end().await?;
        let environment = ask.value::<Environment>("environment", "Where?");
        let environment = environment.or_end().await?;
        let others = ask.pick_several("others", "Where else?", found).at_least(1);
        Ok(format!(
            "{replicas} {environment:?} {:?}",
            others.or_end().await?
        ))
    }

    /// One struct for the arguments and for the question.
    #[tool]
    async fn schedule(
        &self,
        ask: Ask,
        Parameters(wanted): Parameters<Window>,
    ) -> Result<String, ErrorData> {
        self.world.entered.fetch_add(1, Ordering::SeqCst);
        let window = ask
            .form::<Window>("window", "When may it be down?")
            .prefill(&wanted)
            .or_end()
            .await?;
        Ok(format!("{window:?}"))
    }

    /// As the design has it: options that are found out, a question that depends
    /// on an answer, and then what happens once.
    #[tool]
    async fn replace(
        &self,
        ask: Ask,
        Parameters(service): Parameters<Service>,
    ) -> Result<String, ErrorData> {
        self.world.entered.fetch_add(1, Ordering::SeqCst);
        let found = ask
            .remember("environments", async || self.world.environments().await)
            .await?;
        let target = ask
            .form_with::<Target>(
                "target",
                "Which environment should I deploy to?",
                TargetChoices {
                    environment: found.into(),
                },
            )
            .or_end()
            .await?;
        ask.confirm(
            "sure",
            format!("Replace {} in {}?", service.service, target.environment),
        )
        .or_end()
        .await?;
        let settled = ask.settle();
        self.world.replace(&target.environment, &settled).await;
        Ok(format!("replaced {}", target.environment))
    }

    /// Two questions that do not depend on each other.
    #[tool]
    async fn both(&self, ask: Ask) -> Result<String, ErrorData> {
        self.world.entered.fetch_add(1, Ordering::SeqCst);
        let (scale, sure) = tokio::join!(
            ask.form::<Scale>("scale", "How many?"),
            ask.confirm("sure", "Sure?"),
        );
        Ok(format!(
            "{:?} {:?}",
            scale?.map(|scale| scale.replicas),
            sure?
        ))
    }

    /// Questions whose number is known only at run time.
    #[tool]
    async fn all(&self, ask: Ask) -> Result<String, ErrorData> {
        self.world.entered.fetch_add(1, Ordering::SeqCst);
        let services = self.world.environments().await?;
        let questions = services.iter().map(|service| {
            ask.form::<Scale>(service, format!("How many in {service}?"))
                .check(|scale| match scale.replicas {
                    7 => Err(Violations::new().property("replicas", "is taken")),
                    _ => Ok(()),
                })
        });
        let scales = ask.all(questions).or_end().await?;
        let numbers: Vec<_> = scales.iter().map(|scale| scale.replicas).collect();
        Ok(format!("{numbers:?}"))
    }

    /// Reports its progress, before and after a question.
    #[tool]
    async fn reports(&self, ask: Ask) -> Result<String, ErrorData> {
        let progress = ask.progress();
        progress.report(1.0, Some(2.0), None).await;
        ask.confirm("sure", "Sure?").or_end().await?;
        let _settled = ask.settle();
        progress.report(2.0, None, Some("reported")).await;
        Ok("reported".to_owned())
    }

    /// A question asked in another task.
    #[tool]
    async fn spawned(&self, ask: Ask) -> Result<String, ErrorData> {
        let task = tokio::spawn(async move { ask.confirm("sure", "Sure?").await });
        let outcome = task
            .await
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))??;
        Ok(format!("{outcome:?}"))
    }

    /// Only one attempt, whose error is the handler's.
    #[tool]
    async fn once(&self, ask: Ask) -> Result<String, ErrorData> {
        let form = ask.form::<Scale>("scale", "How many?").attempts(1);
        Ok(match form.await? {
            Outcome::Accepted(scale) => scale.replicas.to_string(),
            no => format!("{no:?}"),
        })
    }

    /// A rule that takes the server's own data.
    #[tool]
    async fn checked(&self, ask: Ask) -> Result<String, ErrorData> {
        let taken = [7];
        let scale = ask
            .form::<Scale>("scale", "How many?")
            .check(|scale| {
                if taken.contains(&scale.replicas) {
                    return Err(Violations::new().property("replicas", "is taken"));
                }
                Ok(())
            })
            .or_end()
            .await?;
        Ok(scale.replicas.to_string())
    }

    /// Asks where it can.
    #[tool]
    async fn polite(&self, ask: Ask) -> Result<String, ErrorData> {
        let number = ask.remember("number", async || Ok::<_, ErrorData>(1));
        let number = number.await?;
        if ask.supports(Mode::Form) || ask.supports(Mode::Url) {
            ask.confirm("greet", "Shall I greet you?").or_end().await?;
        }
        Ok(format!("Good day, {number}"))
    }

    /// The form comes filled in.
    #[tool]
    async fn prefilled(&self, ask: Ask) -> Result<String, ErrorData> {
        let known = Deploy {
            environment: Environment::Production,
            replicas: 200,
            branch: "main".to_owned(),
            notify: None,
        };
        ask.form::<Deploy>("deploy", "Again?")
            .prefill(&known)
            .or_end()
            .await?;
        Ok("done".to_owned())
    }

    /// One key for two questions.
    #[tool]
    async fn twice(&self, ask: Ask) -> Result<String, Oops> {
        let _ = ask.confirm("key", "This?").await;
        let _ = ask.confirm("key", "That?").await;
        Ok("done".to_owned())
    }

    /// A question that is another one in each run.
    #[tool]
    async fn wandering(&self, ask: Ask) -> Result<String, Oops> {
        let run = self.world.entered.fetch_add(1, Ordering::SeqCst);
        ask.confirm("key", format!("In run {run}?"))
            .or_end()
            .await?;
        Ok("done".to_owned())
    }

    /// A question that changes once.
    #[tool]
    async fn renewed(&self, ask: Ask) -> Result<String, Oops> {
        let run = self.world.entered.fetch_add(1, Ordering::SeqCst);
        let text = if run == 0 { "Old?" } else { "New?" };
        ask.confirm("key", text).or_end().await?;
        Ok("done".to_owned())
    }
}

#[prompt_router]
impl Server {
    #[prompt(name = "review")]
    async fn review(&self, ask: Ask) -> Result<Vec<PromptMessage>, ErrorData> {
        let scale = ask
            .form::<Scale>("files", "How many files?")
            .or_end()
            .await?;
        let text = format!("review {}", scale.replicas);
        Ok(vec![PromptMessage::new_text(Role::User, text)])
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let ask = Ask::from_context(&context)?;
        let scale = ask.form::<Scale>("page", "Which page?").or_end().await?;
        let text = format!("page {}", scale.replicas);
        let contents = ResourceContents::text(text, request.uri);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}
