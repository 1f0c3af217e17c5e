//! The texts of the pages, in another language; another stylesheet, and a name.

use std::{borrow::Cow, sync::Arc};

use elicit_core::{Elicitation, English, Revision, Violation, Words, pages::PageText};

use crate::{
    browser::Browser,
    fields::{Everything, NAMES, everything, untouched},
    outcomes::{Account, connect},
    server::{Caller, done, hosted},
};

/// A language in which each text says that it is one.
struct Other;

impl Words for Other {
    fn on_page(&self, text: PageText<'_>) -> Cow<'static, str> {
        match text {
            PageText::Language => "fr".into(),
            text => format!("¿{}?", English.on_page(text)).into(),
        }
    }

    fn violation<'a>(&'a self, violation: &'a Violation) -> Cow<'a, str> {
        format!("¿{}?", violation.message()).into()
    }

    fn correction<'a>(&'a self, label: Option<&'a str>, violation: &'a Violation) -> Cow<'a, str> {
        format!("¿{} {}?", label.unwrap_or_default(), violation.message()).into()
    }
}

#[tokio::test]
async fn every_text_can_be_replaced() {
    let pages = hosted()
        .form::<Account>()
        .named("Atlas")
        .stylesheet("body { color: red }");
    // In any order.
    let elicitation = Elicitation::default()
        .pages(pages.clone())
        .words(Arc::new(Other));
    let ann = Caller::new(&elicitation);
    let browser = Browser::of(&pages.service(&elicitation).unwrap(), Some("ann"));
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let css = browser.open("https://mcp.example.org/ask/style.css").await;
        assert_eq!(css.body, "body { color: red }");
        let page = browser.open(&link).await.body;
        assert!(page.contains(r#"<html lang="fr">"#), "{page}");
        assert!(page.contains("¿Atlas is asking?"), "{page}");
        let error = browser.fill(&link, &[("f0", "x"), ("f1", "")]).await.body;
        let sent = browser
            .fill(&link, &[("f0", "acme"), ("f1", "2")])
            .await
            .body;
        for page in [page, error, sent] {
            let ours = [
                "Connect your account",
                "In the settings of the provider",
                "Workspace",
                "Seats",
            ];
            for text in texts(&page) {
                let is_foreign = text.starts_with('¿') && text.ends_with('?');
                let is_foreign = is_foreign || text.split("¿").count() > 1;
                assert!(is_foreign || ours.contains(&text), "{text:?}");
            }
        }
    });
    let _ = done(answered.await);
}

/// Each kind of control, and pages without a form.
#[tokio::test]
async fn every_text_of_a_page_comes_from_words() {
    let pages = hosted()
        .form::<Everything>()
        .login("https://mcp.example.org/login");
    let elicitation = Elicitation::default()
        .pages(pages.clone())
        .words(Arc::new(Other));
    let ann = Caller::new(&elicitation);
    let service = pages.service(&elicitation).unwrap();
    let browser = Browser::of(&service, Some("ann"));
    let (ben, nobody) = (
        Browser::of(&service, Some("ben")),
        Browser::of(&service, None),
    );
    let fields = untouched();
    let fields = fields.iter().map(|(name, value)| (&**name, &**value));
    let right: Vec<_> = fields.collect();
    let wrong: Vec<_> = right
        .iter()
        .map(|(name, _)| (*name, ""))
        .filter(|(name, _)| *name != "f11")
        .collect();
    let mut shown = Vec::new();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        for visitor in [&browser, &ben, &nobody] {
            shown.push(visitor.open(&link).await.body);
        }
        for fields in [&wrong, &right] {
            shown.push(browser.fill(&link, fields).await.body);
        }
        shown.push(browser.open(&link).await.body);
    });
    let _ = done(answered.await);
    let ours = |text: &str| {
        let label = text.to_lowercase();
        NAMES.contains(&&*label)
            || ["Everything", "Lower-case letters and dashes"].contains(&text)
            || ["Europe (Ireland)", "America (Oregon)", "Asia (Tokyo)"].contains(&text)
            || text.starts_with("Cluster ")
            || text.strip_prefix("c ").is_some_and(|rest| rest.len() == 1)
    };
    for page in &shown {
        for text in texts(page) {
            let is_foreign = text.starts_with('¿') && text.ends_with('?');
            let is_foreign = is_foreign || text.split("¿").count() > 1;
            assert!(is_foreign || ours(text), "{text:?} in {page}");
        }
    }
}

/// What is between the tags.
fn texts(page: &str) -> impl Iterator<Item = &str> {
    let parts = page.split('<').filter_map(|part| part.split_once('>'));
    parts
        .map(|(_, text)| text.trim())
        .filter(|text| !text.is_empty())
}
