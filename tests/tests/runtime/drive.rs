//! The three ways in which an adapter runs a handler.

use std::sync::Arc;

use elicit_core::{
    AskError, Elicitation, Outcome, Revision,
    adapter::{Asker, Backchannel, BoxFuture, RunEnd, Session, WireError},
};
use serde_json::{Value, json};

use crate::adapter::call;

/// A client of an SDK that only sends requests. All else is left to the defaults.
struct Agreeing;

impl Backchannel for Agreeing {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        Box::pin(async { Ok(json!({"action": "accept", "content": {"confirm": true}})) })
    }
}

async fn confirm(asker: Asker) -> Result<Outcome<()>, AskError> {
    let ask = asker.take().unwrap();
    ask.confirm("sure", "Sure?").await
}

/// As in a task of the protocol, or over a protocol without retries.
#[tokio::test]
async fn in_place_a_question_is_sent_on_each_revision() {
    for revision in Revision::all() {
        let mut call = call(revision);
        call.request_state = Some("is not read".to_owned());
        let elicitation = Elicitation::default().once();
        let wire = Arc::new(Agreeing) as Arc<dyn Backchannel>;
        let session = Session::new();
        let run_end = elicitation
            .drive_in_place(call, &session, wire, confirm)
            .await;
        // There is no arm for a call that ends with a question.
        match run_end {
            RunEnd::Returned(outcome) => {
                assert_eq!(outcome, Ok(Outcome::Accepted(())), "{revision}");
            }
            RunEnd::Unsupported(unsupported) => panic!("{unsupported:?}"),
            RunEnd::Ended(ended) => panic!("{ended:?}"),
            RunEnd::Error(rpc_error) => panic!("{rpc_error:?}"),
        }
    }
}

/// An adapter that keeps no responses must not run a handler twice.
#[tokio::test]
async fn without_kept_responses_a_retry_under_once_is_refused() {
    let (elicitation, session) = (Elicitation::default().once(), Session::new());
    let first = call(Revision::LATEST);
    let run_end = elicitation.drive(first.clone(), &session, None, confirm);
    let RunEnd::InputRequired(required) = run_end.await else {
        panic!("the first request asks");
    };
    let mut retry = first;
    retry.request_state = Some(required.state);
    let run_end = elicitation.drive(retry, &session, None, async |_: Asker| {
        panic!("the handler runs");
    });
    let RunEnd::Error(rpc_error) = run_end.await else {
        panic!("the retry is not refused");
    };
    assert_eq!(rpc_error.code, -32603);
    assert_eq!(rpc_error.data.unwrap()["reason"], "nothing_done");
}
