//! The example `connect`: the client prints a link, and the key goes past it.

mod page;

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

use page::{Browser, KEY, REVISIONS};

/// Starts the example. Returns the link that the client prints.
fn start(revision: &str) -> (Child, String, BufReader<impl Read>) {
    let mut client = Command::new(env!("CARGO_BIN_EXE_connect"))
        .args(["--agree", "--protocol", revision])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // If a browser were opened, this would be it.
        .env("BROWSER", "/no/such/browser")
        .spawn()
        .expect("the example starts");
    let mut notes = BufReader::new(client.stderr.take().expect("the output is piped"));
    let (_, link) = next_link(&mut notes);
    (client, link, notes)
}

/// What the client prints up to the next link, and the link.
fn next_link(notes: &mut impl BufRead) -> (String, String) {
    let mut before = String::new();
    loop {
        let mut line = String::new();
        assert_ne!(notes.read_line(&mut line).expect("a text"), 0, "{before}");
        if line.starts_with("http://127.0.0.1:") {
            return (before, line.trim_end().to_owned());
        }
        assert!(!line.contains("key"), "{line}");
        before += &line;
    }
}

/// What the client prints at last, without the key.
fn result(client: &mut Child, notes: &mut impl Read) -> String {
    let mut result = String::new();
    let output = client.stdout.as_mut().expect("the output is piped");
    output.read_to_string(&mut result).expect("a text");
    let mut rest = String::new();
    notes.read_to_string(&mut rest).expect("a text");
    assert!(!rest.contains(KEY), "{rest}");
    assert!(client.wait().expect("the example ends").success());
    result
}

#[test]
fn a_key_is_asked_for_on_a_page() {
    for revision in REVISIONS {
        let (mut client, link, mut notes) = start(revision);
        let mut browser = Browser::default();
        let page = browser.open(&link);
        assert!(
            browser
                .fill(&link, &page, "short")
                .contains("must have at least 10 characters")
        );
        let sent = browser.fill(&link, &page, KEY);
        assert!(sent.contains("Your answer was sent"), "{sent}");
        let result = result(&mut client, &mut notes);
        assert_eq!(result, "Connected to acme.\n", "{revision}");
    }
}

#[test]
fn a_wrong_key_is_asked_for_again_with_a_correction() {
    for revision in REVISIONS {
        let (mut client, link, mut notes) = start(revision);
        let mut browser = Browser::default();
        let page = browser.open(&link);
        let sent = browser.fill(&link, &page, "wrong-of-the-user");
        assert!(sent.contains("Your answer was sent"), "{sent}");
        let (told, again) = next_link(&mut notes);
        assert!(told.contains("correct"), "{revision}: {told}");
        assert_eq!(again, link);
        let page = browser.open(&link);
        assert!(page.contains("is not known to the provider"), "{page}");
        browser.fill(&link, &page, KEY);
        let result = result(&mut client, &mut notes);
        assert_eq!(result, "Connected to acme.\n", "{revision}");
    }
}
