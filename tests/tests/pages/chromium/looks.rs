//! What pages look like: axe-core finds nothing on any of them.

use elicit_core::{Ask, Elicit, Outcome, Revision, Violations};
use secrecy::SecretString;
use serde_json::json;

use super::{
    DECLINE, SEND, ann,
    axe::finds_nothing,
    driver::{Chromium, TAB},
    everything, name, named,
    site::Site,
};
use crate::{
    browser::{Browser, posting},
    server::{Caller, done},
};
use elicit_tests::store::TestStore;

#[tokio::test]
async fn a_question() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        browser.open(&link);
        finds_nothing(&browser, "question");
        // The mark of the focus counts too.
        browser.keys(TAB);
        finds_nothing(&browser, "focus");
        for (field, text) in [
            ("#f0", "short"),
            ("#f1", "My Workspace"),
            ("#f2", "nobody"),
            ("#f3", "no address"),
            ("#f4", "12x"),
            ("#f5", "1,5"),
            ("#f7", &format!("11222026{TAB}1030AM")),
        ] {
            browser.types(field, text);
        }
        for option in ["#f11-0", "#f11-1", "#f11-2", SEND] {
            browser.click(option);
        }
        browser.sees("Please correct 10 answers");
        finds_nothing(&browser, "errors");
        browser.click(DECLINE);
        browser.is_headed("You have declined");
        finds_nothing(&browser, "declined");
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Declined)));
}

/// The form of the guide.
#[derive(Debug, Elicit)]
struct Account {
    /// In the provider's settings, under "API keys"
    #[elicit(title = "API key", min_length = 20)]
    api_key: SecretString,
    #[elicit(title = "Workspace", max_length = 40)]
    workspace: String,
}

#[tokio::test]
async fn the_picture_of_the_guide() {
    let browser = Chromium::start();
    let handler = async |ask: Ask| ask.page::<Account>("connect", "Connect your account").await;
    let ann = ann();
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        browser.shows("light", 560);
        browser.open(&link);
        browser.types("#f0", "short");
        browser.types("#f1", "acme");
        browser.click(SEND);
        browser.sees("Please correct this");
        browser.picture("guide");
        browser.click(DECLINE);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Declined)));
}

#[tokio::test]
async fn the_notices_after_an_answer() {
    let (browser, other) = (Chromium::start(), Chromium::start());
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        other.open(&link);
        other.is_headed("This page is open in another browser");
        finds_nothing(&other, "another-browser");
        browser.types("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed("Your answer was sent");
        finds_nothing(&browser, "sent");
        browser.open(&link);
        browser.is_headed("This question was answered");
        finds_nothing(&browser, "answered");
        let (pages, _) = link.rsplit_once('/').unwrap();
        browser.open(&format!("{pages}/AAAAAAAAAAAAAAAAAAAAAA"));
        browser.is_headed("This page is not open");
        finds_nothing(&browser, "closed");
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

#[tokio::test]
async fn the_notices_for_other_visitors() {
    let browser = Chromium::start();
    let site = Site::start(|elicitation| elicitation);
    let run = site.ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        browser.is_headed("Please log in");
        finds_nothing(&browser, "log-in");
        browser.open(&site.login("ben", &link));
        browser.is_headed("This question is for somebody else");
        finds_nothing(&browser, "somebody-else");
        browser.open(&site.login("ann", &link));
        browser.click(DECLINE);
    });
    assert_eq!(done(run.await), Ok(Outcome::Declined));
}

#[tokio::test]
async fn the_notices_for_a_refused_answer() {
    let browser = Chromium::start();
    let looked = tokio::sync::Notify::new();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        browser.open(&link);
        browser.script("document.querySelector('[name=csrf]').value = 'x'");
        browser.click(SEND);
        browser.is_headed("This could not be read");
        finds_nothing(&browser, "malformed");
        browser.open(&link);
        browser.script(
            "const notes = document.querySelector('#f13'); \
             notes.removeAttribute('maxlength'); \
             notes.value = 'a'.repeat(2_000_000)",
        );
        browser.click(SEND);
        browser.is_headed("This is too long");
        finds_nothing(&browser, "too-long");
        browser.open(&link);
        // One more is admitted each second, and a busy machine may take that long to click.
        for _ in 0..10 {
            for _ in 0..60 {
                let mut post = posting(&link, &[]);
                post.headers.push(("cookie", browser.cookie("elicit")));
                Browser::default().send(post).await;
            }
            browser.click(SEND);
            if browser.source().contains("Too many answers") {
                break;
            }
        }
        browser.is_headed("Too many answers");
        finds_nothing(&browser, "too-often");
        looked.notify_one();
    });
    tokio::select! {
        run_end = answered => panic!("nobody has answered: {run_end:?}"),
        () = looked.notified() => {}
    }
}

#[tokio::test]
async fn the_notices_of_a_failing_store() {
    let browser = Chromium::start();
    let store = TestStore::default();
    let ann = Caller::local(&store);
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        store.fail_after(0, "page-answer");
        browser.open(&link);
        browser.is_headed("The page is not available");
        finds_nothing(&browser, "unavailable");
        browser.open(&link);
        store.fail_after(1, "page-answer");
        browser.types("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed("Your answer may not have arrived");
        finds_nothing(&browser, "unsure");
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn the_notices_that_few_visitors_see() {
    #[derive(Debug, Elicit)]
    struct Deploy {
        #[elicit(title = "Private key", max_length = 4000)]
        private_key: Option<SecretString>,
        #[elicit(format = "date-time")]
        start: String,
    }

    let prefill = Deploy {
        private_key: None,
        // More exact than a browser picks it.
        start: "2026-07-28T09:30:15.123456+02:00".to_owned(),
    };
    let browser = Chromium::start();
    let ann = ann();
    let handler = async |ask: Ask| {
        ask.page::<Deploy>("deploy", "Deploy")
            .prefill(&prefill)
            .check(|_| Err(Violations::new().form("The service is closed.")))
            .await
    };
    let mut visits = 0;
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        visits += 1;
        if visits == 1 {
            // A browser that loads the page before anybody asks for it.
            let headers = |headers| {
                browser.command("Network.enable", json!({}));
                browser.command("Network.setExtraHTTPHeaders", json!({"headers": headers}));
            };
            headers(json!({"sec-purpose": "prefetch"}));
            browser.open(&link);
            browser.is_headed("Open this page in a browser");
            finds_nothing(&browser, "no-visit");
            headers(json!({}));
            browser.open(&link);
            finds_nothing(&browser, "secret-of-lines");
            browser.click(SEND);
            browser.is_headed("Your answer was sent");
        } else {
            browser.open(&link);
            browser.sees("The service is closed.");
            finds_nothing(&browser, "objection");
            browser.click(DECLINE);
            browser.is_headed("You have declined");
        }
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Declined)));
}
