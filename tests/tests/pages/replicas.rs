//! Pages over two replicas, which share their keys and a store.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
};

use elicit_core::{
    Elicitation, Keys, Outcome, Revision,
    adapter::{Asker, Call, RunEnd, Session},
};
use elicit_tests::store::TestStore;
use serde_json::{Value, json};

use crate::{
    browser::{Browser, Visit, posting},
    outcomes::{Account, connect},
    server::{Caller, done, hosted},
};

/// A replica, and ann's browser in front of its pages.
struct Replica {
    elicitation: Elicitation,
    browser: Browser,
}

const OLD: [u8; 32] = [7; 32];
const NEW: [u8; 32] = [8; 32];

fn replicas() -> [Replica; 2] {
    with_secrets([&[OLD], &[OLD]])
}

fn with_secrets(secrets: [&[[u8; 32]]; 2]) -> [Replica; 2] {
    let store = TestStore::default();
    secrets.map(|secrets| {
        let pages = hosted().form::<Account>();
        let keys = Keys::new(secrets).unwrap();
        let elicitation = Elicitation::with_keys(keys)
            .pages(pages.clone())
            .store(store.clone())
            .min_agreement_time(None);
        Replica {
            browser: Browser::of(&pages.service(&elicitation).unwrap(), Some("ann")),
            elicitation,
        }
    })
}

/// Ann, who calls the first replica, and whose retries go to the second.
fn ann([first, second]: &[Replica; 2]) -> Caller {
    Caller {
        retries: Some(second.elicitation.clone()),
        ..Caller::new(&first.elicitation)
    }
}

/// The form, filled in with this workspace.
fn form(link: &str, csrf: &str, workspace: &str) -> Visit {
    let ours = [("csrf", csrf), ("action", "accept")];
    posting(
        link,
        &[&ours[..], &[("f0", workspace), ("f1", "2")]].concat(),
    )
}

#[tokio::test]
async fn a_page_is_opened_at_one_replica_and_answered_at_the_other() {
    for revision in Revision::all() {
        // Where it is opened, and where it is sent.
        for (opened, sent) in [(0, 1), (1, 0), (1, 1)] {
            let replicas = replicas();
            let answered = ann(&replicas);
            let answered = answered.run(revision, connect, async |link: String| {
                let page = replicas[opened].browser.open(&link).await;
                let posted = form(&link, &page.csrf(), "acme");
                assert_eq!(replicas[sent].browser.send(posted).await.status, 200);
                let again = replicas[opened].browser.open(&link).await;
                assert_eq!(again.heading(), "This question was answered");
            });
            let outcome = done(answered.await).unwrap();
            let Outcome::Accepted(account) = outcome else {
                panic!("{revision}: {outcome:?}");
            };
            assert_eq!(account.workspace, "acme", "{revision}");
        }
    }
}

#[tokio::test]
async fn keys_are_rotated_while_a_page_is_open() {
    for revision in Revision::all() {
        // Each replica can open what the other encrypts: between two steps, or at one.
        let steps: [[&[_]; 2]; 4] = [
            [&[OLD], &[OLD, NEW]],
            [&[OLD, NEW], &[NEW, OLD]],
            [&[NEW, OLD], &[OLD, NEW]],
            [&[NEW, OLD], &[NEW]],
        ];
        for secrets in steps {
            let replicas = with_secrets(secrets);
            let ann = ann(&replicas);
            let answered = ann.run(revision, connect, async |link: String| {
                let csrf = replicas[0].browser.open(&link).await.csrf();
                let reply = replicas[1].browser.send(form(&link, &csrf, "acme")).await;
                assert_eq!(reply.status, 200, "{revision}");
            });
            assert!(done(answered.await).is_ok(), "{revision}");
        }
    }
}

