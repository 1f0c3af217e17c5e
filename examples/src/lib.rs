//! The terminal client that the examples share.
//!
//! An example is one binary with two faces: started by a person it is the
//! client, and it starts itself once more to be the server. So its source holds
//! the server, and this one line:
//!
//! ```no_run
//! # #[derive(Clone)] struct Deployer;
//! # impl rmcp::ServerHandler for Deployer {}
//! #[tokio::main]
//! async fn main() -> std::process::ExitCode {
//!     elicit_examples::run("deploy", || Deployer).await
//! }
//! ```
//!
//! The client connects, calls the tool, shows the form of each question, sends
//! the answer and prints the tool's result. [`wire`] hears the questions as they
//! were sent, [`form`] reads their schemas, [`repeat`] tells a question that is
//! asked again from a new one, and the answer comes from a person at the
//! terminal or from a [`script`] on the command line.

use std::process::ExitCode;

use rmcp::{RoleServer, Service, ServiceExt, transport::stdio};

mod arguments;
mod client;
mod desk;
mod failure;
pub mod form;
mod print;
mod prompt;
pub mod repeat;
pub mod script;
mod terminal;
pub mod wire;

/// Runs an example: calls `tool` on the server that `server` makes, as a client
/// in this terminal or as the command line says.
///
/// The status is 0 when the call completed, which a declined and a cancelled
/// question are part of, 1 when the answer stayed invalid, and 2 for any other
/// failure.
pub async fn run<S: Service<RoleServer>>(tool: &str, server: impl FnOnce() -> S) -> ExitCode {
    let arguments = match arguments::Arguments::read() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let done = if arguments.serve {
        Box::pin(serve(server())).await
    } else {
        Box::pin(client::call(tool, arguments))
            .await
            .map(|result| print::line(&result))
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Is the server, on standard input and output, until the client is gone.
async fn serve<S: Service<RoleServer>>(server: S) -> Result<(), failure::Failure> {
    // A Ctrl-C reaches every process of the terminal. What it means is for the
    // client to say: here it must not end the call that the person cancels.
    tokio::spawn(async { while tokio::signal::ctrl_c().await.is_ok() {} });
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}

/// Serves over Streamable HTTP, on this machine, at the address that it prints.
///
/// # Errors
///
/// There is no port, or the server fails.
#[cfg(feature = "http")]
pub async fn serve_http<H, M>(
    service: elicit_core::rmcp::StreamableHttp<H, M>,
) -> Result<(), Box<dyn std::error::Error>>
where
    H: rmcp::ServerHandler,
    M: rmcp::transport::streamable_http_server::SessionManager,
{
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

/// The README and the guide: their code is compiled here, where the SDK and an
/// executor are at hand.
#[cfg(doctest)]
mod documentation {
    macro_rules! pages {
        ($($name:ident: $path:literal,)*) => {
            $(#[doc = include_str!(concat!("../../", $path))] mod $name {})*
        };
    }

    pages! {
        readme: "README.md",
        first_form: "elicit-core/src/guide/first_form.md",
        rmcp_server: "elicit-core/src/guide/rmcp_server.md",
        from_peer_elicit: "elicit-core/src/guide/from_peer_elicit.md",
        from_a_schema: "elicit-core/src/guide/from_a_schema.md",
        good_question: "elicit-core/src/guide/good_question.md",
        run_time_choices: "elicit-core/src/guide/run_time_choices.md",
        revisions: "elicit-core/src/guide/revisions.md",
        replicas: "elicit-core/src/guide/replicas.md",
        tests: "elicit-core/src/guide/tests.md",
        clients: "elicit-core/src/guide/clients.md",
        adapter: "elicit-core/src/guide/adapter.md",
    }
}
