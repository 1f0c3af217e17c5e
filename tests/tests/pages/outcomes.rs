//! What comes of a question on a page, on each revision.

use std::{
    future::poll_fn,
    mem,
    pin::pin,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Mode, Outcome, Revision, Violations,
    adapter::{Asker, Call, RunEnd},
    pages::Pages,
    store::MemoryStore,
};
use elicit_tests::{clock::Clock, drive::Drive as _, store::TestStore};
use serde_json::json;

use crate::{
    browser::Browser,
    server::{Caller, done, hosted, with_ann},
};

#[derive(Debug, Clone, PartialEq, Elicit)]
pub(crate) struct Account {
    /// In the settings of the provider
    #[elicit(title = "Workspace", min_length = 3, max_length = 40)]
    pub(crate) workspace: String,
    #[elicit(title = "Seats", minimum = 1, maximum = 20, default = 2)]
    pub(crate) seats: u8,
}

#[derive(Debug, PartialEq, Elicit)]
struct Cluster {
    #[elicit(choices)]
    cluster: String,
}

pub(crate) async fn connect(ask: Ask) -> Result<Outcome<Account>, AskError> {
    ask.page("connect", "Connect your account").await
}

fn account(workspace: &str) -> Account {
    Account {
        workspace: workspace.to_owned(),
        seats: 2,
    }
}

#[tokio::test]
async fn a_posted_form_is_the_answer() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let answered = ann.run(revision, connect, async |link: String| {
            let reply = browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
            assert_eq!(
                (reply.status, reply.heading()),
                (200, "Your answer was sent")
            );
        });
        let outcome = done(answered.await);
        assert_eq!(
            outcome,
            Ok(Outcome::Accepted(account("acme"))),
            "{revision}"
        );
    }
}

#[tokio::test]
async fn a_client_is_sent_the_link_and_the_completion() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let answered = ann.run(revision, connect, async |link: String| {
            browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
        });
        let _ = done(answered.await);
        let heard = ann.heard();
        let params = match revision {
            Revision::V2026_07_28 => &heard[0].1["params"],
            _ => &heard[0].1,
        };
        assert_eq!(params["mode"], "url");
        assert_eq!(params["message"], "Connect your account");
        let link = params["url"].as_str().unwrap();
        let ticket = link.strip_prefix("https://mcp.example.org/ask/").unwrap();
        assert_eq!(ticket.len(), 22, "128 bits: {ticket}");
        let id = params["elicitationId"].as_str().unwrap();
        assert!(id.len() >= 22 && id != ticket, "{revision}: {id}");
        // Only 2025-11-25 has the notification.
        let told = heard
            .get(1)
            .map(|(method, params)| (method.as_str(), params));
        let id = json!({"elicitationId": params["elicitationId"]});
        let expected = Some(("notifications/elicitation/complete", &id));
        assert_eq!(told, expected.filter(|_| revision == Revision::V2025_11_25));
    }
}

#[tokio::test]
async fn declining_on_the_page_declines_the_question() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let answered = ann.run(revision, connect, async |link: String| {
            let reply = browser.decline(&link).await;
            assert_eq!((reply.status, reply.heading()), (200, "You have declined"));
        });
        assert_eq!(done(answered.await), Ok(Outcome::Declined), "{revision}");
    }
}

#[tokio::test]
async fn declining_on_the_page_ends_the_call_under_or_end() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let handler = async |ask: Ask| ask.page::<Account>("connect", "Connect").or_end().await;
        let answered = ann.run(revision, handler, async |link: String| {
            browser.decline(&link).await;
        });
        let RunEnd::Ended(ended) = answered.await else {
            panic!("it went on");
        };
        assert!(ended.is_declined, "{revision}");
    }
}

#[tokio::test]
async fn an_invalid_answer_is_corrected_on_the_page() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let answered = ann.run(revision, connect, async |link: String| {
            let reply = browser.fill(&link, &[("f0", "x"), ("f1", "21")]).await;
            assert_eq!(reply.status, 422);
            assert!(
                reply.body.contains("must have at least 3 characters"),
                "{}",
                reply.body
            );
            assert!(reply.body.contains("must be at most 20"), "{}", reply.body);
            assert!(reply.body.contains(r#"value="21""#), "{}", reply.body);
            browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
        });
        assert_eq!(done(answered.await), Ok(Outcome::Accepted(account("acme"))));
        let asked = ann
            .heard()
            .iter()
            .filter(|(key, _)| key == "connect")
            .count();
        assert_eq!(asked, 1, "the client hears nothing of it");
    }
}

