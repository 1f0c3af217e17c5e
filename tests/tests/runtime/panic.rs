//! A handler that panics.

use elicit_core::{
    AskError, Revision,
    testing::{End, User},
};
use serde_json::json;

use crate::log;

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
