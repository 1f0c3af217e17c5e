//! Options that are known only at run time.

use elicit_core::{
    Ask, AskError, Revision,
    testing::{End, User},
};
use serde_json::json;

use crate::forms::{Scale, Target, target};

async fn ask_for_it(ask: Ask) -> Result<Target, AskError> {
    let choices = target(
        &["staging", "production"],
        &[("eu", "Europe"), ("us", "America")],
    );
    ask.form::<Target>("target", "Where?")
        .choices(choices)
        .or_end()
        .await
}

#[tokio::test]
async fn they_are_spelt_as_the_revision_has_it() {
    for revision in Revision::ALL {
        let user = User::new().declines("target");
        let _ = user.run(revision, ask_for_it).await;
        let properties = &user.asked()[0]["requestedSchema"]["properties"];
        let environment = json!({"type": "string", "enum": ["staging", "production"]});
        assert_eq!(properties["environment"], environment, "{revision}");
        let items = json!({"anyOf": [
            {"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"},
        ]});
        assert_eq!(properties["regions"]["items"], items, "{revision}");
    }
}

#[tokio::test]
async fn an_answer_is_held_against_them() {
    for revision in Revision::ALL {
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
            message.contains("must be one of staging, production"),
            "{message}"
        );
        let again = &user.asked()[1]["requestedSchema"]["properties"];
        assert_eq!(again["regions"]["default"], json!(["eu"]));
        assert_eq!(again["environment"].get("default"), None);
    }
}

#[tokio::test]
async fn a_title_for_one_is_a_title_for_all() {
    for revision in Revision::ALL {
        let user = User::new().declines("target");
        let _ = user
            .run(revision, async |ask| {
                let mut choices = target(&["a"], &[("r", "R")]);
                let titled = ("b".to_owned(), "The second".to_owned());
                choices.environment = [elicit_core::Choice::from("a"), titled.into()]
                    .into_iter()
                    .collect();
                ask.form::<Target>("target", "Where?")
                    .choices(choices)
                    .await
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

/// 2025-06-18 has no lists, and its clients may say so.
#[tokio::test]
async fn a_refused_multi_select_is_told_as_one() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let user = User::new().fails("target", -32602).fails("scale", -32602);
        let end = user
            .run(revision, async |ask| {
                let choices = target(&["staging"], &[("eu", "Europe")]);
                let target = ask.form::<Target>("target", "Where?").choices(choices);
                let scale = ask.form::<Scale>("scale", "How many?");
                [target.await.map(drop), scale.await.map(drop)]
            })
            .await;
        let End::Returned([Err(of_target), Err(of_scale)]) = end else {
            panic!("{revision}: {end:?}");
        };
        let says_so = of_target.to_string().contains("has no multi-select");
        assert_eq!(says_so, revision == Revision::V2025_06_18, "{of_target}");
        assert!(matches!(of_target, AskError::SchemaRefused { .. }));
        assert_eq!(of_scale, AskError::SchemaRefused { hint: None });
        assert_eq!(user.asked().len(), 2);
    }
}
