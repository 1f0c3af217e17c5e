//! Questions of one value.

use std::{num::NonZeroU8, time::Duration};

use elicit_core::{
    Ask, AskError, Choices, Elicit, Elicitation, Outcome, Revision, Violations,
    testing::{End, User},
};
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Elicit)]
enum Level {
    Info,
    #[elicit(title = "Everything")]
    Debug,
}

#[derive(Debug, PartialEq, Elicit)]
struct Days(#[elicit(title = "Number of days", minimum = 1, maximum = 365)] u16);

/// The only property of a question.
fn property(asked: &Value) -> Value {
    let properties = &asked["requestedSchema"]["properties"];
    let [(name, property)] = &properties.as_object().unwrap().iter().collect::<Vec<_>>()[..] else {
        panic!("{properties}");
    };
    assert_eq!(*name, "value");
    (*property).clone()
}

#[tokio::test]
async fn an_answer_is_read_as_the_value() {
    for revision in Revision::all() {
        let user = User::new()
            .answers("file", "server.log")
            .answers("level", "Debug")
            .answers("days", 30)
            .answers("copies", 2)
            .answers("compress", true)
            .answers("note", "");
        let end = user
            .run(revision, async |ask| -> Result<_, AskError> {
                Ok((
                    ask.value::<String>("file", "Where?").or_end().await?,
                    ask.value::<Level>("level", "What?").or_end().await?,
                    ask.value::<Days>("days", "How long?").or_end().await?,
                    ask.value::<NonZeroU8>("copies", "How many?")
                        .or_end()
                        .await?,
                    ask.value::<bool>("compress", "Small?").or_end().await?,
                    ask.value::<Option<String>>("note", "Why?").or_end().await?,
                ))
            })
            .await;
        let copies = NonZeroU8::new(2).unwrap();
        let answers = (
            "server.log".to_owned(),
            Level::Debug,
            Days(30),
            copies,
            true,
            None,
        );
        assert_eq!(end, End::Returned(Ok(answers)), "{revision}");
    }
}

#[tokio::test]
async fn a_value_is_labelled_by_its_own_title_its_type_or_its_key() {
    for revision in Revision::all() {
        let user = User::new()
            .declines("release_branch")
            .declines("days")
            .declines("titled");
        let end = user
            .run(revision, async |ask| -> Result<(), AskError> {
                let _ = ask.value::<String>("release_branch", "Which?").await?;
                let _ = ask.value::<Days>("days", "How long?").await?;
                let titled = ask.value::<Days>("titled", "How long?");
                let _ = titled.title("Days\u{200b}").await?;
                Ok(())
            })
            .await;
        assert_eq!(end, End::Returned(Ok(())), "{revision}");
        let titles = user
            .asked()
            .into_iter()
            .map(|asked| property(&asked)["title"].clone());
        let expected = ["Release branch", "Number of days", "Days\\u{200b}"];
        assert_eq!(titles.collect::<Vec<_>>(), expected, "{revision}");
    }
}

#[tokio::test]
async fn the_description_of_a_question_replaces_the_one_of_its_type() {
    for revision in Revision::all() {
        let user = User::new()
            .declines("port")
            .declines("days")
            .declines("backup")
            .declines("old")
            .declines("sure");
        let end = user
            .run(revision, async |ask| -> Result<(), AskError> {
                let port = ask.value::<u16>("port", "Which?");
                let _ = port.description("Free\u{200b}").await?;
                let days = ask.value::<Days>("days", "How long?");
                let _ = days.description("In days.").await?;
                let backup = ask.pick("backup", "Which?", ["a"]);
                let _ = backup.description("By date.").await?;
                let old = ask.pick_several("old", "Which?", ["a"]);
                let _ = old.description("By age.").await?;
                let sure = ask.confirm("sure", "Sure?");
                let _ = sure.description("For good.").await?;
                Ok(())
            })
            .await;
        assert_eq!(end, End::Returned(Ok(())), "{revision}");
        let described = user.asked().into_iter().map(|asked| {
            let properties = asked["requestedSchema"]["properties"].as_object().unwrap();
            properties.values().next().unwrap()["description"].clone()
        });
        let expected = [
            "Free\\u{200b}",
            "In days.",
            "By date.",
            "By age.",
            "For good.",
        ];
        assert_eq!(described.collect::<Vec<_>>(), expected, "{revision}");
    }
}

/// Its fields are also keys.
#[derive(Elicit)]
#[expect(non_snake_case, reason = "names that people do write")]
struct Names {
    more_of: u8,
    r#type: u8,
    line_2: u8,
    _leading: u8,
    trailing_: u8,
    double__score: u8,
    SSH_key_id: u8,
    dryRun: u8,
    größe: u8,
    名前: u8,
    _1: u8,
    __: u8,
}

#[tokio::test]
async fn a_key_is_labelled_like_a_field_of_that_name() {
    let fields = Names::FORM.properties().iter();
    let fields = fields.map(|field| (field.name(), field.title()));
    let keys = [("more-of", Some("More of")), ("more of", Some("More of"))];
    for (key, expected) in fields.chain(keys) {
        let user = User::new().declines(key);
        let asks = async |ask: Ask| ask.value::<u8>(key, "Which?").await;
        let end = user.run(Revision::LATEST, asks).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{key}");
        let asked = property(&user.asked()[0]);
        assert_eq!(
            asked.get("title").and_then(Value::as_str),
            expected,
            "{key}"
        );
    }
}

#[tokio::test]
async fn a_correction_names_the_label() {
    for revision in Revision::all() {
        let user = User::new().answers("days", 0).answers("days", 7);
        let end = user
            .run(revision, async |ask| {
                ask.value::<Days>("days", "How long?")
                    .title("Days to keep")
                    .or_end()
                    .await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(Days(7))), "{revision}");
        let message = user.asked()[1]["message"].clone();
        let expected =
            "Please correct your answer. “Days to keep” must be at least 1. \n\nHow long?";
        assert_eq!(message, expected);
    }
}

#[tokio::test]
async fn a_value_has_the_prefill_checks_and_attempts_of_a_form() {
    for revision in Revision::all() {
        let user = User::new()
            .answers("days", 8)
            .answers("days", 9)
            .declines("days");
        let end = user
            .run(revision, async |ask| {
                let is_even = |days: &Days| match days.0 % 2 {
                    0 => Ok(()),
                    _ => Err(Violations::new().form("odd")),
                };
                let is_small = |days: &Days| match days.0 {
                    ..8 => Ok(()),
                    _ => Err(Violations::new().form("too long")),
                };
                ask.value::<Days>("days", "How long?")
                    .prefill(&Days(12))
                    .check(is_even)
                    .check(is_small)
                    .attempts(2)
                    .await
            })
            .await;
        let End::Returned(Err(AskError::Invalid(invalid))) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(invalid.to_string(), "odd");
        let defaults = user.asked();
        let default =
            |of: usize| defaults[of]["requestedSchema"]["properties"]["value"]["default"].clone();
        assert_eq!((default(0), defaults.len()), (json!(12), 2));
    }
    let user = User::new()
        .takes(Duration::from_secs(61))
        .answers("days", 8);
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let ask_for_it = async |ask: Ask| {
            let question = ask.value::<Days>("days", "How long?");
            question.timeout(Duration::from_secs(60)).await
        };
        let end = user
            .clone()
            .answers("days", 8)
            .run(revision, ask_for_it)
            .await;
        assert_eq!(end, End::Returned(Err(AskError::TimedOut)));
    }
}

