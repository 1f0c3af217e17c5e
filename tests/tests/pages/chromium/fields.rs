//! Filling in a page, by mouse and by keyboard.

use elicit_core::{Ask, Elicit, Elicitation, Outcome, Revision, pages::Pages};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use super::{
    DECLINE, Region, SEND, ann,
    driver::{Chromium, DOWN, ENTER, SPACE, TAB, UP},
    everything, name, named,
};
use crate::server::{Caller, done};

#[tokio::test]
async fn every_field_is_filled_in_corrected_and_sent() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        browser.open(&link);
        browser.types("#f0", "short");
        browser.types("#f1", "My Workspace");
        browser.types("#f2", "nobody");
        browser.types("#f3", "https://example.org/");
        browser.retypes("#f4", "12x");
        browser.types("#f5", "1,5");
        browser.types("#f6", "12312027");
        browser.types("#f7", &format!("11222026{TAB}1030AM"));
        browser.types("#f7-offset", "+01:00");
        browser.click("#f8");
        browser.click("#f9-1");
        for option in ["#f11-0", "#f11-1", "#f11-2"] {
            browser.click(option);
        }
        browser.types("#f12", "Cluster 7");
        browser.types("#f13", "Line one\nLine \"two\" <b>");
        browser.click(SEND);

        // Everything is still there, but the secret.
        browser.sees("<title>Error: Deploy server is asking</title>");
        assert_eq!(browser.value("#f0"), "");
        assert_eq!(browser.value("#f1"), "My Workspace");
        assert_eq!(browser.value("#f4"), "12x");
        assert_eq!(browser.value("#f5"), "1,5");
        assert_eq!(browser.value("#f6"), "2027-12-31");
        assert_eq!(browser.value("#f7"), "2026-11-22T10:30");
        assert_eq!(browser.value("#f7-offset"), "+01:00");
        assert!(browser.is_on("#f8") && browser.is_on("#f9-1") && browser.is_on("#f11-2"));
        assert_eq!(browser.value("#f12"), "6");
        assert_eq!(browser.value("#f13"), "Line one\nLine \"two\" <b>");
        let source = browser.source();
        assert_eq!(source.matches("<li>").count(), 7, "{source}");

        // A link of the summary leads to its field.
        browser.click("a[href='#f10-0']");
        assert_eq!(browser.focus(), "f10-0");
        browser.keys(SPACE);
        assert!(browser.is_on("#f10-0"));
        browser.retypes("#f0", "long-enough-key");
        browser.retypes("#f1", "acme");
        browser.retypes("#f2", "ann@example.org");
        browser.retypes("#f4", "120");
        browser.retypes("#f5", "0.5");
        browser.click("#f10-2");
        browser.click("#f11-1");
        browser.click(SEND);
        browser.is_headed("Your answer was sent");
    });
    let Ok(Outcome::Accepted(everything)) = done(answered.await) else {
        panic!("no answer");
    };
    assert_eq!(everything.api_key.expose_secret(), "long-enough-key");
    assert_eq!(everything.workspace, "acme");
    assert_eq!(everything.mail.as_deref(), Some("ann@example.org"));
    assert_eq!(everything.home.as_deref(), Some("https://example.org/"));
    assert_eq!((everything.requests, everything.share), (120, Some(0.5)));
    assert_eq!(everything.until.as_deref(), Some("2027-12-31"));
    assert_eq!(
        everything.start.as_deref(),
        Some("2026-11-22T10:30:00+01:00")
    );
    assert_eq!((everything.write, everything.usage), (true, Some(false)));
    assert_eq!(everything.region, Region::Asia);
    assert_eq!(everything.also, [Region::Europe, Region::Asia]);
    assert_eq!(everything.cluster, "c\r\n7");
    assert_eq!(
        everything.notes.as_deref(),
        Some("Line one\nLine \"two\" <b>")
    );
}

#[tokio::test]
async fn the_keyboard_reaches_every_field() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        browser.open(&link);
        for (id, keys) in [
            ("f0", "long-enough-key"),
            ("f1", "acme"),
            ("f2", "ann@example.org"),
            ("f3", "https://example.org/"),
            // A field that is reached by the keyboard is selected, so this replaces the default.
            ("f4", "120"),
            ("f5", "0.5"),
            ("f6", "12312027"),
            ("f7", &format!("11222026{TAB}1030AM")),
            ("f7-offset", "Z"),
            ("f8", SPACE),
            ("f9-2", UP),
            ("f10-0", &format!("{SPACE}{DOWN}")),
            ("f11-0", SPACE),
            ("f11-2", SPACE),
            ("f12", "Cluster 7"),
            ("f13", &format!("Line one{ENTER}Line two")),
        ] {
            browser.tab_to(id);
            browser.keys(keys);
        }
        // To the button, and press it.
        browser.keys(TAB);
        browser.keys(SPACE);
        browser.is_headed("Your answer was sent");
    });
    let Ok(Outcome::Accepted(everything)) = done(answered.await) else {
        panic!("no answer");
    };
    assert_eq!(everything.api_key.expose_secret(), "long-enough-key");
    assert_eq!((everything.requests, everything.share), (120, Some(0.5)));
    assert_eq!(everything.until.as_deref(), Some("2027-12-31"));
    assert_eq!(everything.start.as_deref(), Some("2026-11-22T10:30:00Z"));
    assert_eq!((everything.write, everything.usage), (true, Some(false)));
    assert_eq!(everything.region, Region::America);
    assert_eq!(everything.also, [Region::Europe, Region::Asia]);
    assert_eq!(everything.cluster, "c\r\n7");
    assert_eq!(everything.notes.as_deref(), Some("Line one\nLine two"));
}

