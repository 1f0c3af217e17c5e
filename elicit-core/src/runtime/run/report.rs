//! What a client hears of a call while it runs: `notifications/progress`.

use std::{
    collections::BTreeMap,
    future::poll_fn,
    mem,
    sync::{Arc, Mutex, MutexGuard},
    task::{Context, Poll, Waker},
    time::Duration,
};

use serde_json::{Map, Value};

use super::{
    Run,
    backchannel::{Backchannel, MOMENT, WireError},
};
use crate::{runtime::lock::lock, store::BoxFuture};

/// Tells the client how far the call is: [`Ask::progress`](crate::Ask::progress). Clones and
/// the [keep-alive](crate::Elicitation::keep_alive) share what was reported, so the values that
/// a client gets always increase.
///
/// ```
/// use elicit_core::{Ask, AskError};
///
/// async fn copy(ask: Ask, files: &[&str]) -> Result<String, AskError> {
///     let progress = ask.progress();
///     ask.confirm("sure", "Copy all files?").or_end().await?;
///     let settled = ask.settle();
///     for (number, file) in files.iter().enumerate() {
///         progress.report(number as f64, Some(files.len() as f64), Some(file)).await;
///         // Copies the file.
///     }
///     # let _ = settled;
///     Ok("copied".to_owned())
/// }
/// ```
///
/// Protocol: [Progress] (each revision).
///
/// [Progress]: https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/progress
#[derive(Debug, Clone)]
pub struct Progress(pub(in crate::runtime) Arc<Run>);

impl Progress {
    /// Reports that `done` of `total` is done, and waits until that is sent.
    ///
    /// It waits for a second at most, because a client may not be reading. While the client does not
    /// read, later reports do not wait.
    ///
    /// Report whole numbers, because some clients show them. Nothing is sent if the client has not
    /// asked for progress, or after the response. A value that is not a number is not sent.
    ///
    /// The values that a client gets must increase. So each sign of life adds 1 to the last value, and
    /// 1 to each `done` and `total` that follows: after three of them, 2 of 5 is sent as 5 of 8. A value
    /// that does not increase counts as a sign of life.
    pub async fn report(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let Some(number) = self.0.reports.add(Some(done), total, message) else {
            return;
        };
        self.0.progress.wake_driver();
        let _waiting = Waiting {
            reports: &self.0.reports,
            number,
        };
        poll_fn(|context| self.0.reports.poll_sent(number, context)).await;
    }
}

/// What there is to report of a run. The driver sends it, one notification after the other: an
/// SDK may send two at once in any order.
#[derive(Default)]
pub(in crate::runtime) struct Reports(Mutex<ReportState>);

#[derive(Default)]
struct ReportState {
    /// The client has asked for progress, and the call has not ended.
    is_wanted: bool,
    /// The value that was sent last.
    last: Option<f64>,
    /// As the tool has reported it.
    total: Option<f64>,
    /// What signs of life have added to the values of the tool.
    added_by_signs: f64,
    /// The next one to send. A newer one takes its place.
    next: Option<Map<String, Value>>,
    added: u64,
    sent: u64,
    /// The client has not read the last one for a moment, so nobody waits for it.
    is_stalled: bool,
    /// Who waits until a report is sent, by its number.
    wakers: BTreeMap<u64, Waker>,
    /// How many questions are open.
    open: usize,
}

impl Reports {
    fn state(&self) -> MutexGuard<'_, ReportState> {
        lock(&self.0)
    }

    /// Adds a report, and returns its number. Without `done` it is a sign of life.
    fn add(&self, done: Option<f64>, total: Option<f64>, message: Option<&str>) -> Option<u64> {
        let mut state = self.state();
        let reported = done.map(|done| done + state.added_by_signs);
        let value = match (reported, state.last) {
            (Some(value), None) => value,
            (Some(value), Some(last)) if value > last => value,
            (_, last) => next_value(last.unwrap_or(0.0)),
        };
        let is_number = done.is_none_or(f64::is_finite) && value.is_finite();
        if !state.is_wanted || !is_number {
            return None;
        }
        state.added_by_signs += value - reported.or(state.last).unwrap_or(0.0);
        state.last = Some(value);
        state.total = total.filter(|total| total.is_finite()).or(state.total);
        let mut params = Map::from_iter([("progress".to_owned(), number(value))]);
        if let Some(total) = state.total {
            params.insert("total".to_owned(), number(total + state.added_by_signs));
        }
        if let Some(message) = message {
            params.insert("message".to_owned(), message.into());
        }
        state.next = Some(params);
        state.added += 1;
        Some(state.added)
    }

    fn poll_sent(&self, number: u64, context: &Context<'_>) -> Poll<()> {
        let waker = context.waker().clone();
        let mut state = self.state();
        if state.sent >= number || state.is_stalled || !state.is_wanted {
            return Poll::Ready(());
        }
        let before = state.wakers.insert(number, waker);
        drop(state);
        // It is the executor's code.
        drop(before);
        Poll::Pending
    }

    /// Accepts no more reports, and releases those who wait.
    pub(super) fn close(&self) {
        self.release(|state| state.is_wanted = false);
    }

    /// Changes what some wait for, and wakes them.
    fn release(&self, change: impl FnOnce(&mut ReportState)) {
        let wakers = {
            let mut state = self.state();
            change(&mut state);
            mem::take(&mut state.wakers)
        };
        wakers.into_values().for_each(Waker::wake);
    }
}

