//! The MCP client: one connection, one tool call.

use std::{collections::HashMap, env, process::Stdio, sync::Arc, time::Duration};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
        FormElicitationCapability, Implementation, ProtocolVersion, UrlElicitationCapability,
    },
    service::{RequestContext, RoleClient},
};
use tokio::{
    process::{Child, ChildStdin, ChildStdout, Command},
    signal,
    sync::Mutex,
    time::timeout,
};

use crate::{
    arguments::Arguments,
    desk::Desk,
    failure::Failure,
    print,
    script::Reply,
    wire::{End, Heard, Tap},
};

/// How long a server may take to answer the first request.
const HELLO: Duration = Duration::from_secs(30);
/// How long to read on after the server has ended.
const IN_FLIGHT: Duration = Duration::from_secs(1);
/// How long a server may take to end by itself. After that it is killed.
const GOODBYE: Duration = Duration::from_secs(3);

/// Starts this very program as the server, calls the tool, and gives the text of
/// its result.
pub(crate) async fn call(tool: &str, arguments: Arguments) -> Result<String, Failure> {
    if !arguments.played.is_empty() {
        print::line(&format!(
            "No terminal is here, so this program answers by itself. To answer yourself, run it in a \
             terminal: cargo run --bin {tool}"
        ));
    }
    let version = ProtocolVersion::from(arguments.protocol);
    let desk = Arc::new(Desk::new(arguments));
    let mut server = Command::new(env::current_exe()?)
        .arg("--serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let result = match (server.stdout.take(), server.stdin.take()) {
        (Some(output), Some(input)) => converse(tool, version, &desk, output, input).await,
        _ => Err(Failure::from("the server has no input or no output")),
    };
    let failure = desk.close();
    let how = end(&mut server).await;
    match (failure, result) {
        (Some(failure), _) => Err(failure),
        (None, Err(Failure::Other(words))) => Err(Failure::Other(words + &how)),
        // The tool has no result then, and nothing has failed.
        (None, Err(Failure::Tool(message))) if desk.was_refused() => Ok(message),
        // A server that asks again and then gives up says so in the result.
        (None, Err(Failure::Tool(message))) if desk.was_corrected() => Err(Failure::Invalid {
            message,
            violations: Vec::new(),
        }),
        (None, result) => result,
    }
}

/// Waits until the server has ended. If it failed, says how.
async fn end(server: &mut Child) -> String {
    match timeout(GOODBYE, server.wait()).await {
        Ok(Ok(status)) if !status.success() => format!(" (the server: {status})"),
        Ok(_) => String::new(),
        Err(_) => {
            let _ = server.kill().await;
            String::new()
        }
    }
}

async fn converse(
    tool: &str,
    version: ProtocolVersion,
    desk: &Arc<Desk>,
    output: ChildStdout,
    input: ChildStdin,
) -> Result<String, Failure> {
    let heard = Arc::new(Heard::default());
    let client = Client {
        version,
        heard: heard.clone(),
        desk: desk.clone(),
        replies: Mutex::default(),
    };
    let call = client.call(tool, (Tap::new(output, heard.clone()), input));
    tokio::pin!(call);
    let result = loop {
        tokio::select! {
            biased;
            result = &mut call => break match (result, heard.next()) {
                // The SDK does not hand over what it cannot read, and its error is
                // about its own types.
                (Err(Failure::Other(_)), Some(question)) => Err(Failure::from(format!(
                    "the server asked a question that is not a form: {}",
                    question.message
                ))),
                (result, _) => result,
            },
            end = heard.end() => break match timeout(IN_FLIGHT, &mut call).await {
                Err(_) | Ok(Err(Failure::Other(_))) => Err(Failure::from(end)),
                Ok(result) => result,
            },
            // Most often a prompt reads Ctrl-C as a key, and this never comes.
            Ok(()) = signal::ctrl_c() => if !desk.interrupt() {
                break Err(Failure::from("interrupted before the tool had a result"));
            },
            () = terminated() => {
                break Err(Failure::from("terminated before the tool had a result"));
            }
        }
    };
    // A server that also prints other lines to its standard output works with some
    // clients and breaks with others. It is better that its author finds out here.
    match heard.ended() {
        Some(nonsense @ End::Nonsense(_)) => Err(Failure::from(nonsense)),
        _ => result,
    }
}

