//! Opening the browser on this computer.

use std::{
    env, io,
    process::{Child, Command, Stdio},
    thread,
};

/// The command that opens a browser, while it runs.
pub(crate) struct Browser(Option<Child>);

impl Browser {
    /// Opens a page.
    pub(super) fn open(address: &str) -> io::Result<Self> {
        let mut command = command();
        command
            .arg(address)
            // The client talks with the server on them, and would hear the browser.
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().map(|child| Self(Some(child)))
    }

    /// Whether the command ended without having opened a page.
    pub(crate) fn has_failed(&mut self) -> bool {
        let Some(child) = &mut self.0 else {
            return false;
        };
        match child.try_wait() {
            Ok(Some(status)) => !status.success(),
            Ok(None) => false,
            Err(_) => true,
        }
    }
}

impl Drop for Browser {
    /// The command may be the browser itself, which stays. It is waited for all the same, because
    /// the system keeps what nobody waits for.
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take()
            && let Ok(None) = child.try_wait()
        {
            // Without a thread it is kept until the server ends.
            let waiting = thread::Builder::new().name("elicit browser".to_owned());
            let _ = waiting.spawn(move || child.wait());
        }
    }
}

fn command() -> Command {
    if let Some(browser) = env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
        return Command::new(browser);
    }
    if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    }
}
