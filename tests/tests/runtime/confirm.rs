//! A question of yes or no: its options, and what counts as a no.

use std::{borrow::Cow, cell::Cell};

use elicit_core::{
    Ask, AskError, Elicitation, Outcome, Revision, Violations, Words,
    testing::{End, User},
};
use serde_json::{Value, json};

use crate::log::listen;

async fn delete(ask: Ask) -> Result<Outcome<()>, AskError> {
    ask.confirm("delete", "Delete the project?")
        .title("Delete it")
        .await
}

/// The schema of the question as it was sent.
fn schema(user: &User) -> Value {
    user.asked()[0]["requestedSchema"].clone()
}

fn choice(title: &str) -> Value {
    described(title, "Choose “yes” to agree.", ["no", "yes"])
}

fn described(title: &str, description: &str, options: [&str; 2]) -> Value {
    let confirm = json!({
        "type": "string", "title": title, "description": description, "enum": options,
        "default": options[0],
    });
    json!({"type": "object", "properties": {"confirm": confirm}})
}

/// In some clients a boolean is true at first, so Enter alone would agree.
#[tokio::test]
async fn a_confirmation_is_an_optional_choice_with_no_chosen_first() {
    for revision in Revision::all() {
        let user = User::new().declines("delete");
        let _ = user.run(revision, delete).await;
        assert_eq!(schema(&user), choice("Delete it"), "{revision}");

        let user = User::new().declines("sure");
        let sure = async |ask: Ask| ask.confirm("sure", "Sure?").await;
        let _ = user.run(revision, sure).await;
        assert_eq!(schema(&user), choice("Agree"), "{revision}");
    }
}

struct French;

impl Words for French {
    fn agree(&self) -> Cow<'_, str> {
        "D’accord".into()
    }

    fn no(&self) -> Cow<'_, str> {
        "non".into()
    }

    fn yes(&self) -> Cow<'_, str> {
        "oui".into()
    }

    fn meaning_of_yes(&self) -> Cow<'_, str> {
        format!("Choisissez « {} » pour accepter.", self.yes()).into()
    }
}

#[tokio::test]
async fn a_confirmation_has_the_words_of_the_server_unless_titled() {
    let french = Elicitation::default().words(French);
    let titled = |title| described(title, "Choisissez « oui » pour accepter.", ["non", "oui"]);
    for revision in Revision::all() {
        let user = User::new().accepts("sure", json!({"confirm": "oui"}));
        let sure = async |ask: Ask| ask.confirm("sure", "Sûr ?").await;
        let end = user.run_with(&french, revision, sure).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))), "{revision}");
        assert_eq!(schema(&user), titled("D’accord"), "{revision}");

        let user = User::new().accepts("delete", json!({"confirm": "non"}));
        let end = user.run_with(&french, revision, delete).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{revision}");
        assert_eq!(schema(&user), titled("Delete it"), "{revision}");
    }
}

#[tokio::test]
async fn only_a_yes_is_accepted() {
    for revision in Revision::all() {
        for (content, outcome) in [
            (json!({"confirm": "yes"}), Outcome::Accepted(())),
            (json!({"confirm": "yes\n"}), Outcome::Accepted(())),
            (json!({"confirm": "no"}), Outcome::Declined),
            (json!({"confirm": ""}), Outcome::Declined),
            (json!({"confirm": true}), Outcome::Accepted(())),
            (json!({"confirm": false}), Outcome::Declined),
            (json!({"confirm": null}), Outcome::Declined),
            (json!({"confirm": false, "other": true}), Outcome::Declined),
            (json!({}), Outcome::Declined),
        ] {
            let answer = json!({"action": "accept", "content": content});
            let user = User::new().responds("delete", answer);
            let end = user.run(revision, delete).await;
            assert_eq!(end, End::Returned(Ok(outcome)), "{revision}: {content}");
            assert_eq!(user.asked().len(), 1, "{revision}: {content}");
        }
    }
}

