//! A thread with an executor of its own.
//!
//! The executor of the server may do no input and output, may have no timer, and need not be Tokio's. The
//! executor is made and dropped in its thread, because inside of another one it must not be dropped.

use std::{
    io,
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use tokio::runtime::Builder;

/// Starts a thread whose executor has what `enable` turns on. `begin` returns what is handed out, and what
/// the thread runs from then on.
pub(super) fn start<T, F>(
    name: &str,
    enable: fn(&mut Builder) -> &mut Builder,
    begin: impl FnOnce() -> io::Result<(T, F)> + Send + 'static,
) -> io::Result<T>
where
    T: Send + 'static,
    F: Future<Output = ()>,
{
    let run = move |started: &SyncSender<io::Result<T>>| {
        let executor = enable(&mut Builder::new_current_thread()).build()?;
        let (value, task) = {
            let _context = executor.enter();
            begin()?
        };
        // Only this function has the other end.
        let _ = started.send(Ok(value));
        executor.block_on(task);
        Ok(())
    };
    let (started, has_started) = sync_channel(1);
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            if let Err(error) = run(&started) {
                let _ = started.send(Err(error));
            }
        })?;
    let started = has_started.recv();
    started.map_err(|_| io::ErrorKind::NotConnected)?
}
