//! Several questions whose number is known only at run time.

use std::{num::NonZeroU32, time::Duration};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Mode, Outcome, Revision,
    adapter::Ended,
    runtime::Askable,
    testing::{End, User},
};
use serde_json::{Value, json};

use crate::forms::Scale;

const SERVICES: [&str; 3] = ["web", "mail", "search"];

async fn scale(ask: &Ask) -> Result<Outcome<Vec<u8>>, AskError> {
    let questions =
        SERVICES.map(|service| ask.form::<Scale>(service, format!("How many of {service}?")));
    let scales = ask.all(questions).await?;
    Ok(scales.map(|scales| scales.iter().map(|scale| scale.replicas).collect()))
}

fn replicas(number: u8) -> Value {
    json!({"replicas": number})
}

#[tokio::test]
async fn the_answers_are_in_the_order_of_the_questions() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("mail", replicas(2))
            .accepts("search", replicas(3))
            .accepts("web", replicas(1));
        let end = user
            .run(revision, async |ask| (scale(&ask).await, ask.round()))
            .await;
        let rounds = u8::from(revision.asks_in_result());
        let all = Ok(Outcome::Accepted(vec![1, 2, 3]));
        assert_eq!(end, End::Returned((all, rounds)), "{revision}");
        let messages = SERVICES.map(|service| format!("How many of {service}?"));
        let asked = user.asked();
        let asked: Vec<_> = asked.iter().map(|params| &params["message"]).collect();
        if cfg!(feature = "preserve-order") || !revision.asks_in_result() {
            assert_eq!(asked, messages.each_ref(), "{revision}");
        }
    }
}

#[tokio::test]
async fn the_first_decline_or_cancel_ends_all_questions() {
    for revision in Revision::all() {
        for (user, outcome, declined) in [
            (User::new().declines("mail"), Outcome::Declined, true),
            (User::new().cancels("mail"), Outcome::Cancelled, false),
        ] {
            let user = user.accepts("web", replicas(1)).declines("search");
            let end = user
                .run(revision, async |ask| {
                    scale(&ask).await.map(|all| all.map(drop))
                })
                .await;
            assert_eq!(end, End::Returned(Ok(outcome)), "{revision}");
            // What comes after it is in the same round, or is not asked.
            let asked = if revision.asks_in_result() { 3 } else { 2 };
            assert_eq!(user.asked_keys().len(), asked, "{revision}");

            let user = match outcome {
                Outcome::Declined => User::new().declines("mail"),
                _ => User::new().cancels("mail"),
            };
            let user = user
                .accepts("web", json!({"confirm": true}))
                .declines("search");
            let end = user
                .run(revision, async |ask| {
                    let questions = SERVICES.map(|service| ask.confirm(service, "Sure?"));
                    ask.all(questions).or_end().await
                })
                .await;
            let End::Ended(Ended {
                key,
                is_declined: is_no,
                ..
            }) = end
            else {
                panic!("{revision}: {end:?}");
            };
            assert_eq!((key.as_str(), is_no), ("mail", declined), "{revision}");
        }
    }
}

/// The question without a valid answer is not asked again.
#[tokio::test]
async fn a_decline_of_a_later_question_counts_at_once() {
    let user = User::new()
        .accepts("web", replicas(0))
        .declines("mail")
        .accepts("search", replicas(3));
    let end = user
        .run(Revision::V2026_07_28, async |ask| scale(&ask).await)
        .await;
    assert_eq!(end, End::Returned(Ok(Outcome::Declined)));
    assert_eq!(user.asked().len(), 3);
}

#[tokio::test]
async fn only_the_invalid_answer_is_asked_again() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("web", replicas(1))
            .accepts("mail", replicas(0))
            .accepts("mail", replicas(2))
            .accepts("search", replicas(3));
        let end = user.run(revision, async |ask| scale(&ask).await).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Accepted(vec![1, 2, 3]))));
        let mut asked = user.asked_keys();
        asked.sort_unstable();
        assert_eq!(asked, ["mail", "mail", "search", "web"], "{revision}");
    }
}

#[tokio::test]
async fn an_error_ends_all_questions_and_withdraws_the_others() {
    for revision in Revision::all() {
        let user = User::new().accepts("web", json!({"confirm": true}));
        let end = user
            .run(revision, async |ask| {
                let messages = [("web", "Web?"), ("", "Mail?"), ("search", "Search?")];
                let questions = messages.map(|(key, message)| ask.confirm(key, message));
                ask.all(questions).or_end().await
            })
            .await;
        let End::Returned(Err(AskError::BadQuestion { key, .. })) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(key, "");
        let asked = usize::from(!revision.asks_in_result());
        assert_eq!(user.asked().len(), asked, "{revision}");
    }
}

/// A client answers the first question by itself, before anybody could have read it.
fn automatic() -> User {
    User::new().takes(Duration::ZERO).declines("first")
}

