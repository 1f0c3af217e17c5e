//! Running a handler: until it is done, or until it waits for the user.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
};

use super::{
    Run, audit,
    backchannel::Backchannel,
    call::Call,
    once::{Claim, Response},
    progress::{RunProgress, Stop},
    report::Reporter,
    round::Resumed,
    run_end::{Ended, RunEnd, Unsupported},
    session::Session,
};
use crate::runtime::{
    ask::Asker,
    elicitation::Elicitation,
    error::{AskError, call_error::CallError, failure::Failure, rpc_error::RpcError},
    ledger::Ledger,
    words::current_words,
};

impl Elicitation {
    /// Runs the handler of one request. For adapters; a server author calls
    /// `.elicits(..)` of the SDK's adapter.
    ///
    /// On 2026-07-28 the handler is polled until it waits and a question is open,
    /// and is then dropped at the `await` where it waits. There is no value that
    /// says "suspended", so none can be lost on its way out. Before that revision
    /// questions are sent through `backchannel`. On 2026-07-28 only progress goes through it, so it is optional.
    ///
    /// A state that was not sealed here, or not for this call, ends a run with
    /// `-32602` when its [`Ask`](crate::Ask) is taken. A handler that takes none has
    /// a state of its own, if any, and runs.
    ///
    /// If the handler panics, the run ends with `-32603`.
    ///
    /// Under [`once`](Self::once) each retry is refused, because nobody keeps its response: an adapter
    /// that supports it calls [`drive_once`](Self::drive_once). An adapter for a protocol without
    /// retries calls [`drive_in_place`](Self::drive_in_place).
    ///
    /// The future holds no timer. Dropping it ends the run.
    ///
    /// ```
    /// use elicit_core::{Elicitation, Revision, adapter::{Call, RunEnd, Session}};
    /// use serde_json::Value;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let mut call = Call::new(Revision::V2026_07_28, "tools/call", "delete", Value::Null);
    /// call.form = true;
    /// let run_end = Elicitation::default()
    ///     .drive(call, &Session::new(), None, |asker| async move {
    ///         let ask = asker.take().expect("the first to take it");
    ///         ask.confirm("sure", "Delete it?").or_end().await
    ///     })
    ///     .await;
    /// let RunEnd::InputRequired(required) = run_end else { unreachable!() };
    /// assert_eq!(required.requests["sure"]["params"]["message"], "Delete it?");
    /// # }
    /// ```
    ///
    /// Protocol: [Server Requirements] of *Multi Round-Trip Requests* (2026-07-28).
    ///
    /// [Server Requirements]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
    pub fn drive<R, F: Future<Output = R>>(
        &self,
        call: Call,
        session: &Session,
        backchannel: Option<Arc<dyn Backchannel>>,
        handler: impl FnOnce(Asker) -> F,
    ) -> impl Future<Output = RunEnd<R>> {
        let begun = self.begin(call, session, backchannel);
        async move {
            let run = &begun.run;
            let run_end = match self.start(&begun).await {
                Ok(()) if begun.claim.is_some() => Err(CallError::NotKept.into()),
                Ok(()) => self.run_round(run, handler).await,
                Err(error) => Err(error.into()),
            };
            run_end.unwrap_or_else(|failure| refused(run, &failure))
        }
    }

    /// Runs the handler of one request as [`drive`](Self::drive) does, under [`once`](Self::once), too.
    ///
    /// `respond` makes the response. Under [`once`](Self::once) it is kept, and a retry that comes
    /// again is answered with it, without `handler`; `backchannel` then measures the time until that
    /// response is there, on every revision. Without a `backchannel`, the retry does not wait.
    ///
    /// If the client goes away, do not drop the future: under [`once`](Self::once), the response is kept
    /// for a client that sends its retry again.
    pub fn drive_once<R, F: Future<Output = R>, W: Response>(
        &self,
        call: Call,
        session: &Session,
        backchannel: Option<Arc<dyn Backchannel>>,
        handler: impl FnOnce(Asker) -> F,
        respond: impl FnOnce(RunEnd<R>) -> W,
    ) -> impl Future<Output = W> {
        let begun = self.begin(call, session, backchannel);
        async move {
            let run = &begun.run;
            if let Err(error) = self.start(&begun).await {
                return respond(refused(run, &error.into()));
            }
            if let Some(claim) = &begun.claim {
                match Box::pin(claim.enter(run)).await {
                    Ok(None) => {}
                    Ok(Some(response)) => return response,
                    Err(error) => return respond(refused(run, &error.into())),
                }
            }
            let run_end = self.run_round(run, handler).await;
            // The run ends where the handler takes its `Ask`.
            let is_foreign = matches!(run_end, Err(Failure::Call(CallError::ForeignState)));
            let response = respond(run_end.unwrap_or_else(|failure| refused(run, &failure)));
            match &begun.claim {
                None => response,
                Some(claim) => Box::pin(claim.settle(run, response, is_foreign)).await,
            }
        }
    }

