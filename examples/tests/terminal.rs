//! The client as a person uses it: in a terminal, one key after the other.
#![cfg(unix)]

mod page;

use std::{
    fs::File,
    io::{Read, Write},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    fs::{Mode, OFlags, open},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use page::{Browser, KEY, REVISIONS};

const CONNECT: &str = env!("CARGO_BIN_EXE_connect");
const DELETE: &str = env!("CARGO_BIN_EXE_delete");
const DEPLOY: &str = env!("CARGO_BIN_EXE_deploy");
const ENTER: &str = "\r";
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a person reads before a key is pressed.
const READING: Duration = Duration::from_millis(150);

/// An example that runs in a pseudo terminal.
struct Session {
    child: Child,
    keyboard: File,
    /// Everything drawn so far; the part before `seen` is dealt with.
    screen: Arc<Mutex<String>>,
    seen: usize,
}

impl Session {
    fn start(program: &str, arguments: &[&str]) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&terminal).expect("granted");
        unlockpt(&terminal).expect("unlocked");
        // Wide enough that no line is broken.
        let size = Winsize {
            ws_row: 50,
            ws_col: 200,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let name = ptsname(&terminal, Vec::new()).expect("a name");
        let inside = open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("opened");
        tcsetwinsize(&inside, size).expect("resized");
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::from(inside.try_clone().expect("cloned")))
            .stderr(Stdio::from(inside))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let keyboard = File::from(terminal);
        let screen = Arc::new(Mutex::new(String::new()));
        let (mut drawn, copy) = (keyboard.try_clone().expect("cloned"), screen.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The read fails when the program has closed the terminal.
            while let Ok(read @ 1..) = drawn.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..read]);
                copy.lock().expect("unpoisoned").push_str(&text);
            }
        });
        Self {
            child,
            keyboard,
            screen,
            seen: 0,
        }
    }

    /// Waits until `words` are drawn, after those that were waited for before.
    #[track_caller]
    fn sees(&mut self, words: &str) {
        let late = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen.lock().expect("unpoisoned").clone();
            if let Some(at) = screen[self.seen..].find(words) {
                self.seen += at + words.len();
                return;
            }
            assert!(Instant::now() < late, "no {words:?} in:\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for a link, and gives it.
    #[track_caller]
    fn link(&mut self) -> String {
        const BASE: &str = "http://127.0.0.1:";
        self.sees(BASE);
        // The line may be drawn in parts.
        self.sees(" ");
        let screen = self.screen.lock().expect("unpoisoned");
        let at = screen[..self.seen].rfind(BASE).expect("the link was seen");
        let is_of_link =
            |letter: &char| letter.is_ascii_alphanumeric() || "/:.-_".contains(*letter);
        screen[at..].chars().take_while(is_of_link).collect()
    }

    #[track_caller]
    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("typed");
    }

    /// Waits for `prompt`, then types `keys` and Enter.
    #[track_caller]
    fn answers(&mut self, prompt: &str, keys: &str) {
        self.sees(prompt);
        // Nobody declines sooner: `Elicitation::min_decline_time`.
        thread::sleep(READING);
        self.types(keys);
        self.types(ENTER);
    }

    /// Waits for the end of a call that completes, and gives the tool's result.
    #[track_caller]
    fn result(mut self) -> String {
        let mut result = String::new();
        let mut output = self.child.stdout.take().expect("the output is piped");
        output.read_to_string(&mut result).expect("text");
        let status = self.child.wait().expect("the example ends");
        assert!(status.success(), "{status}");
        result.trim_end().to_owned()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Where a test fails, the example still waits for a key.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const MENU: &str = "Fill in the form?";

#[test]
fn the_name_of_the_server_is_shown() {
    let mut deploy = Session::start(DEPLOY, &[]);
    deploy.sees(concat!("deploy ", env!("CARGO_PKG_VERSION"), " asks"));
    deploy.sees("What should be deployed?");
    deploy.answers(MENU, "decline");
    assert_eq!(deploy.result(), "The user declined to answer.");
}

#[test]
fn an_answer_that_breaks_a_rule_is_not_sent() {
    let mut deploy = Session::start(DEPLOY, &[]);
    deploy.answers(MENU, "");
    deploy.answers("Environment", "");
    deploy.answers("Replicas", "99");
    deploy.sees("at most 20");
    thread::sleep(READING);
    deploy.types("\u{3}");
    assert_eq!(
        deploy.result(),
        "The question was closed without an answer."
    );
}

#[test]
fn an_invalid_unchecked_answer_is_asked_again_with_valid_values() {
    for revision in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut deploy = Session::start(DEPLOY, &["--protocol", revision]);
        deploy.answers(MENU, "unchecked");
        deploy.sees("Environment");
        // `j` is one down.
        deploy.answers("Where should this go?", "j");
        deploy.answers("a whole number from 1 to 20", "99");
        deploy.answers("3 to 50 characters", "main");
        deploy.answers("an e-mail address", "nobody");
        deploy.sees("asks again");
        deploy.sees("Replicas");
        deploy.sees("Notify");
        deploy.answers(MENU, "");
        deploy.answers("Where should this go?", "");
        // What has to be corrected is not kept: the default is the schema's again.
        deploy.answers("2 (Enter keeps it", "3");
        deploy.answers("main (Enter keeps it", "");
        deploy.answers("Enter skips it", "");
        assert_eq!(deploy.result(), "Deployed main to production, 3 replicas.");
    }
}

#[test]
fn typing_a_value_into_the_menu_does_not_decline() {
    let mut delete = Session::start(DELETE, &[]);
    delete.answers(MENU, "");
    delete.answers("at most 100 characters", "x");
    delete.sees("is not the name of the project");
    // In a list, the `l` would move the cursor to the next option.
    delete.answers(MENU, "atlas");
    delete.sees("press Enter");
    delete.types(&"\u{7f}".repeat("atlas".len()));
    delete.types(ENTER);
    delete.answers("at most 100 characters", "atlas");
    assert_eq!(delete.result(), "Deleted atlas.");
}

#[test]
fn a_link_is_shown_and_not_opened() {
    for (word, result) in [
        ("decline", "The user declined to answer."),
        ("\u{3}", "The question was closed without an answer."),
    ] {
        let mut connect = Session::start(CONNECT, &[]);
        connect.sees("is asking you to open a page");
        connect.sees("Connect your account");
        connect.sees("http://127.0.0.1:");
        connect.answers("Answer on the page?", word);
        assert_eq!(connect.result(), result);
    }
}

#[test]
fn an_invalid_answer_on_a_page_is_asked_again() {
    for revision in REVISIONS {
        let mut connect = Session::start(CONNECT, &["--protocol", revision]);
        let link = connect.link();
        connect.answers("Answer on the page?", "");
        connect.sees("The server waits for the page.");
        let mut browser = Browser::default();
        let page = browser.open(&link);
        browser.fill(&link, &page, "wrong-of-the-user");
        connect.sees("correct");
        assert_eq!(connect.link(), link, "{revision}");
        connect.answers("Answer on the page?", "");
        let page = browser.open(&link);
        browser.fill(&link, &page, KEY);
        assert_eq!(connect.result(), "Connected to acme.", "{revision}");
    }
}
