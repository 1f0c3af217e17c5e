//! A server of another version of `rmcp` than the one of the adapter

use elicit_core::{Elicitation, rmcp3::ElicitsExt};

mod another_rmcp {
    pub trait ServerHandler {}
}

struct Server;

impl another_rmcp::ServerHandler for Server {}

fn main() {
    let _ = Server.elicits(Elicitation::default());
}