#[tokio::test]
async fn a_declined_or_unsupported_value_ends_like_a_form() {
    let days = async |ask: Ask| ask.value::<Days>("days", "How long?").await;
    let days_or_end = async |ask: Ask| ask.value::<Days>("days", "How long?").or_end().await;
    for revision in Revision::all() {
        let no = User::new().declines("days").run(revision, days).await;
        assert_eq!(no, End::Returned(Ok(Outcome::Declined)));
        let End::Ended(ended) = User::new().cancels("days").run(revision, days_or_end).await else {
            panic!("{revision}");
        };
        assert_eq!((&*ended.key, ended.is_declined), ("days", false));
        let unsupported = User::cannot_be_asked().run(revision, days).await;
        let mode = elicit_core::Mode::Form;
        assert_eq!(unsupported, End::Returned(Err(AskError::Unsupported(mode))));
    }
}

#[tokio::test]
async fn several_values_are_asked_together() {
    for revision in Revision::all() {
        let user = User::new().answers("days 0", 1).answers("days 1", 2);
        let end = user
            .run(revision, async |ask| {
                let questions =
                    (0..2).map(|place| ask.value::<u8>(format!("days {place}"), "How long?"));
                ask.all(questions).or_end().await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(vec![1, 2])), "{revision}");
    }
}