#[tokio::test]
async fn a_rejected_answer_opens_the_page_again_with_its_errors() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let checks = AtomicUsize::new(0);
        let handler = async |ask: Ask| {
            ask.page::<Account>("connect", "Connect your account")
                .check(|account| match account.workspace.as_str() {
                    "taken" => {
                        checks.fetch_add(1, Ordering::SeqCst);
                        Err(Violations::new().property("workspace", "is taken already"))
                    }
                    _ => Ok(()),
                })
                .await
        };
        let mut visits = 0;
        let answered = ann.run(revision, handler, async |link: String| {
            visits += 1;
            if visits == 1 {
                let page = browser.open(&link).await;
                assert!(!page.body.contains("taken"));
                browser.fill(&link, &[("f0", "taken"), ("f1", "7")]).await;
                return;
            }
            let page = browser.open(&link).await;
            assert!(page.body.contains("is taken already"), "{}", page.body);
            assert!(
                page.body.contains(r#"value="taken""#),
                "what was typed is there"
            );
            assert!(
                page.body.contains(r#"value="7""#),
                "what was typed is there"
            );
            browser.fill(&link, &[("f0", "free"), ("f1", "7")]).await;
        });
        let outcome = done(answered.await).unwrap();
        let Outcome::Accepted(account) = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(
            (account.workspace.as_str(), account.seats),
            ("free", 7),
            "{revision}"
        );
        assert_eq!(
            (visits, checks.load(Ordering::SeqCst)),
            (2, 1),
            "{revision}"
        );
        let questions: Vec<_> = ann
            .heard()
            .into_iter()
            .filter(|(key, _)| key == "connect")
            .collect();
        let again = questions[1].1.to_string();
        assert!(again.contains("Please correct your answer."), "{again}");
        assert!(
            !again.contains("taken"),
            "the words of the check are for the page: {again}"
        );
    }
}

#[derive(Debug, PartialEq, Elicit)]
#[elicit(check = in_order)]
struct Range {
    first: u8,
    last: u8,
}

fn in_order(range: &Range) -> Result<(), Violations> {
    if range.first <= range.last {
        return Ok(());
    }
    Err(Violations::new().property("last", "is before the first"))
}

/// It is a rule of the form, so the person stays on the page.
#[tokio::test]
async fn a_check_of_the_struct_runs_on_the_page() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Range>());
        let handler = async |ask: Ask| ask.page::<Range>("range", "Which?").await;
        let mut visits = 0;
        let answered = ann.run(revision, handler, async |link: String| {
            visits += 1;
            let reply = browser.fill(&link, &[("f0", "7"), ("f1", "3")]).await;
            assert_eq!(reply.status, 422);
            assert!(reply.body.contains("is before the first"), "{}", reply.body);
            let reply = browser.fill(&link, &[("f0", "3"), ("f1", "7")]).await;
            assert_eq!(reply.status, 200);
        });
        let range = Range { first: 3, last: 7 };
        assert_eq!(done(answered.await), Ok(Outcome::Accepted(range)));
        assert_eq!(visits, 1, "{revision}");
    }
}

/// Five can be seen at once.
#[tokio::test]
async fn up_to_five_options_are_buttons_and_more_are_a_list() {
    for (options, control) in [(5, r#"type="radio""#), (6, "<select")] {
        let (ann, browser) = with_ann(&hosted().form::<Cluster>());
        let handler = async |ask: Ask| {
            ask.page_with::<Cluster>(
                "cluster",
                "Which cluster?",
                ClusterChoices {
                    cluster: (1..=options).map(|option| format!("eu-{option}")).collect(),
                },
            )
            .await
        };
        let answered = ann.run(Revision::LATEST, handler, async |link: String| {
            let page = browser.open(&link).await.body;
            for other in [r#"type="radio""#, "<select"] {
                assert_eq!(page.contains(other), other == control, "{options}: {page}");
            }
            let last = (options - 1).to_string();
            browser.fill(&link, &[("f0", &last)]).await;
        });
        let cluster = Cluster {
            cluster: format!("eu-{options}"),
        };
        assert_eq!(done(answered.await), Ok(Outcome::Accepted(cluster)));
    }
}

#[tokio::test]
async fn attempts_count_the_answers_that_a_check_refuses() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let handler = async |ask: Ask| {
            ask.page::<Account>("connect", "Connect your account")
                .attempts(2)
                .check(|_| Err(Violations::new().form("The service is closed.")))
                .await
        };
        let mut visits = 0;
        let answered = ann.run(revision, handler, async |link: String| {
            visits += 1;
            browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
        });
        let error = done(answered.await).unwrap_err();
        assert!(matches!(error, AskError::Invalid(_)), "{error}");
        assert_eq!(visits, 2, "{revision}");
    }
}

