//! What the author of a server is told.

use std::borrow::Cow;

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, English, Keys, Outcome, Revision, Words,
    pages::{PageText, Pages},
    store::MemoryStore,
};

use elicit_tests::for_a_model::assert_for_a_model;

use crate::{
    browser::{Browser, posting},
    log::listen,
    outcomes::{Account, connect},
    server::{BASE, Caller, done, hosted, with_ann},
};

async fn reason(elicitation: &Elicitation, principal: Option<&'static str>) -> String {
    let mut reasons = Vec::new();
    for revision in Revision::all() {
        let caller = Caller {
            principal,
            ..Caller::new(elicitation)
        };
        let run_end = caller
            .run(revision, connect, async |_: String| unreachable!())
            .await;
        match done(run_end) {
            Err(error @ AskError::BadQuestion { .. }) => {
                assert_for_a_model(&error.to_string());
                let AskError::BadQuestion { key, reason, .. } = error else {
                    unreachable!()
                };
                assert_eq!(key, "connect");
                reasons.push(reason.into_owned());
            }
            other => panic!("{other:?}"),
        }
    }
    reasons.dedup();
    assert_eq!(reasons.len(), 1);
    reasons.remove(0)
}

#[tokio::test]
async fn a_misconfigured_question_says_how_to_fix_it() {
    #[derive(Elicit)]
    struct Other {
        workspace: String,
    }

    let default = Elicitation::default;
    let known = || hosted().form::<Account>();
    let keys = Keys::new([[7; 32]]).unwrap();
    for (elicitation, principal, mend) in [
        (default(), Some("ann"), "`Elicitation::pages`"),
        (
            default().pages(hosted()),
            Some("ann"),
            "`Pages::at(..).form::<T>()`",
        ),
        (
            default().pages(hosted().form::<Other>()),
            Some("ann"),
            "`Pages::at(..).form::<T>()`",
        ),
        (default().pages(known()), None, "`Elicits::principal`"),
        (default().pages(known()), Some(""), "`Elicits::principal`"),
        (
            Elicitation::with_keys(keys).pages(known()),
            Some("ann"),
            "`Elicitation::store`",
        ),
    ] {
        let reason = reason(&elicitation, principal).await;
        assert!(reason.contains(mend), "{mend}: {reason}");
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a list of addresses")]
async fn an_address_that_cannot_be_visited_is_refused() {
    let base = |base: &str| Pages::at(base, |_| None).form::<Account>();
    let login = |login: &str| hosted().form::<Account>().login(login);
    let short = Elicitation::default().url_limit(Some(BASE.len() + 22));
    let keys = || Keys::new([[7; 32]]).unwrap();
    for (pages, elicitation, fault) in [
        (
            base(""),
            None,
            "the address of the pages is not a valid URI",
        ),
        (
            base("mcp.example.org/ask"),
            None,
            "the address of the pages is not a valid URI",
        ),
        (
            base("https://mcp.example.org/a b"),
            None,
            "the address of the pages is not a valid URI",
        ),
        (
            base("https:///ask"),
            None,
            "the address of the pages has no host",
        ),
        (
            base("ftp://mcp.example.org/ask"),
            None,
            "the address of the pages is not `https`",
        ),
        (
            base("http://mcp.example.org/ask"),
            None,
            "the address of the pages is not `https`",
        ),
        (
            base("https://ann:x@mcp.example.org"),
            None,
            "the address of the pages contains user information",
        ),
        (
            base("https://mcp.example.org/ask?a=b"),
            None,
            "the address of the pages has a query",
        ),
        (
            base("https://mcp.example.org/ask#a"),
            None,
            "the address of the pages has a query or a fragment",
        ),
        (
            base("https://0xC0.168.0.1/ask"),
            None,
            "the address of the pages has a host that browsers read as an IP address",
        ),
        (
            base("https://192.168.1/ask"),
            None,
            "the address of the pages has a host that browsers read as an IP address",
        ),
        (
            base("https://[::ffff:192.168.0.1]/ask"),
            None,
            "write the IPv4 address",
        ),
        (base(BASE), Some(short), "`Elicitation::url_limit`"),
        (
            login("/login"),
            None,
            "the address of the login is not a valid URI",
        ),
        (
            login("http://mcp.example.org/login"),
            None,
            "the address of the login is not `https`",
        ),
        (
            login("https://mcp.example.org/login#a"),
            None,
            "the address of the login has a fragment",
        ),
        (
            base(BASE),
            Some(Elicitation::with_keys(keys())),
            "`Elicitation::store`",
        ),
    ] {
        let elicitation = elicitation.unwrap_or_default().pages(pages.clone());
        let error = pages.service(&elicitation).unwrap_err().to_string();
        assert!(error.contains(fault), "{fault}: {error}");
        // A server that has no service is told by its first question.
        assert_eq!(reason(&elicitation, Some("ann")).await, error);
    }
    for address in [
        BASE,
        "https://mcp.example.org:8443/",
        "http://localhost:8080/ask",
        "http://[::1]",
    ] {
        let pages = base(address).login("https://mcp.example.org/login?lang=en");
        pages.service(&Elicitation::default()).unwrap();
    }
}

/// As browsers write the address, which they also send as the origin.
#[tokio::test]
async fn a_page_accepts_the_origin_as_browsers_write_it() {
    for (written, origin) in [
        ("https://MCP.example.org:0443", "https://mcp.example.org"),
        (
            "https://mcp.example.org:08443",
            "https://mcp.example.org:8443",
        ),
        ("https://mcp.example.org:", "https://mcp.example.org"),
        ("https://[2001:DB8:0:0:0:0:0:1]", "https://[2001:db8::1]"),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
    ] {
        let pages = Pages::at(format!("{written}/ask"), |_| Some("ann".to_owned()));
        let (ann, browser) = with_ann(&pages.form::<Account>());
        let call = ann.run(Revision::LATEST, connect, async |link: String| {
            let page = browser.open(&link).await;
            let fields = [("csrf", &*page.csrf()), ("action", "decline")];
            let mut answer = posting(&link, &fields);
            answer.headers[0].1 = origin.to_owned();
            assert_eq!(browser.send(answer).await.status, 200, "{written}");
        });
        assert_eq!(done(call.await), Ok(Outcome::Declined), "{written}");
    }
}

#[tokio::test]
async fn a_service_without_the_form_logs_that() {
    let (log, _guard) = listen();
    let elicitation = Elicitation::default().pages(hosted().form::<Account>());
    let browser = Browser::of(&hosted().service(&elicitation).unwrap(), Some("ann"));
    let ann = Caller::new(&elicitation);
    let call = ann.run(Revision::LATEST, connect, async |link: String| {
        let reply = browser.open(&link).await;
        assert_eq!(reply.heading(), "The page is not available");
        let right = hosted().form::<Account>().service(&elicitation).unwrap();
        Browser::of(&right, Some("ann")).decline(&link).await;
    });
    assert_eq!(done(call.await), Ok(Outcome::Declined));
    let lines = log.lines.lock().unwrap();
    let is_said = |line: &String| line.starts_with("ERROR") && line.contains("not registered");
    assert!(lines.iter().any(is_said), "{lines:?}");
}

/// Each question has the words of the server that asks it, on the same address.
#[tokio::test]
async fn local_pages_of_two_servers_do_not_mix() {
    struct Shouting;

    impl Words for Shouting {
        fn on_page(&self, text: PageText<'_>) -> Cow<'static, str> {
            English.on_page(text).to_uppercase().into()
        }
    }

    let pages = Pages::from(Pages::local());
    let quiet = Caller::new(&Elicitation::default().pages(pages.clone()));
    let store = MemoryStore::new(1 << 20);
    let loud = Elicitation::default().words(Shouting).pages(pages);
    let loud = Caller::new(&loud.store(store));
    let call = quiet.run(Revision::LATEST, connect, async |quiet: String| {
        let call = loud.run(Revision::LATEST, connect, async |loud: String| {
            for (link, heading) in [(&loud, "YOU HAVE DECLINED"), (&quiet, "You have declined")] {
                assert_eq!(Browser::default().decline(link).await.heading(), heading);
            }
        });
        assert_eq!(done(call.await), Ok(Outcome::Declined));
    });
    assert_eq!(done(call.await), Ok(Outcome::Declined));
}

#[tokio::test]
async fn a_page_without_the_layer_is_an_error() {
    let ask: Ask = elicit_core::adapter::Asker::without_layer("no layer")
        .take()
        .unwrap();
    let error = ask.page::<Account>("connect", "Connect").await.unwrap_err();
    assert!(error.to_string().contains("no layer"), "{error}");
}
