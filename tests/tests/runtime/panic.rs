//! A handler that panics.

use std::future::Ready;

use elicit_core::{
    AskError, Elicitation, Revision,
    adapter::{Asker, RunEnd, Session},
    testing::{End, User},
};
use elicit_tests::drive::Drive as _;
use serde_json::json;

use crate::{adapter::call, log};

#[tokio::test]
async fn a_panic_ends_the_call_with_an_error_and_a_line_in_the_log() {
    for revision in Revision::all() {
        let (log, _listening) = log::listen();
        let user = User::new().accepts("sure", json!({"confirm": true}));
        let end: End<Result<(), AskError>> = user
            .run(revision, async |ask| {
                ask.confirm("sure", "Sure?").or_end().await?;
                panic!("a secret of the handler's");
            })
            .await;
        let End::Error(rpc_error) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(
            (rpc_error.code, &*rpc_error.message),
            (-32603, "the handler panicked")
        );
        let lines = log.lines.lock().unwrap().join("\n");
        assert!(lines.contains("the handler panicked"), "{lines}");
        assert!(!lines.contains("secret"), "{lines}");
    }
}

#[tokio::test]
async fn a_panic_before_the_future_exists_ends_the_call() {
    fn handler(_: Asker) -> Ready<()> {
        panic!("the handler is a function, and fails at once");
    }

    for revision in Revision::all() {
        let (call, session) = (call(revision), Session::default());
        let run_end = Elicitation::default()
            .run(call, &session, None, handler)
            .await;
        let RunEnd::Error(rpc_error) = run_end else {
            panic!("{revision}: {run_end:?}");
        };
        assert_eq!(rpc_error.code, -32603);
    }
}
