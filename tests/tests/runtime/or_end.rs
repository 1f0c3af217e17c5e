//! What ends a call at a question under `or_end`, and what does not.

use std::num::NonZeroU32;

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    adapter::{Ended, RpcError},
    testing::{End, User},
};
use serde_json::json;

use crate::forms::Scale;

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

async fn scale(ask: Ask) -> Result<u8, AskError> {
    let scale = ask.form::<Scale>("scale", "How many?").or_end().await?;
    Ok(scale.replicas)
}

async fn page(ask: Ask) -> Result<u8, AskError> {
    let link = ask.url("link", "https://example.org", "Link it");
    link.done_when(async || false).or_end().await?;
    Ok(0)
}

/// The call ended at this question, because of an error.
#[track_caller]
fn ended<R: std::fmt::Debug>(end: End<R>, key: &str) -> Ended {
    let End::Ended(ended) = end else {
        panic!("{end:?}");
    };
    assert_eq!(ended.key, key);
    assert!(!ended.is_declined && ended.error.is_some(), "{ended:?}");
    // Prompts and resources have no other result.
    let rpc_error = ended.rpc_error();
    assert_eq!((rpc_error.code, &*rpc_error.message), (-1, ended.text()));
    ended
}

#[tokio::test]
async fn an_answer_that_stays_invalid_ends_the_call() {
    for revision in Revision::all() {
        let invalid = |user: User, _| user.accepts("scale", json!({"replicas": 99}));
        let user = (0..3).fold(User::new(), invalid);
        let ended = ended(user.run(revision, scale).await, "scale");
        assert!(
            matches!(ended.error, Some(AskError::Invalid(_))),
            "{revision}"
        );
        let text =
            "The user was asked, but the answer was not valid: replicas: must be at most 20.";
        assert_eq!(ended.text(), text, "{revision}");
        let violation = json!({
            "property": "replicas", "keyword": "maximum", "message": "must be at most 20",
        });
        let data = json!({"violations": [violation]});
        assert_eq!(ended.rpc_error().data, Some(data), "{revision}");
    }
}

#[tokio::test]
async fn a_timeout_ends_the_call() {
    for revision in LEGACY {
        let end = User::new()
            .never_answers("scale")
            .run(revision, scale)
            .await;
        let ended = ended(end, "scale");
        assert_eq!(ended.error, Some(AskError::TimedOut));
        assert_eq!(
            ended.text(),
            "The user was asked, but no answer came in time."
        );
        assert_eq!(ended.rpc_error().data, None);
    }
}

#[tokio::test]
async fn unreadable_answers_end_the_call() {
    for revision in Revision::all() {
        let garbage = |user: User, _| user.responds("scale", json!({"action": 1}));
        let user = (0..20).fold(User::new(), garbage);
        let ended = ended(user.run(revision, scale).await, "scale");
        assert_eq!(user.asked().len(), 10, "{revision}");
        assert_eq!(ended.error, Some(AskError::Unreadable));
        assert!(ended.text().contains("could not be read"), "{ended:?}");
    }
}

#[tokio::test]
async fn too_many_questions_end_the_call() {
    for revision in Revision::all() {
        let one = Elicitation::default().rate_limit(NonZeroU32::new(1));
        let user = User::new().accepts("sure", json!({"confirm": true}));
        let end = user
            .run_with(&one, revision, async |ask: Ask| {
                ask.confirm("sure", "Sure?").or_end().await?;
                scale(ask).await
            })
            .await;
        let ended = ended(end, "scale");
        assert!(
            matches!(ended.error, Some(AskError::RateLimited { .. })),
            "{revision}"
        );
        assert!(
            ended.text().starts_with("There were too many questions"),
            "{ended:?}"
        );
        assert_eq!(user.asked_keys(), ["sure"], "{revision}");
    }
}

