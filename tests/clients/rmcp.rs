//! Calls the tools of `cases.json` with the client of `rmcp`.
//!
//! `matrix-rmcp MODE CASES COMMAND..` prints the revision, and for each case what
//! the handler was asked and what the tool returned, one JSON value a line. MODE is
//! `discover`, `auto` or a revision that begins with `initialize`.

use std::{
    collections::VecDeque,
    env,
    error::Error,
    fs,
    process::Stdio,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
        ElicitationCapability, FormElicitationCapability, Implementation, ProtocolVersion,
        UrlElicitationCapability,
    },
    service::{RequestContext, RunningService},
};
use serde_json::{Value, from_str, from_value, json, to_value};
use tokio::process::Command;

struct Client {
    version: ProtocolVersion,
    can_ask: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    replies: VecDeque<Value>,
    asked: Vec<Value>,
}

impl Client {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = self.can_ask.then(|| {
            ElicitationCapability::new()
                .with_form(FormElicitationCapability::new())
                .with_url(UrlElicitationCapability::default())
        });
        ClientConfig::new(capabilities, Implementation::new("matrix", "0"))
            .with_protocol_version(self.version.clone())
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let wrong = |error: serde_json::Error| ErrorData::internal_error(error.to_string(), None);
        let mut state = self.state();
        let mut asked = to_value(params).map_err(wrong)?;
        // It is not among the parameters.
        asked["_meta"] = to_value(context.meta).map_err(wrong)?;
        state.asked.push(asked);
        let reply = state.replies.pop_front().unwrap_or_default();
        if reply.get("code").is_some() {
            return Err(from_value(reply).map_err(wrong)?);
        }
        from_value(reply).map_err(wrong)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [mode, cases, command, rest @ ..] = &arguments[..] else {
        return Err("matrix-rmcp MODE CASES COMMAND..".into());
    };
    let newest = vec![ProtocolVersion::V_2026_07_28];
    let (version, lifecycle) = match mode.as_str() {
        "discover" => (
            ProtocolVersion::V_2026_07_28,
            ClientLifecycleMode::Discover {
                preferred_versions: newest,
            },
        ),
        "auto" => (
            ProtocolVersion::V_2026_07_28,
            ClientLifecycleMode::Auto {
                preferred_versions: newest,
                legacy_version: None,
            },
        ),
        revision => (
            from_value(revision.into())?,
            ClientLifecycleMode::Initialize,
        ),
    };
    let cases: Vec<Value> = from_str(&fs::read_to_string(cases)?)?;
    let mut said = vec![Value::Null; cases.len()];
    let mut negotiated = Value::Null;
    for can_ask in [true, false] {
        let client = Client {
            version: version.clone(),
            can_ask,
            state: Mutex::default(),
        };
        let mut server = Command::new(command)
            .args(rest)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(output), Some(input)) = (server.stdout.take(), server.stdin.take()) else {
            return Err("the server has no input or no output".into());
        };
        let client = client
            .serve_with_lifecycle((output, input), lifecycle.clone())
            .await?;
        let server_info = client.peer().peer_info().ok_or("no server")?;
        negotiated = json!(server_info.protocol_version);
        for (case, said) in cases.iter().zip(&mut said) {
            if (case["cannot_ask"] == true) != can_ask {
                *said = call(&client, case).await;
            }
        }
        client.cancel().await?;
        server.wait().await?;
    }
    println!("{negotiated}");
    for said in said {
        println!("{said}");
    }
    Ok(())
}

/// Calls the tool of a case: what was asked, and what the tool returned.
async fn call(client: &RunningService<RoleClient, Client>, case: &Value) -> Value {
    let replies = case["replies"].as_array().into_iter().flatten();
    *client.service().state() = State {
        replies: replies.cloned().collect(),
        asked: Vec::new(),
    };
    let mut params =
        CallToolRequestParams::new(case["tool"].as_str().unwrap_or_default().to_owned());
    params.arguments = case["arguments"].as_object().cloned();
    let (error, text) = match client.call_tool(params).await {
        Ok(result) => {
            let text = result.content.first().and_then(|content| content.as_text());
            let text = text.map(|text| text.text.clone()).unwrap_or_default();
            (result.is_error.unwrap_or_default(), text)
        }
        Err(error) => (true, error.to_string()),
    };
    let asked = &client.service().state().asked;
    json!({"asked": asked, "error": error, "text": text})
}
