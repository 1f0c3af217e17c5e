//! Opening the browser on this computer.

use std::{
    env, io,
    path::Path,
    process::{Child, Command, Stdio},
    thread, vec,
};

/// The command that opens a browser, while it runs.
pub(crate) struct Browser {
    running: Option<Child>,
    /// The commands to try after it.
    others: vec::IntoIter<Command>,
}

impl Browser {
    /// Opens a page.
    pub(super) fn open(address: &str) -> io::Result<Self> {
        let commands = match env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
            Some(browsers) => env::split_paths(&browsers)
                .flat_map(|browser| named(&browser, address))
                .collect(),
            None => vec![of_system(address)],
        };
        let mut browser = Self {
            running: None,
            others: commands.into_iter(),
        };
        browser.start()?;
        Ok(browser)
    }

    /// Starts the next command that exists.
    fn start(&mut self) -> io::Result<()> {
        let mut started = Err(io::ErrorKind::NotFound.into());
        while started.is_err()
            && let Some(mut command) = self.others.next()
        {
            // The client talks with the server on them, and would hear the browser.
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            started = command.spawn();
        }
        self.running = Some(started?);
        Ok(())
    }

    /// Whether all commands have ended without opening a page.
    pub(crate) fn has_failed(&mut self) -> bool {
        let Some(child) = &mut self.running else {
            return true;
        };
        let has_failed = match child.try_wait() {
            Ok(Some(status)) => !status.success(),
            Ok(None) => false,
            Err(_) => true,
        };
        has_failed && self.start().is_err()
    }
}

impl Drop for Browser {
    /// The command may be the browser itself, which keeps running. A thread waits for it, because the
    /// system keeps a process until its parent has waited for it.
    fn drop(&mut self) {
        if let Some(mut child) = self.running.take()
            && let Ok(None) = child.try_wait()
        {
            // Without a thread it is kept until the server ends.
            let waiting = thread::Builder::new().name("elicit browser".to_owned());
            let _ = waiting.spawn(move || child.wait());
        }
    }
}

/// The commands that an entry of `BROWSER` may be: a program, or one with arguments, of which `%s` is
/// the address.
fn named(browser: &Path, address: &str) -> Vec<Command> {
    let mut program = Command::new(browser);
    program.arg(address);
    let text = browser.to_str().unwrap_or_default();
    let Some((name, arguments)) = text.trim().split_once(char::is_whitespace) else {
        return vec![program];
    };
    let mut with_arguments = Command::new(name);
    for argument in arguments.split_whitespace() {
        with_arguments.arg(argument.replace("%s", address));
    }
    if !arguments.contains("%s") {
        with_arguments.arg(address);
    }
    vec![program, with_arguments]
}

fn of_system(address: &str) -> Command {
    let (program, arguments): (_, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command
}
