//! The example `connect`: the client prints a link, and the key goes past it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

const KEY: &str = "atlas-b1f7c2";

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
        .expect("it starts");
    let mut notes = BufReader::new(client.stderr.take().expect("it is piped"));
    let link = loop {
        let mut line = String::new();
        assert_ne!(notes.read_line(&mut line).expect("a text"), 0, "no link");
        if line.starts_with("http://127.0.0.1:") {
            break line.trim_end().to_owned();
        }
        assert!(!line.contains("key"), "{line}");
    };
    (client, link, notes)
}

/// A request of a browser.
fn request(link: &str, cookie: &str, body: Option<&str>) -> String {
    let (host, path) = link
        .strip_prefix("http://")
        .and_then(|rest| rest.split_once('/'))
        .expect("an address");
    let (method, length) = match body {
        Some(body) => ("POST", body.len()),
        None => ("GET", 0),
    };
    let request = format!(
        "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n\
         Sec-Fetch-Mode: navigate\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {length}\r\n\r\n{}",
        body.unwrap_or_default()
    );
    let mut stream = TcpStream::connect(host).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a text");
    response
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).expect(before);
    rest.split_once(after).expect(after).0
}

#[test]
fn a_key_is_asked_for_on_a_page() {
    for revision in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let (mut client, link, mut notes) = start(revision);
        let page = request(&link, "", None);
        let cookie = between(&page, "set-cookie: ", ";").to_owned();
        let token = between(&page, r#"name="csrf" value=""#, "\"").to_owned();
        let fill = |key: &str| {
            let body = format!("csrf={token}&action=accept&f0={key}&f1=acme");
            request(&link, &cookie, Some(&body))
        };
        assert!(fill("short").contains("must have at least 10 characters"));
        let sent = fill(KEY);
        assert!(sent.contains("Your answer was sent"), "{sent}");
        let mut result = String::new();
        let output = client.stdout.as_mut().expect("it is piped");
        output.read_to_string(&mut result).expect("a text");
        assert_eq!(result, "Connected to acme.\n", "{revision}");
        let mut rest = String::new();
        notes.read_to_string(&mut rest).expect("a text");
        assert!(!rest.contains(KEY), "{rest}");
        assert!(client.wait().expect("it ends").success(), "{revision}");
    }
}
