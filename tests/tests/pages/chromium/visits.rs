//! Visits to a page: again, by others, and too late.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use elicit_core::{Ask, Outcome, Revision, Violations, adapter::RunEnd};
use elicit_tests::clock::Clock;

use super::{DECLINE, Name, SEND, ann, driver::Chromium, name, named, site::Site};
use crate::{
    browser::{Browser, opening},
    server::done,
};

const SENT: &str = "Your answer was sent";
const ANSWERED: &str = "This question was answered";
const CLOSED: &str = "This page is not open";

#[tokio::test]
async fn two_tabs_are_one_browser() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        let first = browser.new_tab();
        browser.open(&link);
        browser.types("#f0", "second tab");
        browser.click(SEND);
        browser.is_headed(SENT);
        browser.look_at(&first);
        browser.types("#f0", "first tab");
        browser.click(SEND);
        browser.is_headed(ANSWERED);
    });
    assert_eq!(
        done(answered.await),
        Ok(Outcome::Accepted(named("second tab")))
    );
}

#[tokio::test]
async fn the_back_button_leads_from_the_errors_to_the_form() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        browser.types("#f0", "x");
        browser.click(SEND);
        browser.sees("must have at least 3 characters");
        browser.back();
        browser.retypes("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed(SENT);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn the_back_button_does_not_lead_to_a_second_answer() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        browser.types("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed(SENT);
        browser.back();
        browser.is_headed(ANSWERED);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn a_form_that_is_sent_again_by_a_reload_is_one_answer() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        browser.types("#f0", "x");
        browser.click(SEND);
        browser.sees("must have at least 3 characters");
        browser.reload();
        browser.sees("must have at least 3 characters");
        browser.retypes("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed(SENT);
        browser.reload();
        browser.is_headed(ANSWERED);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn the_errors_of_a_check_are_on_the_same_page() {
    let browser = Chromium::start();
    let has_objected = AtomicBool::new(false);
    let handler = async |ask: Ask| {
        ask.page::<Name>("name", "Which name?")
            .check(|name| match name.name.as_str() {
                "taken" => Err(Violations::new().property("name", "is taken")),
                _ => Ok(()),
            })
            .await
    };
    let ann = ann();
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        let answer = if has_objected.swap(true, Ordering::Relaxed) {
            // The client shows the same link again.
            browser.open(&link);
            browser.sees("is taken");
            assert_eq!(browser.value("#f0"), "taken");
            "free"
        } else {
            browser.open(&link);
            "taken"
        };
        browser.retypes("#f0", answer);
        browser.click(SEND);
        browser.is_headed(SENT);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("free"))));
}

#[tokio::test]
async fn a_second_browser_is_refused() {
    let (browser, other) = (Chromium::start(), Chromium::start());
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        other.open(&link);
        other.is_headed("This page is open in another browser");
        assert!(!other.source().contains("Which name?"));
        browser.types("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed(SENT);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn a_preview_does_not_take_the_page() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        let mut preview = opening(&link);
        preview.headers.clear();
        let preview = Browser::default().send(preview).await;
        assert!(!preview.body.contains("Which name?"), "{preview:?}");
        browser.open(&link);
        browser.types("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed(SENT);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn a_link_opens_no_form_after_its_answer() {
    let browser = Chromium::start();
    let site = Site::start(|elicitation| elicitation);
    for revision in Revision::all() {
        let mut used = String::new();
        let answered = site.ann.run(revision, name, async |link: String| {
            browser.open(&site.login("ann", &link));
            browser.types("#f0", "xyz");
            browser.click(SEND);
            browser.is_headed(SENT);
            used = link;
        });
        assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
        browser.open(&used);
        browser.is_headed(CLOSED);
    }
}

#[tokio::test]
async fn a_page_is_closed_after_its_time() {
    let browser = Chromium::start();
    let mut site = Site::start(|elicitation| elicitation.timeout(Duration::from_secs(60)));
    site.ann.clock = Some(Clock::default());
    for revision in Revision::all() {
        let handler = async |ask: Ask| {
            let asked = ask.page::<Name>("name", "Which name?");
            asked.or_end().await.map(drop)
        };
        let answered = site.ann.run(revision, handler, async |link: String| {
            browser.open(&site.login("ann", &link));
            browser.is_headed("Which name?");
        });
        assert!(matches!(answered.await, RunEnd::Ended(_)), "{revision}");
        // It was on the screen all the time.
        browser.types("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed(CLOSED);
    }
}

#[tokio::test]
async fn an_unknown_link_opens_no_page() {
    let browser = Chromium::start();
    let site = Site::start(|elicitation| elicitation);
    let link = format!("{}/ask/AAAAAAAAAAAAAAAAAAAAAA", site.origin);
    browser.open(&site.login("ann", &link));
    browser.is_headed(CLOSED);
}

#[tokio::test]
async fn the_login_leads_back_to_the_page() {
    let browser = Chromium::start();
    let site = Site::start(|elicitation| elicitation);
    let answered = site.ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        browser.is_headed("Please log in");
        browser.click("a");
        browser.is_headed("Which name?");
        assert_eq!(browser.text_of("/url"), link);
        browser.types("#f0", "xyz");
        browser.click(SEND);
        browser.is_headed(SENT);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn a_link_for_somebody_else_shows_nothing() {
    let (ben, ann) = (Chromium::start(), Chromium::start());
    let site = Site::start(|elicitation| elicitation);
    let answered = site.ann.run(Revision::LATEST, name, async |link: String| {
        ben.open(&site.login("ben", &link));
        ben.is_headed("This question is for somebody else");
        assert!(!ben.source().contains("Which name?"));
        // The question is still open, for ann.
        ann.open(&site.login("ann", &link));
        ann.click(DECLINE);
        ann.is_headed("You have declined");
    });
    assert_eq!(done(answered.await), Ok(Outcome::Declined));
}

#[tokio::test]
async fn a_person_answers_in_another_browser_after_a_login_there() {
    let (browser, other) = (Chromium::start(), Chromium::start());
    let site = Site::start(|elicitation| elicitation);
    let answered = site.ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&site.login("ann", &link));
        other.open(&site.login("ann", &link));
        other.types("#f0", "xyz");
        other.click(SEND);
        other.is_headed(SENT);
        browser.types("#f0", "late");
        browser.click(SEND);
        browser.is_headed(ANSWERED);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}
