//! Questions that are not sent, because something is wrong with them.

use std::cell::Cell;

use elicit_core::{
    Ask, AskError, ChoiceOption, Elicit, Revision,
    adapter::RpcError,
    testing::{End, User},
};
use serde_json::json;

use crate::forms::{Target, target};

#[tokio::test]
async fn invalid_options_are_refused() {
    let two_alike = target(&["a", "a"], &[("r", "R")]);
    let none = target(&[], &[("r", "R")]);
    let empty = target(&[""], &[("r", "R")]);
    let untitled = target(&["a"], &[("r", "")]);
    let blank = target(&["a"], &[("r", "R"), ("s", " \u{3000}\u{200d}")]);
    let blank_value = target(&["a", " "], &[("r", "R")]);
    let titled_alike = target(&["a"], &[("r", "R"), ("s", "S"), ("t", "R")]);
    // As they are sent.
    let shown_alike = target(&["a"], &[("r", "R\u{7}"), ("s", r"R\u{7}")]);
    // One without a title is titled by its value.
    let mut titled_as_a_value = target(&["a"], &[("r", "R")]);
    titled_as_a_value.environment = [ChoiceOption::from("a"), ChoiceOption::from(("b", "a"))]
        .into_iter()
        .collect();
    let mut titled_as_another_value = target(&["a"], &[("r", "R")]);
    titled_as_another_value.environment = [("a", "b"), ("b", "x")].into();
    let mut swapped = target(&["a"], &[("r", "R")]);
    swapped.environment = [("a", "b "), ("b", "a")].into();
    for (choices, field, word) in [
        (titled_as_another_value, "environment", "value of another"),
        (swapped, "environment", "value of another"),
        (two_alike, "environment", "same value"),
        (none, "environment", "no options"),
        (empty, "environment", "empty"),
        (untitled, "regions", "an option has no visible text"),
        (blank, "regions", "an option has no visible text"),
        (blank_value, "environment", "an option has no visible text"),
        (titled_alike, "regions", "same title"),
        (shown_alike, "regions", "same title"),
        (titled_as_a_value, "environment", "same title"),
    ] {
        for revision in Revision::all() {
            let user = User::new();
            let end = user
                .run(revision, async |ask| {
                    let form = ask.form_with::<Target>("target", "Where?", choices.clone());
                    form.await.map(drop)
                })
                .await;
            let End::Returned(Err(AskError::BadQuestion { key, reason, .. })) = end else {
                panic!("{field}: {end:?}");
            };
            assert_eq!(key, "target");
            assert!(reason.contains(field) && reason.contains(word), "{reason}");
            assert!(user.asked().is_empty());
        }
    }
}

#[tokio::test]
async fn fewer_options_than_min_items_are_refused() {
    #[derive(Elicit)]
    struct Jury {
        #[elicit(choices, multi_select, min_items = 3)]
        members: Vec<String>,
        #[elicit(choices, multi_select, min_items = 3)]
        deputies: Option<Vec<String>>,
    }
    let jury = |members: &[&str]| JuryChoices {
        members: members.to_vec().into(),
        // Those may be left out.
        deputies: vec!["d"].into(),
    };
    for revision in Revision::all() {
        for (members, few) in [(&["a", "b"][..], true), (&["a", "b", "c"], false)] {
            let user = User::new().declines("jury");
            let end = user
                .run(revision, async |ask| {
                    let form = ask.form_with::<Jury>("jury", "Who?", jury(members));
                    form.await.map(drop)
                })
                .await;
            match end {
                End::Returned(Err(AskError::BadQuestion { reason, .. })) if few => {
                    assert!(reason.contains("members"), "{reason}");
                    assert!(reason.contains("`min_items` is 3"), "{reason}");
                    assert!(user.asked().is_empty());
                }
                End::Returned(Ok(())) if !few => {}
                other => panic!("{revision}: {members:?}: {other:?}"),
            }
        }
    }
}

