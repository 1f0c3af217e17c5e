//! How many instructions a question takes in a call that asks many at once, each of which is
//! polled with a waker of its own, as by `FuturesUnordered` (2026-07-28). The figure is the same
//! for few and for many.

use std::{
    fmt,
    future::poll_fn,
    pin::{Pin, pin},
    process::ExitCode,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
};

use elicit_benches::{Case, callgrind, ratio};
use elicit_core::{
    Ask, Elicitation, Revision,
    adapter::{Asker, Call, RunEnd, Session},
};
use serde_json::Value;

/// So many questions in one call.
#[derive(Clone, Copy)]
struct Questions(u32);

impl fmt::Display for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} questions", self.0)
    }
}

fn main() -> ExitCode {
    let keys = [1_000, 4_000, 16_000].map(Questions);
    let case = |&key: &Questions| Case::new(key, move || asked(key.0));
    callgrind::main(&keys, case, |counts| {
        println!("| questions in one call | instructions for each | beside the first |");
        println!("|--:|--:|--:|");
        let each = |place: usize| counts[place] / u64::from(keys[place].0);
        for (place, Questions(questions)) in keys.iter().enumerate() {
            let (count, beside) = (each(place), ratio(each(place), each(0)));
            println!("| {questions} | {count} | {beside:.2} |");
        }
    })
}

/// A run that asks all of them, and ends with them open.
fn asked(questions: u32) -> RunEnd<()> {
    let mut call = Call::new(Revision::V2026_07_28, "tools/call", "ask", Value::Null);
    call.form = true;
    let elicitation = Elicitation::default().rate_limit(None);
    let session = Session::new();
    let handler = async |asker: Asker| match asker.take() {
        Ok(ask) => ask_all(&ask, questions).await,
        Err(rpc_error) => panic!("{rpc_error:?}"),
    };
    // So many do not fit into a state, so the run ends with an error. They were asked.
    let run = elicitation.drive(call, &session, None, handler);
    let mut run = pin!(run);
    match run.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(run_end) => run_end,
        Poll::Pending => panic!("the run ends when all questions are open"),
    }
}

async fn ask_all(ask: &Ask, questions: u32) {
    struct Own;

    impl Wake for Own {
        fn wake(self: Arc<Self>) {}
    }

    let mut questions: Vec<Pin<Box<dyn Future<Output = ()> + '_>>> = (0..questions)
        .map(|index| {
            let question = ask.confirm(format!("sure {index}"), "Sure?");
            Box::pin(async move { drop(question.await) }) as _
        })
        .collect();
    poll_fn::<(), _>(|_| {
        for question in &mut questions {
            let waker = Waker::from(Arc::new(Own));
            let polled = question.as_mut().poll(&mut Context::from_waker(&waker));
            assert!(polled.is_pending(), "the question has no answer");
        }
        Poll::Pending
    })
    .await;
}