/// The error is the one that kept the question open.
#[tokio::test]
async fn an_invalid_answer_in_the_last_round_ends_the_call() {
    let wrong = |user: User, _| user.accepts("scale", json!({"replicas": 99}));
    let user = (0..20).fold(User::new(), wrong);
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            ask.form::<Scale>("scale", "How many?")
                .attempts(20)
                .or_end()
                .await
        })
        .await;
    let ended = ended(end, "scale");
    assert!(
        matches!(ended.error, Some(AskError::Invalid(_))),
        "{ended:?}"
    );
    assert_eq!(user.asked().len(), 10);
}

#[tokio::test]
async fn an_unfinished_page_ends_the_call() {
    for revision in Revision::all() {
        let user = (0..20).fold(User::new(), |user, _| user.agrees("link"));
        let three = Elicitation::default().rounds(3);
        let ended = ended(user.run_with(&three, revision, page).await, "link");
        assert_eq!(ended.error, Some(AskError::Unfinished), "{revision}");
        assert!(ended.text().contains("not finished"), "{ended:?}");
        assert_eq!(user.asked().len(), 3, "{revision}");
    }
}

#[tokio::test]
async fn an_unfinished_page_in_ask_all_ends_the_call() {
    for revision in Revision::all() {
        let user = User::new().agrees("link").agrees("link");
        let two = Elicitation::default().rounds(2);
        let end = user
            .run_with(&two, revision, async |ask: Ask| {
                let link = ask.url("link", "https://example.org", "Link it");
                let links = [link.done_when(async || false)];
                ask.all(links).or_end().await.is_ok()
            })
            .await;
        let ended = ended(end, "link");
        assert_eq!(ended.error, Some(AskError::Unfinished), "{revision}");
    }
}

/// The protocol has an error code for this.
#[tokio::test]
async fn a_client_that_cannot_be_asked_is_refused() {
    for revision in Revision::all() {
        let end = User::cannot_be_asked().run(revision, scale).await;
        let End::Error(RpcError { code, data, .. }) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(code, -32021, "{revision}");
        let required = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
        assert_eq!(data, Some(required), "{revision}");
    }
}

/// These are faults of the server, the client or the connection.
#[tokio::test]
async fn other_errors_are_returned_to_the_handler() {
    for revision in LEGACY {
        for code in [-32000, -32602] {
            let end = User::new().fails("scale", code).run(revision, scale).await;
            assert!(matches!(end, End::Returned(Err(_))), "{revision}: {end:?}");
        }
    }
    for revision in Revision::all() {
        let end = User::new()
            .run(revision, async |ask: Ask| {
                ask.confirm("", "Sure?").or_end().await
            })
            .await;
        let is_bad = matches!(end, End::Returned(Err(AskError::BadQuestion { .. })));
        assert!(is_bad, "{revision}: {end:?}");
    }
}

#[tokio::test]
async fn without_or_end_errors_are_returned_to_the_handler() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("scale", json!({"replicas": 99}))
            .cancels("sure");
        let end = user
            .run(revision, async |ask: Ask| {
                let form = ask.form::<Scale>("scale", "How many?").attempts(1);
                let invalid = matches!(form.await, Err(AskError::Invalid(_)));
                (invalid, ask.confirm("sure", "Sure?").await.is_ok())
            })
            .await;
        assert_eq!(end, End::Returned((true, true)), "{revision}");
    }
}

/// Both questions time out, and the call ends at one of them.
#[tokio::test]
async fn one_of_two_questions_at_once_ends_the_call() {
    for revision in LEGACY {
        let user = User::new().never_answers("sure").never_answers("scale");
        let end = user
            .run(revision, async |ask: Ask| {
                let (sure, scale) = tokio::join!(
                    ask.confirm("sure", "Sure?").or_end(),
                    ask.form::<Scale>("scale", "How many?").or_end(),
                );
                (sure.is_ok(), scale.is_ok())
            })
            .await;
        let End::Ended(ended) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(ended.error, Some(AskError::TimedOut));
    }
}
