//! A call that comes with an answer, through the runtime.

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use elicit_core::{
    Elicitation, Fixed, Revision,
    seam::{Asker, Call, Driven, Session},
};
use serde_json::{Value, json};

/// What becomes of a call whose handler asks for `T`, and that comes with this content.
pub(crate) fn with_content<T: Fixed>(content: Value) -> Driven<bool> {
    let mut answer = json!({"action": "accept", "content": null});
    answer["content"] = content;
    let call = Call {
        revision: Revision::LATEST,
        method: "tools/call",
        target: "test".to_owned(),
        arguments: Value::Null,
        principal: None,
        form: true,
        url: false,
        input_responses: [("form".to_owned(), answer)].into(),
        request_state: None,
    };
    let (elicitation, session) = (Elicitation::default(), Session::new());
    let run = elicitation.drive(call, &session, None, async |asker: Asker| {
        let ask = asker.take().expect("the first to take it");
        ask.form::<T>("form", "What?").await.is_ok()
    });
    match pin!(run).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(driven) => driven,
        Poll::Pending => unreachable!("on this revision nothing waits"),
    }
}
