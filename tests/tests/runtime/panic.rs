//! A handler that panics.

use std::future::Ready;

use elicit_core::{
    AskError, Elicitation, Revision,
    seam::{Asker, Driven, Session},
    testing::{End, User},
};
use elicit_tests::drive::Drive as _;
use serde_json::json;

use crate::{log, seam::call};

#[tokio::test]
async fn a_panic_ends_the_call_with_an_error_and_a_line_in_the_log() {
    for revision in Revision::ALL {
        let (log, _listening) = log::listen();
        let user = User::new().accepts("sure", json!({"confirm": true}));
        let end: End<Result<(), AskError>> = user
            .run(revision, async |ask| {
                ask.confirm("sure", "Sure?").or_end().await?;
                panic!("a secret of the handler's");
            })
            .await;
        let End::Refused(refusal) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(
            (refusal.code, &*refusal.message),
            (-32603, "the handler panicked")
        );
        let lines = log.lines.lock().unwrap().join("\n");
        assert!(lines.contains("the handler panicked"), "{lines}");
        assert!(!lines.contains("secret"), "{lines}");
    }
}

#[tokio::test]
async fn a_panic_before_the_first_future_is_one_too() {
    fn handler(_: Asker) -> Ready<()> {
        panic!("the handler is a function, and fails at once");
    }

    for revision in Revision::ALL {
        let (call, session) = (call(revision), Session::default());
        let driven = Elicitation::default()
            .run(call, &session, None, handler)
            .await;
        let Driven::Refused(refusal) = driven else {
            panic!("{revision}: {driven:?}");
        };
        assert_eq!(refusal.code, -32603);
    }
}
