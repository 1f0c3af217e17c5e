//! A server that has the last word where a question ends a call.

use std::sync::{Arc, Mutex};

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    adapter::RpcError,
    testing::{End, User},
};
use serde_json::json;

use crate::forms::Scale;

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

async fn scale(ask: Ask) -> Result<u8, AskError> {
    let scale = ask.form::<Scale>("scale", "How many?").or_end().await?;
    Ok(scale.replicas)
}

/// What a server makes of an error: codes, words and data of its own.
fn contract(error: &AskError) -> RpcError {
    let (code, kind) = match error {
        AskError::Unsupported(_) => (-31_001, "unsupported"),
        AskError::TimedOut => (-31_002, "timeout"),
        AskError::Invalid(_) => (-31_003, "invalid"),
        _ => (-31_000, "other"),
    };
    RpcError::new(code, format!("no answer ({kind})")).with_data(json!({"kind": kind}))
}

fn with_contract() -> Elicitation {
    Elicitation::default().on_end(|_, ended| ended.error.as_ref().map(contract))
}

#[track_caller]
fn refused<R: std::fmt::Debug>(end: End<R>) -> RpcError {
    match end {
        End::Error(rpc_error) => rpc_error,
        end => panic!("{end:?}"),
    }
}

#[tokio::test]
async fn an_error_from_on_end_has_its_code_message_and_data() {
    for revision in Revision::all() {
        let invalid = |user: User, _| user.accepts("scale", json!({"replicas": 99}));
        let user = (0..3).fold(User::new(), invalid);
        let rpc_error = refused(user.run_with(&with_contract(), revision, scale).await);
        assert_eq!(
            rpc_error,
            contract(&AskError::Invalid(invalid_scale())),
            "{revision}"
        );
        assert_eq!(rpc_error.code, -31_003);
        assert_eq!(rpc_error.message, "no answer (invalid)");
        assert_eq!(rpc_error.data, Some(json!({"kind": "invalid"})));
    }
    for revision in LEGACY {
        let user = User::new().never_answers("scale");
        let rpc_error = refused(user.run_with(&with_contract(), revision, scale).await);
        assert_eq!(rpc_error, contract(&AskError::TimedOut), "{revision}");
    }
}

fn invalid_scale() -> elicit_core::InvalidContent {
    elicit_core::from_value::<Scale>(&json!({"replicas": 99})).unwrap_err()
}

/// Clients of 2026-07-28 read the code and the data. Older clients do not.
#[tokio::test]
async fn a_missing_capability_keeps_its_code_and_its_data() {
    let user = User::cannot_be_asked();
    let rpc_error = refused(
        user.run_with(&with_contract(), Revision::LATEST, scale)
            .await,
    );
    assert_eq!(rpc_error.code, -32021);
    assert_eq!(rpc_error.message, "no answer (unsupported)");
    let required = json!({"elicitation": {"form": {}}});
    let data = json!({"kind": "unsupported", "requiredCapabilities": required});
    assert_eq!(rpc_error.data, Some(data));
    for revision in LEGACY {
        let rpc_error = refused(user.run_with(&with_contract(), revision, scale).await);
        assert_eq!(rpc_error.code, -31_001, "{revision}");
        assert_eq!(rpc_error.data, Some(json!({"kind": "unsupported"})));
    }
    // Whatever the data of the server is.
    for data in [json!("text"), json!({"requiredCapabilities": 1})] {
        let elicitation = Elicitation::default()
            .on_end(move |_, _| Some(RpcError::new(1, "no").with_data(data.clone())));
        let rpc_error = refused(user.run_with(&elicitation, Revision::LATEST, scale).await);
        let data = json!({"requiredCapabilities": required});
        assert_eq!((rpc_error.code, rpc_error.data), (-32021, Some(data)));
    }
}

/// What `on_end` was called with.
type Seen = Arc<Mutex<Vec<(String, String, bool, bool)>>>;

fn audited() -> (Elicitation, Seen) {
    let seen = Seen::default();
    let log = Arc::clone(&seen);
    let elicitation = Elicitation::default().on_end(move |call, ended| {
        let entry = (
            call.method.to_owned(),
            ended.key.clone(),
            ended.is_declined,
            ended.error.is_some(),
        );
        log.lock().unwrap().push(entry);
        None
    });
    (elicitation, seen)
}

fn entry(declined: bool, failed: bool) -> (String, String, bool, bool) {
    (
        "tools/call".to_owned(),
        "scale".to_owned(),
        declined,
        failed,
    )
}

#[tokio::test]
async fn on_end_sees_declines_and_errors() {
    for revision in Revision::all() {
        let (elicitation, seen) = audited();
        for (user, declined) in [
            (User::new().declines("scale"), true),
            (User::new().cancels("scale"), false),
        ] {
            // The call ends as it does without it.
            let end = user.run_with(&elicitation, revision, scale).await;
            assert_eq!(end, user_ends(declined, revision).await);
            assert_eq!(
                seen.lock().unwrap().drain(..).collect::<Vec<_>>(),
                [entry(declined, false)]
            );
        }
        let user = User::cannot_be_asked();
        let rpc_error = refused(user.run_with(&elicitation, revision, scale).await);
        assert_eq!(rpc_error, refused(user.run(revision, scale).await));
        assert_eq!(*seen.lock().unwrap(), [entry(false, true)], "{revision}");
    }
}

async fn user_ends(declined: bool, revision: Revision) -> End<Result<u8, AskError>> {
    let user = User::new();
    let user = if declined {
        user.declines("scale")
    } else {
        user.cancels("scale")
    };
    let end = user.run(revision, scale).await;
    assert!(matches!(end, End::Ended(_)), "{end:?}");
    end
}

#[tokio::test]
async fn on_end_can_turn_a_decline_into_an_error() {
    for revision in Revision::all() {
        let elicitation = Elicitation::default().on_end(|_, ended| {
            ended
                .is_declined
                .then(|| RpcError::new(-31_010, "the user said no"))
        });
        let user = User::new().declines("scale");
        let rpc_error = refused(user.run_with(&elicitation, revision, scale).await);
        assert_eq!(
            rpc_error,
            RpcError::new(-31_010, "the user said no"),
            "{revision}"
        );
    }
}

#[tokio::test]
async fn on_end_is_not_called_if_the_call_continues() {
    for revision in Revision::all() {
        let (elicitation, seen) = audited();
        let user = User::new()
            .accepts("scale", json!({"replicas": 3}))
            .declines("sure");
        let end = user
            .run_with(&elicitation, revision, async |ask: Ask| {
                let bad = ask.confirm("", "Sure?").or_end().await.is_err();
                let scale = ask
                    .form::<Scale>("scale", "How many?")
                    .or_end()
                    .await
                    .is_ok();
                (bad, scale, ask.confirm("sure", "Sure?").await.is_ok())
            })
            .await;
        assert_eq!(end, End::Returned((true, true, true)), "{revision}");
        assert_eq!(*seen.lock().unwrap(), []);
    }
}

#[tokio::test]
async fn a_panic_in_on_end_is_an_error_of_the_call() {
    for revision in Revision::all() {
        let elicitation = Elicitation::default().on_end(|_, _| panic!("a bug of the server"));
        let user = User::new().declines("scale");
        let rpc_error = refused(user.run_with(&elicitation, revision, scale).await);
        assert_eq!(rpc_error.code, -32603, "{revision}");
    }
}
