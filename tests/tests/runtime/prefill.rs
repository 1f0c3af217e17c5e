//! Forms that are filled in before anybody sees them.

use elicit_core::{
    AskError, Elicit, Revision,
    testing::{End, User},
};
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
async fn a_prefilled_value_is_the_default_of_its_field() {
    for revision in Revision::all() {
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
async fn an_invalid_value_is_not_prefilled() {
    for revision in Revision::all() {
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
                ask.form_with::<Target>("target", "Where?", choices)
                    .prefill(&known)
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
async fn a_question_with_another_prefill_is_not_asked_again() {
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
    let accepted = End::Returned(Ok(elicit_core::Outcome::Accepted(3)));
    assert_eq!(end, accepted);
    assert_eq!(user.asked().len(), 1);
}

#[derive(Elicit)]
enum Colour {
    Red,
    Blue,
}

#[derive(Elicit)]
struct Car {
    #[elicit(format = "email")]
    owner: Option<String>,
    #[elicit(min_length = 3)]
    plate: Option<String>,
    #[elicit(default = "Red")]
    colour: Colour,
    #[elicit(choices)]
    garage: Option<String>,
    note: Option<String>,
    #[elicit(default = 4)]
    doors: u8,
    seats: i64,
    power: f64,
    motors: u8,
}

fn garages() -> CarChoices {
    CarChoices {
        garage: vec!["north", "south"].into(),
    }
}

/// Texts that count as left out are not prefilled, `3.0` becomes `3` for an integer, and an ignored
/// line break is removed.
#[tokio::test]
async fn values_of_an_answer_are_prefilled_as_the_schema_allows() {
    for revision in Revision::all() {
        let answer = json!({
            "owner": "a@b.co\n", "plate": "", "colour": "", "garage": "", "note": "", "doors": 3.0,
            "seats": -1e3, "power": 3.0, "motors": "none",
        });
        let user = User::new().accepts("car", answer).declines("car");
        let _ = user
            .run(revision, async |ask| {
                let form = ask.form_with::<Car>("car", "Which?", garages());
                form.await.map(drop)
            })
            .await;
        let asked = user.asked();
        let mut found = defaults(&asked[1]);
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        let expected = [
            ("colour", json!("Red")),
            ("doors", json!(3)),
            ("owner", json!("a@b.co")),
            ("power", json!(3.0)),
            ("seats", json!(-1000)),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(found, expected, "{revision}");
    }
}

#[tokio::test]
async fn values_of_the_server_are_prefilled_as_the_schema_allows() {
    for revision in Revision::all() {
        let known = Car {
            owner: Some(String::new()),
            plate: Some(String::new()),
            colour: Colour::Blue,
            garage: Some(String::new()),
            note: None,
            doors: 2,
            seats: 5,
            power: f64::NAN,
            motors: 1,
        };
        let user = User::new().declines("car");
        let _ = user
            .run(revision, async |ask| {
                let form = ask.form_with::<Car>("car", "Which?", garages());
                form.prefill(&known).await.map(drop)
            })
            .await;
        let mut found = defaults(&user.asked()[0]);
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        let expected = [
            ("colour", json!("Blue")),
            ("doors", json!(2)),
            ("motors", json!(1)),
            ("seats", json!(5)),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(found, expected, "{revision}");
    }
}

#[derive(Elicit)]
struct Report {
    #[elicit(default = "none")]
    summary: String,
    details: Option<String>,
    #[elicit(maximum = 5)]
    stars: u8,
}

#[derive(Elicit)]
struct Trip {
    from: String,
    #[elicit(default = "train")]
    by: String,
    until: Option<String>,
    #[elicit(maximum = 5)]
    bags: u8,
}

#[tokio::test]
async fn a_field_missing_from_an_answer_keeps_its_prefill() {
    let known = Trip {
        from: "Bern".to_owned(),
        by: "bus".to_owned(),
        until: Some("May".to_owned()),
        bags: 2,
    };
    for revision in Revision::all() {
        for (answer, prefill, [from, by, until, bags]) in [
            // Valid values stay, others are as declared.
            (
                json!({"from": "Rome", "bags": 9}),
                true,
                [json!("Rome"), json!("bus"), json!("May"), json!(null)],
            ),
            (
                json!({"by": 1}),
                true,
                [json!("Bern"), json!("train"), json!("May"), json!(2)],
            ),
            (
                json!({}),
                true,
                [json!("Bern"), json!("bus"), json!("May"), json!(2)],
            ),
            (
                json!({"bags": 9}),
                false,
                [json!(null), json!("train"), json!(null), json!(null)],
            ),
        ] {
            let user = User::new().accepts("trip", answer.clone()).declines("trip");
            let _ = user
                .run(revision, async |ask| {
                    let trip = ask.form::<Trip>("trip", "Where?");
                    let trip = if prefill { trip.prefill(&known) } else { trip };
                    trip.await.map(drop)
                })
                .await;
            let properties = &user.asked()[1]["requestedSchema"]["properties"];
            let found =
                ["from", "by", "until", "bags"].map(|name| properties[name]["default"].clone());
            assert_eq!(found, [from, by, until, bags], "{revision}: {answer}");
        }
    }
}

/// A prefilled text is sent to the client and back with each attempt.
#[tokio::test]
async fn long_texts_of_an_answer_are_not_prefilled() {
    // With the quotes, or a backslash before each, that is 4 KiB.
    for (longest, letter) in [(4094, "x"), (2047, "\n")] {
        for revision in Revision::all() {
            let text = |length| letter.repeat(length);
            let answer =
                |length| json!({"summary": text(length), "details": text(length), "stars": 6});
            let user = User::new()
                .accepts("report", answer(longest))
                .accepts("report", answer(longest + 1))
                .declines("report");
            let _ = user
                .run(revision, async |ask| {
                    ask.form::<Report>("report", "What?").await.map(drop)
                })
                .await;
            let asked = user.asked();
            let default = |attempt: usize, name: &str| {
                asked[attempt]["requestedSchema"]["properties"][name]["default"].clone()
            };
            for (attempt, summary, details) in [
                (0, json!("none"), Value::Null),
                (1, json!(text(longest)), json!(text(longest))),
                (2, json!("none"), Value::Null),
            ] {
                assert_eq!(
                    default(attempt, "summary"),
                    summary,
                    "{revision}, {attempt}"
                );
                assert_eq!(
                    default(attempt, "details"),
                    details,
                    "{revision}, {attempt}"
                );
            }
        }
    }
}

#[tokio::test]
async fn long_texts_of_the_server_are_prefilled() {
    let known = Scale {
        replicas: 4,
        note: Some("x".repeat(10_000)),
    };
    for revision in Revision::all() {
        let user = User::new().declines("scale");
        let _ = user
            .run(revision, async |ask| {
                ask.form::<Scale>("scale", "How many?")
                    .prefill(&known)
                    .await
            })
            .await;
        let expected = [("note", json!(known.note)), ("replicas", json!(4))];
        let mut found = defaults(&user.asked()[0]);
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        assert_eq!(
            found,
            expected.map(|(name, value)| (name.to_owned(), value))
        );
    }
}

#[tokio::test]
async fn one_field_can_be_prefilled_without_the_others() {
    for revision in Revision::all() {
        let user = User::new().declines("scale").declines("scale");
        let _ = user
            .run(revision, async |ask| {
                let form = ask.form::<Scale>("scale", "How many?");
                form.prefill_field("replicas", 4).await
            })
            .await;
        let known = Scale {
            replicas: 4,
            note: Some("n".to_owned()),
        };
        let _ = user
            .run(revision, async |ask| {
                let form = ask.form::<Scale>("scale", "How many?").prefill(&known);
                // More than there may be.
                form.prefill_field("replicas", 200).await
            })
            .await;
        let [first, second] = &user.asked()[..] else {
            panic!("{revision}")
        };
        assert_eq!(defaults(first), [("replicas".to_owned(), json!(4))]);
        assert_eq!(defaults(second), [("note".to_owned(), json!("n"))]);
    }
}

#[tokio::test]
async fn prefilling_an_unknown_field_is_refused() {
    for revision in Revision::all() {
        let user = User::new();
        let end = user
            .run(revision, async |ask| {
                let form = ask.form::<Scale>("scale", "How many?");
                form.prefill_field("replica", 4).await.map(drop)
            })
            .await;
        let End::Returned(Err(AskError::BadQuestion { reason, .. })) = end else {
            panic!("{revision}: {end:?}");
        };
        assert!(reason.contains("`replica`"), "{reason}");
        assert!(user.asked().is_empty());
    }
}
