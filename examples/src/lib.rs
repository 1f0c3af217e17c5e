//! The terminal client that the examples share.
//!
//! An example is one binary that is both client and server: a person starts the
//! client, which starts the same binary as the server. The source of an example
//! holds the server, and this one line:
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
//! the answer and prints the tool's result. [`wire`] reads the questions as they
//! were sent, [`form`] reads their schemas, and [`repeat`] recognises a question
//! that is asked again. The answer comes from a person at the terminal or from a
//! [`script`] on the command line.

use std::process::ExitCode;

use rmcp::{RoleServer, Service, ServiceExt, transport::stdio};

mod arguments;
mod client;
mod desk;
mod failure;
pub mod form;
pub mod live;
mod print;
mod prompt;
pub mod repeat;
pub mod script;
mod terminal;
pub mod wire;

/// Runs an example: calls `tool` on the server that `server` makes, and answers its
/// questions from the terminal or the command line.
///
/// The status is 0 if the call completed (also if the user declined or cancelled), 1 if
/// the answer stayed invalid, and 2 for any other failure.
pub async fn run<S: Service<RoleServer>>(tool: &str, server: impl FnOnce() -> S) -> ExitCode {
    run_or_play(tool, &[], server).await
}

/// The same, but where there is no terminal and nothing on the command line, these answers are given, one
/// after the other, and each question is printed as a person would see it. They are JSON.
pub async fn run_or_play<S: Service<RoleServer>>(
    tool: &str,
    answers: &'static [&'static str],
    server: impl FnOnce() -> S,
) -> ExitCode {
    let mut arguments = match arguments::Arguments::read() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    if !arguments.is_scripted() && !terminal::Terminal::is_there() {
        arguments.played = answers;
    }
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

/// Serves on standard input and output until the client is gone.
async fn serve<S: Service<RoleServer>>(server: S) -> Result<(), failure::Failure> {
    // Ctrl-C reaches every process of the terminal. The client turns it into a cancelled
    // question, so it must not end the server.
    tokio::spawn(async { while tokio::signal::ctrl_c().await.is_ok() {} });
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}

/// Serves over Streamable HTTP, on this machine, at the address that it prints.
///
/// # Errors
///
/// If there is no free port, or the server fails.
#[cfg(feature = "http")]
pub async fn serve_http<H, M>(
    service: elicit_core::rmcp3::StreamableHttp<H, M>,
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

/// The README and the guide. Their code is compiled here, where the SDK and an executor
/// are dependencies.
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
        by_type: "elicit-core/src/guide/by_type.md",
        cookbook: "elicit-core/src/guide/cookbook.md",
        pages: "elicit-core/src/guide/pages.md",
        troubleshooting: "elicit-core/src/guide/troubleshooting.md",
        good_question: "elicit-core/src/guide/good_question.md",
        own_types: "elicit-core/src/guide/own_types.md",
        run_time_choices: "elicit-core/src/guide/run_time_choices.md",
        run_time_forms: "elicit-core/src/guide/run_time_forms.md",
        revisions: "elicit-core/src/guide/revisions.md",
        when_not_asked: "elicit-core/src/guide/when_not_asked.md",
        replicas: "elicit-core/src/guide/replicas.md",
        tests: "elicit-core/src/guide/tests.md",
        clients: "elicit-core/src/guide/clients.md",
        adapter: "elicit-core/src/guide/adapter.md",
    }
}
