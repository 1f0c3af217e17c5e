//! Where what was typed appears: nowhere but in the handler.

use std::{fmt::Write as _, sync::Mutex};

use elicit_core::{
    Elicit, Elicitation, Outcome, Revision, Violations, adapter::RunEnd, pages::Pages,
};
use elicit_tests::store::TestStore;
use secrecy::{ExposeSecret, SecretString};

use crate::{
    browser::Browser,
    log::Log,
    server::{Caller, done, hosted},
};

#[derive(Debug, Elicit)]
struct Account {
    #[elicit(title = "API key", min_length = 8)]
    api_key: SecretString,
    note: Option<SecretString>,
    workspace: String,
    #[elicit(title = "Seats", maximum = 20)]
    seats: u8,
}

const TYPED: &str = "Zq7-typed-by-ann";

#[tokio::test]
async fn typed_values_reach_only_the_handler() {
    // Pages on this computer are served by a thread of their own.
    let log = Log::new(true);
    tracing::subscriber::set_global_default(log.clone()).unwrap();
    for revision in Revision::all() {
        for is_local in [false, true] {
            log.lines.lock().unwrap().clear();
            let store = TestStore::default();
            let hosted = hosted().form::<Account>();
            let pages: Pages = if is_local {
                Pages::local().into()
            } else {
                hosted.clone().into()
            };
            let elicitation = Elicitation::default().pages(pages).store(store.clone());
            let ann = Caller::new(&elicitation);
            let browser = if is_local {
                Browser::default()
            } else {
                Browser::of(&hosted.service(&elicitation).unwrap(), Some("ann"))
            };
            let debug = Mutex::new(String::new());
            let handler = async |ask: elicit_core::Ask| {
                let question = ask
                    .page::<Account>("private", "Connect your account")
                    .attempts(2)
                    .check(|account| match account.seats {
                        3 => Err(Violations::new().property("workspace", "is not known")),
                        _ => Ok(()),
                    });
                let _ = write!(debug.lock().unwrap(), "{question:?}");
                let outcome = question.await;
                let _ = ask.confirm("sure", "Sure?").await?;
                outcome
            };
            let mut links = Vec::new();
            let answered = ann.run(revision, handler, async |link: String| {
                // Rejected by the page, then by the check, then taken.
                let seats = if links.is_empty() { "3" } else { "4" };
                let page = browser.open(&link).await.body;
                assert_eq!(page.matches(r#"type="password""#).count(), 2, "{page}");
                assert_eq!(page.contains("Type it once more"), !links.is_empty());
                assert_eq!(page.contains(r#"value="acme""#), !links.is_empty());
                let typed = [("f0", TYPED), ("f1", TYPED), ("f2", "acme")];
                let wrong = [&typed[..], &[("f3", "99")]].concat();
                let right = [&typed[..], &[("f3", seats)]].concat();
                let errors = browser.fill(&link, &wrong).await;
                assert_eq!(errors.status, 422);
                assert!(errors.body.contains("Type it once more"));
                assert!(errors.body.contains(r#"value="acme""#));
                let sent = browser.fill(&link, &right).await;
                assert_eq!(sent.status, 200);
                for page in [page, errors.body, sent.body] {
                    assert!(!page.contains(TYPED), "{page}");
                }
                links.push(link);
            });
            let Ok(Outcome::Accepted(account)) = done(answered.await) else {
                panic!("{revision}");
            };
            assert_eq!(account.api_key.expose_secret(), TYPED);
            let note = account.note.as_ref().map(ExposeSecret::expose_secret);
            assert_eq!(note, Some(TYPED));
            assert_eq!((account.workspace.as_str(), links.len()), ("acme", 2));

            let written = log.lines.lock().unwrap().join("\n");
            // Other tests write to it as well.
            let ours = |event: &str| {
                written
                    .lines()
                    .any(|line| line.contains("private") && line.contains(event))
            };
            for event in [
                "the page was opened",
                "the answer on the page is invalid",
                "the page was answered",
            ] {
                assert!(ours(event), "{event}: {written}");
            }
            let states = ann.states.lock().unwrap().join("\n");
            let heard = format!("{:?}", ann.heard());
            let stored = store.seen();
            let stored = String::from_utf8_lossy(&stored);
            assert!(stored.contains("page"), "it was used");
            let debug = format!("{}{elicitation:?}", debug.lock().unwrap());
            for (place, text) in [
                ("the log", &*written),
                ("the store", &*stored),
                ("a state", &*states),
                ("what the client got", &*heard),
                ("a Debug", &*debug),
            ] {
                assert!(!text.contains(TYPED), "{revision}: in {place}");
                assert!(!text.contains("Connect your account") || place == "what the client got");
            }
            // The link is in the state, which is encrypted, and for the client alone.
            for link in &links {
                let ticket = link.rsplit('/').next().unwrap();
                for text in [&*written, &*stored, &*states, &*debug] {
                    assert!(!text.contains(ticket), "{revision}");
                }
            }
        }
    }
}

/// Also where the last attempt ends the call with an error, which the client and its model read.
#[tokio::test]
async fn typed_values_are_not_in_the_response() {
    let pages = hosted().form::<Account>();
    let elicitation = Elicitation::default().pages(pages.clone());
    let browser = Browser::of(&pages.service(&elicitation).unwrap(), Some("ann"));
    for revision in Revision::all() {
        let ann = Caller::new(&elicitation);
        let handler = async |ask: elicit_core::Ask| {
            ask.page::<Account>("private", "Connect your account")
                .attempts(1)
                .check(|_| Err(Violations::new().property("api_key", "is not known")))
                .or_end()
                .await
        };
        let run_end = ann.run(revision, handler, async |link: String| {
            let typed = [("f0", TYPED), ("f1", TYPED), ("f2", "acme"), ("f3", "4")];
            assert_eq!(browser.fill(&link, &typed).await.status, 200);
        });
        let RunEnd::Ended(ended) = run_end.await else {
            panic!("{revision}: it goes on");
        };
        assert!(ended.text().contains("is not known"), "{}", ended.text());
        let rpc_error = ended.rpc_error();
        for text in [
            ended.text().to_owned(),
            format!("{:?}", rpc_error.data),
            rpc_error.message.into_owned(),
            format!("{ended:?}"),
        ] {
            assert!(!text.contains(TYPED), "{revision}: {text}");
        }
    }
}
