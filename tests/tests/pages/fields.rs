//! How each kind of property looks on a page, and what becomes of what is typed.

use elicit_core::{Ask, AskError, Choices, Elicit, Elicitation, Outcome, Revision};
use secrecy::{ExposeSecret, SecretString};

use crate::{
    browser::Browser,
    server::{Caller, done, hosted, with_ann},
};

#[derive(Debug, Clone, PartialEq, Elicit)]
enum Region {
    #[elicit(title = "Europe (Ireland)")]
    Europe,
    #[elicit(title = "America (Oregon)")]
    America,
    #[elicit(title = "Asia (Tokyo)")]
    Asia,
}

#[derive(Debug, Clone, PartialEq, Elicit)]
pub(crate) struct Everything {
    /// Lower-case letters and dashes
    #[elicit(pattern = "^[a-z-]+$", max_length = 40)]
    name: String,
    notes: Option<String>,
    #[elicit(max_length = 2000)]
    story: Option<String>,
    #[elicit(format = "email")]
    mail: Option<String>,
    #[elicit(format = "uri")]
    home: Option<String>,
    #[elicit(format = "date")]
    day: Option<String>,
    #[elicit(format = "date-time")]
    start: Option<String>,
    #[elicit(minimum = 1, maximum = 600, default = 60)]
    requests: u16,
    offset: Option<i32>,
    #[elicit(minimum = 0, maximum = 1)]
    share: Option<f64>,
    write: bool,
    #[elicit(default = true)]
    keep: bool,
    usage: Option<bool>,
    region: Region,
    second: Option<Region>,
    #[elicit(multi_select, max_items = 2)]
    also: Vec<Region>,
    #[elicit(choices)]
    cluster: String,
}

pub(crate) const NAMES: [&str; 17] = [
    "name", "notes", "story", "mail", "home", "day", "start", "requests", "offset", "share",
    "write", "keep", "usage", "region", "second", "also", "cluster",
];

/// What is there if a person fills in nothing but what is required.
fn least() -> Everything {
    Everything {
        name: "acme".to_owned(),
        notes: None,
        story: None,
        mail: None,
        home: None,
        day: None,
        start: None,
        requests: 60,
        offset: None,
        share: None,
        write: false,
        keep: true,
        usage: None,
        region: Region::Asia,
        second: None,
        also: Vec::new(),
        cluster: "c 7\r\n".to_owned(),
    }
}

fn clusters() -> Choices {
    let clusters = (0..9).map(|number| match number {
        7 => ("c 7\r\n".to_owned(), "Cluster 7".to_owned()),
        _ => (format!("c {number}"), format!("Cluster {number}")),
    });
    clusters.collect()
}

pub(crate) async fn everything(ask: Ask) -> Result<Outcome<Everything>, AskError> {
    let cluster = clusters();
    ask.page_with::<Everything>("all", "Everything", EverythingChoices { cluster })
        .await
}

/// What a browser sends if the person has filled in only what is required.
pub(crate) fn untouched() -> Vec<(String, String)> {
    let values = [
        ("name", "acme"),
        ("notes", ""),
        ("story", ""),
        ("mail", ""),
        ("home", ""),
        ("day", ""),
        ("start", ""),
        ("requests", "60"),
        ("offset", ""),
        ("share", ""),
        ("keep", "true"),
        ("usage", ""),
        ("region", "2"),
        ("second", ""),
        ("cluster", "7"),
    ];
    let mut fields: Vec<_> = values
        .map(|(name, value)| (control(name), value.to_owned()))
        .into();
    fields.push((format!("{}-offset", control("start")), String::new()));
    fields
}

fn control(name: &str) -> String {
    let (name, part) = match name.strip_suffix("-offset") {
        Some(name) => (name, "-offset"),
        None => (name, ""),
    };
    let place = NAMES.iter().position(|known| *known == name).unwrap();
    format!("f{place}{part}")
}

/// The answer when these controls have other values, or the first page of errors.
async fn answered(changes: &[(&str, &[&str])]) -> Result<Everything, String> {
    let (ann, browser) = with_ann(&hosted().form::<Everything>());
    let mut fields = untouched();
    for (name, values) in changes {
        let control = control(name);
        fields.retain(|(known, _)| *known != control);
        fields.extend(
            values
                .iter()
                .map(|value| (control.clone(), (*value).to_owned())),
        );
    }
    let fields: Vec<_> = fields
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let mut errors = None;
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        let reply = browser.fill(&link, &fields).await;
        if reply.status != 200 {
            errors = Some(reply.body);
            browser.decline(&link).await;
        }
    });
    match done(answered.await).unwrap() {
        Outcome::Accepted(everything) => Ok(everything),
        _ => Err(errors.unwrap()),
    }
}

