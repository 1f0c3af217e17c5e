//! The smallest first step: a server that keeps `Peer::elicit` of the SDK and changes only its derive.

use elicit_core::Elicit;
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, Peer, RoleClient, RoleServer,
    ServerHandler, ServiceExt, elicit_safe,
    model::*,
    service::{ElicitationError, RequestContext},
    tool, tool_handler, tool_router,
};
use serde_json::{Value, json};

#[derive(Debug, Elicit)]
#[elicit(json_schema, deserialize)]
struct Deploy {
    environment: Environment,
    #[elicit(minimum = 1, maximum = 20)]
    replicas: u8,
    #[elicit(pattern = "^[a-z-]+$", description = "Lower-case letters and dashes")]
    branch: String,
}
elicit_safe!(Deploy);

#[derive(Debug, Elicit)]
enum Environment {
    #[elicit(title = "Staging (eu-west)")]
    Staging,
    #[elicit(title = "Production (eu-west, us-east)")]
    Production,
}

struct Server;

#[tool_handler]
impl ServerHandler for Server {}

#[tool_router]
impl Server {
    #[tool(description = "Deploy the service")]
    async fn deploy(&self, peer: Peer<RoleServer>) -> Result<String, ErrorData> {
        match peer.elicit::<Deploy>("Where should this go?").await {
            Ok(deploy) => Ok(format!("{deploy:?}")),
            Err(ElicitationError::ParseError { error, .. }) => Ok(format!("invalid: {error}")),
            Err(error) => Ok(error.to_string()),
        }
    }
}

/// A person who gives this answer.
struct Person {
    revision: &'static str,
    answer: Value,
    asked: tokio::sync::mpsc::UnboundedSender<Value>,
}

fn version(revision: &str) -> ProtocolVersion {
    serde_json::from_value(json!(revision)).unwrap()
}

impl ClientHandler for Person {
    fn get_info(&self) -> InitializeRequestParams {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::default());
        InitializeRequestParams::new(capabilities, Implementation::new("person", "0"))
            .with_protocol_version(version(self.revision))
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let params = serde_json::to_value(params).unwrap();
        self.asked.send(params["requestedSchema"].clone()).unwrap();
        let answer = ElicitResult::new(ElicitationAction::Accept);
        Ok(answer.with_content(self.answer.clone()))
    }
}

/// What the tool says to this answer, and the schema that the client got.
async fn deploy(revision: &'static str, answer: Value) -> (String, Option<Value>) {
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { Server.serve(far).await.unwrap().waiting().await });
    let (asked, mut schemas) = tokio::sync::mpsc::unbounded_channel();
    let lifecycle = if revision == "2026-07-28" {
        ClientLifecycleMode::Discover {
            preferred_versions: vec![version(revision)],
        }
    } else {
        ClientLifecycleMode::Initialize
    };
    let person = Person {
        revision,
        answer,
        asked,
    };
    let client = person.serve_with_lifecycle(near, lifecycle).await.unwrap();
    let result = client.call_tool(CallToolRequestParams::new("deploy")).await;
    let text = result.unwrap().content[0].as_text().unwrap().text.clone();
    (text, schemas.try_recv().ok())
}

#[tokio::test]
async fn peer_elicit_asks_a_derived_form_and_its_answer_is_validated() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let valid = json!({"environment": "Staging", "replicas": 3, "branch": "main"});
        let (text, schema) = deploy(revision, valid).await;
        assert_eq!(
            text,
            r#"Some(Deploy { environment: Staging, replicas: 3, branch: "main" })"#
        );
        let schema = schema.unwrap();
        assert_eq!(schema["properties"]["replicas"]["maximum"], 20);
        assert_eq!(
            schema["properties"]["environment"]["oneOf"][0],
            json!({"const": "Staging", "title": "Staging (eu-west)"}),
        );
        // What the types of the SDK lose, and what `schemars` adds.
        assert_eq!(schema["properties"]["branch"].get("pattern"), None);
        assert_eq!(schema["title"], "Deploy");

        let invalid = json!({"environment": "Staging", "replicas": 21, "branch": "Main!"});
        let (text, _) = deploy(revision, invalid).await;
        assert!(text.starts_with("invalid: "), "{text}");
        assert!(text.contains("must be at most 20"), "{text}");
        assert!(!text.contains("Main!"), "{text}");
    }
}

#[tokio::test]
async fn peer_elicit_cannot_ask_on_2026_07_28() {
    let (_, schema) = deploy("2026-07-28", json!({})).await;
    assert_eq!(schema, None);
}
