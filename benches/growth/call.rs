//! A call that comes with an answer, through the runtime.

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use elicit_core::{
    Elicit, Elicitation, Revision,
    seam::{Asker, Call, Driven, Session},
};
use serde_json::Value;

/// What becomes of a call whose handler asks for `T`, and that comes with this answer.
pub(crate) fn with_answer<T: Elicit>(answer: Value, choices: T::Choices) -> Driven<bool> {
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
        let form = ask.form::<T>("form", "What?").choices(choices);
        form.await.is_ok()
    });
    match pin!(run).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(driven) => driven,
        Poll::Pending => unreachable!("on this revision nothing waits"),
    }
}