    /// Runs the handler of one request, and sends its questions through `backchannel` while it runs.
    ///
    /// For a protocol, or a part of one, that has no retries: revisions before 2026-07-28, a task of the
    /// protocol, and other protocols. The state and the answers of the call are not read, and no run
    /// ends with [`RunEnd::InputRequired`]. For the rest it is as [`drive`](Self::drive).
    pub async fn drive_in_place<R, F: Future<Output = R>>(
        &self,
        mut call: Call,
        session: &Session,
        backchannel: Arc<dyn Backchannel>,
        handler: impl FnOnce(Asker) -> F,
    ) -> RunEnd<R, Infallible> {
        call.request_state = None;
        call.input_responses.clear();
        let ledger = Ledger::begun(call.started_by.take(), BTreeMap::new());
        let (wire, session) = (Some(backchannel), session.clone());
        let mut run = Run::new(self.clone(), call, session, wire, Some(ledger));
        run.waits_in_place = true;
        let run = Arc::new(run);
        // So the run never ends for a question.
        let parked = |_: &RunProgress| None::<Infallible>;
        let run_end = self.run_to_end(&run, handler, parked, |never| match never {});
        run_end
            .await
            .unwrap_or_else(|failure| refused(&run, &failure))
    }

    /// The run of a request. This is not a part of the futures above, because a future keeps its
    /// arguments beside what it makes of them, and each request that waits would take that room.
    ///
    /// For the same reason, what is rare or short is boxed before it is awaited, with the results that
    /// wait for it.
    fn begin(
        &self,
        mut call: Call,
        session: &Session,
        backchannel: Option<Arc<dyn Backchannel>>,
    ) -> Begun {
        let Resumed {
            ledger,
            is_expired,
            claim,
        } = self.resume(&mut call, session);
        let run = Run::new(self.clone(), call, session.clone(), backchannel, ledger);
        Begun {
            run: Arc::new(run),
            is_expired,
            claim,
        }
    }

    async fn start(&self, begun: &Begun) -> Result<(), CallError> {
        // Nobody is asked for an answer whose retry is refused.
        let carries_state = begun.run.call.revision.asks_in_result();
        if self.once && carries_state && !self.records.is_shared_if_keys_are() {
            return Err(CallError::StoreNotShared);
        }
        if begun.is_expired {
            Box::pin(self.start_over(&begun.run)).await
        } else {
            Ok(())
        }
    }

    /// Runs the handler until it is done, or until it waits for questions that have parked.
    fn run_round<R, F: Future<Output = R>>(
        &self,
        run: &Arc<Run>,
        handler: impl FnOnce(Asker) -> F,
    ) -> impl Future<Output = Result<RunEnd<R>, Failure>> {
        let suspend = |parked| {
            let progress = &run.progress;
            progress.with_ledger(|ledger| self.suspend(&run.call, ledger, parked))
        };
        self.run_to_end(run, handler, RunProgress::take_parked, suspend)
    }

    /// Runs the handler, and closes its pages if the call has ended.
    async fn run_to_end<R, F: Future<Output = R>, P, I>(
        &self,
        run: &Arc<Run>,
        handler: impl FnOnce(Asker) -> F,
        parked: impl Fn(&RunProgress) -> Option<P>,
        suspend: impl FnOnce(P) -> Result<I, CallError>,
    ) -> Result<RunEnd<R, I>, Failure> {
        let mut dropped = Dropped(Some(run));
        let run_end = self.run_handler(run, handler, parked, suspend).await;
        let run_end = match &self.pages {
            Some(pages) if !matches!(run_end, Ok(RunEnd::InputRequired(_))) => {
                let closed = async move {
                    pages.close_all(run).await;
                    run_end
                };
                Box::pin(closed).await
            }
            _ => run_end,
        };
        dropped.0 = None;
        run_end
    }

