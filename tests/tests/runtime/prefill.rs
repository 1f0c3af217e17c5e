//! Forms that are filled in before anybody sees them.

use elicit_core::{Revision, testing::User};
use serde_json::{Value, json};

use crate::forms::{Scale, Target, target};

fn defaults(params: &Value) -> Vec<(String, Value)> {
    let properties = params["requestedSchema"]["properties"].as_object().unwrap();
    let default = |(name, keywords): (&String, &Value)| {
        Some((name.clone(), keywords.get("default")?.clone()))
    };
    properties.iter().filter_map(default).collect()
}

#[tokio::test]
async fn a_value_is_the_default_of_its_field() {
    for revision in Revision::ALL {
        let user = User::new().declines("scale");
        let known = Scale {
            replicas: 4,
            note: None,
        };
        let _ = user
            .run(revision, async |ask| {
                ask.form::<Scale>("scale", "How many?")
                    .prefill(&known)
                    .await
            })
            .await;
        assert_eq!(
            defaults(&user.asked()[0]),
            [("replicas".to_owned(), json!(4))]
        );
    }
}

#[tokio::test]
async fn a_value_that_would_be_refused_is_left_out() {
    for revision in Revision::ALL {
        let user = User::new().declines("scale").declines("target");
        let scale = Scale {
            replicas: 200,
            note: Some("n".to_owned()),
        };
        let known = Target {
            environment: "gone".to_owned(),
            regions: vec!["r".to_owned()],
        };
        let _ = user
            .run(revision, async |ask| {
                let _ = ask
                    .form::<Scale>("scale", "How many?")
                    .prefill(&scale)
                    .await;
                let choices = target(&["a"], &[("r", "R")]);
                ask.form::<Target>("target", "Where?")
                    .prefill(&known)
                    .choices(choices)
                    .await
            })
            .await;
        assert_eq!(
            defaults(&user.asked()[0]),
            [("note".to_owned(), json!("n"))]
        );
        assert_eq!(
            defaults(&user.asked()[1]),
            [("regions".to_owned(), json!(["r"]))]
        );
    }
}

#[tokio::test]
async fn what_is_filled_in_does_not_make_it_another_question() {
    let runs = std::cell::Cell::new(0);
    let user = User::new().accepts("scale", json!({"replicas": 3}));
    let end = user
        .run(Revision::LATEST, async |ask| {
            runs.set(runs.get() + 1);
            let known = Scale {
                replicas: runs.get(),
                note: None,
            };
            let scale = ask
                .form::<Scale>("scale", "How many?")
                .prefill(&known)
                .await;
            scale.map(|scale| scale.map(|scale| scale.replicas))
        })
        .await;
    let accepted = elicit_core::testing::End::Returned(Ok(elicit_core::Outcome::Accepted(3)));
    assert_eq!(end, accepted);
    assert_eq!(user.asked().len(), 1);
}
