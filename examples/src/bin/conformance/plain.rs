//! Tools without a question to the user.

use std::{sync::Arc, time::Duration};

use rmcp::{
    ErrorData, RoleServer,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResult, ClientCapabilities, ContentBlock, CreateMessageRequestParams, JsonObject,
        LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam, ResourceContents,
        SamplingMessage,
    },
    schemars::{self, JsonSchema},
    service::RequestContext,
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::json;
use tokio::time::sleep;

use crate::{
    Server,
    asking::internal,
    resources::{PNG, WAV},
};

const PAUSE: Duration = Duration::from_millis(50);

#[derive(Deserialize, JsonSchema)]
struct Prompt {
    /// What to complete
    prompt: String,
}

#[derive(Deserialize, JsonSchema)]
struct Headed {
    #[schemars(extend("x-mcp-header" = "Value"))]
    value: String,
}

/// Keywords that a model of fewer would lose.
fn full_vocabulary() -> JsonObject {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    });
    schema.as_object().cloned().unwrap_or_default()
}

#[tool_router(router = plain, vis = "pub(crate)")]
impl Server {
    /// Answers with text.
    #[tool]
    async fn test_simple_text(&self) -> String {
        "This is a simple text response for testing.".into()
    }

    /// Answers with an image.
    #[tool]
    async fn test_image_content(&self) -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::image(PNG, "image/png")])
    }

    /// Answers with a sound.
    #[tool]
    async fn test_audio_content(&self) -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::audio(WAV, "audio/wav")])
    }

    /// Answers with a resource.
    #[tool]
    async fn test_embedded_resource(&self) -> CallToolResult {
        let text = "This is an embedded resource content.";
        let resource = ResourceContents::text(text, "test://embedded-resource");
        let resource = resource.with_mime_type("text/plain");
        CallToolResult::success(vec![ContentBlock::resource(resource)])
    }

    /// Answers with several kinds of content.
    #[tool]
    async fn test_multiple_content_types(&self) -> CallToolResult {
        let text = r#"{"test":"data","value":123}"#;
        let resource = ResourceContents::text(text, "test://mixed-content-resource");
        CallToolResult::success(vec![
            ContentBlock::text("Multiple content types test:"),
            ContentBlock::image(PNG, "image/png"),
            ContentBlock::resource(resource.with_mime_type("application/json")),
        ])
    }

    /// Answers with an error.
    #[tool]
    async fn test_error_handling(&self) -> CallToolResult {
        let text = "This tool intentionally returns an error for testing";
        CallToolResult::error(vec![ContentBlock::text(text)])
    }

    /// Logs while it runs.
    #[tool]
    async fn test_tool_with_logging(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        for text in ["started", "processing data", "completed"] {
            let text = json!(format!("Tool execution {text}"));
            let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, text);
            let sent = context.peer.notify_logging_message(message).await;
            sent.map_err(internal)?;
            sleep(PAUSE).await;
        }
        Ok("logged".into())
    }

    /// Logs if the request wants it to.
    #[tool]
    async fn test_logging_tool(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        if let Some(level) = context.meta.log_level() {
            let message = LoggingMessageNotificationParam::new(level, json!("wanted"));
            let sent = context.peer.notify_logging_message(message).await;
            sent.map_err(internal)?;
        }
        Ok("logged".into())
    }

    /// Tells how far it is.
    #[tool]
    async fn test_tool_with_progress(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        for progress in [0.0, 50.0, 100.0] {
            if let Some(token) = context.meta.get_progress_token() {
                let progress = ProgressNotificationParam::new(token, progress).with_total(100.0);
                let sent = context.peer.notify_progress(progress).await;
                sent.map_err(internal)?;
            }
            sleep(PAUSE).await;
        }
        Ok("progressed".into())
    }

    /// Asks the client's model.
    #[tool]
    async fn test_sampling(
        &self,
        context: RequestContext<RoleServer>,
        Parameters(Prompt { prompt }): Parameters<Prompt>,
    ) -> Result<String, ErrorData> {
        let messages = vec![SamplingMessage::user_text(prompt)];
        let params = CreateMessageRequestParams::new(messages, 100);
        let answer = context.peer.create_message(params).await;
        let answer = answer.map_err(internal)?;
        let text = answer
            .message
            .content
            .first()
            .and_then(|content| content.as_text());
        let text = text.map(|text| text.text.clone()).unwrap_or_default();
        Ok(format!("LLM response: {text}"))
    }

    /// Needs a client with a model.
    #[tool]
    async fn test_missing_capability(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        if context
            .client_capabilities()
            .is_none_or(|can| can.sampling.is_none())
        {
            let needed = ClientCapabilities::builder().enable_sampling().build();
            return Err(ErrorData::missing_required_client_capability(needed));
        }
        Ok("There is a model.".into())
    }

    /// Tells who listens that the tools have changed.
    #[tool]
    async fn test_trigger_tool_change(&self) -> Result<String, ErrorData> {
        self.subscriptions.tools_changed().await;
        Ok("told".into())
    }

    /// Tells who listens that the prompts have changed.
    #[tool]
    async fn test_trigger_prompt_change(&self) -> Result<String, ErrorData> {
        self.subscriptions.prompts_changed().await;
        Ok("told".into())
    }

    /// Has an argument that travels in a header, too.
    #[tool]
    async fn test_custom_header(&self, Parameters(headed): Parameters<Headed>) -> String {
        headed.value
    }

    /// Has a schema with all of the vocabulary.
    #[tool(input_schema = Arc::new(full_vocabulary()))]
    async fn json_schema_2020_12_tool(&self) -> String {
        "Hello.".into()
    }
}
