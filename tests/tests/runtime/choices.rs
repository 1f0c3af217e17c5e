//! Options that are known only at run time.

use elicit_core::{
    Ask, AskError, Choices, Revision,
    testing::{End, User},
};
use serde_json::json;

use crate::forms::{Scale, Target, target};

async fn ask_for_it(ask: Ask) -> Result<Target, AskError> {
    let choices = target(
        &["staging", "production"],
        &[("eu", "Europe"), ("us", "America")],
    );
    ask.form_with::<Target>("target", "Where?", choices)
        .or_end()
        .await
}

#[tokio::test]
async fn run_time_options_are_sent_on_every_revision() {
    for revision in Revision::all() {
        let user = User::new().declines("target");
        let _ = user.run(revision, ask_for_it).await;
        let properties = &user.asked()[0]["requestedSchema"]["properties"];
        let environment = json!({
            "type": "string", "title": "Environment", "enum": ["staging", "production"],
        });
        assert_eq!(properties["environment"], environment, "{revision}");
        let items = json!({"anyOf": [
            {"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"},
        ]});
        assert_eq!(properties["regions"]["items"], items, "{revision}");
    }
}

#[tokio::test]
async fn an_answer_is_validated_against_run_time_options() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("target", json!({"environment": "moon", "regions": ["eu"]}))
            .accepts(
                "target",
                json!({"environment": "staging", "regions": ["eu", "us"]}),
            );
        let end = user.run(revision, ask_for_it).await;
        let End::Returned(Ok(found)) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!((&*found.environment, found.regions.len()), ("staging", 2));
        let message = user.asked()[1]["message"].as_str().unwrap().to_owned();
        assert!(
            message.contains("must be one of `staging`, `production`"),
            "{message}"
        );
        let again = &user.asked()[1]["requestedSchema"]["properties"];
        assert_eq!(again["regions"]["default"], json!(["eu"]));
        assert_eq!(again["environment"].get("default"), None);
    }
}

#[tokio::test]
async fn one_titled_option_gives_all_options_a_title() {
    for revision in Revision::all() {
        let user = User::new().declines("target");
        let _ = user
            .run(revision, async |ask| {
                let mut choices = target(&["a"], &[("r", "R")]);
                let titled = ("b".to_owned(), "The second".to_owned());
                choices.environment = [elicit_core::ChoiceOption::from("a"), titled.into()]
                    .into_iter()
                    .collect();
                ask.form_with::<Target>("target", "Where?", choices).await
            })
            .await;
        let asked = user.asked();
        let environment = &asked[0]["requestedSchema"]["properties"]["environment"];
        if revision == Revision::V2025_06_18 {
            assert_eq!(environment["enum"], json!(["a", "b"]));
            assert_eq!(environment["enumNames"], json!(["a", "The second"]));
        } else {
            let options = json!([
                {"const": "a", "title": "a"}, {"const": "b", "title": "The second"},
            ]);
            assert_eq!(environment["oneOf"], options, "{revision}");
        }
    }
}

/// 2025-06-18 has no lists. Its clients may refuse one with any code that JSON-RPC has for
/// an invalid request.
#[tokio::test]
async fn on_2025_06_18_a_refused_multi_select_is_reported_as_such() {
    for code in [-32700, -32600, -32602, -32603] {
        let [of_target, of_scale] = refused(Revision::V2025_06_18, code).await;
        assert!(
            of_target.to_string().contains("has no multi-select"),
            "{code}: {of_target}"
        );
        assert!(
            matches!(of_target, AskError::SchemaRefused { .. }),
            "{code}"
        );
        assert!(
            matches!(of_scale, AskError::Refused { .. }),
            "{code}: {of_scale}"
        );
    }
    // What the client means by a code of its own, it knows alone.
    for code in [-32000, -1] {
        let [of_target, _] = refused(Revision::V2025_06_18, code).await;
        assert!(
            matches!(of_target, AskError::Refused { .. }),
            "{code}: {of_target}"
        );
    }
}

/// Later revisions have lists, so a list is not the reason.
#[tokio::test]
async fn on_2025_11_25_a_refused_multi_select_is_an_ordinary_error() {
    let later = Revision::V2025_11_25;
    for code in [-32602, -32603] {
        for error in refused(later, code).await {
            assert!(
                matches!(error, AskError::Refused { code: c, .. } if c == code),
                "{error}"
            );
        }
    }
}

/// What becomes of a form with a multi-select, and of one without, under an error of
/// the client.
async fn refused(revision: Revision, code: i32) -> [AskError; 2] {
    let user = User::new().fails("target", code).fails("scale", code);
    let end = user
        .run(revision, async |ask| {
            let choices = target(&["staging"], &[("eu", "Europe")]);
            let target = ask.form_with::<Target>("target", "Where?", choices);
            let scale = ask.form::<Scale>("scale", "How many?");
            [target.await.map(drop), scale.await.map(drop)]
        })
        .await;
    let End::Returned([Err(of_target), Err(of_scale)]) = end else {
        panic!("{revision}: {code}: {end:?}");
    };
    assert_eq!(user.asked().len(), 2);
    [of_target, of_scale]
}

#[test]
fn choices_can_be_made_of_values_and_of_pairs() {
    let values = |choices: &Choices| -> Vec<String> {
        let options = choices.options().iter();
        options.map(|choice| choice.value().to_owned()).collect()
    };
    let plain: Choices = ["eu", "us"].into();
    let titled: Choices = [("eu", format!("Europe ({})", 1)), ("us", String::new())].into();
    let owned: Choices = vec![("eu".to_owned(), "Europe"), ("us".to_owned(), "")].into();
    for choices in [&plain, &titled, &owned] {
        assert_eq!(values(choices), ["eu", "us"]);
    }
    assert_eq!(plain.options()[0].title(), None);
    assert_eq!(titled.options()[0].title(), Some("Europe (1)"));
    assert_eq!(owned.options()[0].title(), Some("Europe"));
}