#[tokio::test]
async fn options_of_run_time_and_a_prefill_are_on_the_page() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Cluster>());
        let handler = async |ask: Ask| {
            ask.page_with::<Cluster>(
                "cluster",
                "Which cluster?",
                ClusterChoices {
                    cluster: vec![("eu-1", "Europe"), ("us-1", "America")].into(),
                },
            )
            .prefill(&Cluster {
                cluster: "us-1".to_owned(),
            })
            .await
        };
        let answered = ann.run(revision, handler, async |link: String| {
            let page = browser.open(&link).await;
            assert!(page.body.contains("Europe") && page.body.contains("America"));
            let chosen = r#"id="f0-1" name="f0" value="1" checked"#;
            assert!(page.body.contains(chosen), "{}", page.body);
            browser.fill(&link, &[("f0", "0")]).await;
        });
        let cluster = Cluster {
            cluster: "eu-1".to_owned(),
        };
        assert_eq!(
            done(answered.await),
            Ok(Outcome::Accepted(cluster)),
            "{revision}"
        );
    }
}

#[tokio::test]
async fn later_runs_find_the_answer_again() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let runs = AtomicUsize::new(0);
        let handler = async |ask: Ask| {
            runs.fetch_add(1, Ordering::SeqCst);
            let account = ask
                .page::<Account>("connect", "Connect your account")
                .await?;
            let _ = ask.confirm("sure", "Sure?").await?;
            let _ = ask.confirm("really", "Really?").await?;
            Ok::<_, AskError>(account)
        };
        let mut visits = 0;
        let answered = ann.run(revision, handler, async |link: String| {
            visits += 1;
            browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
        });
        assert_eq!(done(answered.await), Ok(Outcome::Accepted(account("acme"))));
        assert_eq!(visits, 1, "{revision}");
        let expected = if revision.asks_in_result() { 4 } else { 1 };
        assert_eq!(runs.load(Ordering::SeqCst), expected, "{revision}");
    }
}

#[tokio::test]
async fn two_pages_are_asked_in_one_round() {
    let revision = Revision::LATEST;
    let (ann, browser) = with_ann(&hosted().form::<Account>().form::<Cluster>());
    let handler = async |ask: Ask| {
        let europe = ClusterChoices {
            cluster: vec!["eu-1"].into(),
        };
        let (account, cluster) = tokio::join!(
            ask.page::<Account>("connect", "Connect your account"),
            ask.page_with::<Cluster>("cluster", "Which cluster?", europe),
        );
        Ok::<_, AskError>((account?, cluster?))
    };
    let answered = ann.run(revision, handler, async |link: String| {
        let page = browser.open(&link).await;
        let fields: &[_] = match page.heading() {
            "Which cluster?" => &[("f0", "0")],
            _ => &[("f0", "acme"), ("f1", "2")],
        };
        browser.fill(&link, fields).await;
    });
    let (one, other) = done(answered.await).unwrap();
    assert_eq!(one, Outcome::Accepted(account("acme")));
    assert!(matches!(other, Outcome::Accepted(_)));
    assert_eq!(ann.states.lock().unwrap().len(), 1, "rounds");
}

#[tokio::test]
async fn a_client_without_url_mode_cannot_be_asked() {
    for revision in Revision::all() {
        let (mut ann, _) = with_ann(&hosted().form::<Account>());
        ann.url = false;
        let answered = ann
            .run(revision, connect, async |_: String| unreachable!())
            .await;
        assert_eq!(
            done(answered),
            Err(AskError::Unsupported(Mode::Url)),
            "{revision}"
        );
    }
}