#[tokio::test]
async fn a_value_with_another_title_is_asked_again() {
    let runs = std::cell::Cell::new(0);
    let user = User::new().answers("days", 1).answers("days", 2);
    let end = user
        .run(Revision::LATEST, async |ask| {
            runs.set(runs.get() + 1);
            let title = if runs.get() < 2 { "Days" } else { "Weeks" };
            ask.value::<u8>("days", "How long?")
                .title(title)
                .or_end()
                .await
        })
        .await;
    assert_eq!(end, End::Returned(Ok(2)));
}

#[tokio::test]
async fn a_value_of_another_type_is_asked_again() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Weekdays(#[elicit(maximum = 5)] u8);

    let runs = std::cell::Cell::new(0);
    let user = User::new().answers("days", 1).answers("days", 2);
    let end = user
        .run(Revision::LATEST, async |ask| {
            runs.set(runs.get() + 1);
            if runs.get() < 2 {
                ask.value::<u8>("days", "How long?").or_end().await
            } else {
                let days = ask.value::<Weekdays>("days", "How long?");
                days.or_end().await.map(|days| days.0)
            }
        })
        .await;
    assert_eq!(end, End::Returned(Ok(2)));
}

#[tokio::test]
async fn pick_reads_one_of_the_options() {
    for revision in Revision::all() {
        let user = User::new().answers("backup", "b9").answers("backup", "b2");
        let end = user
            .run(revision, async |ask| {
                let backups = vec![("b1", "yesterday"), ("b2", "last week")];
                ask.pick("backup", "Which?", backups)
                    .prefill(&"b1".to_owned())
                    .or_end()
                    .await
            })
            .await;
        assert_eq!(end, End::Returned(Ok("b2".to_owned())), "{revision}");
        assert_eq!(property(&user.asked()[0])["title"], "Backup");
        let first = &user.asked()[0]["requestedSchema"]["properties"]["value"];
        assert_eq!(first["default"], "b1");
        let again = user.asked()[1]["message"].as_str().unwrap().to_owned();
        assert!(
            again.contains("“Backup” must be one of `b1` (`yesterday`), `b2` (`last week`)."),
            "{again}"
        );
    }
}

#[tokio::test]
async fn pick_several_reads_options_within_its_bounds() {
    for revision in Revision::all() {
        let user = User::new()
            .answers("old", Value::Array(Vec::new()))
            .answers("old", ["a", "b", "c"].map(Value::from).to_vec())
            .answers("old", vec!["a", "c"]);
        let end = user
            .run(revision, async |ask| {
                ask.pick_several("old", "Which?", ["a", "b", "c"])
                    .title("Old ones")
                    .prefill(&vec!["c".to_owned()])
                    .at_least(1)
                    .at_most(2)
                    .or_end()
                    .await
            })
            .await;
        let picked = vec!["a".to_owned(), "c".to_owned()];
        assert_eq!(end, End::Returned(Ok(picked)), "{revision}");
        let expected = json!({
            "type": "array", "title": "Old ones", "minItems": 1, "maxItems": 2,
            "items": {"type": "string", "enum": ["a", "b", "c"]}, "default": ["c"],
        });
        assert_eq!(
            user.asked()[0]["requestedSchema"]["properties"]["value"],
            expected
        );
        let messages: Vec<_> = user
            .asked()
            .iter()
            .map(|asked| asked["message"].clone())
            .collect();
        assert!(
            messages[1].as_str().unwrap().contains("at least 1"),
            "{messages:?}"
        );
        assert!(
            messages[2].as_str().unwrap().contains("at most 2"),
            "{messages:?}"
        );
    }
}

#[tokio::test]
async fn pick_several_without_bounds_accepts_an_empty_list() {
    for revision in Revision::all() {
        let user = User::new().answers("old", Value::Array(Vec::new()));
        let end = user
            .run(revision, async |ask| {
                ask.pick_several("old", "Which?", ["a"]).or_end().await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(Vec::new())), "{revision}");
    }
}

async fn fault(question: impl AsyncFn(&Ask) -> AskError) -> Vec<String> {
    let mut faults = Vec::new();
    for revision in Revision::all() {
        let user = User::new();
        let end = user
            .run(revision, async |ask| -> Result<(), AskError> {
                Err(question(&ask).await)
            })
            .await;
        assert_eq!(user.asked_keys().len(), 0);
        let End::Returned(Err(AskError::BadQuestion { reason, .. })) = end else {
            panic!("{revision}: {end:?}");
        };
        faults.push(reason.into_owned());
    }
    faults.dedup();
    faults
}

