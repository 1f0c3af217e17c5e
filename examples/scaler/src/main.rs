//! A server with one tool that asks its user. Copy this folder to begin a server of your own.

#[cfg(test)]
mod tests;

use elicit_core::{Ask, Elicit, Elicitation, rmcp3::ElicitsExt};
use rmcp::{
    ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router, transport::stdio,
};

#[derive(Elicit)]
struct Scale {
    /// How many copies of the service run at once
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    replicas: u8,
    /// Stops the old copies only after the new ones run
    #[elicit(title = "Without downtime")]
    rolling: bool,
}

struct Server;

#[tool_handler(name = "scaler")] // the name that clients show beside the question
impl ServerHandler for Server {}

#[tool_router]
impl Server {
    #[tool(description = "Scale the service")]
    async fn scale(&self, ask: Ask) -> Result<String, ErrorData> {
        let scale: Scale = ask
            .form("scale", "How many replicas should run?")
            .or_end()
            .await?;
        let way = if scale.rolling { "one by one" } else { "at once" };
        Ok(format!("{} replicas, replaced {way}", scale.replicas))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Server.elicits(Elicitation::default());
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}