#[tokio::test]
async fn a_question_after_the_end_of_the_call_is_not_sent() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (needed, user) = (automatic(), automatic());
        let end = needed
            .run(revision, async |ask| {
                let first = ask.value::<u8>("first", "First?").or_argument(None::<u8>);
                ask.all([first, ask.value("second", "Second?")]).await
            })
            .await;
        let End::Ended(ended) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(ended.key, "first", "{revision}");
        assert_eq!(needed.asked_keys(), ["first"], "{revision}");

        let end = user
            .run(revision, async |ask| {
                let first = ask.confirm("first", "First?").or_end();
                let link = ask.url("link", "https://example.org", "Visit");
                tokio::join!(first, ask.confirm("second", "Second?"), link)
            })
            .await;
        assert!(matches!(end, End::Ended(_)), "{revision}: {end:?}");
        assert_eq!(user.asked_keys(), ["first"], "{revision}");
    }
}

/// A client that turns out to show no forms, but can open pages.
#[tokio::test]
async fn a_link_is_not_sent_after_another_question_has_ended_the_call() {
    let user = User::new().takes(Duration::ZERO).fails("first", -32601);
    let end = user
        .run(Revision::V2025_11_25, async |ask| {
            let first = ask.value::<u8>("first", "First?").or_argument(None::<u8>);
            let link = ask.url("link", "https://example.org", "Visit");
            tokio::join!(first, link)
        })
        .await;
    assert!(matches!(end, End::Ended(_)), "{end:?}");
    assert_eq!(user.asked_keys(), ["first"]);
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_gets_an_error() {
    for revision in Revision::all() {
        let user = User::cannot_be_asked();
        let end = user.run(revision, async |ask| scale(&ask).await).await;
        assert_eq!(end, End::Returned(Err(AskError::Unsupported(Mode::Form))));
    }
}

#[tokio::test]
async fn without_questions_the_answer_is_an_empty_list() {
    for revision in Revision::all() {
        let user = User::new();
        let end = user
            .run(revision, async |ask: Ask| {
                let none: [&str; 0] = [];
                ask.all(none.map(|key| ask.confirm(key, "Sure?")))
                    .or_end()
                    .await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(Vec::new())), "{revision}");
        assert!(user.asked().is_empty());
    }
}

#[derive(Elicit)]
struct Target {
    #[elicit(choices)]
    environment: String,
}

/// `ask.all` accepts all questions of one type.
#[tokio::test]
async fn forms_links_and_nested_questions_can_be_asked_together() {
    fn two<Q: Askable>(ask: &Ask, one: Q, other: Q) -> impl Askable<Answer = Vec<Q::Answer>> {
        ask.all([one, other])
    }
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let user = User::new()
            .accepts("from", json!({"environment": "eu"}))
            .accepts("to", json!({"environment": "us"}))
            .agrees("page")
            .agrees("other page");
        let end = user
            .run(revision, async |ask| {
                let target = |key| {
                    let environment = vec!["eu", "us"].into();
                    let choices = TargetChoices { environment };
                    ask.form_with::<Target>(key, "Where?", choices)
                };
                let link = |key| ask.url(key, "https://example.org", "Visit");
                let targets = two(&ask, target("from"), target("to"));
                let links = ask.all([link("page"), link("other page")]).or_end();
                let (targets, links) = tokio::join!(ask.all([targets]), links);
                let targets = targets.map(|targets| {
                    let targets = targets.map(|targets| targets.into_iter().flatten());
                    targets.map(|targets| targets.map(|target| target.environment).collect())
                });
                (targets, links.map(|agreed| agreed.len()))
            })
            .await;
        let targets = Outcome::Accepted(vec!["eu".to_owned(), "us".to_owned()]);
        assert_eq!(end, End::Returned((Ok(targets), Ok(2))), "{revision}");
        assert_eq!(user.asked().len(), 4);
    }
}

#[tokio::test]
async fn each_question_counts_for_the_rate() {
    async fn eleven(ask: Ask) -> bool {
        let keys = (0..11).map(|number| number.to_string());
        ask.all(keys.map(|key| ask.confirm(key, "Sure?")))
            .await
            .is_ok()
    }
    for revision in Revision::all() {
        for (elicitation, fits) in [
            (
                Elicitation::default().rate_limit(NonZeroU32::new(10)),
                false,
            ),
            (Elicitation::default(), true),
            (Elicitation::default().rate_limit(None), true),
        ] {
            let yes = |user: User, number: u8| {
                user.accepts(&number.to_string(), json!({"confirm": true}))
            };
            let user = (0..11).fold(User::new(), yes);
            let end = user.run_with(&elicitation, revision, eleven).await;
            assert_eq!(end, End::Returned(fits), "{revision}");
        }
    }
}

#[tokio::test]
async fn the_handler_knows_the_revision() {
    for revision in Revision::all() {
        let end = User::new().run(revision, async |ask| ask.revision()).await;
        assert_eq!(end, End::Returned(revision));
    }
}