#[tokio::test]
async fn the_enter_key_sends_and_leads_to_the_errors() {
    let browser = Chromium::start();
    let ann = ann();
    let answered = ann.run(Revision::V2025_11_25, name, async |link: String| {
        browser.open(&link);
        browser.tab_to("f0");
        // It does not decline.
        browser.keys(&format!("x{ENTER}"));
        browser.sees("must have at least 3 characters");
        // The first Tab after the errors is a link to the field.
        browser.keys(TAB);
        browser.keys(ENTER);
        assert_eq!(browser.focus(), "f0");
        browser.retypes("#f0", "xyz");
        browser.keys(ENTER);
        browser.is_headed("Your answer was sent");
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn a_page_works_without_scripts() {
    let browser =
        Chromium::with(&json!({"profile.managed_default_content_settings.javascript": 2}));
    browser.open("data:text/html,<title>without</title><script>document.title = 'with'</script>");
    assert_eq!(browser.text_of("/title"), "without");
    let ann = ann();
    let answered = ann.run(Revision::LATEST, name, async |link: String| {
        browser.open(&link);
        browser.types("#f0", "x");
        browser.click(SEND);
        browser.sees("must have at least 3 characters");
        browser.types("#f0", "yz");
        browser.click(SEND);
        browser.is_headed("Your answer was sent");
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(named("xyz"))));
}

#[tokio::test]
async fn a_question_is_declined() {
    let browser = Chromium::start();
    for revision in Revision::all() {
        let ann = ann();
        let answered = ann.run(revision, name, async |link: String| {
            browser.open(&link);
            browser.click(DECLINE);
            browser.is_headed("You have declined");
        });
        assert_eq!(done(answered.await), Ok(Outcome::Declined), "{revision}");
    }
}

#[tokio::test]
async fn texts_that_inputs_would_alter_are_kept() {
    #[derive(Debug, Elicit)]
    struct Deploy {
        #[elicit(title = "Private key", max_length = 4000)]
        private_key: Option<SecretString>,
        #[elicit(format = "date-time")]
        start: String,
        #[elicit(format = "date-time")]
        end: String,
    }

    let prefill = Deploy {
        private_key: None,
        start: "2026-07-28T09:30:15.123456+02:00".to_owned(),
        end: "2026-07-28T09:30:15.123+02:00".to_owned(),
    };
    let key = "-----BEGIN KEY-----\nabc\n-----END KEY-----\n";
    let browser = Chromium::start();
    // The author's look does not show what is secret.
    let pages = Pages::local().stylesheet("body { color: green }");
    let ann = Caller::new(&Elicitation::default().pages(pages));
    let handler = async |ask: Ask| {
        let question = ask.page::<Deploy>("deploy", "Deploy");
        question.prefill(&prefill).await
    };
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        browser.open(&link);
        assert_eq!(browser.value("#f1"), "2026-07-28T09:30:15.123456");
        assert_eq!(browser.value("#f2"), "2026-07-28T09:30:15.123");
        browser.types("#f0", key);
        let style = |of: &str| browser.script(&format!("return getComputedStyle({of}"));
        assert_eq!(style("document.body).color"), "rgb(0, 128, 0)");
        let hidden = style("document.getElementById('f0')).webkitTextSecurity");
        assert_eq!(hidden, "disc", "it is not legible");
        browser.click(SEND);
        browser.is_headed("Your answer was sent");
    });
    let Ok(Outcome::Accepted(deploy)) = done(answered.await) else {
        panic!("no answer");
    };
    let typed = deploy.private_key.map(|key| key.expose_secret().to_owned());
    assert_eq!(typed.as_deref(), Some(key));
    assert_eq!((deploy.start, deploy.end), (prefill.start, prefill.end));
}

#[tokio::test]
async fn half_a_date_is_not_sent_as_none() {
    #[derive(Debug, Elicit)]
    struct Deploy {
        #[elicit(format = "date")]
        day: Option<String>,
        #[elicit(format = "date-time")]
        start: Option<String>,
    }

    let browser =
        Chromium::with(&json!({"profile.managed_default_content_settings.javascript": 2}));
    let ann = ann();
    let handler = async |ask: Ask| ask.page::<Deploy>("deploy", "Deploy").await;
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        // The year is missing, and then the time.
        for (field, half, rest) in [("#f0", "1231", "2027"), ("#f1", "11222026", "1030AM")] {
            browser.open(&link);
            browser.types(field, half);
            browser.click(SEND);
            browser.is_headed("Deploy");
            assert_eq!(
                browser.focus(),
                field[1..],
                "the browser says what is missing"
            );
            let missing = if field == "#f0" { 2 } else { 3 };
            browser.keys(&TAB.repeat(missing));
            browser.keys(rest);
        }
        browser.types("#f1-offset", "Z");
        browser.click(SEND);
        browser.is_headed("Your answer was sent");
    });
    let Ok(Outcome::Accepted(deploy)) = done(answered.await) else {
        panic!("no answer");
    };
    assert_eq!(deploy.day, None);
    assert_eq!(deploy.start.as_deref(), Some("2026-11-22T10:30:00Z"));
}

/// Who says no does not have to finish what was begun.
#[tokio::test]
async fn half_a_date_can_be_declined() {
    #[derive(Debug, Elicit)]
    struct Deploy {
        #[elicit(format = "date")]
        day: Option<String>,
    }

    let browser = Chromium::start();
    let ann = ann();
    let handler = async |ask: Ask| ask.page::<Deploy>("deploy", "Deploy").await;
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        browser.open(&link);
        browser.types("#f0", "1231");
        browser.click(DECLINE);
        browser.is_headed("You have declined");
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Declined)));
}
