//! A server in `StreamableHttp` that is not wrapped, or cannot be cloned

use elicit_core::{
    Elicitation,
    rmcp3::{ElicitsExt, StreamableHttp},
};
use rmcp::{ServerHandler, transport::streamable_http_server::session::local::LocalSessionManager};

struct Server;

impl ServerHandler for Server {}

fn not_wrapped() {
    let sessions = LocalSessionManager::default().into();
    StreamableHttp::new(|| Ok(Server), sessions, Default::default());
}

fn not_clone() {
    let server = Server.elicits(Elicitation::default());
    let sessions = LocalSessionManager::default().into();
    StreamableHttp::new(move || Ok(server.clone()), sessions, Default::default());
}

fn not_a_result() {
    let sessions = LocalSessionManager::default().into();
    let elicitation = Elicitation::default();
    let server = move || Server.elicits(elicitation.clone());
    StreamableHttp::new(server, sessions, Default::default());
}

fn main() {}
