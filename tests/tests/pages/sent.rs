//! What the person has sent on a page is not lost.

use elicit_core::{AskError, Revision};

use crate::{ends::remote, links::is_acme, outcomes::connect, server::done};

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
