//! How often a user may be asked.

use std::{
    cell::Cell,
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    adapter::{Asker, RunEnd, Session},
    testing::{End, User},
};
use elicit_tests::drive::Drive as _;
use serde_json::json;

use crate::log::listen;

/// A user with an answer to each of `n` questions.
fn user(n: usize) -> User {
    let answer = |user: User, i| user.accepts(&format!("q{i}"), json!({"confirm": true}));
    (0..n).fold(User::new(), answer)
}

/// Asks `n` questions and says how many were answered before an error.
async fn ask(ask: Ask, n: usize) -> (usize, Option<AskError>) {
    for i in 0..n {
        if let Err(error) = ask.confirm(format!("q{i}"), "Sure?").await {
            return (i, Some(error));
        }
    }
    (n, None)
}

/// How many were answered before the rate was reached, and how long to wait then.
#[track_caller]
fn limited(end: &End<(usize, Option<AskError>)>) -> (usize, Duration) {
    let End::Returned((answered, Some(AskError::RateLimited { retry_after, .. }))) = end else {
        panic!("{end:?}");
    };
    (*answered, *retry_after)
}

#[tokio::test]
async fn sixty_questions_a_minute_are_the_default() {
    for revision in Revision::all() {
        // So many rounds that they are not what ends it.
        let many = Elicitation::default().rounds(255);
        let user = user(200);
        let start = Instant::now();
        let end = user
            .run_with(&many, revision, async |a| ask(a, 200).await)
            .await;
        let (answered, retry_after) = limited(&end);
        // One more for each second that has passed.
        let most = 61 + usize::try_from(start.elapsed().as_secs()).unwrap();
        assert!((60..=most).contains(&answered), "{revision}: {answered}");
        assert!(retry_after <= Duration::from_secs(1), "{retry_after:?}");
        assert_eq!(user.asked().len(), answered);
    }
}

#[tokio::test]
async fn the_error_says_when_to_retry_and_the_log_names_the_setting() {
    for revision in Revision::all() {
        let two = Elicitation::default().rate_limit(NonZeroU32::new(2));
        let (log, _guard) = listen();
        let end = user(3)
            .run_with(&two, revision, async |a| ask(a, 3).await)
            .await;
        let (_, retry_after) = limited(&end);
        let passed = Duration::from_secs(20)..=Duration::from_secs(30);
        assert!(passed.contains(&retry_after), "{retry_after:?}");
        let lines = log.lines.lock().unwrap().join("\n");
        assert!(lines.contains("`Elicitation::rate_limit`"), "{lines}");
    }
    for (milliseconds, text) in [(0, "1 second"), (999, "1 second"), (29_001, "30 seconds")] {
        let retry_after = Duration::from_millis(milliseconds);
        let error = AskError::rate_limited(retry_after).to_string();
        assert!(error.ends_with(&format!("try again in {text}")), "{error}");
    }
}

#[tokio::test]
async fn the_rate_limits_the_questions_of_a_connection() {
    for revision in Revision::all() {
        let three = Elicitation::default().rate_limit(NonZeroU32::new(3));
        let end = user(5)
            .run_with(&three, revision, async |a| ask(a, 5).await)
            .await;
        assert_eq!(limited(&end).0, 3, "{revision}");
        // Another connection has its own; a second call over the first has not.
        let second = user(3);
        let end = second
            .run_with(&three, revision, async |a| ask(a, 3).await)
            .await;
        assert_eq!(end, End::Returned((3, None)), "{revision}");
        let end = second
            .run_with(&three, revision, async |a| ask(a, 1).await)
            .await;
        assert_eq!(limited(&end).0, 0, "{revision}");
    }
}

#[tokio::test]
async fn without_a_rate_questions_are_not_limited() {
    for revision in Revision::all() {
        let free = Elicitation::default().rate_limit(None).rounds(100);
        let end = user(30)
            .run_with(&free, revision, async |a| ask(a, 30).await)
            .await;
        assert_eq!(end, End::Returned((30, None)), "{revision}");
    }
}

#[tokio::test]
async fn a_question_that_is_asked_again_does_not_count_again() {
    for revision in Revision::all() {
        let two = Elicitation::default().rate_limit(NonZeroU32::new(2));
        let wrong = || json!({"confirm": "maybe"});
        let user = User::new()
            .accepts("q0", wrong())
            .responds("q0", json!({}))
            .accepts("q0", wrong())
            .accepts("q0", json!({"confirm": true}))
            .accepts("q1", json!({"confirm": true}));
        let end = user
            .run_with(&two, revision, async |a| ask(a, 3).await)
            .await;
        assert_eq!(limited(&end).0, 2, "{revision}");
        assert_eq!(user.asked().len(), 5);
    }
}

#[tokio::test]
async fn a_page_that_is_asked_for_again_does_not_count_again() {
    for revision in Revision::all() {
        let one = Elicitation::default().rate_limit(NonZeroU32::new(1));
        let visits = Cell::new(0);
        let user = (0..3).fold(User::new(), |user, _| user.agrees("page"));
        let end = user
            .run_with(&one, revision, async |a: Ask| {
                let is_done = Arc::new(AtomicBool::new(visits.get() >= 2));
                visits.set(visits.get() + 1);
                let page = a.url("page", "https://example.org", "Visit it");
                let count = AtomicUsize::new(0);
                let page = page.done_when(async || {
                    is_done.load(Ordering::Relaxed) || count.fetch_add(1, Ordering::Relaxed) == 2
                });
                page.await.map(drop)
            })
            .await;
        assert_eq!(end, End::Returned(Ok(())), "{revision}");
        assert!(user.asked().len() >= 2, "{revision}");
    }
}

/// Otherwise an answer before its question would avoid the rate.
#[tokio::test]
async fn a_question_that_was_answered_early_counts() {
    let one = Elicitation::default().rate_limit(NonZeroU32::new(1));
    let session = Session::new();
    for is_asked in [true, false] {
        let mut call = crate::adapter::call(Revision::LATEST);
        let wrong = json!({"action": "accept", "content": {"confirm": "maybe"}});
        call.input_responses.insert("q0".to_owned(), wrong);
        let run_end = one
            .run(call, &session, None, async |asker: Asker| {
                ask(asker.take().unwrap(), 1).await.0
            })
            .await;
        let found = matches!(run_end, RunEnd::InputRequired(_));
        assert_eq!(found, is_asked, "{run_end:?}");
    }
}
