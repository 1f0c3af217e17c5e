//! Lending the terminal to a prompt, and getting it back.
//!
//! A prompt blocks its thread in a read, with the terminal in raw mode and the
//! cursor hidden. Nothing ends that read but a key. Where the question is gone
//! first, because the server withdrew it, died or the process is to end, the
//! thread is left behind and the terminal put back as it was. So the thread is
//! not one of the runtime's, which waits for those when it ends.

use std::{
    io::{self, IsTerminal, Write, stderr, stdin},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

use tokio::sync::oneshot;

/// The terminal of the process.
#[derive(Debug, Default)]
pub(crate) struct Terminal(Mutex<State>);

#[derive(Debug, Default)]
enum State {
    #[default]
    Free,
    Lent(Settings),
    /// A prompt was left behind and would take the next key.
    Lost,
}

impl Terminal {
    /// Whether there is one, to read from and to draw on.
    pub(crate) fn is_there() -> bool {
        stdin().is_terminal() && stderr().is_terminal()
    }

    /// Runs `prompt` on a thread of its own.
    ///
    /// When the future is dropped the terminal is restored.
    pub(crate) async fn lend<T: Send + 'static>(
        &self,
        prompt: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        {
            let mut state = self.state();
            if !matches!(*state, State::Free) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            *state = State::Lent(Settings::now());
        }
        let _restored = Restored(self);
        let (done, answer) = oneshot::channel();
        thread::Builder::new()
            .name("prompt".into())
            .spawn(move || done.send(prompt()))?;
        let Ok(answer) = answer.await else {
            return Err(io::Error::other("the prompt failed"));
        };
        *self.state() = State::Free;
        answer
    }

    /// Whether a prompt has it.
    pub(crate) fn is_lent(&self) -> bool {
        matches!(*self.state(), State::Lent(_))
    }

    /// Takes the terminal back from a prompt, if one has it.
    pub(crate) fn restore(&self) {
        let mut state = self.state();
        if let State::Lent(settings) = &*state {
            settings.restore();
            *state = State::Lost;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Restored<'t>(&'t Terminal);

impl Drop for Restored<'_> {
    fn drop(&mut self) {
        self.0.restore();
    }
}

#[cfg(unix)]
#[derive(Debug)]
struct Settings(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Settings {
    fn now() -> Self {
        Self(rustix::termios::tcgetattr(stdin()).ok())
    }

    fn restore(&self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(settings) = &self.0 {
            let _ = tcsetattr(stdin(), OptionalActions::Now, settings);
        }
        show_cursor();
    }
}

/// Elsewhere a prompt changes nothing that outlives a key.
#[cfg(not(unix))]
#[derive(Debug)]
struct Settings;

#[cfg(not(unix))]
impl Settings {
    fn now() -> Self {
        Self
    }

    fn restore(&self) {
        show_cursor();
    }
}

fn show_cursor() {
    let _ = writeln!(stderr(), "\u{1b}[?25h");
}
