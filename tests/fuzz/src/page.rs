//! A page that asks, and requests for it as bytes.

use std::{
    collections::BTreeSet,
    io::{Read as _, Write as _},
    net::TcpStream,
};

use bytes::Bytes;
use elicit_core::{
    __private::DerivedForm as _,
    Ask, AskError, Choices, Elicit, Elicitation, Outcome,
    adapter::{InputRequired, RunEnd},
    from_value_with,
    pages::HostedPages,
};
use elicit_tests::forms::{Region, Severity};
use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};

use crate::{Responses, round};

#[derive(Debug, PartialEq, Elicit)]
struct Account {
    text: Option<String>,
    #[elicit(max_length = 9)]
    short: Option<String>,
    #[elicit(format = "date-time")]
    start: Option<String>,
    #[elicit(maximum = 99)]
    count: Option<i32>,
    share: Option<f64>,
    write: bool,
    usage: Option<bool>,
    region: Option<Region>,
    #[elicit(multi_select, max_items = 2)]
    also: BTreeSet<Severity>,
    #[elicit(choices)]
    cluster: Option<String>,
}

fn choices() -> AccountChoices {
    let cluster = Choices::from(vec![("c-1", "Cluster 1"), ("c-2", "Cluster 2")]);
    AccountChoices { cluster }
}

async fn handler(ask: Ask) -> Result<Outcome<Account>, AskError> {
    ask.page_with("account", "Which account?", choices()).await
}

/// Of a server that a program may call as often as it can, and whose links it cancels at once.
pub fn elicitation() -> Elicitation {
    Elicitation::default()
        .rate_limit(None)
        .min_decline_time(None)
}

/// With the form that is asked.
pub fn with_form(pages: HostedPages) -> HostedPages {
    pages.form::<Account>()
}

/// A question on a page that is not answered yet.
pub struct Question<'e> {
    elicitation: &'e Elicitation,
    state: String,
    pub link: String,
}

impl<'e> Question<'e> {
    pub fn ask(elicitation: &'e Elicitation) -> Self {
        match round(elicitation, Responses::new(), None, handler) {
            RunEnd::InputRequired(InputRequired {
                requests, state, ..
            }) => Self {
                elicitation,
                state,
                link: requests["account"]["params"]["url"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            },
            run_end => panic!("{run_end:?}"),
        }
    }

    pub fn ticket(&self) -> &str {
        self.link.rsplit('/').next().unwrap()
    }

    /// Ends the question. Returns whether the page was answered, and panics if the handler gets an
    /// answer that is not valid.
    pub fn is_answered(self) -> bool {
        // What was sent on the page counts more than what the client says of its link.
        let cancels = Responses::from([("account".to_owned(), json!({"action": "cancel"}))]);
        match round(self.elicitation, cancels, Some(self.state), handler) {
            RunEnd::Returned(Ok(Outcome::Accepted(account))) => {
                let content = Value::Object(account.content());
                assert_eq!(from_value_with(&content, &choices()), Ok(account));
                true
            }
            RunEnd::Returned(Ok(Outcome::Declined)) => true,
            RunEnd::Returned(Ok(Outcome::Cancelled)) => false,
            run_end => panic!("{run_end:?}"),
        }
    }
}

/// A request: its first line without a version, and its head without a length.
pub struct Raw {
    head: Vec<u8>,
    body: Vec<u8>,
}

impl Raw {
    /// Each word stands for a value that only a page has. Such a value is random, and may have one of
    /// the words in it.
    pub fn new(data: &[u8], words: &[(&str, &str)]) -> Self {
        let (mut with, mut rest) = (Vec::new(), data);
        let next = |rest| {
            let places = words.iter().filter_map(|(word, value)| {
                Some((place(rest, word.as_bytes())?, word.len(), *value))
            });
            places.min()
        };
        while let Some((place, length, value)) = next(rest) {
            with.extend(&rest[..place]);
            with.extend(value.bytes());
            rest = &rest[place + length..];
        }
        with.extend(rest);
        let mut data = with;
        let end = place(&data, b"\n\n");
        let body = end.map_or_else(Vec::new, |end| data.split_off(end)[2..].to_vec());
        Self { head: data, body }
    }

    pub fn is(&self, method: &str) -> bool {
        self.head.starts_with(format!("{method} ").as_bytes())
    }

    /// The first header with this name.
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        let mut headers = self.headers().flatten();
        let (_, value) = headers.find(|(given, _)| given.eq_ignore_ascii_case(name.as_bytes()))?;
        Some(value)
    }

    pub fn has(&self, name: &str, value: &str) -> bool {
        self.header(name) == Some(value.as_bytes())
    }

    pub fn head_has(&self, text: &str) -> bool {
        place(&self.head, text.as_bytes()).is_some()
    }

    pub fn body_has(&self, text: &str) -> bool {
        place(&self.body, text.as_bytes()).is_some()
    }

    /// The request, or none if a server of HTTP would refuse it.
    pub fn request(&self) -> Option<Request<Full<Bytes>>> {
        let first = self.head.split(|byte| *byte == b'\n').next()?;
        let (method, path) = first.split_at(place(first, b" ")?);
        let mut request = Request::builder().method(method).uri(&path[1..]);
        for header in self.headers() {
            let (name, value) = header?;
            request = request.header(name, value);
        }
        request.body(Full::from(self.body.clone())).ok()
    }

    /// Sends it to a server of HTTP. Returns what comes back, if anything.
    pub fn send_to(&self, host: &str) -> Vec<u8> {
        // Where a body ends is up to `hyper`.
        if self
            .header("transfer-encoding")
            .or(self.header("content-length"))
            .is_some()
        {
            return Vec::new();
        }
        let mut bytes = self.head.clone();
        let first = place(&bytes, b"\n").unwrap_or(bytes.len());
        bytes.splice(first..first, *b" HTTP/1.1");
        bytes.extend(format!("\ncontent-length: {}\n\n", self.body.len()).bytes());
        bytes.extend(&self.body);
        let mut stream = TcpStream::connect(host).unwrap();
        let mut reply = Vec::new();
        // A server ends the connection when it has read enough.
        let _ = stream.write_all(&bytes);
        let _ = stream.read_to_end(&mut reply);
        assert!(
            !reply.starts_with(b"HTTP/1.1 5"),
            "{}",
            reply.escape_ascii()
        );
        reply
    }

    fn headers(&self) -> impl Iterator<Item = Option<(&[u8], &[u8])>> {
        let lines = self.head.split(|byte| *byte == b'\n').skip(1);
        lines.map(|line| {
            let (name, value) = line.split_at(place(line, b":")?);
            Some((name, value[1..].trim_ascii()))
        })
    }
}

/// What is between these two texts in a page.
pub fn between<'p>(page: &'p str, before: &str, after: &str) -> Option<&'p str> {
    Some(page.split_once(before)?.1.split_once(after)?.0)
}

fn place(data: &[u8], part: &[u8]) -> Option<usize> {
    data.windows(part.len()).position(|window| window == part)
}
