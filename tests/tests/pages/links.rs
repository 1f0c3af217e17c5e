//! What a client makes of the link to a page: it says no after the page was sent, asks the person only
//! once, or never shows it.

use std::{
    mem,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, AskError, Elicitation, Outcome, Revision, Violations,
    adapter::{Asker, RunEnd},
};
use elicit_tests::{clock::Clock, drive::Drive as _};
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::{
    outcomes::{Account, connect},
    server::{Caller, done, hosted, with_ann},
};

const VALID: [(&str, &str); 2] = [("f0", "acme"), ("f1", "2")];

type Says = fn(usize) -> &'static str;

pub(crate) fn is_acme(outcome: &Result<Outcome<Account>, AskError>) -> bool {
    matches!(outcome, Ok(Outcome::Accepted(account)) if account.workspace == "acme")
}

/// How often the client was asked to open the page.
fn links(ann: &Caller) -> usize {
    let heard = ann.heard().into_iter();
    heard.filter(|(key, _)| key == "connect").count()
}

#[tokio::test]
async fn what_was_sent_counts_over_a_later_no_to_its_link() {
    for revision in Revision::all() {
        let ways: [Says; 3] = [
            |_| "decline",
            |_| "cancel",
            // On 2026-07-28 in two rounds, if the client is asked again.
            |links| ["accept", "cancel"][links.min(1)],
        ];
        for says in ways {
            let (mut ann, browser) = with_ann(&hosted().form::<Account>());
            ann.says = says;
            let answered = ann.run(revision, connect, async |link: String| {
                assert_eq!(browser.fill(&link, &VALID).await.status, 200);
            });
            assert!(is_acme(&done(answered.await)), "{revision}");

            let answered = ann.run(revision, connect, async |link: String| {
                assert_eq!(browser.decline(&link).await.status, 200);
            });
            let outcome = done(answered.await);
            assert_eq!(outcome, Ok(Outcome::Declined), "{revision}");
        }
    }
}

/// Later runs of 2026-07-28 find the same.
#[tokio::test]
async fn what_was_sent_before_a_no_is_found_by_later_runs() {
    for revision in Revision::all() {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        ann.says = |_| "cancel";
        let handler = async |ask: Ask| {
            let page = ask.page::<Account>("connect", "Connect your account");
            let account = page.await?;
            let _ = ask.confirm("sure", "Sure?").await?;
            let _ = ask.confirm("really", "Really?").await?;
            Ok(account)
        };
        let answered = ann.run(revision, handler, async |link: String| {
            browser.fill(&link, &VALID).await;
        });
        assert!(is_acme(&done(answered.await)), "{revision}");
    }
}

/// Some clients keep the dialog with the link open until the person closes it.
#[tokio::test]
async fn what_was_sent_counts_at_once_if_the_client_never_answers() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        ann.says = |_| "";
        for sends in [true, false] {
            let answered = ann.run(revision, connect, async |link: String| {
                if sends {
                    browser.fill(&link, &VALID).await;
                } else {
                    browser.decline(&link).await;
                }
            });
            let outcome = timeout(Duration::from_secs(20), answered).await;
            let outcome = done(outcome.expect("the call waits for the dialog"));
            if sends {
                assert!(is_acme(&outcome), "{revision}");
            } else {
                assert_eq!(outcome, Ok(Outcome::Declined), "{revision}");
            }
        }
        let heard = ann.heard().into_iter();
        let withdrawn = heard.filter(|(what, _)| what == "withdrawn").count();
        assert_eq!(withdrawn, 2, "{revision}");
    }
}

#[tokio::test]
async fn a_no_to_a_link_counts_if_nothing_was_sent() {
    for revision in Revision::all() {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        ann.elicitation = ann.elicitation.min_decline_time(None);
        ann.says = |_| "cancel";
        let mut last = String::new();
        let answered = ann.run(revision, connect, async |link: String| {
            assert_eq!(browser.open(&link).await.status, 200);
            last = link;
        });
        assert_eq!(done(answered.await), Ok(Outcome::Cancelled), "{revision}");
        assert_eq!(browser.open(&last).await.status, 404, "{revision}");
    }
}

#[tokio::test]
async fn a_person_at_the_page_is_asked_once() {
    let (ann, browser) = with_ann(&hosted().form::<Account>());
    let clock = Clock::default();
    let ann = ann.timed(&clock);
    let (mut rounds, mut passed) = (0, Vec::new());
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        rounds += 1;
        passed.push(clock.passed().as_secs());
        if rounds == 5 {
            browser.fill(&link, &VALID).await;
        }
    });
    assert!(is_acme(&done(answered.await)));
    assert_eq!(links(&ann), 1);
    // Most clients give up a request after a minute.
    assert_eq!(passed, [0, 50, 100, 150, 200]);
}

const MILLISECOND: Duration = Duration::from_millis(1);

/// Most clients give up a request after a minute, also those that ask for progress: whether it restarts
/// their timer, a server cannot know.
#[tokio::test]
async fn a_round_is_shorter_than_the_time_out_of_clients_whatever_they_ask_for() {
    let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
    for (reports, keep_alive, timeout) in [
        (true, Some(MILLISECOND), minutes(20)),
        (true, Some(MILLISECOND), minutes(5)),
        (true, None, minutes(20)),
        (false, Some(MILLISECOND), minutes(20)),
    ] {
        let (mut ann, _) = with_ann(&hosted().form::<Account>());
        ann.elicitation = ann.elicitation.keep_alive(keep_alive);
        ann.reports = reports;
        let clock = Clock::default();
        let ann = ann.timed(&clock);
        let handler = async |ask: Ask| {
            let question = ask.page::<Account>("connect", "Connect your account");
            question.timeout(timeout).await
        };
        let mut passed = Vec::new();
        let answered = ann.run(Revision::LATEST, handler, async |_: String| {
            passed.push(clock.passed().as_secs());
        });
        assert_eq!(done(answered.await), Err(AskError::TimedOut));
        // Signs of life let the time pass, too.
        let round = passed[2] - passed[1];
        assert!((50..=52).contains(&round), "{timeout:?}: {round}");
    }
}

