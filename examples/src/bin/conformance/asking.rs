//! What asks, with this crate.

use elicit_core::{Ask, Elicit, NoRunTimeChoices, NoSecrets, Outcome, Revision, from_value};
use rmcp::{
    ErrorData, RoleServer,
    handler::server::wrapper::Parameters,
    model::{CallToolResponse, ElicitRequestParams, ElicitResult, PromptMessage, Role},
    prompt, prompt_router,
    schemars::{self, JsonSchema},
    service::RequestContext,
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Server,
    tasks::{needs_tasks, spawn, text_result},
};

#[derive(Elicit)]
struct Contact {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

#[derive(Elicit)]
struct Defaults {
    /// User's name
    #[elicit(default = "John Doe")]
    name: String,
    /// User's age
    #[elicit(default = 30)]
    age: i32,
    /// User's score
    #[elicit(default = 95.5)]
    score: f64,
    /// User's status
    #[elicit(default = "active")]
    status: Status,
    /// Whether the user is verified
    #[elicit(default = true)]
    verified: bool,
}

#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

#[derive(Elicit)]
#[elicit(rename_all = "camelCase")]
struct Enums {
    untitled_single: Untitled,
    titled_single: Titled,
    #[elicit(multi_select)]
    untitled_multi: Vec<Untitled>,
    #[elicit(multi_select)]
    titled_multi: Vec<Titled>,
}

#[derive(Elicit)]
#[elicit(rename_all = "camelCase")]
struct Legacy {
    legacy_enum: Opt,
}

#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
enum Untitled {
    Option1,
    Option2,
    Option3,
}

#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
enum Titled {
    #[elicit(title = "First Option")]
    Value1,
    #[elicit(title = "Second Option")]
    Value2,
    #[elicit(title = "Third Option")]
    Value3,
}

#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
enum Opt {
    #[elicit(title = "Option One")]
    Opt1,
    #[elicit(title = "Option Two")]
    Opt2,
    #[elicit(title = "Option Three")]
    Opt3,
}

#[derive(Elicit)]
pub(crate) struct Name {
    pub(crate) name: String,
}

#[derive(Elicit)]
struct Color {
    color: String,
}

#[derive(Elicit)]
struct Confirmation {
    ok: bool,
}

#[derive(Elicit)]
struct Context {
    context: String,
}

#[derive(Deserialize, JsonSchema)]
struct Message {
    /// The message to show
    message: String,
}

#[tool_router(router = asking, vis = "pub(crate)")]
impl Server {
    /// Asks the user.
    #[tool]
    async fn test_elicitation(
        &self,
        ask: Ask,
        Parameters(Message { message }): Parameters<Message>,
    ) -> Result<String, ErrorData> {
        Ok(match ask.form::<Contact>("contact", message).await? {
            Outcome::Accepted(contact) => format!(
                "User response: action=accept, content={} {}",
                contact.username, contact.email
            ),
            Outcome::Declined => "User response: action=decline".to_owned(),
            Outcome::Cancelled => "User response: action=cancel".to_owned(),
        })
    }

    /// Asks with a default for each kind of field.
    #[tool]
    async fn test_elicitation_sep1034_defaults(&self, ask: Ask) -> Result<String, ErrorData> {
        let question = ask.form::<Defaults>("defaults", "Who is it?");
        Ok(match question.await? {
            Outcome::Accepted(it) => format!(
                "Elicitation completed: action=accept, content={} {} {} {:?} {}",
                it.name, it.age, it.score, it.status, it.verified
            ),
            Outcome::Declined => "Elicitation completed: action=decline".to_owned(),
            Outcome::Cancelled => "Elicitation completed: action=cancel".to_owned(),
        })
    }

