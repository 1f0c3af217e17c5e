//! A call by a user, in as many rounds as it takes, and how it ended.

use std::{
    future::{pending, poll_fn},
    mem,
    pin::pin,
    sync::Arc,
    task::Poll,
};

use serde_json::Value;

use super::{User, pages, script::Reply, wire::Client};
use crate::{
    adapter::{Asker, Backchannel, Call, Ended, RpcError, RunEnd, Unsupported},
    revision::Revision,
    runtime::{ask::Ask, elicitation::Elicitation, lock::lock},
};

/// How a call ended: [`User::run`].
///
/// ```
/// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
///
/// async fn delete(ask: Ask) -> Result<(), AskError> {
///     ask.confirm("sure", "Delete it?").or_end().await
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let end = User::new().cancels("sure").run(Revision::LATEST, delete).await;
/// let End::Ended(ended) = end else { unreachable!() };
/// assert!(!ended.is_declined);
///
/// let end = User::new().run(Revision::LATEST, delete).await;
/// assert_eq!(end, End::Unanswered(vec!["sure".into()])); // the script is empty
/// # }
/// ```
#[derive(Debug, PartialEq)]
#[must_use = "compare it with what the call should come to"]
pub enum End<R> {
    /// The handler returned this.
    Returned(R),
    /// A question with `or_end` ended the call: it was declined, closed without an answer, or it failed.
    Ended(Ended),
    /// The call ended with an error, whatever the handler returned: a client that cannot be asked
    /// at a question with `or_end`, a mistake of the server, or the error of
    /// [`Elicitation::on_end`](crate::Elicitation::on_end).
    Error(RpcError),
    /// The script had no answer to the questions with these keys; [`User::asked`] has the questions.
    Unanswered(Vec<String>),
}

impl User {
    /// Calls a handler, as a client of this revision would. The server has the configuration that
    /// `Elicitation::default()` has, and pages, if the feature `pages` is on.
    ///
    /// # Panics
    ///
    /// - The script answers with a property that the question does not have.
    /// - The key of a question reads as a sentence, so key and message may have changed places.
    /// - A `check` reports a property that the question does not have.
    pub async fn run<R>(&self, revision: Revision, handler: impl AsyncFn(Ask) -> R) -> End<R> {
        let elicitation = pages::default_elicitation();
        self.run_with(&elicitation, revision, handler).await
    }

    /// Calls a handler in a server with this configuration.
    ///
    /// What is wrong with the pages of the configuration is an error here, as in production: none
    /// are set (`Elicitation::pages`), or `Pages::at` does not know the form. The caller counts as
    /// one whose principal the server knows, since no configuration says who calls.
    ///
    /// # Panics
    ///
    /// As [`run`](Self::run).
    pub async fn run_with<R>(
        &self,
        elicitation: &Elicitation,
        revision: Revision,
        handler: impl AsyncFn(Ask) -> R,
    ) -> End<R> {
        let (user, elicitation) = self.at_pages_of(self.timed(elicitation));
        let mut call = Call::new(revision, "tools/call", "test", Value::Null);
        (call.form, call.url) = (self.form, self.url);
        {
            let mut shared = self.shared();
            shared.unanswered.clear();
            shared.work.begin_call();
        }
        loop {
            let wire = Arc::new(Client(user.clone())) as Arc<dyn Backchannel>;
            let handler = |asker: Asker| {
                self.shared().work.begin_run();
                let ask = asker.take();
                async {
                    match ask {
                        Ok(ask) => handler(ask).await,
                        // The first `take` of a run whose state was sealed here has it.
                        Err(_) => pending().await,
                    }
                }
            };
            let mut ended = None;
            let run = async {
                if self.is_in_task {
                    let run =
                        elicitation.drive_in_place(call.clone(), &self.session, wire, handler);
                    // No question ends a run in place.
                    ended = end_of(run.await).ok().map(Ok);
                } else {
                    // No user sends a retry twice, so `once` needs no response to keep.
                    let respond = |run_end| {
                        ended = Some(end_of(run_end));
                        Value::Null
                    };
                    let (call, wire) = (call.clone(), Some(wire));
                    let run = elicitation.drive_once(call, &self.session, wire, handler, respond);
                    run.await;
                }
            };
            self.run_until_idle(run).await;
            self.fail_if_mistaken();
            let required = match ended {
                None => return End::Unanswered(self.take_unanswered()),
                Some(Ok(end)) => return end,
                Some(Err(required)) => required,
            };
            call.input_responses.clear();
            for (key, mut request) in required.requests {
                let params = request["params"].take();
                let Some(Reply { takes, scripted }) = user.reply(&key, params) else {
                    self.shared().unanswered.push(key);
                    continue;
                };
                // One form after the other.
                self.clock.pass(takes);
                let Some(response) = scripted.into_result() else {
                    self.shared().unanswered.push(key);
                    continue;
                };
                call.input_responses.insert(key, response);
            }
            self.fail_if_mistaken();
            let unanswered = self.take_unanswered();
            if !unanswered.is_empty() {
                return End::Unanswered(unanswered);
            }
            call.request_state = Some(required.state);
        }
    }

    /// The configuration, with the time of the test added to the time of day.
    fn timed(&self, elicitation: &Elicitation) -> Elicitation {
        let (clock, time_of_day) = (self.clock.clone(), Arc::clone(&elicitation.clock));
        let shared = Arc::clone(&self.shared);
        let mut elicitation = elicitation
            .clone()
            .clock(move || time_of_day() + clock.now());
        elicitation.on_mistake = Some(Arc::new(move |mistake| {
            lock(&shared).mistake.get_or_insert(mistake);
        }));
        elicitation
    }

    fn take_unanswered(&self) -> Vec<String> {
        mem::take(&mut self.shared().unanswered)
    }

    /// Fails the test if its script or a question is wrong. A panic inside of the run would be the end of the call.
    fn fail_if_mistaken(&self) {
        let mistake = self.shared().mistake.take();
        if let Some(mistake) = mistake {
            panic!("{mistake}");
        }
    }

    /// Polls a run until it ends, or waits for an answer that will not come.
    async fn run_until_idle<T>(&self, run: impl Future<Output = T>) {
        let mut run = pin!(run);
        poll_fn(|context| {
            loop {
                if run.as_mut().poll(context).is_ready() {
                    return Poll::Ready(());
                }
                let time_passed = self.clock.advance(context.waker());
                let shared = self.shared();
                if !shared.unanswered.is_empty() || shared.mistake.is_some() {
                    return Poll::Ready(());
                }
                drop(shared);
                if !time_passed {
                    return Poll::Pending;
                }
            }
        })
        .await;
    }
}

/// How a call has ended, or the questions that it ends with.
fn end_of<R, I>(run_end: RunEnd<R, I>) -> Result<End<R>, I> {
    Ok(match run_end {
        // Whatever an adapter makes of it, a test sees what the handler returned.
        RunEnd::Returned(done) | RunEnd::Unsupported(Unsupported { returned: done, .. }) => {
            End::Returned(done)
        }
        RunEnd::Ended(ended) => End::Ended(ended),
        RunEnd::Error(rpc_error) => End::Error(rpc_error),
        RunEnd::InputRequired(required) => return Err(required),
    })
}
