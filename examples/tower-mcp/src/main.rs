//! A server of another SDK, `tower-mcp`, whose tool asks its user. `adapter.rs` is all that it needs besides
//! `elicit-core`; it is written as the page *Writing an adapter* of the guide says.

mod adapter;
#[cfg(test)]
mod tests;

use elicit_core::{Ask, Elicit, Elicitation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tower_mcp::{BidirectionalStdioTransport, CallToolResult, McpRouter, ToolBuilder};

use crate::adapter::{Error, asking};

#[derive(Elicit)]
struct Scale {
    /// How many copies of the service run at once
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    replicas: u8,
    /// Stops the old copies only after the new ones run
    #[elicit(title = "Without downtime")]
    gradual: bool,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Service {
    service: String,
}

async fn scale(ask: Ask, Service { service }: Service) -> Result<CallToolResult, Error> {
    let scale: Scale = ask
        .form("scale", "How many replicas should run?")
        .or_end()
        .await?;
    let way = if scale.gradual {
        "one by one"
    } else {
        "at once"
    };
    let done = format!("{service}: {} replicas, replaced {way}", scale.replicas);
    Ok(CallToolResult::text(done))
}

fn server() -> McpRouter {
    let scale = ToolBuilder::new("scale")
        .description("Scale a service")
        .mrtr_handler(asking(Elicitation::default(), "scale", scale))
        .build();
    McpRouter::new().server_info("scaler", "0.1.0").tool(scale)
}

#[tokio::main]
async fn main() -> Result<(), tower_mcp::Error> {
    BidirectionalStdioTransport::new(server()).run().await
}