async fn one_key(ask: Ask) {
    let _ = ask.confirm("key", "This?").await;
    let error = ask.confirm("key", "That?").await;
    assert!(
        matches!(error, Err(AskError::BadQuestion { .. })),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_key_used_twice_fails_the_call_even_if_the_error_is_ignored() {
    for revision in Revision::all() {
        let user = User::new().accepts("key", json!({"confirm": true}));
        let end = user.run(revision, one_key).await;
        let End::Error(RpcError {
            code: -32603,
            message,
            ..
        }) = end
        else {
            panic!("{revision}: {end:?}");
        };
        assert!(
            message.contains("`key`") && message.contains("used before"),
            "{message}"
        );
    }
}

#[tokio::test]
async fn a_question_that_differs_in_every_run_fails_the_call() {
    let run = Cell::new(0);
    let yes = || json!({"confirm": true});
    let user = User::new().accepts("key", yes()).accepts("key", yes());
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            run.set(run.get() + 1);
            ask.confirm("key", format!("Run {}?", run.get())).await
        })
        .await;
    let End::Error(RpcError {
        code: -32603,
        message,
        ..
    }) = end
    else {
        panic!("{end:?}");
    };
    assert!(
        message.contains("`key`") && message.contains("changes in each run"),
        "{message}"
    );
    assert_eq!(run.get(), 3);
}

#[tokio::test]
async fn a_question_with_other_options_is_asked_again() {
    let run = Cell::new(0);
    let user = User::new()
        .accepts("target", json!({"environment": "a", "regions": []}))
        .accepts("target", json!({"environment": "b", "regions": []}));
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            run.set(run.get() + 1);
            let environments: &[&str] = if run.get() == 1 { &["a"] } else { &["b"] };
            let choices = target(environments, &[("r", "R")]);
            ask.form_with::<Target>("target", "Where?", choices)
                .or_end()
                .await
                .map(|target| target.environment)
        })
        .await;
    assert_eq!(end, End::Returned(Ok("b".to_owned())));
    assert_eq!(user.asked().len(), 2);
    assert_eq!(user.asked()[1]["message"], "Where?");
}

#[tokio::test]
async fn a_question_with_options_moved_between_fields_is_asked_again() {
    #[derive(Elicit)]
    struct Move {
        #[elicit(choices)]
        from: String,
        #[elicit(choices)]
        to: String,
    }
    // One row of options, and between the fields it is divided in another place.
    let options = |run: u8| match run {
        1 => (vec!["a", "b"], vec!["c"]),
        _ => (vec!["a"], vec!["b", "c"]),
    };
    let run = Cell::new(0);
    let user = User::new()
        .accepts("move", json!({"from": "a", "to": "c"}))
        .accepts("move", json!({"from": "a", "to": "b"}));
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            run.set(run.get() + 1);
            let (from, to) = options(run.get());
            let choices = MoveChoices {
                from: from.into(),
                to: to.into(),
            };
            let form = ask.form_with::<Move>("move", "Where?", choices);
            form.or_end().await.map(|found| found.to)
        })
        .await;
    assert_eq!(end, End::Returned(Ok("b".to_owned())));
    assert_eq!(user.asked().len(), 2);
}

#[tokio::test]
async fn a_blank_title_of_an_option_is_refused() {
    for (character, is_shown) in [
        (' ', false),
        ('\u{61c}', false),
        ('\u{200c}', false),
        ('\u{200d}', false),
        ('\u{200e}', false),
        ('\u{200f}', false),
        ('\u{2003}', false),
        ('\u{2800}', false),
        ('\u{2801}', true),
        ('\u{3000}', false),
        ('\u{fe00}', false),
        ('\u{fe0f}', false),
        ('\u{fe10}', true),
        ('a', true),
    ] {
        let title = character.to_string();
        let user = User::new().declines("target");
        let end = user
            .run(Revision::LATEST, async |ask| {
                let choices = target(&["a"], &[("r", &title)]);
                let form = ask.form_with::<Target>("target", "Where?", choices);
                form.await.is_ok()
            })
            .await;
        assert_eq!(end, End::Returned(is_shown), "{character:?}");
    }
}

#[tokio::test]
async fn a_blank_message_is_not_sent() {
    for message in ["", " ", "\n\t", "\u{3000}\u{200d}"] {
        for revision in Revision::all() {
            let user = User::new();
            let end = user
                .run(revision, async |ask| -> Result<(), AskError> {
                    let of_form = ask.confirm("form", message).await.unwrap_err();
                    let of_link = ask.url("link", "https://example.org", message).await;
                    assert_eq!(of_form.to_string(), "question `form`: its message is blank");
                    of_link.map(drop)
                })
                .await;
            let End::Returned(Err(AskError::BadQuestion { reason, .. })) = end else {
                panic!("{revision}: {end:?}");
            };
            assert_eq!(reason, "its message is blank");
            assert!(user.asked().is_empty());
        }
    }
}