#[tokio::test]
async fn a_page_is_awaited_for_the_time_of_its_question_on_every_revision() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let clock = Clock::default();
        let ann = ann.timed(&clock);
        let handler = async |ask: Ask| {
            let question = ask.page::<Account>("connect", "Connect your account");
            question.timeout(Duration::from_secs(600)).or_end().await
        };
        let mut links = Vec::new();
        let run_end = ann
            .run(revision, handler, async |link: String| links.push(link))
            .await;
        let RunEnd::Ended(ended) = run_end else {
            panic!("{revision}");
        };
        assert_eq!(ended.error, Some(AskError::TimedOut), "{revision}");
        // More often than a call may ask: to wait is no round.
        let rounds = links.len();
        assert!(rounds == 1 || rounds > 10, "{revision}: {rounds}");
        // A state has the time of day in whole milliseconds.
        let passed = clock.passed().as_secs();
        assert!((599..=600).contains(&passed), "{revision}: {passed}");
        // Who comes now comes too late.
        let reply = browser.open(&links[0]).await;
        assert_eq!(
            (reply.status, reply.heading()),
            (404, "This page is not open")
        );
        assert!(
            links.windows(2).all(|pair| pair[0] == pair[1]),
            "one link for one question"
        );
    }
}

/// A client of 2026-07-28 may go on without waiting, and the time still passes.
#[tokio::test]
async fn each_attempt_at_a_page_has_the_time_of_the_question() {
    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Account>());
        let clock = Clock::default();
        let ann = ann.timed(&clock);
        let handler = async |ask: Ask| {
            ask.page::<Account>("connect", "Connect your account")
                .timeout(Duration::from_secs(300))
                .check(|_| Err(Violations::new().form("The service is closed.")))
                .or_end()
                .await
        };
        let mut is_answered = false;
        let run_end = ann.run(revision, handler, async |link: String| {
            if !is_answered && (clock.passed().as_secs() > 200 || !revision.asks_in_result()) {
                clock.pass(Duration::from_secs(1));
                is_answered = true;
                browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
            }
        });
        let RunEnd::Ended(ended) = run_end.await else {
            panic!("{revision}");
        };
        assert_eq!(ended.error, Some(AskError::TimedOut), "{revision}");
        let passed = clock.passed().as_secs();
        assert!((300..=560).contains(&passed), "{revision}: {passed}");
    }
}

/// A page is put into the store before its link goes out.
#[tokio::test]
async fn questions_that_are_awaited_together_go_out_together_over_a_slow_store() {
    let (pages, store) = (hosted().form::<Account>(), TestStore::default());
    let elicitation = Elicitation::default().pages(pages.clone()).store(store);
    let browser = Browser::of(&pages.service(&elicitation).unwrap(), Some("ann"));
    let ann = Caller::new(&elicitation);
    for page_is_first in [false, true] {
        let handler = async |ask: Ask| {
            let page = ask.page::<Account>("connect", "Connect your account");
            let sure = ask.confirm("sure", "Sure?");
            let (account, sure) = if page_is_first {
                tokio::join!(page, sure)
            } else {
                let (sure, account) = tokio::join!(sure, page);
                (account, sure)
            };
            Ok::<_, AskError>((account?, sure?))
        };
        let run_end = ann.run(Revision::LATEST, handler, async |link: String| {
            browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
        });
        assert!(done(run_end.await).is_ok());
        assert_eq!(
            mem::take(&mut *ann.states.lock().unwrap()).len(),
            1,
            "rounds"
        );
    }
}

/// Nothing happens meanwhile, so nobody has to look.
#[tokio::test]
async fn a_handler_is_not_polled_while_the_store_is_asked_for_its_page() {
    for page_is_first in [false, true] {
        let (pages, store) = (hosted().form::<Account>(), TestStore::default());
        let elicitation = Elicitation::default().pages(pages).store(store.clone());
        let ann = Caller::new(&elicitation);
        let polls = AtomicUsize::new(0);
        let call = ann.call(Revision::LATEST);
        let run = elicitation.run(call, &ann.session, None, async |asker: Asker| {
            let ask = asker.take().expect("the first");
            let page = ask.page::<Account>("connect", "Connect your account");
            let sure = ask.confirm("sure", "Sure?");
            let asked = async {
                if page_is_first {
                    let _ = tokio::join!(page, sure);
                } else {
                    let _ = tokio::join!(sure, page);
                }
            };
            let mut asked = pin!(asked);
            poll_fn(|context| {
                polls.fetch_add(1, Ordering::SeqCst);
                asked.as_mut().poll(context)
            })
            .await;
        });
        let mut run = pin!(run);
        store.stall();
        let waits = tokio::time::timeout(Duration::from_millis(100), run.as_mut()).await;
        assert!(waits.is_err(), "the store has not answered");
        let polls = polls.load(Ordering::SeqCst);
        assert!(polls <= 4, "the handler was polled {polls} times");
        store.go_on();
        let RunEnd::InputRequired(required) = run.await else {
            panic!("it asks");
        };
        assert_eq!(required.requests.len(), 2);
    }
}

