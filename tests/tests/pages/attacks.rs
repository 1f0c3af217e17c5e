//! Who tries to get at a page without being asked, or to misuse it.

use elicit_core::{
    Ask, AskError, ChoiceOption, Elicit, Outcome, Revision, Violations, pages::HostedPages,
};
use elicit_tests::{clock::Clock, store::TestStore};

use crate::{
    browser::{Browser, Reply, Visit, encoded, opening, posting},
    log::listen,
    outcomes::{Account, connect},
    server::{Caller, done, hosted, with_ann},
};

const VALID: [(&str, &str); 2] = [("f0", "acme"), ("f1", "2")];

/// Ann is asked on a page; then `attack` is made, and then ann answers as if nothing had been.
async fn attacked(pages: &HostedPages, mut attack: impl AsyncFnMut(&Browser, &str)) -> Vec<String> {
    let (log, _guard) = listen();
    let (ann, browser) = with_ann(pages);
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        attack(&browser, &link).await;
        let reply = browser.fill(&link, &VALID).await;
        assert_eq!(
            reply.heading(),
            "Your answer was sent",
            "the question stays open"
        );
    });
    let outcome = done(answered.await);
    assert!(matches!(outcome, Ok(Outcome::Accepted(_))), "{outcome:?}");
    log.lines.lock().unwrap().clone()
}

fn shows_nothing(reply: &Reply) {
    for part in ["Connect your account", "Workspace", "csrf"] {
        assert!(!reply.body.contains(part), "{part}: {}", reply.body);
    }
}

fn with_token(browser: &Browser, link: &str, csrf: &str) -> Visit {
    let _ = browser;
    posting(
        link,
        &[&[("csrf", csrf), ("action", "accept")][..], &VALID].concat(),
    )
}

#[tokio::test]
async fn another_principal_sees_nothing_and_answers_nothing() {
    let pages = hosted().form::<Account>();
    let lines = attacked(&pages, async |ann, link| {
        // The attacker asks for a page, and sends the link to bob, who is logged in.
        let bob = ann.other(Some("bob"));
        let reply = bob.open(link).await;
        assert_eq!(
            (reply.status, reply.heading()),
            (403, "This question is for somebody else")
        );
        shows_nothing(&reply);
        let csrf = ann.open(link).await.csrf();
        let reply = bob.send(with_token(&bob, link, &csrf)).await;
        assert_eq!(reply.status, 403);
        shows_nothing(&reply);
    })
    .await;
    let warned = |line: &&String| line.starts_with("WARN") && line.contains("reason=\"visitor\"");
    assert_eq!(lines.iter().filter(warned).count(), 2, "{lines:?}");
}

