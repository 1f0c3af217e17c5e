//! One struct for the question and for the arguments of the tool.

use elicit_core::{
    Elicit, Elicitation, NoRunTimeChoices, NoSecrets, Revision,
    form::{Kind, Property},
    from_value,
};
use elicit_tests::forms::*;
use rmcp::{handler::server::common::schema_for_type, schemars::JsonSchema};
use serde_json::{Value, json};

use crate::{
    client::{Client, accept, request_with, text_of},
    server::{Server, Window},
};

/// The schema of arguments, without what the SDK adds: its dialect, and the name of the type.
fn of_arguments(schema: impl serde::Serialize) -> Value {
    let mut schema = serde_json::to_value(schema).expect("a schema is JSON");
    let object = schema.as_object_mut().expect("the schema is an object");
    object.retain(|keyword, _| keyword != "$schema" && keyword != "title");
    schema
}

/// The schema of the question, in which a model has to say what has a default and may not be `None`, and
/// reads each pattern.
fn expected<T: NoRunTimeChoices + NoSecrets>(rust_types: RustTypes) -> Value {
    let sent = T::requested_schema(Revision::LATEST);
    let mut schema: Value = serde_json::from_str(sent).expect("the schema is JSON");
    let required = T::FORM.properties().iter().filter(|property| {
        property.is_required() || !(rust_types.is_option)(property) && property.default().is_some()
    });
    let required: Vec<_> = required.map(Property::name).collect();
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    for property in T::FORM.properties() {
        if let Kind::Text(rules) = property.kind()
            && let Some(pattern) = rules.pattern()
        {
            schema["properties"][property.name()]["pattern"] = pattern.into();
        }
    }
    schema
}

macro_rules! tests {
    ($($name:ident: $form:ident,)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(of_arguments(&*schema_for_type::<$form>()), expected::<$form>($form::RUST_TYPES));
        }
    )*};
}

mod the_schema_of_arguments_equals_the_sent_one_but_for_defaults_and_patterns {
    use super::*;

    elicit_tests::for_each_form!(tests);
    tests! { hinted: Hinted, }
}

#[test]
fn a_field_with_a_default_is_required_of_a_model() {
    #[derive(Elicit)]
    #[elicit(json_schema)]
    struct Scale {
        #[elicit(default = 2)]
        replicas: u8,
        #[elicit(default = 2)]
        most: Option<u8>,
        dry_run: bool,
        perhaps: Option<bool>,
        #[elicit(multi_select)]
        zones: Vec<Zone>,
        #[elicit(multi_select, default = ["A"])]
        zones_with_default: Vec<Zone>,
    }

    #[derive(Elicit)]
    enum Zone {
        A,
        B,
    }

    let schema = of_arguments(&*schema_for_type::<Scale>());
    assert_eq!(
        schema["required"],
        json!(["replicas", "dry_run", "zones_with_default"])
    );
    let sent: Value = serde_json::from_str(Scale::requested_schema(Revision::LATEST)).unwrap();
    assert_eq!(sent["required"], json!(["replicas"]));
    assert_eq!(sent["properties"], schema["properties"]);
}

#[test]
fn forms_of_the_same_name_have_different_schema_ids() {
    mod other {
        #[derive(elicit_core::Elicit)]
        #[elicit(json_schema)]
        pub(super) struct Window {
            pub(super) width: u8,
        }
    }

    let ids = [Window::schema_id(), other::Window::schema_id()];
    assert_ne!(ids[0], ids[1]);
    assert_eq!(Window::schema_name(), other::Window::schema_name());
}

#[tokio::test]
async fn a_client_gets_the_schema_with_the_list_of_tools() {
    for revision in Revision::all() {
        let client = Client::new(revision, []);
        let client = client
            .connect(&Server::new(), &Elicitation::default())
            .await;
        let tools = client.list_all_tools().await.unwrap();
        let tool = tools.iter().find(|tool| tool.name == "schedule").unwrap();
        assert_eq!(
            of_arguments(&*tool.input_schema),
            expected::<Window>(RustTypes::OF_SCHEMA),
            "{revision}"
        );
    }
}

/// The model can read a result, but not an error of the protocol.
#[tokio::test]
async fn arguments_that_break_a_rule_are_reported_to_the_model() {
    let cases = [
        json!({"environment": "moon", "from": 24, "until": 25, "ticket": "x-1"}),
        json!({"environment": "staging", "from": 5, "until": 4}),
        json!({"environment": "staging", "from": "5"}),
        json!({}),
    ];
    for revision in Revision::all() {
        for arguments in &cases {
            let (server, client) = (Server::new(), Client::new(revision, []));
            let connection = client.connect(&server, &Elicitation::default()).await;
            let call = connection.call_tool(request_with("schedule", arguments.clone()));
            let result = call.await.unwrap();
            assert_eq!(result.is_error, Some(true), "{revision}: {arguments}");
            let invalid = from_value::<Window>(arguments).unwrap_err().to_string();
            let text = text_of(&result);
            assert!(
                text.ends_with(&format!(": {invalid}")),
                "{revision}: {text}"
            );
            assert!(!text.contains("moon") && !text.contains("x-1"), "{text}");
            assert_eq!((server.world.entered(), client.asked().len()), (0, 0));
        }
    }
}

#[tokio::test]
async fn the_question_is_prefilled_with_the_arguments() {
    for revision in Revision::all() {
        let answer = json!({"environment": "production", "from": 3, "until": 6});
        let client = Client::new(revision, [accept(answer)]);
        let connection = client
            .connect(&Server::new(), &Elicitation::default())
            .await;
        let arguments = json!({"environment": "staging", "from": 2, "until": 20, "ticket": "OPS"});
        let call = connection.call_tool(request_with("schedule", arguments));
        assert_eq!(
            text_of(&call.await.unwrap()),
            "Window { environment: Production, from: 3, until: 6, ticket: None }",
            "{revision}",
        );
        let properties = &client.asked()[0]["requestedSchema"]["properties"];
        let prefilled = ["environment", "from", "until", "ticket"];
        assert_eq!(
            prefilled.map(|name| &properties[name]["default"]),
            [&json!("staging"), &json!(2), &json!(20), &json!("OPS")],
            "{revision}",
        );
    }
}
