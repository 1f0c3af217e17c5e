//! A page ends with its question, and nothing is put for a question that is not asked.

use std::{
    num::NonZeroU32,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use elicit_core::{
    Ask, AskError, Elicitation, Mode, Revision, Violations,
    adapter::{Asker, RunEnd},
};
use elicit_tests::{clock::Clock, drive::Drive as _, store::TestStore};
use serde_json::json;
use tokio::sync::Notify;

use crate::{
    browser::{Browser, posting},
    log::{Log, listen},
    outcomes::{Account, connect},
    server::{Caller, done, hosted},
};

const VALID: [(&str, &str); 2] = [("f0", "acme"), ("f1", "2")];

/// Ann, her browser, and the store of a server that is set as `set` says.
pub(crate) fn remote(set: impl FnOnce(Elicitation) -> Elicitation) -> (Caller, Browser, TestStore) {
    let (pages, store) = (hosted().form::<Account>(), TestStore::default());
    let elicitation = Elicitation::default()
        .pages(pages.clone())
        .store(store.clone());
    let elicitation = set(elicitation);
    let browser = Browser::of(&pages.service(&elicitation).unwrap(), Some("ann"));
    (Caller::new(&elicitation), browser, store)
}

async fn is_closed(browser: &Browser, link: &str) {
    let reply = browser.open(link).await;
    assert_eq!(
        (reply.status, reply.heading()),
        (404, "This page is not open")
    );
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_leaves_the_store_empty() {
    for revision in Revision::all() {
        let (mut ann, _, store) = remote(|elicitation| elicitation);
        ann.url = false;
        let run_end = ann
            .run(revision, connect, async |_: String| unreachable!())
            .await;
        assert_eq!(done(run_end), Err(AskError::Unsupported(Mode::Url)));
        assert!(store.is_empty(), "{revision}");
    }
}

#[tokio::test]
async fn a_question_beyond_the_rate_leaves_the_store_empty() {
    for revision in Revision::all() {
        let (ann, browser, store) =
            remote(|elicitation| elicitation.rate_limit(Some(NonZeroU32::MIN)));
        let run_end = ann.run(revision, connect, async |link: String| {
            browser.fill(&link, &VALID).await;
        });
        assert!(done(run_end.await).is_ok());
        store.advance(Duration::from_secs(86_400));
        let run_end = ann
            .run(revision, connect, async |_: String| unreachable!())
            .await;
        assert!(matches!(done(run_end), Err(AskError::RateLimited { .. })));
        // What has expired is dropped with the next request.
        is_closed(
            &browser,
            "https://mcp.example.org/ask/AAAAAAAAAAAAAAAAAAAAAA",
        )
        .await;
        assert!(store.is_empty(), "{revision}");
    }
}

#[tokio::test]
async fn an_answered_page_refuses_another_answer() {
    for revision in Revision::all() {
        let (ann, browser, _) = remote(|elicitation| elicitation);
        let mut pages = Vec::new();
        let run_end = ann.run(revision, connect, async |link: String| {
            let csrf = browser.open(&link).await.csrf();
            assert_eq!(browser.fill(&link, &VALID).await.status, 200);
            pages.push((link, csrf));
        });
        assert!(done(run_end.await).is_ok());
        let (link, csrf) = &pages[0];
        is_closed(&browser, link).await;
        let fields = [&[("csrf", &**csrf), ("action", "accept")][..], &VALID].concat();
        let reply = browser.send(posting(link, &fields)).await;
        assert!([404, 409].contains(&reply.status), "{revision}: {reply:?}");
    }
}

#[tokio::test]
async fn a_page_is_closed_when_its_question_ends() {
    for revision in Revision::all() {
        // Each attempt is refused, the page is declined, or nobody comes in time.
        for way in ["invalid", "declined", "late"] {
            let (mut ann, browser, _) = remote(|elicitation| elicitation);
            if way == "late" {
                ann = ann.timed(&Clock::default());
            }
            let handler = async |ask: Ask| {
                ask.page::<Account>("connect", "Connect your account")
                    .attempts(2)
                    .check(|_| Err(Violations::new().form("The service is closed.")))
                    .or_end()
                    .await
            };
            let mut links = Vec::new();
            let run_end = ann.run(revision, handler, async |link: String| {
                match way {
                    "invalid" => drop(browser.fill(&link, &VALID).await),
                    "declined" => drop(browser.decline(&link).await),
                    _ => {}
                }
                links.push(link);
            });
            assert!(
                matches!(run_end.await, RunEnd::Ended(_)),
                "{revision} {way}"
            );
            is_closed(&browser, &links[0]).await;
        }
    }
}

/// What ends a call while its page is open.
#[derive(Debug, Clone, Copy, PartialEq)]
enum OtherEnd {
    Done,
    Ended,
    Failed,
}

#[tokio::test]
async fn a_page_is_closed_when_its_call_ends() {
    for revision in Revision::all() {
        for end in [OtherEnd::Done, OtherEnd::Ended, OtherEnd::Failed] {
            let (ann, browser, _) =
                remote(|elicitation| elicitation.rate_limit(Some(NonZeroU32::MIN)));
            let opened = Notify::new();
            let handler = async |ask: Ask| {
                let page = ask.page::<Account>("connect", "Connect your account");
                let other = async {
                    opened.notified().await;
                    match end {
                        OtherEnd::Done => {}
                        // One more question than the rate allows.
                        OtherEnd::Ended => drop(ask.confirm("sure", "Sure?").or_end().await),
                        OtherEnd::Failed => panic!("a mistake of the author"),
                    }
                };
                tokio::select! {
                    _ = page.or_end() => unreachable!("nobody has answered"),
                    () = other => {}
                }
            };
            let mut pages = Vec::new();
            let run_end = ann.run(revision, handler, async |link: String| {
                pages.push((link.clone(), browser.open(&link).await.csrf()));
                opened.notify_one();
            });
            let run_end = run_end.await;
            let is_so = match end {
                OtherEnd::Done => matches!(run_end, RunEnd::Returned(())),
                OtherEnd::Ended => matches!(run_end, RunEnd::Ended(_)),
                OtherEnd::Failed => matches!(run_end, RunEnd::Error(_)),
            };
            assert!(is_so, "{revision} {run_end:?}");
            let (link, csrf) = &pages[0];
            is_closed(&browser, link).await;
            let fields = [&[("csrf", &**csrf), ("action", "accept")][..], &VALID].concat();
            let status = browser.send(posting(link, &fields)).await.status;
            assert_eq!(status, 404, "{revision} {end:?}");
        }
    }
}

/// A client of 2026-07-28 sends its retry again, and finds the page as it left it.
#[tokio::test]
async fn a_page_stays_open_for_a_client_that_comes_again() {
    let (mut ann, browser, _) = remote(|elicitation| elicitation);
    let handler = async |asker: Asker| {
        let ask = asker.take().expect("the first");
        let question = ask.page::<Account>("connect", "Connect your account");
        question.or_end().await.map(|account| account.workspace)
    };
    let mut call = ann.call(Revision::LATEST);
    let first = ann
        .elicitation
        .run(call.clone(), &ann.session, None, handler);
    let RunEnd::InputRequired(required) = first.await else {
        panic!("it has not asked");
    };
    let link = required.requests["connect"]["params"]["url"].clone();
    let agreed = json!({"action": "accept"});
    call.input_responses.insert("connect".to_owned(), agreed);
    call.request_state = Some(required.state);
    for leaves in [true, false] {
        ann.leaves = leaves;
        let wire = Some(ann.wire().0);
        let run_end = ann
            .elicitation
            .run(call.clone(), &ann.session, wire, handler);
        let workspace = done(run_end.await);
        if leaves {
            assert_eq!(workspace, Err(AskError::Gone));
            let reply = browser.fill(link.as_str().unwrap(), &VALID).await;
            assert_eq!(reply.status, 200);
        } else {
            assert_eq!(workspace, Ok("acme".to_owned()));
        }
    }
}

#[tokio::test]
async fn a_page_is_closed_when_the_client_ends_the_question() {
    // 2026-07-28: what comes back with the link.
    for way in ["decline", "cancel", "rounds", "changed"] {
        let (ann, browser, _) = remote(|elicitation| match way {
            "rounds" => elicitation.rounds(1),
            _ => elicitation.min_decline_time(None),
        });
        let runs = AtomicU8::new(0);
        let handler = async |asker: Asker| {
            let ask = asker.take().expect("the first");
            let run = runs.fetch_add(1, Ordering::Relaxed);
            let message = format!("Connect {}", if way == "changed" { run } else { 0 });
            ask.page::<Account>("connect", message).await
        };
        let call = ann.call(Revision::LATEST);
        let run_end = ann
            .elicitation
            .run(call.clone(), &ann.session, None, handler);
        let RunEnd::InputRequired(required) = run_end.await else {
            panic!("{way}");
        };
        let link = required.requests["connect"]["params"]["url"].clone();
        let link = link.as_str().unwrap();
        assert_eq!(browser.open(link).await.status, 200);
        let mut call = call;
        let action = match way {
            "decline" | "cancel" => way,
            // Nobody has agreed, so the client would have to ask again.
            "rounds" => "",
            _ => "accept",
        };
        call.input_responses
            .insert("connect".to_owned(), json!({"action": action}));
        call.request_state = Some(required.state);
        let run_end = ann.elicitation.run(call, &ann.session, None, handler).await;
        assert_eq!(
            matches!(run_end, RunEnd::InputRequired(_)),
            way == "changed",
            "{way}"
        );
        is_closed(&browser, link).await;
    }
}

#[tokio::test]
async fn an_abandoned_page_expires_with_its_state() {
    let (ann, browser, store) = remote(|elicitation| elicitation);
    let handler = |asker: Asker| connect(asker.take().expect("the first"));
    let call = ann.call(Revision::LATEST);
    let run_end = ann.elicitation.run(call, &ann.session, None, handler);
    let RunEnd::InputRequired(required) = run_end.await else {
        panic!("it has not asked");
    };
    let link = required.requests["connect"]["params"]["url"].clone();
    let link = link.as_str().unwrap();
    // As long as the state of the call is good, and a minute more.
    store.advance(Duration::from_secs(659));
    let csrf = browser.open(link).await.csrf();
    store.advance(Duration::from_secs(2));
    is_closed(&browser, link).await;
    let fields = [&[("csrf", &*csrf), ("action", "accept")][..], &VALID].concat();
    assert_eq!(browser.send(posting(link, &fields)).await.status, 404);
}

#[tokio::test]
async fn a_prolonged_page_stays_bound_to_its_browser() {
    let store = TestStore::default();
    let ann = Caller::local(&store).timed(&Clock::default());
    let (browser, other) = (Browser::default(), Browser::default());
    let mut visits = 0;
    let run_end = ann.run(Revision::LATEST, connect, async |link: String| {
        visits += 1;
        match visits {
            1 => assert_eq!(browser.open(&link).await.status, 200),
            // Longer than the page would live without the later rounds.
            2 | 3 => store.advance(Duration::from_secs(600)),
            _ => {
                assert_eq!(other.open(&link).await.status, 403);
                assert_eq!(browser.fill(&link, &VALID).await.status, 200);
            }
        }
    });
    assert!(done(run_end.await).is_ok());
}

#[tokio::test]
async fn a_browser_stays_bound_after_the_store_has_failed() {
    let store = TestStore::default();
    let ann = Caller::local(&store);
    let run_end = ann.run(Revision::LATEST, connect, async |link: String| {
        let browser = Browser::default();
        store.fail_after(0, "page-answer");
        assert_eq!(browser.open(&link).await.status, 503);
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(done(run_end.await).is_ok());
}

#[tokio::test]
async fn a_page_says_that_an_answer_may_not_have_arrived() {
    let (ann, browser, store) = remote(|elicitation| elicitation);
    let run_end = ann.run(Revision::LATEST, connect, async |link: String| {
        let csrf = browser.open(&link).await.csrf();
        let fields = [&[("csrf", &*csrf), ("action", "accept")][..], &VALID].concat();
        store.fail_after(1, "page-answer");
        let reply = browser.send(posting(&link, &fields)).await;
        assert_eq!(reply.status, 503);
        assert!(!reply.body.contains("was not saved"), "{}", reply.body);
        assert!(reply.body.contains("Load the page again"), "{}", reply.body);
        assert_eq!(
            browser.open(&link).await.heading(),
            "This question was answered"
        );
    });
    assert!(done(run_end.await).is_ok());
}

#[tokio::test]
async fn the_rate_limits_the_answers_that_reach_a_check() {
    let (ann, browser, _) = remote(|elicitation| elicitation.rate_limit(Some(NonZeroU32::MIN)));
    let checks = AtomicU8::new(0);
    let handler = async |ask: Ask| {
        ask.page::<Account>("connect", "Connect your account")
            .attempts(5)
            .check(|_| {
                checks.fetch_add(1, Ordering::Relaxed);
                Err(Violations::new().form("Another one."))
            })
            .await
    };
    let run_end = ann.run(Revision::LATEST, handler, async |link: String| {
        browser.fill(&link, &VALID).await;
    });
    assert!(matches!(
        done(run_end.await),
        Err(AskError::TooManyAnswers { .. })
    ));
    assert_eq!(checks.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_repeated_retry_keeps_the_form_on_the_screen_valid() {
    let (ann, browser, _) = remote(|elicitation| elicitation);
    let handler = async |asker: Asker| {
        let ask = asker.take().expect("the first");
        ask.page::<Account>("connect", "Connect your account")
            .check(|account| match account.workspace.as_str() {
                "taken" => Err(Violations::new().property("workspace", "is taken already")),
                _ => Ok(()),
            })
            .await
    };
    let mut call = ann.call(Revision::LATEST);
    let mut link = String::new();
    let mut csrf = String::new();
    for run in 0..3 {
        let run_end = ann
            .elicitation
            .run(call.clone(), &ann.session, None, handler)
            .await;
        let RunEnd::InputRequired(required) = run_end else {
            panic!("it has not asked");
        };
        match run {
            0 => {
                let asked = &required.requests["connect"]["params"]["url"];
                link = asked.as_str().unwrap().to_owned();
                browser.fill(&link, &[("f0", "taken"), ("f1", "2")]).await;
                let agreed = json!({"action": "accept"});
                call.input_responses.insert("connect".to_owned(), agreed);
                call.request_state = Some(required.state);
            }
            1 => csrf = browser.open(&link).await.csrf(),
            _ => {}
        }
    }
    let fields = [&[("csrf", &*csrf), ("action", "accept")][..], &VALID].concat();
    assert_eq!(browser.send(posting(&link, &fields)).await.status, 200);
}

#[tokio::test]
async fn of_two_retries_at_once_the_later_attempt_stays() {
    let (ann, browser, store) = remote(|elicitation| elicitation);
    let ann = ann.timed(&Clock::default());
    let handler = async |asker: Asker| {
        let ask = asker.take().expect("the first");
        ask.page::<Account>("connect", "Connect your account")
            .check(|_| Err(Violations::new().property("workspace", "is taken already")))
            .await
    };
    let run = |call| {
        let wire = Some(ann.wire().0);
        ann.elicitation.run(call, &ann.session, wire, handler)
    };
    let mut call = ann.call(Revision::LATEST);
    let RunEnd::InputRequired(required) = run(call.clone()).await else {
        panic!("it has not asked");
    };
    let link = required.requests["connect"]["params"]["url"].clone();
    let link = link.as_str().unwrap();
    let agreed = json!({"action": "accept"});
    call.input_responses.insert("connect".to_owned(), agreed);
    call.request_state = Some(required.state);

    // The first one has read what the page asks, and is about to put it again.
    let (puts, requests) = (Arc::new(Notify::new()), AtomicU8::new(0));
    let is_read = Arc::clone(&puts);
    store.begin_with(move |kind| {
        if kind == "page" && requests.fetch_add(1, Ordering::Relaxed) == 1 {
            is_read.notify_one();
        }
    });
    let mut first = Box::pin(run(call.clone()));
    tokio::select! {
        biased;
        () = puts.notified() => {}
        _ = &mut first => unreachable!("nobody has answered"),
    }
    browser.fill(link, &VALID).await;
    for retry in [Box::pin(run(call)), first] {
        assert!(matches!(retry.await, RunEnd::InputRequired(_)));
    }
    let page = browser.open(link).await;
    assert!(page.body.contains("is taken already"), "{}", page.body);
}

/// How often the log says that the store has failed.
fn failures(log: &Log) -> usize {
    let lines = log.lines.lock().unwrap();
    let failures = lines.iter().filter(|line| line.starts_with("ERROR"));
    failures.count()
}

#[tokio::test]
async fn a_store_that_is_down_for_a_while_does_not_end_the_wait() {
    for revision in Revision::all() {
        let (log, _guard) = listen();
        let (ann, browser, store) = remote(|elicitation| elicitation);
        let run_end = ann.run(revision, connect, async |link: String| {
            if revision.asks_in_result() {
                // The next run looks.
                assert_eq!(browser.fill(&link, &VALID).await.status, 200);
                store.go_down(3, "page-answer");
                return;
            }
            store.go_down(3, "page-answer");
            while store.is_down() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_eq!(browser.fill(&link, &VALID).await.status, 200);
        });
        assert!(done(run_end.await).is_ok(), "{revision}");
        assert!(!store.is_down(), "{revision}");
        assert_eq!(failures(&log), 1, "{revision}");
    }
}

#[tokio::test]
async fn a_store_that_stays_down_ends_the_question() {
    for revision in Revision::all() {
        let (ann, _, store) = remote(|elicitation| elicitation);
        let ann = ann.timed(&Clock::default());
        let run_end = ann.run(revision, connect, async |_: String| {
            store.go_down(u32::MAX, "page-answer");
        });
        let error = done(run_end.await).unwrap_err();
        assert!(matches!(error, AskError::NoPage { .. }), "{revision}");
        assert!(error.to_string().contains("its store"), "{error}");
    }
}

#[tokio::test]
async fn a_dropped_call_survives_a_panic_of_its_store() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        for unwinds in [false, true] {
            let (ann, _, store) = remote(|elicitation| elicitation);
            let opened = Notify::new();
            let mut call = Box::pin(ann.run(revision, connect, async |_| opened.notify_one()));
            tokio::select! {
                _ = &mut call => unreachable!("nobody has answered"),
                () = opened.notified() => store.begin_with(|_| panic!("there is no executor")),
            }
            let dropped = catch_unwind(AssertUnwindSafe(move || {
                let _call = call;
                assert!(!unwinds, "another panic");
            }));
            let panicked = dropped.err().map(|panicked| *panicked.downcast().unwrap());
            assert_eq!(panicked, unwinds.then_some("another panic"), "{revision}");
        }
    }
}

#[tokio::test]
async fn a_slow_store_does_not_prolong_the_wait() {
    let clock = Clock::default();
    for revision in Revision::all() {
        let (ann, _, store) = remote(|elicitation| elicitation);
        let ann = ann.timed(&clock);
        let time = clock.clone();
        store.begin_with(move |kind| {
            if kind == "page-answer" {
                time.pass(Duration::from_secs(7));
            }
        });
        let handler = async |ask: Ask| {
            let question = ask.page::<Account>("connect", "Connect your account");
            question.timeout(Duration::from_secs(20)).or_end().await
        };
        let mut opened = clock.now();
        let run_end = ann.run(revision, handler, async |_: String| opened = clock.now());
        assert!(matches!(run_end.await, RunEnd::Ended(_)), "{revision}");
        // A request begins before the time is over, and one more closes the page.
        let waited = clock.now().duration_since(opened).as_secs();
        assert!((20..=41).contains(&waited), "{revision}: {waited}");
    }
}

#[tokio::test]
async fn an_answer_that_was_read_counts_if_the_store_fails_after_it() {
    let (ann, browser, store) = remote(|elicitation| elicitation);
    let run_end = ann.run(Revision::LATEST, connect, async |link: String| {
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
        store.fail_after(1, "page-answer");
    });
    assert!(done(run_end.await).is_ok());
}
