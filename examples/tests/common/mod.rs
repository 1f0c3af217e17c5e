//! Running an example as a person's shell does.

use std::{
    ffi::OsStr,
    io::{self, Read},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// What a program left behind.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Finished {
    pub(crate) fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }
}

/// Runs `program` without a terminal, for at most a minute.
pub(crate) fn run(
    program: impl AsRef<OsStr>,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> io::Result<Finished> {
    let mut child = Command::new(program)
        .args(arguments)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let late = Instant::now() + Duration::from_secs(60);
    let status: ExitStatus = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if Instant::now() > late => {
                child.kill()?;
                break child.wait()?;
            }
            None => thread::sleep(Duration::from_millis(10)),
        }
    };
    Ok(Finished {
        status: status.code(),
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
    })
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