    /// Runs the handler, whether or not it has run before.
    ///
    /// While it waits, the run ends for what `parked` takes, and `suspend` makes of that what the client
    /// gets. Where there are no rounds, `P` and `I` have no values.
    async fn run_handler<R, F: Future<Output = R>, P, I>(
        &self,
        run: &Arc<Run>,
        handler: impl FnOnce(Asker) -> F,
        parked: impl Fn(&RunProgress) -> Option<P>,
        suspend: impl FnOnce(P) -> Result<I, CallError>,
    ) -> Result<RunEnd<R, I>, Failure> {
        let mut reporter = Reporter::new(run).map(Box::new);
        let halt = {
            let _closing = Closing(run);
            let asker = Asker(Arc::clone(run));
            // In a future, so that a panic before the first one is caught as well.
            let mut handler = pin!(async { handler(asker).await });
            poll_fn(|context| {
                run.progress.set_driver(context.waker());
                // An SDK would answer nothing, and the client would wait for ever.
                let polled = AssertUnwindSafe(|| {
                    let _words = current_words::enter(&self.words);
                    handler.as_mut().poll(context)
                });
                let Ok(polled) = catch_unwind(polled) else {
                    return Poll::Ready(Halt::Stopped(Stop::Failed(CallError::Panicked.into())));
                };
                if let Some(stop) = run.progress.take_stop() {
                    return Poll::Ready(Halt::Stopped(stop));
                }
                if let Poll::Ready(done) = polled {
                    return Poll::Ready(Halt::Done(done));
                }
                // Taken before the handler is dropped, since its futures take their questions back.
                if let Some(parked) = parked(&run.progress) {
                    return Poll::Ready(Halt::Parked(parked));
                }
                if let Some(reporter) = &mut reporter {
                    reporter.poll(context);
                }
                Poll::Pending
            })
            .await
        };
        let halt = match reporter {
            Some(reporter) => {
                let finished = async move {
                    reporter.finish().await;
                    halt
                };
                Box::pin(finished).await
            }
            None => halt,
        };
        // The handler is dropped by now.
        if let Some(fault) = run.progress.take_fault() {
            return Err(fault.into());
        }
        match halt {
            Halt::Done(done) => Ok(match run.progress.take_unsupported() {
                Some(mode) => RunEnd::Unsupported(Unsupported {
                    returned: done,
                    rpc_error: RpcError::from_ask_error(&AskError::Unsupported(mode), run.words()),
                }),
                None => RunEnd::Returned(done),
            }),
            Halt::Stopped(Stop::Ended(ended)) => self.at_end(&run.call, ended),
            Halt::Stopped(Stop::ArgumentsNeeded(needed)) => {
                let ended = Ended::arguments_needed(&needed, run.words());
                self.at_end(&run.call, Box::new(ended))
            }
            Halt::Stopped(Stop::Failed(failure)) => Err(failure),
            Halt::Parked(parked) => Ok(RunEnd::InputRequired(suspend(parked)?)),
        }
    }

    /// Lets the server choose how the call ends. If it does not, and the client cannot be asked, the
    /// call ends with the error of the protocol.
    fn at_end<R, I>(&self, call: &Call, ended: Box<Ended>) -> Result<RunEnd<R, I>, Failure> {
        let own = self.on_end.as_ref().map(|on_end| {
            let _words = current_words::enter(&self.words);
            // As with a handler, the client would wait for ever.
            catch_unwind(AssertUnwindSafe(|| on_end(call, &ended)))
        });
        let own = own.transpose().map_err(|_| CallError::Panicked)?.flatten();
        match (own, &ended.error) {
            (Some(own), Some(error @ AskError::Unsupported(_)))
                if call.revision.has_missing_capability_error() =>
            {
                let rpc_error = RpcError::from_ask_error(error, &*self.words);
                Err(Failure::Own(ended, rpc_error.restated(own)))
            }
            (Some(own), _) => Err(Failure::Own(ended, own)),
            (None, Some(error @ AskError::Unsupported(_))) => Err(error.clone().into()),
            (None, _) => Ok(RunEnd::Ended(*ended)),
        }
    }
}

/// How the handler of a run came to a halt.
enum Halt<R, P> {
    Done(R),
    Stopped(Stop),
    /// It waits, and a later run goes on.
    Parked(P),
}

/// A run that has not started.
struct Begun {
    run: Arc<Run>,
    /// The state had expired.
    is_expired: bool,
    /// What to claim, under [`once`](Elicitation::once).
    claim: Option<Claim>,
}

/// Ends the call with an error, and logs it.
fn refused<R, I>(run: &Run, failure: &Failure) -> RunEnd<R, I> {
    let rpc_error = failure.rpc_error(run.words());
    audit::ended(run, rpc_error.code, failure);
    RunEnd::Error(rpc_error)
}

/// Closes the pages of a run that is dropped before it has ended.
struct Dropped<'a>(Option<&'a Run>);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        if let Some(run) = self.0
            && let Some(pages) = &run.elicitation.pages
        {
            pages.close_all_now(run);
        }
    }
}

/// Tells those who still wait that the handler is gone, also when it is dropped
/// from outside.
struct Closing<'a>(&'a Run);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.progress.close();
        self.0.reports.close();
    }
}
