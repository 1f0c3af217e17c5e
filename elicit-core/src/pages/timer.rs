//! A timer for a call without a way back to the client: an adapter's timers come with it.

use std::{future::pending, io, sync::Mutex, time::Duration};

use tokio::{
    runtime::{Builder, Handle},
    time,
};

use super::executor_thread;
use crate::{runtime::lock::lock, store::BoxFuture};

/// Completes after this time. The executor of the server may have no timer, so one thread of this
/// process has it.
pub(crate) fn sleep(time: Duration) -> io::Result<BoxFuture<'static, ()>> {
    static TIMER: Mutex<Option<Handle>> = Mutex::new(None);
    let mut timer = lock(&TIMER);
    let timer = match &mut *timer {
        Some(timer) => timer,
        none => {
            let begin = || Ok((Handle::current(), pending()));
            let timer = executor_thread::start("elicit timer", Builder::enable_time, begin)?;
            none.insert(timer)
        }
    };
    let _context = timer.enter();
    Ok(Box::pin(time::sleep(time)))
}