    /// Asks with each form of a choice.
    ///
    /// One schema has the spellings of two revisions, which no question of this
    /// crate would. So it is put together of the texts of both and sent by hand;
    /// the answer is read as any other.
    #[tool]
    async fn test_elicitation_sep1330_enums(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        let mut schema = schema_of::<Enums>(Revision::V2025_11_25)?;
        let mut legacy = schema_of::<Legacy>(Revision::V2025_06_18)?;
        schema["properties"]["legacyEnum"] = legacy["properties"]["legacyEnum"].take();
        let question = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: "Which ones?".into(),
            requested_schema: serde_json::from_value(schema).map_err(internal)?,
        };
        let answer: ElicitResult = context
            .peer
            .create_elicitation(question)
            .await
            .map_err(internal)?;
        let content = answer.content.unwrap_or_default();
        let enums: Enums = from_value(&content).map_err(internal)?;
        let legacy: Legacy = from_value(&content).map_err(internal)?;
        Ok(format!(
            "Elicitation completed: action=accept, content={:?} {:?} {:?} {:?} {:?}",
            enums.untitled_single,
            enums.titled_single,
            legacy.legacy_enum,
            enums.untitled_multi,
            enums.titled_multi
        ))
    }

    /// Asks for a name.
    #[tool]
    async fn test_input_required_result_elicitation(&self, ask: Ask) -> Result<String, ErrorData> {
        let question = ask.form::<Name>("user_name", "What is your name?");
        Ok(format!("Hello, {}!", question.or_end().await?.name))
    }

    /// Asks, and carries state until there is an answer.
    #[tool]
    async fn test_input_required_result_request_state(
        &self,
        ask: Ask,
    ) -> Result<String, ErrorData> {
        let question = ask.form::<Confirmation>("confirm", "Please confirm");
        let confirmation = question.or_end().await?;
        Ok(format!("state-ok: {}", confirmation.ok))
    }

    /// Asks, and refuses a state that it has not written.
    #[tool]
    async fn test_input_required_result_tampered_state(
        &self,
        ask: Ask,
    ) -> Result<String, ErrorData> {
        let question = ask.form::<Confirmation>("confirm", "Please confirm");
        let confirmation = question.or_end().await?;
        Ok(format!("confirmed: {}", confirmation.ok))
    }

    /// Asks twice, one after the other.
    #[tool]
    async fn test_input_required_result_multi_round(&self, ask: Ask) -> Result<String, ErrorData> {
        let step1 = ask.form::<Name>("step1", "Step 1: What is your name?");
        let Name { name } = step1.or_end().await?;
        let step2 = ask.form::<Color>("step2", "Step 2: What is your favorite color?");
        let Color { color } = step2.or_end().await?;
        Ok(format!("{name} likes {color}"))
    }

    /// Asks, and goes on as a task.
    #[tool]
    async fn test_tool_with_task(
        &self,
        ask: Ask,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        needs_tasks(&context)?;
        let question = ask.form::<Name>("user_name", "What is your name?");
        let Name { name } = question.or_end().await?;
        Ok(spawn(&self.tasks, |_| {
            Box::pin(async move { Ok(text_result(format!("Hello, {name}!"))) })
        }))
    }

    /// Asks while the response is a stream.
    #[tool]
    async fn test_streaming_elicitation(&self, ask: Ask) -> Result<String, ErrorData> {
        let question = ask.form::<Name>("name", "What is your name?");
        Ok(question.or_end().await?.name)
    }
}

#[prompt_router(router = "asking_prompts", vis = "pub(crate)")]
impl Server {
    /// Asks before there is a prompt.
    #[prompt]
    async fn test_input_required_result_prompt(
        &self,
        ask: Ask,
    ) -> Result<Vec<PromptMessage>, ErrorData> {
        let question = ask.form::<Context>("user_context", "What context should the prompt use?");
        let Context { context } = question.or_end().await?;
        Ok(vec![PromptMessage::new_text(Role::User, context)])
    }
}

fn schema_of<T: NoRunTimeChoices + NoSecrets>(revision: Revision) -> Result<Value, ErrorData> {
    serde_json::from_str(T::requested_schema(revision)).map_err(internal)
}

pub(crate) fn internal(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