/// A report that is not sent yet. Whoever waits for it may give up.
struct Waiting<'a> {
    reports: &'a Reports,
    number: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let waker = self.reports.state().wakers.remove(&self.number);
        drop(waker);
    }
}

impl Run {
    /// Counts a question as open until the value is dropped. Meanwhile the driver sends signs of life,
    /// if they are on.
    pub(in crate::runtime) fn count_open_question(&self) -> CountedAsOpen<'_> {
        self.reports.state().open += 1;
        if self.elicitation.keep_alive.is_some() {
            // It may be asked in another task.
            self.progress.wake_driver();
        }
        CountedAsOpen(&self.reports)
    }
}

pub(in crate::runtime) struct CountedAsOpen<'a>(&'a Reports);

impl Drop for CountedAsOpen<'_> {
    fn drop(&mut self) {
        self.0.state().open -= 1;
    }
}

/// The next whole number, or beyond what `f64` holds exactly, the next number.
fn next_value(last: f64) -> f64 {
    (last.floor() + 1.0).max(last.next_up())
}

/// A whole number is written without a fraction.
fn number(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is whole and not too large"
    )]
    if value.fract() == 0.0 && value.abs() <= EXACT {
        (value as i64).into()
    } else {
        value.into()
    }
}

/// Sends the reports of a run, and signs of life while a question is open.
pub(super) struct Reporter<'a> {
    run: &'a Run,
    wire: &'a dyn Backchannel,
    token: Value,
    /// Between two signs of life.
    interval: Option<Duration>,
    sleep: Option<BoxFuture<'static, ()>>,
    sending: Option<Sending<'a>>,
    /// The client has not read the last one for a moment.
    is_stalled: bool,
}

/// A report that is being sent.
struct Sending<'a> {
    number: u64,
    notice: BoxFuture<'a, Result<(), WireError>>,
    /// How long somebody waits for it.
    patience: Option<BoxFuture<'static, ()>>,
}

impl<'a> Reporter<'a> {
    /// None, if the client has not asked for progress.
    pub(super) fn new(run: &'a Run) -> Option<Self> {
        let wire = run.wire.as_deref()?;
        let token = wire.progress_token()?;
        run.reports.state().is_wanted = true;
        Some(Self {
            run,
            wire,
            token,
            interval: run.elicitation.keep_alive,
            sleep: None,
            sending: None,
            is_stalled: false,
        })
    }

    pub(super) fn poll(&mut self, context: &mut Context<'_>) {
        let reports = &self.run.reports;
        loop {
            if let Some(sending) = &mut self.sending {
                // An error is ignored: what waits for the client finds out that it is gone.
                if sending.notice.as_mut().poll(context).is_pending() {
                    let patience = &mut sending.patience;
                    let patience = patience.get_or_insert_with(|| self.wire.sleep(MOMENT));
                    if !self.is_stalled && patience.as_mut().poll(context).is_ready() {
                        self.is_stalled = true;
                        reports.release(|state| state.is_stalled = true);
                    }
                    return;
                }
                self.is_stalled = false;
                let number = sending.number;
                reports.release(|state| (state.sent, state.is_stalled) = (number, false));
                self.sending = None;
            }
            let (next, number, open) = {
                let mut state = reports.state();
                (state.next.take(), state.added, state.open)
            };
            if let Some(mut params) = next {
                params.insert("progressToken".to_owned(), self.token.clone());
                self.sending = Some(Sending {
                    number,
                    notice: self.wire.notify("notifications/progress", params.into()),
                    patience: None,
                });
                continue;
            }
            let Some(interval) = self.interval.filter(|_| open > 0) else {
                self.sleep = None;
                return;
            };
            let sleep = self.sleep.get_or_insert_with(|| self.wire.sleep(interval));
            if sleep.as_mut().poll(context).is_pending() {
                return;
            }
            self.sleep = None;
            let message = self.run.words().waiting();
            if reports.add(None, None, Some(&message)).is_none() {
                return;
            }
        }
    }

    /// Sends what is left, after the handler is gone. Nothing follows it: the response must be
    /// the last that a client hears of a call. A client that does not read is not waited for.
    pub(super) async fn finish(mut self) {
        self.interval = None;
        poll_fn(|context| {
            self.poll(context);
            if self.sending.is_some() && !self.is_stalled {
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
    }
}
