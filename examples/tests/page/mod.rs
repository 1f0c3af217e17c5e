//! The page of the example `connect`, in a browser.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

pub(crate) const KEY: &str = "atlas-b1f7c2";

pub(crate) const REVISIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/// A browser, with the cookie of the page.
#[derive(Default)]
pub(crate) struct Browser {
    cookie: String,
}

impl Browser {
    pub(crate) fn open(&mut self, link: &str) -> String {
        let page = self.request(link, None);
        if page.contains("set-cookie: ") {
            between(&page, "set-cookie: ", ";").clone_into(&mut self.cookie);
        }
        page
    }

    /// Sends the form of a page that is open.
    pub(crate) fn fill(&self, link: &str, page: &str, key: &str) -> String {
        let token = between(page, r#"name="csrf" value=""#, "\"");
        let body = format!("csrf={token}&action=accept&f0={key}&f1=acme");
        self.request(link, Some(&body))
    }

    fn request(&self, link: &str, body: Option<&str>) -> String {
        let (host, path) = link
            .strip_prefix("http://")
            .and_then(|rest| rest.split_once('/'))
            .expect("an address");
        let (method, length) = match body {
            Some(body) => ("POST", body.len()),
            None => ("GET", 0),
        };
        let cookie = &self.cookie;
        let request = format!(
            "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Cookie: {cookie}\r\nSec-Fetch-Mode: navigate\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {length}\r\n\r\n{}",
            body.unwrap_or_default()
        );
        let mut stream = TcpStream::connect(host).expect("the server listens");
        stream
            .write_all(request.as_bytes())
            .expect("the server reads");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a text");
        response
    }
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).expect(before);
    rest.split_once(after).expect(after).0
}
