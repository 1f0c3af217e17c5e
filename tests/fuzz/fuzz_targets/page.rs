//! The head and the body of a request for a page: whoever may not answer does not, and the handler
//! gets valid values only.
//!
//! The input is a request of HTTP with `\n` for line breaks. `TICKET` and `CSRF` stand for those of
//! a page that is open.

#![no_main]

use std::collections::BTreeSet;

use elicit_core::{
    __private::DerivedForm, Ask, AskError, Choices, Elicit, Elicitation, Outcome, adapter::RunEnd,
    from_value_with, pages::Pages, store::MemoryStore,
};
use elicit_fuzz::{Responses, at_once, round};
use elicit_tests::forms::{Region, Severity};
use http::Request;
use http_body_util::{BodyExt as _, Full};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tower_service::Service as _;

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

/// The request, or none if a server of HTTP would refuse it.
fn request(head: &str, body: &str) -> Option<Request<Full<bytes::Bytes>>> {
    let (first, headers) = head.split_once('\n').unwrap_or((head, ""));
    let (method, path) = first.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(path);
    for line in headers.lines() {
        let (name, value) = line.split_once(": ")?;
        request = request.header(name, value.as_bytes());
    }
    request.body(Full::from(body.to_owned().into_bytes())).ok()
}

fuzz_target!(|data: &[u8]| {
    let pages = Pages::at("https://mcp.example.org/ask", |parts| {
        let visitor = parts.headers.get("x-visitor")?;
        Some(visitor.to_str().ok()?.to_owned())
    });
    let pages = pages
        .form::<Account>()
        .login("https://mcp.example.org/login");
    let elicitation = Elicitation::default().rate(None).pages(pages.clone());
    let elicitation = elicitation.store(MemoryStore::default());
    let mut service = pages.service(&elicitation).unwrap();
    let mut send = |request| {
        let response = at_once(service.call(request)).unwrap();
        assert!(!response.status().is_server_error(), "{response:?}");
        let body = at_once(response.into_body().collect()).unwrap();
        String::from_utf8(body.to_bytes().to_vec()).unwrap()
    };
    let first = round(&elicitation, Responses::new(), None, handler);
    let RunEnd::InputRequired(asked) = first else {
        panic!("{first:?}")
    };
    let link = asked.requests["account"]["params"]["url"].as_str().unwrap();
    let ticket = link.rsplit('/').next().unwrap();
    let opened = request(&format!("GET /{ticket}\nx-visitor: ann"), "").unwrap();
    let page = send(opened);
    let (_, csrf) = page.split_once(r#"name="csrf" value=""#).expect("a form");
    let csrf = csrf.split('"').next().unwrap();

    let text = String::from_utf8_lossy(data);
    let text = text.replace("TICKET", ticket).replace("CSRF", csrf);
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
    let Some(request) = request(head, body) else {
        return;
    };
    let has = |name, value| {
        request
            .headers()
            .get(name)
            .is_some_and(|given| given == value)
    };
    let is_from_page = has("x-visitor", "ann") && has("origin", "https://mcp.example.org");
    let may_answer = request.method() == "POST" && is_from_page && body.contains(csrf);
    send(request);
    let agreed = Responses::from([("account".to_owned(), json!({"action": "accept"}))]);
    match round(&elicitation, agreed, Some(asked.state), handler) {
        RunEnd::InputRequired(_) => {}
        RunEnd::Done(Ok(outcome)) => {
            assert!(may_answer, "{outcome:?}");
            if let Outcome::Accepted(account) = outcome {
                let content = Value::Object(account.content());
                assert_eq!(from_value_with(&content, &choices()), Ok(account));
            }
        }
        run_end => panic!("{run_end:?}"),
    }
});
