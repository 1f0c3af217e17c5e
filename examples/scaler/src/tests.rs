//! The whole server, with a client of the SDK, on every revision that has elicitation.

use elicit_core::{Elicitation, rmcp3::ElicitsExt};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient, ServiceExt,
    model::{
        CallToolRequestParams, ClientCapabilities, ElicitRequestParams, ElicitResult,
        ElicitationAction, ElicitationCapability, Implementation, InitializeRequestParams,
        ProtocolVersion,
    },
    service::RequestContext,
};
use serde_json::json;

use crate::Server;

/// Asked for a scale, the person wants five.
struct Person(ProtocolVersion);

impl ClientHandler for Person {
    fn get_info(&self) -> InitializeRequestParams {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::default());
        InitializeRequestParams::new(capabilities, Implementation::new("person", "0.1.0"))
            .with_protocol_version(self.0.clone())
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(ElicitationAction::Accept)
            .with_content(json!({"replicas": 5, "rolling": true})))
    }
}

#[tokio::test]
async fn scales_to_what_the_person_chose_on_every_revision() {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let version: ProtocolVersion = serde_json::from_value(json!(version)).unwrap();
        let (near, far) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let server = Server.elicits(Elicitation::default());
            server.serve(far).await.unwrap().waiting().await.unwrap();
        });
        let lifecycle = if version >= ProtocolVersion::V_2026_07_28 {
            ClientLifecycleMode::Discover { preferred_versions: vec![version.clone()] }
        } else {
            ClientLifecycleMode::Initialize
        };
        let client = Person(version).serve_with_lifecycle(near, lifecycle).await.unwrap();
        let result = client.call_tool(CallToolRequestParams::new("scale")).await.unwrap();
        assert_eq!(
            result.content[0].as_text().unwrap().text,
            "5 replicas, replaced one by one",
        );
    }
}