#[tokio::test]
async fn a_visitor_without_login_is_sent_to_the_login() {
    let pages = hosted()
        .form::<Account>()
        .login("https://mcp.example.org/login?lang=en");
    attacked(&pages, async |ann, link| {
        let stranger = ann.other(None);
        let ticket = link.rsplit('/').next().unwrap();
        let way = format!(
            "https://mcp.example.org/login?lang=en&#38;return_to=https%3A%2F%2Fmcp%2Eexample%2Eorg%2Fask%2F{}",
            ticket.replace('-', "%2D").replace('_', "%5F"),
        );
        // Nothing that is in the request leads elsewhere.
        let mut elsewhere = opening(link);
        elsewhere.host = "evil.example".to_owned();
        elsewhere.path = format!("/ask/evil.example/{ticket}?return_to=https://evil.example/");
        elsewhere.headers.push(("referer", "https://evil.example/".to_owned()));
        elsewhere.headers.push(("x-forwarded-host", "evil.example".to_owned()));
        for visit in [opening(link), elsewhere] {
            let reply = stranger.send(visit).await;
            assert_eq!((reply.status, reply.heading()), (401, "Please log in"));
            shows_nothing(&reply);
            assert!(reply.body.contains(&format!(r#"href="{way}""#)), "{}", reply.body);
            assert!(!reply.body.contains("evil"));
            assert!(!reply.headers.contains_key("location"));
        }
        let reply = stranger.send(posting(link, &VALID)).await;
        assert_eq!(reply.status, 401);
        shows_nothing(&reply);
        // Without a ticket there is nothing to come back to.
        let reply = stranger.open("https://mcp.example.org/ask/x").await;
        assert_eq!(reply.status, 404);
        assert!(!reply.body.contains("return_to"));
    })
    .await;
}

/// A server may have an empty text for everybody who is not logged in.
#[tokio::test]
async fn an_empty_visitor_is_not_logged_in() {
    let pages = hosted().form::<Account>();
    attacked(&pages, async |ann, link| {
        let nobody = ann.other(Some(""));
        for visit in [opening(link), posting(link, &VALID)] {
            let reply = nobody.send(visit).await;
            assert_eq!((reply.status, reply.heading()), (401, "Please log in"));
            shows_nothing(&reply);
        }
    })
    .await;
}

#[tokio::test]
async fn a_post_without_the_token_of_the_page_is_refused() {
    let pages = hosted().form::<Account>();
    attacked(&pages, async |ann, link| {
        let token = ann.open(link).await.csrf();
        let other = "A".repeat(token.len());
        for csrf in ["", "x", &other, &token[1..], &format!("{token}A")] {
            let reply = ann.send(with_token(ann, link, csrf)).await;
            assert_eq!(reply.status, 400, "{csrf}");
        }
        let without = posting(link, &[&[("action", "accept")][..], &VALID].concat());
        assert_eq!(ann.send(without).await.status, 400);
        let no = posting(link, &[("action", "decline"), ("csrf", "x")]);
        assert_eq!(ann.send(no).await.status, 400);
    })
    .await;
}

#[tokio::test]
async fn a_post_from_another_origin_is_refused() {
    let pages = hosted().form::<Account>();
    let lines = attacked(&pages, async |ann, link| {
        let csrf = ann.open(link).await.csrf();
        for origin in [
            Some("https://evil.example"),
            Some("https://mcp.example.org.evil.example"),
            Some("http://mcp.example.org"),
            Some("https://mcp.example.org:8443"),
            Some("null"),
            Some(""),
            None,
        ] {
            let mut visit = with_token(ann, link, &csrf);
            visit.headers.retain(|(name, _)| *name != "origin");
            visit
                .headers
                .extend(origin.map(|origin| ("origin", origin.to_owned())));
            assert_eq!(ann.send(visit).await.status, 403, "{origin:?}");
        }
    })
    .await;
    assert!(
        lines.iter().any(|line| line.contains("reason=\"origin\"")),
        "{lines:?}"
    );
}

#[tokio::test]
async fn a_guessed_ticket_opens_no_page() {
    let pages = hosted().form::<Account>();
    attacked(&pages, async |ann, link| {
        let (base, ticket) = link.rsplit_once('/').unwrap();
        let mut other = ticket.to_owned();
        let flipped = if other.starts_with('A') { "B" } else { "A" };
        other.replace_range(..1, flipped);
        for guess in [
            &other,
            "",
            "..",
            "AAAAAAAAAAAAAAAAAAAAAA",
            &ticket[1..],
            &ticket.to_lowercase(),
        ] {
            let guess = format!("{base}/{guess}");
            if guess == link {
                continue;
            }
            let reply = ann.open(&guess).await;
            assert_eq!(
                (reply.status, reply.heading()),
                (404, "This page is not open"),
                "{guess}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_page_accepts_one_answer() {
    for revision in Revision::all() {
        for decline in [false, true] {
            let (ann, browser) = with_ann(&hosted().form::<Account>());
            let mut sent_before = None;
            let answered = ann.run(revision, connect, async |link: String| {
                let csrf = browser.open(&link).await.csrf();
                let again = with_token(&browser, &link, &csrf);
                if decline {
                    browser.decline(&link).await;
                } else {
                    assert_eq!(browser.send(again.clone()).await.status, 200);
                }
                // While the handler has not taken the answer yet.
                let reply = browser.send(again.clone()).await;
                assert_eq!(
                    (reply.status, reply.heading()),
                    (409, "This question was answered")
                );
                let reply = browser.open(&link).await;
                assert_eq!(
                    (reply.status, reply.heading()),
                    (200, "This question was answered")
                );
                sent_before = Some((link, again));
            });
            let outcome = done(answered.await);
            assert_eq!(
                matches!(outcome, Ok(Outcome::Declined)),
                decline,
                "{outcome:?}"
            );
            // And after the call has ended.
            let (link, again) = sent_before.unwrap();
            let reply = browser.send(again).await;
            assert!(
                [404, 409].contains(&reply.status),
                "{revision} {}",
                reply.status
            );
            shows_nothing(&browser.open(&link).await);
        }
    }
}

#[tokio::test]
async fn of_two_answers_at_once_one_counts() {
    let (ann, browser) = with_ann(&hosted().form::<Account>());
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let csrf = browser.open(&link).await.csrf();
        let again = with_token(&browser, &link, &csrf);
        let (one, other) = tokio::join!(browser.send(again.clone()), browser.send(again));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

#[tokio::test]
async fn a_body_that_no_page_sends_is_refused() {
    let pages = hosted().form::<Account>();
    attacked(&pages, async |ann, link| {
        let csrf = ann.open(link).await.csrf();
        let ours = [("csrf", &*csrf), ("action", "accept")];
        let body = |fields: &[(&str, &str)]| encoded(&[&ours[..], fields].concat());
        let many: Vec<(&str, &str)> = vec![("f0", "a"); 100_000];
        let long = "a".repeat(10 << 20);
        let without_name = body(&[("f1", "2")]);
        let latin = [&without_name[..], b"&f0=%FF%FE%FD"].concat();
        let raw = [&without_name[..], b"&f0=\xFC\xFC\xFC"].concat();
        for (body, status) in [
            (body(&[("f0", &long), ("f1", "2")]), 413),
            (body(&many), 413),
            (body(&[("f0", "acme"), ("f0", "acme"), ("f1", "2")]), 400),
            (body(&[("f0", "acme"), ("f1", "2"), ("f2", "x")]), 400),
            (body(&[("workspace", "acme"), ("f1", "2")]), 400),
            (body(&[("f00", "acme"), ("f1", "2")]), 400),
            (body(&[("f0-offset", "acme"), ("f1", "2")]), 400),
            (body(&[("csrf", &csrf), ("f0", "acme"), ("f1", "2")]), 400),
            (body(&[("action", "decline"), ("f0", "acme")]), 400),
            (
                encoded(&[("csrf", &csrf), ("f0", "acme"), ("f1", "2")]),
                400,
            ),
            (
                encoded(&[("csrf", &csrf), ("action", "x"), ("f0", "acme")]),
                400,
            ),
            (latin, 400),
            (raw, 400),
            (b"csrf".to_vec(), 400),
            (Vec::new(), 400),
            (br#"{"f0":"acme"}"#.to_vec(), 400),
        ] {
            let visit = Visit {
                body,
                ..posting(link, &[])
            };
            let reply = ann.send(visit).await;
            assert_eq!(reply.status, status, "{}", reply.body);
            shows_nothing(&reply);
        }
        for content_type in [
            "",
            "application/json",
            "multipart/form-data; boundary=x",
            "text/plain",
        ] {
            let mut visit = with_token(ann, link, &csrf);
            visit.headers.retain(|(name, _)| *name != "content-type");
            visit
                .headers
                .push(("content-type", content_type.to_owned()));
            assert_eq!(ann.send(visit).await.status, 415, "{content_type}");
        }
        for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"] {
            let visit = Visit {
                method,
                ..opening(link)
            };
            let reply = ann.send(visit).await;
            assert_eq!(reply.status, 405, "{method}");
            shows_nothing(&reply);
        }
    })
    .await;
}

#[tokio::test]
async fn too_many_posts_to_one_page_are_refused() {
    let (ann, browser) = with_ann(&hosted().form::<Account>());
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let csrf = browser.open(&link).await.csrf();
        let wrong = posting(&link, &[("csrf", &csrf), ("action", "accept"), ("f0", "x")]);
        let mut read = 0;
        for _ in 0..1000 {
            match browser.send(wrong.clone()).await.status {
                422 => read += 1,
                status => assert_eq!(status, 429),
            }
        }
        assert!((60..100).contains(&read), "{read}");
    });
    let waiting = std::time::Duration::from_millis(200);
    // The person has not answered, so the call goes on asking.
    let answered = tokio::time::timeout(waiting, answered).await;
    assert!(answered.is_err());
}

#[tokio::test]
async fn markup_is_escaped_on_every_page() {
    const MARKUP: &str = r#"<script>alert(1)</script>"'&<img src=x onerror=alert(1)>"#;

    #[derive(Debug, Elicit)]
    struct Marked {
        /// <b onclick="x">bold</b> & more
        #[elicit(title = "<i>title</i>")]
        text: String,
        #[elicit(choices)]
        option: String,
    }

    for revision in Revision::all() {
        let (ann, browser) = with_ann(&hosted().form::<Marked>().named(MARKUP));
        let handler = async |ask: Ask| {
            ask.page_with::<Marked>(
                "marked",
                format!("{MARKUP}\r\nset-cookie: a=b\r\n\r\n{MARKUP}"),
                MarkedChoices {
                    option: vec![ChoiceOption::from((MARKUP, format!("{MARKUP}!")))].into(),
                },
            )
            .prefill(&Marked {
                text: MARKUP.to_owned(),
                option: MARKUP.to_owned(),
            })
            .check(|_| Err(Violations::new().property("text", MARKUP).form(MARKUP)))
            .attempts(2)
            .await
            .map(drop)
        };
        let mut visits = 0;
        let answered = ann.run(revision, handler, async |link: String| {
            visits += 1;
            let page = browser.open(&link).await;
            harmless(&page);
            assert_eq!(page.body.contains("class=\"summary\""), visits == 2);
            let reply = browser.fill(&link, &[("f0", ""), ("f1", "0")]).await;
            harmless(&reply);
            let reply = browser.fill(&link, &[("f0", MARKUP), ("f1", "0")]).await;
            harmless(&reply);
        });
        assert!(matches!(done(answered.await), Err(AskError::Invalid(_))));
        assert_eq!(visits, 2, "{revision}");
    }
}

/// Every `<` begins an element of ours, and every quote ends an attribute of ours.
fn harmless(reply: &Reply) {
    const OURS: [&str; 28] = [
        "!doctype html",
        "html ",
        "head",
        "meta ",
        "title",
        "link ",
        "body",
        "main",
        "p",
        "h1",
        "h2",
        "div",
        "ul",
        "li",
        "a ",
        "form ",
        "input ",
        "label ",
        "legend",
        "fieldset ",
        "textarea ",
        "select ",
        "option ",
        "button ",
        "span ",
        "strong",
        "/",
        "br",
    ];
    for part in reply.body.split('<').skip(1) {
        assert!(OURS.iter().any(|ours| part.starts_with(ours)), "<{part}");
        assert!(
            !part.starts_with("img") && !part.starts_with("script"),
            "<{part}"
        );
        let tag = part.split('>').next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        assert!(
            !tag.contains("onerror") || tag.contains("onerror=alert(1)&#62;"),
            "<{tag}>"
        );
    }
    assert!(
        !reply.headers.contains_key("set-cookie"),
        "{:?}",
        reply.headers
    );
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let pages = hosted().form::<Account>();
    attacked(&pages, async |ann, link| {
        let stylesheets = ["style.css", "secrets.css"];
        let [style, secrets] =
            stylesheets.map(|name| format!("https://mcp.example.org/ask/{name}"));
        let missing = "https://mcp.example.org/ask/AAAAAAAAAAAAAAAAAAAAAA";
        for link in [link, &style, &secrets, missing] {
            let reply = ann.open(link).await;
            let header = |name: &str| reply.headers.get(name).map_or("", String::as_str);
            let policy = header("content-security-policy");
            assert!(policy.contains("default-src 'none'"), "{link} {policy}");
            assert!(policy.contains("frame-ancestors 'none'"), "{link} {policy}");
            assert!(policy.contains("form-action 'self'"), "{link} {policy}");
            assert!(!policy.contains("unsafe"), "{link} {policy}");
            assert_eq!(header("cache-control"), "no-store");
            assert_eq!(header("referrer-policy"), "same-origin");
            assert_eq!(header("x-content-type-options"), "nosniff");
            assert_eq!(header("x-frame-options"), "DENY");
            let content_type = if [&*style, &*secrets].contains(&link) {
                "text/css"
            } else {
                "text/html"
            };
            assert_eq!(
                header("content-type"),
                format!("{content_type}; charset=utf-8")
            );
        }
    })
    .await;
}

#[tokio::test]
async fn an_option_that_is_sent_twice_is_refused() {
    #[derive(Debug, Elicit)]
    struct Regions {
        #[elicit(multi_select, choices)]
        regions: Vec<String>,
    }

    let (ann, browser) = with_ann(&hosted().form::<Regions>());
    let handler = async |ask: Ask| {
        ask.page_with::<Regions>(
            "regions",
            "Which regions?",
            RegionsChoices {
                regions: vec!["eu", "us"].into(),
            },
        )
        .await
    };
    let answered = ann.run(Revision::LATEST, handler, async |link: String| {
        for again in ["0", "00", "+0"] {
            let fields = [("f0", "0"), ("f0", again)];
            assert_eq!(browser.fill(&link, &fields).await.status, 400, "{again}");
        }
        browser.fill(&link, &[("f0", "0"), ("f0", "1")]).await;
    });
    let Ok(Outcome::Accepted(Regions { regions })) = done(answered.await) else {
        panic!("it was not taken");
    };
    assert_eq!(regions, ["eu", "us"]);
}

#[tokio::test]
async fn a_forged_entry_opens_no_page() {
    let store = TestStore::default();
    let ann = Caller::local(&store).timed(&Clock::default());
    let browser = Browser::default();
    let run_end = ann.run(Revision::LATEST, connect, async |link: String| {
        assert_eq!(browser.open(&link).await.status, 200);
        store.forge("page-browser");
        for cookie in ["elicit=", "elicit"] {
            let mut visit = opening(&link);
            visit.headers.push(("cookie", cookie.to_owned()));
            let reply = Browser::default().send(visit).await;
            assert_eq!(reply.status, 503, "{cookie}: {}", reply.body);
        }
        store.forge("page");
        assert_eq!(browser.open(&link).await.status, 503);
    });
    // Nobody knows any more what was asked.
    assert!(matches!(done(run_end.await), Err(AskError::NoPage { .. })));
}