/// Waits until another process asks this one to end.
async fn terminated() {
    #[cfg(unix)]
    if let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) {
        terminate.recv().await;
        return;
    }
    std::future::pending::<()>().await;
}

/// Hands the server's questions to the desk.
struct Client {
    version: ProtocolVersion,
    heard: Arc<Heard>,
    desk: Arc<Desk>,
    /// Replies to questions that are not fetched yet. The lock is also the
    /// queue: there is one terminal.
    replies: Mutex<HashMap<String, Reply>>,
}

impl Client {
    async fn call(
        self,
        tool: &str,
        server: (Tap<ChildStdout>, ChildStdin),
    ) -> Result<String, Failure> {
        let version = self.version.clone();
        // Revisions before 2026-07-28 begin with a handshake.
        let lifecycle = if version < ProtocolVersion::V_2026_07_28 {
            ClientLifecycleMode::Initialize
        } else {
            ClientLifecycleMode::Discover {
                preferred_versions: vec![version.clone()],
            }
        };
        let server = timeout(HELLO, self.serve_with_lifecycle(server, lifecycle))
            .await
            .map_err(|_| Failure::from("the server does not answer"))??;
        let spoken = server.peer_info().map(|info| info.protocol_version.clone());
        if let Some(spoken) = spoken.filter(|spoken| *spoken != version) {
            return Err(Failure::from(format!(
                "the server speaks {spoken}, not {version}"
            )));
        }
        let result = server.call_tool(CallToolRequestParams::new(tool.to_owned()));
        text(&result.await.map_err(Failure::of_call)?)
    }

    /// Answers the question with this id.
    ///
    /// Questions that come together are put to the person in the order in which
    /// they were sent, whichever of them gets here first.
    async fn reply(&self, server: &str, id: &str) -> Result<Reply, ErrorData> {
        let mut replies = self.replies.lock().await;
        loop {
            if let Some(reply) = replies.remove(id) {
                return Ok(reply);
            }
            let Some(question) = self.heard.next() else {
                return Err(ErrorData::invalid_params("this cannot be asked", None));
            };
            let reply = self.desk.reply(server, &question).await;
            replies.insert(question.id, reply);
        }
    }
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut elicitation = ElicitationCapability::new();
        elicitation.form = Some(FormElicitationCapability::default());
        elicitation.url = Some(UrlElicitationCapability::default());
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(elicitation);
        let implementation = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, implementation).with_protocol_version(self.version.clone())
    }

    async fn create_elicitation(
        &self,
        _as_the_sdk_reads_it: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let id = context.id.to_string();
        let info = context.peer.peer_info();
        let server = info.as_ref().and_then(|info| info.server_info.as_ref());
        let server = server.map_or_else(
            || "The server".to_owned(),
            |server| format!("{} {}", server.name, server.version),
        );
        tokio::select! {
            reply = self.reply(&server, &id) => reply.map(result),
            () = context.ct.cancelled() => {
                self.heard.forget(&id);
                Ok(ElicitResult::new(ElicitationAction::Cancel))
            }
        }
    }
}

fn result(reply: Reply) -> ElicitResult {
    match reply {
        Reply::Accept(content) => {
            ElicitResult::new(ElicitationAction::Accept).with_content(content.into())
        }
        Reply::Agree => ElicitResult::new(ElicitationAction::Accept),
        Reply::Decline => ElicitResult::new(ElicitationAction::Decline),
        Reply::Cancel => ElicitResult::new(ElicitationAction::Cancel),
    }
}

/// The words of a tool's result.
fn text(result: &CallToolResult) -> Result<String, Failure> {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    let texts: Vec<&str> = texts.map(|text| text.text.as_str()).collect();
    let text = match &result.structured_content {
        Some(structured) if texts.is_empty() => structured.to_string(),
        _ => texts.join("\n"),
    };
    if result.is_error == Some(true) {
        return Err(Failure::Tool(text));
    }
    Ok(text)
}
