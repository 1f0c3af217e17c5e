//! The head and the body of a request for a page on this computer: nothing but the first browser
//! answers, and the handler gets valid values only.
//!
//! The input is as in `page`. `COOKIE` and `HOST` stand for those of a page that is open, too.

#![no_main]

use std::sync::LazyLock;

use elicit_core::{
    pages::{LocalPages, Pages},
    store::MemoryStore,
};
use elicit_fuzz::page::{Question, Raw, between, elicitation};
use libfuzzer_sys::fuzz_target;

// One listener, with a thread of its own.
static PAGES: LazyLock<LocalPages> = LazyLock::new(Pages::local);

fuzz_target!(|data: &[u8]| {
    let elicitation = elicitation().pages(PAGES.clone());
    // A store that all inputs share would be full at some time.
    let elicitation = elicitation.store(MemoryStore::default());
    let question = Question::ask(&elicitation);
    let host = between(&question.link, "//", "/").unwrap().to_owned();
    let words = [("TICKET", question.ticket()), ("HOST", &host)];

    let before = Raw::new(data, &words);
    let is_first = String::from_utf8_lossy(&before.send_to(&host)).contains("set-cookie");
    let is_visit =
        before.has("sec-fetch-mode", "navigate") && !before.has("sec-purpose", "prefetch");
    let may_see = before.is("GET") && is_visit && before.has("host", &host);
    assert!(!is_first || may_see);
    let visit = b"GET /TICKET\nhost: HOST\nsec-fetch-mode: navigate";
    let page = Raw::new(visit, &words).send_to(&host);
    let page = String::from_utf8(page).unwrap();
    let Some(csrf) = between(&page, r#"name="csrf" value=""#, "\"") else {
        assert!(is_first && !question.is_answered(), "{page}");
        return;
    };
    let cookie = between(&page, "set-cookie: elicit=", ";").expect("a cookie");

    let raw = Raw::new(
        data,
        &[words[0], words[1], ("CSRF", csrf), ("COOKIE", cookie)],
    );
    raw.send_to(&host);
    let is_from_page = raw.has("host", &host) && raw.has("origin", &format!("http://{host}"));
    let may_answer = raw.is("POST") && is_from_page && raw.head_has(cookie) && raw.body_has(csrf);
    assert!(!question.is_answered() || may_answer);
});