#[tokio::test]
async fn a_replica_without_the_key_shows_and_accepts_nothing() {
    for revision in Revision::all() {
        let replicas = with_secrets([&[OLD], &[NEW]]);
        let ann = Caller::new(&replicas[0].elicitation);
        let answered = ann.run(revision, connect, async |link: String| {
            let csrf = replicas[0].browser.open(&link).await.csrf();
            let page = replicas[1].browser.open(&link).await;
            assert_eq!(page.status, 503, "{revision}");
            assert!(!page.body.contains("Connect"), "{}", page.body);
            let refused = replicas[1].browser.send(form(&link, &csrf, "other")).await;
            assert_eq!(refused.status, 503, "{revision}");
            let taken = replicas[0].browser.send(form(&link, &csrf, "acme")).await;
            assert_eq!(taken.status, 200, "{revision}");
        });
        let outcome = done(answered.await).unwrap();
        let Outcome::Accepted(account) = outcome else {
            panic!("{revision}: {outcome:?}");
        };
        assert_eq!(account.workspace, "acme", "{revision}");
    }
}

#[tokio::test]
async fn of_two_answers_at_once_at_two_replicas_one_counts() {
    for revision in Revision::all() {
        for first in [0, 1] {
            let replicas = replicas();
            let ann = ann(&replicas);
            let mut taken = "";
            let answered = ann.run(revision, connect, async |link: String| {
                let csrf = replicas[0].browser.open(&link).await.csrf();
                let (one, other) = tokio::join!(
                    replicas[first].browser.send(form(&link, &csrf, "one")),
                    replicas[1 - first]
                        .browser
                        .send(form(&link, &csrf, "other")),
                );
                let replies = [&one, &other].map(|reply| (reply.status, reply.heading()));
                let (sent, refused) = (
                    (200, "Your answer was sent"),
                    (409, "This question was answered"),
                );
                taken = if replies == [sent, refused] {
                    "one"
                } else {
                    assert_eq!(replies, [refused, sent], "{revision}");
                    "other"
                };
            });
            let outcome = done(answered.await).unwrap();
            let Outcome::Accepted(account) = outcome else {
                panic!("{revision}: {outcome:?}");
            };
            assert_eq!(account.workspace, taken, "{revision}");
        }
    }
}

/// The response of a tool that connects an account.
fn respond(run_end: RunEnd<Value>) -> Value {
    match run_end {
        RunEnd::Returned(connected) => connected,
        RunEnd::InputRequired(required) => {
            json!({"requests": required.requests, "state": required.state})
        }
        run_end => panic!("{run_end:?}"),
    }
}

#[tokio::test]
async fn a_retry_at_two_replicas_at_once_runs_once_while_the_page_is_answered() {
    let replicas = replicas().map(|replica| Replica {
        elicitation: replica.elicitation.once(),
        ..replica
    });
    let ann = ann(&replicas);
    let runs = AtomicUsize::new(0);
    let send = async |replica: &Replica, call: Call| {
        let handler = async |asker: Asker| {
            let run = runs.fetch_add(1, Ordering::SeqCst);
            match connect(asker.take().expect("the first")).await {
                Ok(Outcome::Accepted(account)) => json!([run, account.workspace]),
                other => panic!("{other:?}"),
            }
        };
        let (wire, _) = ann.wire();
        let elicitation = &replica.elicitation;
        elicitation
            .drive_once(call, &Session::new(), Some(wire), handler, respond)
            .await
    };
    let first = ann.call(Revision::V2026_07_28);
    let begun = send(&replicas[0], first.clone()).await;
    let link = begun["requests"]["connect"]["params"]["url"].as_str();
    let mut retry = first;
    retry.input_responses = BTreeMap::from([("connect".to_owned(), json!({"action": "accept"}))]);
    retry.request_state = begun["state"].as_str().map(str::to_owned);
    let answer = async {
        // While the handler waits for it.
        while runs.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        let fields = [("f0", "acme"), ("f1", "2")];
        replicas[1].browser.fill(link.unwrap(), &fields).await
    };
    let (one, other, reply) = tokio::join!(
        send(&replicas[0], retry.clone()),
        send(&replicas[1], retry.clone()),
        answer
    );
    assert_eq!(reply.status, 200);
    assert_eq!(one, json!([1, "acme"]));
    assert_eq!(other, one);
    // And afterwards.
    assert_eq!(send(&replicas[1], retry).await, one);
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}