/// As with `value` and `pick`: the client would answer in the same way again, and a person who has agreed
/// would be taken for one who has not.
#[tokio::test]
async fn an_accept_under_another_name_is_an_error() {
    for revision in Revision::all() {
        for content in [
            json!({"confirmed": true}),
            json!({"value": true}),
            json!({"other": 1}),
        ] {
            let answer = json!({"action": "accept", "content": content});
            let user = User::new().responds("delete", answer);
            let (log, _guard) = listen();
            let end = user.run(revision, delete).await;
            let End::Returned(Err(AskError::Invalid(invalid))) = end else {
                panic!("{revision}: {end:?}");
            };
            let text = invalid.to_string();
            assert_eq!(text, "must have the properties of the question: `confirm`");
            assert_eq!(user.asked().len(), 1, "{revision}");
            let lines = log.lines.lock().unwrap().join("\n");
            assert!(lines.contains(r#"keyword="properties""#), "{lines}");
            assert!(!lines.contains("confirmed"), "{lines}");
        }
    }
}

#[tokio::test]
async fn the_model_reads_whether_the_user_declined_or_did_not_agree() {
    const NOT_AGREED: &str = "The user did not agree.";
    const DECLINED: &str = "The user declined to answer.";
    for revision in Revision::all() {
        for (user, text) in [
            (User::new().accepts("b", json!({})), NOT_AGREED),
            (
                User::new().accepts("b", json!({"confirm": "no"})),
                NOT_AGREED,
            ),
            (User::new().declines("b"), DECLINED),
            (
                User::new().cancels("b"),
                "The question was closed without an answer.",
            ),
        ] {
            let alone = user.clone();
            let alone = alone.run(revision, async |ask| ask.confirm("b", "B?").or_end().await);
            let End::Ended(alone) = alone.await else {
                panic!("{revision}: {text}");
            };
            assert_eq!(alone.text(), text, "{revision}");
            assert_eq!(
                alone.is_declined,
                text != "The question was closed without an answer."
            );
            assert_eq!(alone.error, None);
        }
        for (user, text) in [
            (User::new().accepts("b", json!({})), NOT_AGREED),
            (User::new().declines("b"), DECLINED),
        ] {
            let user = user
                .accepts("a", json!({"confirm": true}))
                .accepts("c", json!({"confirm": true}));
            let together = user.run(revision, async |ask: Ask| {
                let questions = ["a", "b", "c"].map(|key| ask.confirm(key, "Sure?"));
                ask.all(questions).or_end().await.map(drop)
            });
            let End::Ended(ended) = together.await else {
                panic!("{revision}: {text}");
            };
            assert_eq!((&*ended.key, ended.text()), ("b", text), "{revision}");
        }
    }
}

#[tokio::test]
async fn a_check_runs_only_after_a_yes() {
    for revision in Revision::all() {
        let closed = || Err(Violations::new().form("the change was closed"));
        let merge = async |ask: Ask| {
            let merge = ask.confirm("merge", "Merge it?").check(closed);
            merge.title("Merge").await
        };
        let user = User::new().accepts("merge", json!({}));
        assert_eq!(
            user.run(revision, merge).await,
            End::Returned(Ok(Outcome::Declined))
        );

        let user = User::new()
            .accepts("merge", json!({"confirm": "yes"}))
            .declines("merge");
        let end = user.run(revision, merge).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{revision}");
        let message = &user.asked()[1]["message"];
        let correction = "Please correct your answer. The change was closed. \n\nMerge it?";
        assert_eq!(message, correction, "{revision}");
        // Whoever only presses Enter does not agree again.
        let again = &user.asked()[1]["requestedSchema"];
        assert_eq!(*again, choice("Merge"), "{revision}");
    }
}

#[tokio::test]
async fn a_correction_names_the_title() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("delete", json!({"confirm": "perhaps"}))
            .declines("delete");
        let end = user.run(revision, delete).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{revision}");
        let message = user.asked()[1]["message"].as_str().unwrap().to_owned();
        let start = "Please correct your answer. “Delete it” must be one of `no`, `yes`. \n\n";
        assert!(message.starts_with(start), "{revision}: {message}");
    }
}

#[tokio::test]
async fn a_title_is_escaped_and_its_findings_are_logged() {
    for (title, shown, logged) in [
        ("Delete\u{200b} it", r"Delete\u{200b} it", "finding=\"invis"),
        (
            "Run https://example.org/x",
            "Run https://example.org/x",
            "finding=\"link\"",
        ),
        ("Send my password", "Send my password", "word=\"password\""),
    ] {
        for revision in Revision::all() {
            let (log, _guard) = listen();
            let user = User::new().declines("sure");
            let sure = async |ask: Ask| ask.confirm("sure", "Sure?").title(title).await;
            let _ = user.run(revision, sure).await;
            assert_eq!(schema(&user), choice(shown), "{revision}");
            let log = log.lines.lock().unwrap().join("\n");
            assert!(log.contains(logged), "{revision}: {log}");
        }
    }
}

/// The user has agreed to something else.
#[tokio::test]
async fn a_confirmation_under_another_title_is_asked_again() {
    let run = Cell::new(0);
    let yes = || json!({"confirm": true});
    let user = User::new().accepts("sure", yes()).accepts("sure", yes());
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            run.set(run.get() + 1);
            let title = if run.get() == 1 {
                "Keep it"
            } else {
                "Delete it"
            };
            ask.confirm("sure", "Sure?").title(title).await
        })
        .await;
    assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))));
    assert_eq!(user.asked().len(), 2);
}
