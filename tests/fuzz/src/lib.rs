//! A call of a tool on the newest revision, without an SDK.

pub mod answers;
pub mod content;
pub mod page;
pub mod schema;

use std::{
    collections::BTreeMap,
    pin::pin,
    task::{Context, Poll, Waker},
};

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    adapter::{Asker, Call, RunEnd, Session},
};
use elicit_tests::drive::Drive as _;
use serde_json::{Value, json};

/// `inputResponses`, by the keys of the questions.
pub type Responses = BTreeMap<String, Value>;

/// One round of a call: what comes of these answers, beside this state.
pub fn round<T>(
    elicitation: &Elicitation,
    input_responses: Responses,
    request_state: Option<String>,
    handler: impl AsyncFnOnce(Ask) -> Result<T, AskError>,
) -> RunEnd<Result<T, AskError>> {
    let mut call = Call::new(
        Revision::LATEST,
        "tools/call",
        "tool",
        json!({"what": "everything"}),
    );
    call.principal = Some("ann".to_owned());
    call.form = true;
    call.url = true;
    call.input_responses = input_responses;
    call.request_state = request_state;
    let session = Session::new();
    at_once(elicitation.run(call, &session, None, async |asker: Asker| {
        // The call ends with the refusal, whatever is returned here.
        let ask = asker.take().map_err(|_| AskError::Suspended)?;
        handler(ask).await
    }))
}

/// Nothing here waits for anything outside.
pub fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}
