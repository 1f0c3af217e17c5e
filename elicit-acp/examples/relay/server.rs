//! An MCP server that somebody else has written: its form has keywords that no client shows.

use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientResult, ContentBlock,
        CustomRequest, Implementation, ServerCapabilities, ServerConfig, ServerRequest,
    },
    service::RequestContext,
};
use serde_json::{Value, json};
use tokio::io::{stdin, stdout};

struct Journeys;

fn question() -> Value {
    json!({
        "mode": "form",
        "message": "Which train?",
        "requestedSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "passenger": {"type": "string", "title": "Passenger", "maxLength": 40, "examples": ["Ann"]},
                "station": {
                    "type": "string",
                    "title": "Code of the station",
                    "description": "Three capital letters",
                    "pattern": "^[A-Z]{3}$",
                },
                "day": {"type": "string", "title": "Day", "format": "date"},
                "seats": {"type": "integer", "title": "Seats", "minimum": 1, "maximum": 9, "default": null},
                "budget": {"type": "number", "title": "Budget", "minimum": 0, "multipleOf": 0.5},
                "class": {"type": "string", "title": "Class", "oneOf": [
                    {"const": "1", "title": "First"},
                    {"const": "2", "title": "Second"},
                ]},
                "extras": {"type": "array", "title": "Extras", "maxItems": 2, "uniqueItems": true, "items": {"anyOf": [
                    {"const": "bike", "title": "Bicycle"},
                    {"const": "meal", "title": "Meal"},
                    {"const": "desk", "title": "Desk"},
                ]}},
                "return": {"type": "boolean", "title": "Return", "default": false},
            },
            "required": ["passenger", "station", "day", "seats"],
            "additionalProperties": false,
        },
    })
}

impl ServerHandler for Journeys {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("journeys", "0.1.0"))
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let request = CustomRequest::new("elicitation/create", Some(question()));
        let answer = context
            .peer
            .send_request(ServerRequest::CustomRequest(request))
            .await;
        let text = match answer {
            Ok(ClientResult::ElicitResult(answer)) => json!(answer).to_string(),
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        };
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

pub(crate) async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    Journeys.serve((stdin(), stdout())).await?.waiting().await?;
    Ok(())
}
