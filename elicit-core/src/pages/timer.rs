//! A timer for a call without a way back to the client: an adapter's timers come with it.

use std::{
    future::pending,
    io,
    sync::{
        Mutex,
        mpsc::{SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use tokio::{
    runtime::{Builder, Handle},
    time,
};

use crate::{runtime::lock::lock, store::BoxFuture};

/// Completes after this time. The executor of the server may have no timer, so one thread of this
/// process has it.
pub(crate) fn sleep(time: Duration) -> io::Result<BoxFuture<'static, ()>> {
    static TIMER: Mutex<Option<Handle>> = Mutex::new(None);
    let mut timer = lock(&TIMER);
    let timer = match &mut *timer {
        Some(timer) => timer,
        none => none.insert(start()?),
    };
    let _context = timer.enter();
    Ok(Box::pin(time::sleep(time)))
}

/// The executor is made in its thread, because it must not be dropped inside of another one.
fn start() -> io::Result<Handle> {
    let run = |started: &SyncSender<io::Result<Handle>>| {
        let runtime = Builder::new_current_thread().enable_time().build()?;
        // Only `start` has the other end.
        let _ = started.send(Ok(runtime.handle().clone()));
        runtime.block_on(pending::<io::Result<()>>())
    };
    let (started, has_started) = sync_channel(1);
    thread::Builder::new()
        .name("elicit timer".to_owned())
        .spawn(move || {
            if let Err(error) = run(&started) {
                let _ = started.send(Err(error));
            }
        })?;
    has_started
        .recv()
        .map_err(|_| io::ErrorKind::NotConnected)?
}
