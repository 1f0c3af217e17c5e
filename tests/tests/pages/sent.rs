//! What the person has sent on a page is not lost, and counts in one call.

use std::time::Duration;

use elicit_core::{
    AskError, Revision,
    adapter::{Asker, Call, RunEnd},
};
use elicit_tests::{clock::Clock, drive::Drive as _};
use serde_json::json;

use crate::{
    ends::remote,
    links::{is_acme, or_end},
    outcomes::{Account, connect},
    server::{Caller, done},
};

const VALID: [(&str, &str); 2] = [("f0", "acme"), ("f1", "2")];

#[tokio::test]
async fn an_answer_is_not_taken_for_a_cancel_while_the_store_fails() {
    for revision in Revision::all() {
        let (mut ann, browser, store) = remote(|elicitation| elicitation.min_decline_time(None));
        ann.says = |_| "cancel";
        let answered = ann.run(revision, connect, async |link: String| {
            assert_eq!(browser.fill(&link, &VALID).await.status, 200);
            store.go_down(1, "page-answer");
        });
        let outcome = done(answered.await);
        let is_unknown = matches!(outcome, Err(AskError::NoPage { .. }));
        // The server may have found it before the client has cancelled.
        assert!(is_unknown || is_acme(&outcome), "{revision}: {outcome:?}");
    }
}

#[tokio::test]
async fn an_answer_counts_over_an_error_of_the_client() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (mut ann, browser, _) = remote(|elicitation| elicitation);
        ann.says = |_| "error";
        let answered = ann.run(revision, connect, async |link: String| {
            assert_eq!(browser.fill(&link, &VALID).await.status, 200);
        });
        let outcome = done(answered.await);
        assert!(is_acme(&outcome), "{revision}: {outcome:?}");
        let nothing = ann.run(revision, connect, async |_: String| {}).await;
        let error = done(nothing).unwrap_err();
        assert!(matches!(error, AskError::Refused { .. }), "{error:?}");
    }
}

/// One request of 2026-07-28.
async fn request(ann: &Caller, call: &Call) -> RunEnd<Result<Account, AskError>> {
    let handler = |asker: Asker| or_end(asker.take().expect("the first"));
    let elicitation = &ann.elicitation;
    elicitation
        .run(call.clone(), &ann.session, None, handler)
        .await
}

/// The link to the page of a call, and the retry in which the client agrees at once.
async fn agreed(ann: &Caller) -> (String, Call) {
    let mut call = ann.call(Revision::LATEST);
    let RunEnd::InputRequired(required) = request(ann, &call).await else {
        panic!("it has not asked");
    };
    let link = required.requests["connect"]["params"]["url"].as_str();
    let agreed = json!({"action": "accept"});
    call.input_responses.insert("connect".to_owned(), agreed);
    call.request_state = Some(required.state);
    (link.unwrap().to_owned(), call)
}

#[tokio::test]
async fn an_answer_on_a_page_that_was_left_counts_in_one_call() {
    // The retry of the first call comes again: before the second call, after it, or when it is no
    // longer too early for a person.
    for order in ["before", "after", "late"] {
        let (ann, browser, _) = remote(|elicitation| elicitation);
        let clock = Clock::default();
        let mut ann = ann.timed(&clock);
        let limit = Some(Duration::from_secs(60));
        ann.elicitation = ann.elicitation.clone().min_agreement_time(limit);
        let (link, retry) = agreed(&ann).await;
        let RunEnd::Ended(ended) = request(&ann, &retry).await else {
            panic!("{order}: it went on");
        };
        assert!(ended.text().contains(&link), "{order}");
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
        let again = ann.call(Revision::LATEST);
        if order == "before" {
            let first = done(request(&ann, &retry).await).unwrap();
            assert_eq!(first.workspace, "acme");
            let second = request(&ann, &again).await;
            assert!(matches!(second, RunEnd::InputRequired(_)), "{second:?}");
            continue;
        }
        let second = done(request(&ann, &again).await).unwrap();
        assert_eq!(second.workspace, "acme");
        if order == "late" {
            clock.pass(Duration::from_secs(120));
        }
        let first = request(&ann, &retry).await;
        assert!(matches!(first, RunEnd::Ended(_)), "{order}: {first:?}");
    }
}