async fn page() -> String {
    let (ann, browser) = with_ann(&hosted().form::<Everything>());
    let mut page = String::new();
    let answered = ann.run(Revision::LATEST, everything, async |link: String| {
        page = browser.open(&link).await.body;
        browser.decline(&link).await;
    });
    let _ = done(answered.await);
    page
}

/// The element of a control, up to the end of its first tag.
fn tag<'p>(page: &'p str, name: &str) -> &'p str {
    let ids = ["", "-0"].map(|first| format!(r#" id="{}{first}""#, control(name)));
    let at = ids.iter().find_map(|id| page.find(id));
    let at = at.unwrap_or_else(|| panic!("no {name} in {page}"));
    let start = page[..at].rfind('<').unwrap();
    let end = at + page[at..].find('>').unwrap();
    &page[start..=end]
}

#[tokio::test]
async fn each_kind_of_property_has_its_control() {
    let page = page().await;
    for (name, parts) in [
        (
            "name",
            &[
                "<input",
                r#"type="text""#,
                r#"maxlength="80""#,
                r#"aria-required="true""#,
            ][..],
        ),
        ("notes", &["<input", r#"type="text""#]),
        ("story", &["<textarea", r#"maxlength="4000""#]),
        (
            "mail",
            &[
                "<input",
                r#"type="text""#,
                r#"inputmode="email""#,
                r#"autocomplete="email""#,
            ],
        ),
        ("home", &["<input", r#"type="text""#, r#"inputmode="url""#]),
        ("day", &["<input", r#"type="date""#]),
        ("start", &["<input", r#"type="datetime-local""#]),
        (
            "requests",
            &[
                "<input",
                r#"type="text""#,
                r#"inputmode="numeric""#,
                r#"value="60""#,
            ],
        ),
        ("offset", &["<input", r#"inputmode="numeric""#]),
        (
            "share",
            &["<input", r#"type="text""#, r#"inputmode="decimal""#],
        ),
        ("write", &["<input", r#"type="checkbox""#]),
        ("keep", &["<input", r#"type="checkbox""#, "checked"]),
        ("usage", &["<input", r#"type="radio""#]),
        ("region", &["<input", r#"type="radio""#]),
        ("second", &["<input", r#"type="radio""#]),
        ("also", &["<input", r#"type="checkbox""#]),
        ("cluster", &["<select", r#"aria-required="true""#]),
    ] {
        let tag = tag(&page, name);
        for part in parts {
            assert!(tag.contains(part), "{name}: {part} in {tag}");
        }
        // A browser would say in its own words what the page says, and only one thing at a time.
        assert!(!tag.contains(" required"), "{name}: {tag}");
    }
    assert_eq!(
        page.matches(&format!(r#"name="{}" "#, control("usage")))
            .count(),
        3
    );
    for absent in [
        "<script",
        "pattern=",
        " min=",
        " max=",
        "step=",
        r#"type="number""#,
        "style=",
        // It would send nothing for half a date.
        " novalidate",
    ] {
        assert!(!page.contains(absent), "{absent}");
    }
    for hint in [
        "A whole number from 1 to 600",
        "A number from 0 to 1",
        "At most 40 characters",
        "Lower-case letters and dashes",
        "Choose at most 2 options",
    ] {
        assert_eq!(page.matches(hint).count(), 1, "{hint}");
    }
}

#[tokio::test]
async fn untouched_fields_have_no_value() {
    assert_eq!(answered(&[]).await, Ok(least()));
}

#[tokio::test]
async fn typed_texts_become_values() {
    let everything = answered(&[
        ("notes", &["two\r\nlines"]),
        ("mail", &[" ann@example.org"]),
        ("home", &["https://example.org/ "]),
        ("day", &["2026-07-28"]),
        ("start", &["2026-07-28T09:30"]),
        ("start-offset", &["+02:00"]),
        ("requests", &[" 7 "]),
        ("offset", &["\u{2212}12"]),
        ("share", &["0.25"]),
        ("write", &["true"]),
        ("keep", &[]),
        ("usage", &["false"]),
        ("region", &["0"]),
        ("second", &["1"]),
        ("also", &["0", "2"]),
    ]);
    let expected = Everything {
        notes: Some("two\nlines".to_owned()),
        mail: Some("ann@example.org".to_owned()),
        home: Some("https://example.org/".to_owned()),
        day: Some("2026-07-28".to_owned()),
        start: Some("2026-07-28T09:30:00+02:00".to_owned()),
        requests: 7,
        offset: Some(-12),
        share: Some(0.25),
        write: true,
        keep: false,
        usage: Some(false),
        region: Region::Europe,
        second: Some(Region::America),
        also: vec![Region::Europe, Region::Asia],
        ..least()
    };
    assert_eq!(everything.await, Ok(expected));
}

#[tokio::test]
async fn invalid_values_are_shown_again_with_their_errors() {
    for (name, typed, error) in [
        (
            "name",
            "My Name",
            "must match: Lower-case letters and dashes",
        ),
        ("name", "", "is required"),
        ("mail", "nobody", "must be an e-mail address"),
        ("requests", "12x", "must be a whole number"),
        ("requests", "0", "must be at least 1"),
        ("requests", "1.5", "must be a whole number"),
        // The default is not what somebody means who empties the field.
        ("requests", "", "is required"),
        ("share", "1,5", "must be a number"),
        ("region", "", "is required"),
        ("cluster", "", "is required"),
        (
            "start",
            "2026-07-28T09:30",
            "must be a date and time with its zone",
        ),
        (
            "start-offset",
            "+02:00",
            "must be a date and time with its zone",
        ),
    ] {
        let page = answered(&[(name, &[typed])]).await.unwrap_err();
        assert_eq!(page.matches("<li>").count(), 1, "{name} {typed}");
        assert!(
            page.contains(&format!("<p>Error: {error}")),
            "{name} {typed}: {page}"
        );
        let first = match name {
            "region" => format!("{}-0", control(name)),
            _ => control(name.trim_end_matches("-offset")),
        };
        assert!(
            page.contains(&format!(r##"<li><a href="#{first}">"##)),
            "{name}: {page}"
        );
        assert!(page.contains(&format!(r#"id="{first}""#)));
        if !["region", "cluster"].contains(&name) {
            let value = format!(r#"value="{typed}""#);
            let tag = tag(&page, name);
            assert!(tag.contains(&value), "{name}: {tag}");
        }
    }
    let page = answered(&[("also", &["0", "1", "2"])]).await.unwrap_err();
    assert!(page.contains("must have at most 2 options"), "{page}");
    for place in 0..3 {
        let checked = format!(r#"id="f15-{place}" name="f15" value="{place}" checked>"#);
        assert!(page.contains(&checked), "{page}");
    }
}

#[tokio::test]
async fn an_emptied_field_does_not_get_its_default() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Defaults {
        #[elicit(default = true)]
        keep: bool,
        #[elicit(default = true)]
        usage: Option<bool>,
        #[elicit(default = 3)]
        copies: Option<u8>,
        #[elicit(default = "none")]
        note: Option<String>,
        #[elicit(default = "Asia")]
        region: Option<Region>,
        #[elicit(multi_select, default = ["Asia"])]
        also: Vec<Region>,
        #[elicit(multi_select, min_items = 1, default = ["Asia"])]
        perhaps: Option<Vec<Region>>,
    }

    let (ann, browser) = with_ann(&hosted().form::<Defaults>());
    let handler = async |ask: Ask| ask.page::<Defaults>("all", "Everything").await;
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        let page = browser.open(&link).await.body;
        assert!(!page.contains("aria-required"), "{page}");
        assert_eq!(page.matches(" checked").count(), 5, "{page}");
        // A browser sends nothing for boxes that are not ticked.
        let fields = [("f1", ""), ("f2", ""), ("f3", ""), ("f4", "")];
        let reply = browser.fill(&link, &fields).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    });
    let nothing = Defaults {
        keep: false,
        usage: None,
        copies: None,
        note: None,
        region: None,
        also: Vec::new(),
        perhaps: None,
    };
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(nothing)));
}

#[tokio::test]
async fn a_list_without_its_minimum_shows_an_error() {
    #[derive(Debug, Elicit)]
    struct Some {
        #[elicit(multi_select, min_items = 1, default = ["Asia"])]
        regions: Vec<Region>,
    }

    let (ann, browser) = with_ann(&hosted().form::<Some>());
    let handler = async |ask: Ask| ask.page::<Some>("some", "Which?").await.map(drop);
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        let page = browser.fill(&link, &[]).await;
        assert_eq!(page.status, 422);
        assert!(
            page.body.contains("must have at least 1 option"),
            "{}",
            page.body
        );
        browser.decline(&link).await;
    });
    let _ = done(answered.await);
}

#[tokio::test]
async fn a_prefill_is_sent_back_unchanged() {
    let (ann, browser) = with_ann(&hosted().form::<Everything>());
    let filled = Everything {
        notes: Some("two\n\"lines\" <b>".to_owned()),
        start: Some("2026-07-28T09:30:00+02:00".to_owned()),
        offset: Some(-3),
        share: Some(0.5),
        usage: Some(true),
        also: vec![Region::America],
        ..least()
    };
    let handler = async |ask: Ask| {
        let cluster = clusters();
        ask.page_with::<Everything>("all", "Everything", EverythingChoices { cluster })
            .prefill(&filled)
            .await
    };
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        let page = browser.open(&link).await;
        let sent = sent_untouched(&page.body);
        let sent: Vec<_> = sent
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        let reply = browser.fill(&link, &sent).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    });
    assert_eq!(done(answered.await), Ok(Outcome::Accepted(filled.clone())));
}

/// What a browser sends of a page in which nothing was changed.
fn sent_untouched(page: &str) -> Vec<(String, String)> {
    let attribute = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(&format!(r#" {name}=""#))?;
        Some(unescaped(rest.split('"').next()?))
    };
    let mut sent = Vec::new();
    let mut list = String::new();
    for tag in page.split('<').skip(1) {
        let kind = attribute(tag, "type").unwrap_or_default();
        let name = attribute(tag, "name").unwrap_or_default();
        let is_on = !["checkbox", "radio"].contains(&&*kind) || tag.contains(" checked");
        if tag.starts_with("input") && kind != "hidden" && is_on {
            sent.push((name, attribute(tag, "value").unwrap_or_default()));
        } else if tag.starts_with("textarea") {
            let (_, text) = tag.split_once('>').unwrap();
            // A browser drops the first line break.
            sent.push((name, unescaped(text.strip_prefix('\n').unwrap_or(text))));
        } else if tag.starts_with("select") {
            list = name;
        } else if tag.starts_with("option") && tag.contains(" selected") {
            sent.push((list.clone(), attribute(tag, "value").unwrap()));
        }
    }
    sent
}

fn unescaped(text: &str) -> String {
    let pairs = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
    ];
    pairs
        .iter()
        .fold(text.to_owned(), |text, (escaped, plain)| {
            text.replace(escaped, plain)
        })
}

#[tokio::test]
async fn a_page_says_the_rules_by_itself_and_shows_no_hints() {
    #[derive(Debug, Elicit)]
    #[elicit(hints)]
    struct Hinted {
        /// How many
        #[elicit(minimum = 1, maximum = 20)]
        replicas: u8,
    }
    let pages = hosted().form::<Hinted>();
    let (ann, browser): (Caller, Browser) = with_ann(&pages);
    let handler = async |ask: Ask| ask.page::<Hinted>("all", "Everything").await.map(drop);
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        let page = browser.open(&link).await.body;
        assert!(
            page.contains("<p>How many</p><p>A whole number from 1 to 20</p>"),
            "{page}"
        );
        browser.decline(&link).await;
    });
    let _ = done(answered.await);
}

#[tokio::test]
async fn a_secret_may_have_several_lines() {
    #[derive(Debug, Elicit)]
    struct Deploy {
        #[elicit(title = "Private key", max_length = 4000)]
        private_key: SecretString,
        #[elicit(title = "Passphrase", max_length = 200)]
        passphrase: SecretString,
        host: String,
    }

    let (ann, browser) = with_ann(&hosted().form::<Deploy>());
    let handler = async |ask: Ask| ask.page::<Deploy>("deploy", "Deploy").await;
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        // An input drops line breaks. What is hidden in it is hidden in this one by a stylesheet.
        let page = browser.open(&link).await.body;
        let area = r#"<textarea id="f0" name="f0" rows="4" class="secret" autocomplete="off""#;
        assert!(page.contains(area), "{page}");
        assert!(page.contains(r#"<input type="password" id="f1""#), "{page}");
        let css = browser
            .open("https://mcp.example.org/ask/secrets.css")
            .await
            .body;
        assert!(css.contains(".secret { -webkit-text-security: disc }"));
        let key = "-----BEGIN KEY-----\r\nabc\r\n-----END KEY-----\r\n";
        let errors = browser.fill(&link, &[("f0", key), ("f1", "x")]).await;
        assert_eq!(errors.status, 422);
        assert!(!errors.body.contains("BEGIN KEY"), "{}", errors.body);
        let fields = [("f0", key), ("f1", "x"), ("f2", "eu-1")];
        assert_eq!(browser.fill(&link, &fields).await.status, 200);
    });
    let Ok(Outcome::Accepted(deploy)) = done(answered.await) else {
        panic!("it was not taken");
    };
    assert_eq!(
        deploy.private_key.expose_secret(),
        "-----BEGIN KEY-----\nabc\n-----END KEY-----\n"
    );
}

/// A browser shows nothing in a control for moments that it cannot have picked itself.
#[tokio::test]
async fn a_date_time_is_shown_exactly() {
    #[derive(Debug, Elicit)]
    struct Start {
        #[elicit(format = "date-time")]
        start: String,
    }

    for (local, kind) in [
        ("2026-07-28T09:30:00", "datetime-local"),
        ("2026-07-28T09:30:15", "datetime-local"),
        ("2026-07-28T09:30:15.5", "datetime-local"),
        ("2026-07-28T09:30:15.123", "datetime-local"),
        ("2026-07-28T09:30:15.123456", "text"),
        ("2026-07-28T09:30:15.1234567890", "text"),
        ("2026-06-30T23:59:60", "text"),
        ("2026-07-28t09:30:15", "text"),
    ] {
        let (ann, browser) = with_ann(&hosted().form::<Start>());
        let start = format!("{local}+00:00");
        let handler = async |ask: Ask| {
            let start = start.clone();
            ask.page::<Start>("start", "When?")
                .prefill(&Start { start })
                .await
        };
        let answered = ann.run(Revision::LATEST, handler, async |link: String| {
            let page = browser.open(&link).await.body;
            let control = format!(r#"<input type="{kind}" id="f0" name="f0" value="{local}""#);
            assert!(page.contains(&control), "{page}");
            browser
                .fill(&link, &[("f0", local), ("f0-offset", "+00:00")])
                .await;
        });
        let Ok(Outcome::Accepted(answer)) = done(answered.await) else {
            panic!("{local}: it was not taken");
        };
        assert_eq!(answer.start, start);
    }
}

/// A browser would show nothing of such a day in a field that picks one.
#[tokio::test]
async fn an_impossible_date_is_shown_again() {
    #[derive(Debug, Elicit)]
    struct Start {
        #[elicit(format = "date-time")]
        start: String,
    }

    let (ann, browser) = with_ann(&hosted().form::<Start>());
    let handler = async |ask: Ask| ask.page::<Start>("start", "When?").await;
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        let send = async |local| {
            let fields = [("f0", local), ("f0-offset", "+00:00")];
            browser.fill(&link, &fields).await
        };
        for local in ["2026-02-30T09:00", "2026-13-01T09:00:15"] {
            let page = send(local).await.body;
            let control = format!(r#"<input type="text" id="f0" name="f0" value="{local}""#);
            assert!(page.contains(&control), "{page}");
        }
        send("2026-02-28T09:00").await;
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

#[tokio::test]
async fn the_answer_limit_of_the_server_holds_on_a_page() {
    #[derive(Debug, Elicit)]
    struct Report {
        text: String,
    }

    // Each of these is three bytes in the body.
    let long = "{".repeat(300 << 10);
    for (limit, status) in [(Some(64 << 10), 413), (Some(1 << 20), 200), (None, 200)] {
        let pages = hosted().form::<Report>();
        let elicitation = Elicitation::default()
            .pages(pages.clone())
            .answer_limit(limit);
        let browser = Browser::of(&pages.service(&elicitation).unwrap(), Some("ann"));
        let handler = async |ask: Ask| ask.page::<Report>("report", "Report").await;
        let ann = Caller::new(&elicitation);
        let answered = ann.run(Revision::LATEST, handler, async |link: String| {
            let reply = browser.fill(&link, &[("f0", &long)]).await;
            assert_eq!(reply.status, status, "{limit:?}");
            if status != 200 {
                browser.decline(&link).await;
            }
        });
        assert!(done(answered.await).is_ok());
    }
}