#[tokio::test]
async fn a_client_that_goes_away_ends_the_wait() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (mut ann, browser) = with_ann(&hosted().form::<Account>());
        ann.leaves_when_asked = true;
        let left = ann.run(revision, connect, async |_: String| {}).await;
        assert_eq!(done(left), Err(AskError::Gone));
        let asked = &ann.heard()[0].1;
        let reply = browser.open(asked["url"].as_str().unwrap()).await;
        assert_eq!(reply.status, 404, "{revision}");
    }
}

/// One round of 2026-07-28. Returns the link that the client is sent to.
async fn round(ann: &Caller, call: Call) -> Result<String, AskError> {
    let handler = |asker: Asker| connect(asker.take().expect("the first"));
    match ann.elicitation.run(call, &ann.session, None, handler).await {
        RunEnd::InputRequired(required) => {
            let link = required.requests["connect"]["params"]["url"].as_str();
            Ok(link.unwrap().to_owned())
        }
        run_end => Err(done(run_end).unwrap_err()),
    }
}

#[tokio::test]
async fn an_early_agreement_is_not_an_answer() {
    // Clients may answer without having been asked.
    let (ann, _) = with_ann(&hosted().form::<Account>());
    let mut call = ann.call(Revision::LATEST);
    let agreed = json!({"action": "accept", "content": {"workspace": "acme"}});
    call.input_responses.insert("connect".to_owned(), agreed);
    round(&ann, call).await.unwrap();
}

#[tokio::test]
async fn a_full_store_refuses_new_pages_and_keeps_the_old() {
    let pages = hosted().form::<Account>();
    let elicitation = Elicitation::default().pages(pages.clone());
    let elicitation = elicitation.store(MemoryStore::new(16 << 10).owner_limit(16 << 10));
    let browser = Browser::of(&pages.service(&elicitation).unwrap(), Some("ann"));
    are_kept(&elicitation, &browser).await;
    let elicitation = Elicitation::default().pages(Pages::local());
    let elicitation = elicitation.store(MemoryStore::new(16 << 10));
    are_kept(&elicitation, &Browser::default()).await;
}

/// As many pages as the store takes can all be answered.
async fn are_kept(elicitation: &Elicitation, browser: &Browser) {
    let ann = Caller::new(elicitation);
    let mut links = Vec::new();
    let error = loop {
        match round(&ann, ann.call(Revision::LATEST)).await {
            Ok(link) => links.push(link),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, AskError::NoPage { .. }), "{error}");
    assert!(error.to_string().contains("no room"), "{error}");
    assert!(links.len() >= 3, "{}", links.len());
    for link in links {
        let reply = browser.fill(&link, &[("f0", "acme"), ("f1", "2")]).await;
        assert_eq!(reply.heading(), "Your answer was sent");
    }
    // The answers are no room for pages.
    let error = round(&ann, ann.call(Revision::LATEST)).await.unwrap_err();
    assert!(error.to_string().contains("no room"), "{error}");
}

#[tokio::test]
async fn ten_thousand_pages_are_open_at_once() {
    let pages = hosted().form::<Account>();
    let store = MemoryStore::new(64 << 20).owner_limit(64 << 20);
    let elicitation = Elicitation::default()
        .pages(pages.clone())
        .store(store)
        .rate_limit(None);
    let ann = Caller::new(&elicitation);
    let browser = Browser::of(&pages.service(&elicitation).unwrap(), Some("ann"));
    let mut links = Vec::new();
    for _ in 0..10_000 {
        links.push(round(&ann, ann.call(Revision::LATEST)).await.unwrap());
    }
    for link in links.iter().step_by(100) {
        assert_eq!(browser.open(link).await.status, 200);
    }
}
