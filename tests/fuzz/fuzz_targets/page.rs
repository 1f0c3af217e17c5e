//! The head and the body of a request for a page that a server shows to those who have logged in:
//! whoever may not answer does not, and the handler gets valid values only.
//!
//! The input is a request of HTTP with `\n` for line breaks, and without a version and a length.
//! `TICKET` and `CSRF` stand for those of a page that is open.

#![no_main]

use elicit_core::{pages::Pages, store::MemoryStore};
use elicit_fuzz::{
    at_once,
    page::{Question, Raw, between, elicitation, with_form},
};
use http_body_util::BodyExt as _;
use libfuzzer_sys::fuzz_target;
use tower_service::Service as _;

fuzz_target!(|data: &[u8]| {
    let pages = with_form(Pages::at("https://mcp.example.org/ask", |parts| {
        let visitor = parts.headers.get("x-visitor")?;
        Some(visitor.to_str().ok()?.to_owned())
    }));
    let pages = pages.login("https://mcp.example.org/login");
    let elicitation = elicitation().pages(pages.clone());
    let elicitation = elicitation.store(MemoryStore::default());
    let mut service = pages.service(&elicitation).unwrap();
    let mut send = |raw: &Raw| {
        let response = at_once(service.call(raw.request()?)).unwrap();
        assert!(!response.status().is_server_error(), "{response:?}");
        let body = at_once(response.into_body().collect()).unwrap();
        Some(String::from_utf8(body.to_bytes().to_vec()).unwrap())
    };
    let question = Question::ask(&elicitation);
    let ticket = ("TICKET", question.ticket());
    let page = send(&Raw::new(b"GET /TICKET\nx-visitor: ann", &[ticket])).unwrap();
    let csrf = between(&page, r#"name="csrf" value=""#, "\"").expect("a form");

    let raw = Raw::new(data, &[ticket, ("CSRF", csrf)]);
    send(&raw);
    let is_from_page = raw.has("x-visitor", "ann") && raw.has("origin", "https://mcp.example.org");
    let may_answer = raw.is("POST") && is_from_page && raw.body_has(csrf);
    assert!(!question.is_answered() || may_answer);
});