#[tokio::test]
async fn a_round_waits_without_a_way_back_to_the_client() {
    let (ann, browser) = with_ann(&hosted().form::<Account>());
    let handler = |asker: Asker| connect(asker.take().expect("the first"));
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
    let begun = Instant::now();
    let second = ann.elicitation.run(call, &ann.session, None, handler);
    let person = async {
        sleep(Duration::from_millis(300)).await;
        browser.fill(link.as_str().unwrap(), &VALID).await;
    };
    let (second, ()) = tokio::join!(second, person);
    assert!(is_acme(&done(second)));
    assert!(begun.elapsed() < Duration::from_secs(40));
}

/// A client that accepts each link by itself, however long this machine takes.
fn automatic(ann: &mut Caller) {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let elicitation: Elicitation = ann.elicitation.clone();
    ann.elicitation = elicitation.min_agreement_time(Some(Duration::from_secs(60)));
    // The tests share a store, and the next call of another test must not find the page of this one.
    ann.arguments = CALLS.fetch_add(1, Ordering::SeqCst).into();
}

pub(crate) async fn or_end(ask: Ask) -> Result<Account, AskError> {
    let question = ask.page::<Account>("connect", "Connect your account");
    let question = question.check(|account| match account.workspace.as_str() {
        "taken" => Err(Violations::new().property("workspace", "is taken already")),
        _ => Ok(()),
    });
    question.or_end().await
}

/// The link in the text with which a call ends.
async fn link_for_the_model(ann: &Caller, revision: Revision) -> String {
    let sent = Mutex::new(String::new());
    let run_end = ann.run(revision, or_end, async |link: String| {
        *sent.lock().unwrap() = link;
    });
    let RunEnd::Ended(ended) = run_end.await else {
        panic!("{revision}: it went on");
    };
    let sent = sent.into_inner().unwrap();
    let text = ended.text();
    assert!(text.contains(&format!("\n{sent}\n")), "{revision}: {text}");
    assert!(text.contains("call the tool again"), "{revision}: {text}");
    sent
}

async fn account(ann: &Caller, revision: Revision) -> Account {
    let run_end = ann.run(revision, or_end, async |_: String| {
        panic!("{revision}: it is asked");
    });
    done(run_end.await).unwrap()
}

#[tokio::test]
async fn a_page_whose_link_was_not_shown_is_found_by_the_next_call() {
    for revision in Revision::all() {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        automatic(&mut ann);
        let link = link_for_the_model(&ann, revision).await;
        let csrf = browser.open(&link).await.csrf();
        // The model calls again, before the person has answered.
        assert_eq!(link_for_the_model(&ann, revision).await, link);
        assert_eq!(browser.open(&link).await.csrf(), csrf, "{revision}");
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
        assert_eq!(account(&ann, revision).await.workspace, "acme");
        // The answer counts once.
        assert_eq!(browser.open(&link).await.status, 404);
        assert_ne!(link_for_the_model(&ann, revision).await, link);
    }
}

#[tokio::test]
async fn another_caller_or_call_does_not_find_the_page() {
    for revision in Revision::all() {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        automatic(&mut ann);
        let link = link_for_the_model(&ann, revision).await;
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
        ann.principal = Some("bob");
        assert_ne!(link_for_the_model(&ann, revision).await, link);
        ann.principal = Some("ann");
        let own = mem::replace(&mut ann.arguments, json!({"service": "other"}));
        assert_ne!(link_for_the_model(&ann, revision).await, link);
        ann.arguments = own;
        assert_eq!(account(&ann, revision).await.workspace, "acme");
    }
}

#[tokio::test]
async fn a_page_whose_link_was_not_shown_is_corrected_in_the_next_call() {
    for revision in Revision::all() {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        automatic(&mut ann);
        let link = link_for_the_model(&ann, revision).await;
        browser.fill(&link, &[("f0", "taken"), ("f1", "2")]).await;
        assert_eq!(link_for_the_model(&ann, revision).await, link);
        let page = browser.open(&link).await;
        assert!(page.body.contains("is taken already"), "{}", page.body);
        browser.fill(&link, &VALID).await;
        assert_eq!(account(&ann, revision).await.workspace, "acme");
    }
}

#[tokio::test]
async fn a_page_in_whose_place_an_argument_is_the_answer_is_closed() {
    for revision in Revision::all() {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        automatic(&mut ann);
        let handler = async |ask: Ask| {
            let question = ask.page::<Account>("connect", "Connect your account");
            let given = Account {
                workspace: "given".to_owned(),
                seats: 3,
            };
            question.or_argument(Some(given)).or_end().await
        };
        let mut last = String::new();
        let run_end = ann.run(revision, handler, async |link: String| last = link);
        assert_eq!(done(run_end.await).unwrap().workspace, "given");
        assert_eq!(browser.open(&last).await.status, 404, "{revision}");
    }
}

/// For a client in which a person is quick, or none is needed.
#[tokio::test]
async fn an_author_can_take_each_agreement_for_a_persons() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let answered = ann.run(revision, connect, async |link: String| {
            browser.fill(&link, &VALID).await;
        });
        assert!(is_acme(&done(answered.await)), "{revision}");
    }
}