#[tokio::test]
async fn an_unanswerable_question_is_not_asked() {
    let none = fault(async |ask| {
        ask.pick("old", "Which?", Vec::<String>::new())
            .await
            .unwrap_err()
    });
    assert_eq!(
        none.await,
        ["options of `value`: there are no options to choose from"]
    );
    let beyond = fault(async |ask| {
        ask.pick_several("old", "Which?", ["a", "b"])
            .at_least(3)
            .await
            .unwrap_err()
    });
    assert_eq!(
        beyond.await,
        ["options of `value`: `at_least` is 3, and the number of options is 2"]
    );
    let crossed = fault(async |ask| {
        let question = ask.pick_several("old", "Which?", ["a", "b"]);
        question.at_least(2).at_most(1).await.unwrap_err()
    });
    assert_eq!(
        crossed.await,
        ["options of `value`: `at_least` is 2, and `at_most` is 1"]
    );
    let nothing = fault(async |ask| {
        ask.pick_several("old", "Which?", ["a"])
            .at_most(0)
            .await
            .unwrap_err()
    });
    let expected = ["options of `value`: `at_most` is 0, so no option can be chosen"];
    assert_eq!(nothing.await, expected);
    let blank = fault(async |ask| {
        ask.value::<u8>("old", "Which?")
            .title(" ")
            .await
            .unwrap_err()
    });
    assert_eq!(blank.await, ["its title is blank"]);
    let blank = fault(async |ask| {
        ask.value::<u8>("old", "Which?")
            .description("\n")
            .await
            .unwrap_err()
    });
    assert_eq!(blank.await, ["its description is blank"]);
}

#[tokio::test]
async fn a_question_with_other_bounds_is_asked_again() {
    let runs = std::cell::Cell::new(0);
    let user = User::new()
        .answers("old", vec!["a"])
        .answers("old", vec!["a", "b"]);
    let end = user
        .run(Revision::LATEST, async |ask| {
            runs.set(runs.get() + 1);
            let least = if runs.get() < 2 { 1 } else { 2 };
            ask.pick_several("old", "Which?", ["a", "b"])
                .at_least(least)
                .or_end()
                .await
        })
        .await;
    assert_eq!(end, End::Returned(Ok(vec!["a".to_owned(), "b".to_owned()])));
}

#[tokio::test]
async fn pick_accepts_ready_made_choices() {
    let choices: Choices = ["x", "y"].into_iter().collect();
    let user = User::new().answers("one", "y");
    let elicitation = Elicitation::default();
    let pick = async |ask: Ask| ask.pick("one", "Which?", choices.clone()).or_end().await;
    let end = user.run_with(&elicitation, Revision::LATEST, pick).await;
    assert_eq!(end, End::Returned(Ok("y".to_owned())));
}

#[cfg(feature = "typed")]
#[tokio::test]
async fn a_date_is_asked_for_as_one_value() {
    for revision in Revision::all() {
        let user = User::new()
            .answers("day", "soon")
            .answers("day", "2026-02-28");
        let day = async |ask: Ask| {
            let question = ask.value::<chrono::NaiveDate>("day", "When?");
            question.or_end().await
        };
        let expected = chrono::NaiveDate::from_ymd_opt(2026, 2, 28).unwrap();
        assert_eq!(user.run(revision, day).await, End::Returned(Ok(expected)));
        assert_eq!(property(&user.asked()[0])["format"], "date");
    }
}

/// A server must not act on the same option twice.
#[tokio::test]
async fn pick_set_rejects_a_repeated_option() {
    for revision in Revision::all() {
        let user = User::new()
            .answers("pay", json!(["a", "b", "a"]))
            .answers("pay", json!(["b", "a"]));
        let pay = async |ask: Ask| {
            let pay = ask.pick_set("pay", "Which?", ["a", "b", "c"]);
            pay.prefill(&std::collections::BTreeSet::from(["a".to_owned()]))
                .at_least(1)
                .at_most(3)
                .or_end()
                .await
        };
        let set = ["a", "b"].map(str::to_owned).into();
        assert_eq!(user.run(revision, pay).await, End::Returned(Ok(set)));
        assert_eq!(user.asked().len(), 2, "{revision}");
        let again = user.asked()[1]["message"].as_str().unwrap().to_owned();
        assert!(again.contains("must not repeat an option"), "{again}");
    }
}
