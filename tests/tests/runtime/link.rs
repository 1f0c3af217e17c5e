//! Questions that are answered in a browser.

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
};

use elicit_core::{
    Ask, AskError, Completer, Elicitation, Mode, Outcome, Revision,
    adapter::RpcError,
    testing::{End, User},
};
use serde_json::json;

const PAGE: &str = "https://example.org/link?state=1";

#[tokio::test]
async fn each_action_on_a_link_is_its_outcome() {
    for revision in Revision::all() {
        for (user, word) in [
            (User::new().agrees("link"), "Accepted"),
            (User::new().declines("link"), "Declined"),
            (User::new().cancels("link"), "Cancelled"),
        ] {
            let end = user
                .run(revision, async |ask: Ask| {
                    ask.url("link", PAGE, "Link it").await
                })
                .await;
            // `Agreed` is neither `()` nor comparable: nothing happened yet.
            assert!(format!("{end:?}").contains(word), "{revision}: {end:?}");
        }
    }
}

// (`End` of what has no equality is only printed.)
async fn end(user: &User, revision: Revision, url: &str) -> End<Result<bool, AskError>> {
    user.run(revision, async |ask: Ask| {
        let outcome = ask.url("link", url, "Link it").await?;
        Ok(matches!(outcome, Outcome::Accepted(_)))
    })
    .await
}

#[tokio::test]
async fn a_link_has_the_same_parameters_on_every_revision() {
    // A client of 2025-06-18 that has declared URL mode reads it as 2025-11-25 writes it. 2026-07-28
    // has no id, and clients of it on `rmcp` before 3.9 cannot read a link without one.
    for revision in Revision::all() {
        let user = User::new().agrees("link");
        let _ = end(&user, revision, PAGE).await;
        let params = user.asked().remove(0);
        let id = params["elicitationId"].as_str().unwrap();
        assert!(id.len() >= 22, "{id}");
        assert_eq!(
            params,
            json!({"mode": "url", "message": "Link it", "url": PAGE, "elicitationId": id}),
            "{revision}",
        );
    }
}

#[tokio::test]
async fn each_link_has_its_own_id() {
    for revision in Revision::all() {
        let user = User::new().agrees("link").agrees("link");
        for _ in 0..2 {
            let _ = end(&user, revision, PAGE).await;
        }
        let asked = user.asked();
        assert_ne!(asked[0]["elicitationId"], asked[1]["elicitationId"]);
    }
}

#[tokio::test]
async fn a_client_without_url_mode_cannot_be_asked() {
    let unsupported = || End::Returned(Err(AskError::Unsupported(Mode::Url)));
    for revision in Revision::all() {
        let user = User::with_forms_only();
        assert_eq!(
            end(&user, revision, PAGE).await,
            unsupported(),
            "{revision}"
        );
        assert!(user.asked().is_empty());
    }
}

#[tokio::test]
async fn invalid_addresses_are_refused_and_valid_ones_are_sent() {
    for url in [
        "",
        "example.org",
        "/local",
        "http://example.org",
        "http://127.0.0.1.example.org",
        "http://localhost.example.org/",
        "https://ann@example.org",
        "https://ann:secret@example.org/",
        "https://example.org:65536/",
        "https://example.org:99999/",
        "http://localhost:99999999999999999999/",
        "https:///path",
        "https://",
        "https:example.org",
        "ftp://example.org",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://example.org/a b",
        "https://example.org\\@evil.example",
        "https://exa\nmple.org",
        "HTTP://EXAMPLE.ORG",
        "https://%65xample.org/",
        "https://example%2Eorg/",
        "https://org%00.evil/",
        "https://example.org%2F@evil.example/",
        "http://%6Cocalhost/",
    ] {
        for revision in Revision::all() {
            let user = User::new().agrees("link");
            let end = end(&user, revision, url).await;
            assert!(
                matches!(&end, End::Returned(Err(AskError::BadQuestion { .. }))),
                "{url}: {end:?}",
            );
            assert!(user.asked().is_empty());
        }
    }
    for url in [
        PAGE,
        "https://[2001:db8::1]:8443/x#y",
        "https://example.org:65535/",
        "https://example.org:/",
        "HTTPS://example.org",
        "http://localhost:8080/cb",
        "http://127.0.0.1/",
        "http://127.8.8.8/",
        "http://[::1]:1/",
    ] {
        for revision in Revision::all() {
            let end = end(&User::new().agrees("link"), revision, url).await;
            assert_eq!(end, End::Returned(Ok(true)), "{url}");
        }
    }
}

#[tokio::test]
async fn the_length_of_an_address_is_limited() {
    let long = |length| format!("{:a<length$}", "https://example.org/");
    for (elicitation, longest) in [
        (Elicitation::default(), 2048),
        (Elicitation::default().url_limit(Some(40)), 40),
    ] {
        for revision in Revision::all() {
            for (length, is_asked) in [(longest, true), (longest + 1, false)] {
                let user = User::new().agrees("link");
                let url = long(length);
                let end = user
                    .run_with(&elicitation, revision, async |ask: Ask| {
                        ask.url("link", &*url, "Link it").await.map(drop)
                    })
                    .await;
                let End::Returned(outcome) = end else {
                    panic!("{revision}: {end:?}");
                };
                assert_eq!(user.asked().len(), usize::from(is_asked), "{revision}");
                if let Err(error) = outcome {
                    let error = error.to_string();
                    let limit = format!("{length} bytes, and {longest} are allowed");
                    assert!(!is_asked && error.contains(&limit), "{error}");
                }
            }
        }
    }
    let unlimited = Elicitation::default().url_limit(None);
    let url = long(60_000);
    let end = User::new()
        .agrees("link")
        .run_with(&unlimited, Revision::LATEST, async |ask: Ask| {
            ask.url("link", &*url, "Link it").await.is_ok()
        })
        .await;
    assert_eq!(end, End::Returned(true));
}

#[tokio::test]
async fn a_page_is_asked_for_again_until_it_is_done() {
    for revision in Revision::all() {
        let looks = Cell::new(0);
        let user = User::new().agrees("link").agrees("link").agrees("link");
        let end = user
            .run(revision, async |ask: Ask| {
                looks.set(looks.get() + 1);
                let done = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
                let seen = looks.get();
                let count = std::sync::Arc::clone(&done);
                ask.url("link", PAGE, "Link it")
                    .done_when(async move || {
                        use std::sync::atomic::Ordering::SeqCst;
                        let looks = count.fetch_add(1, SeqCst);
                        // On 2026-07-28 each look is in a run of its own.
                        looks + seen >= if revision.asks_in_result() { 4 } else { 3 }
                    })
                    .or_end()
                    .await
                    .is_ok()
            })
            .await;
        assert_eq!(end, End::Returned(true), "{revision}");
        assert_eq!(user.asked().len(), 3, "{revision}");
        let asked = user.asked();
        assert_eq!(asked[0], asked[2]);
    }
}

/// With `done_when`, a handler does not need the `Agreed`.
#[tokio::test]
#[deny(unused_must_use)]
async fn the_agreement_to_a_finished_page_may_be_dropped() {
    for revision in Revision::all() {
        let end = User::new()
            .agrees("link")
            .run(revision, async |ask: Ask| {
                ask.url("link", PAGE, "Link it")
                    .done_when(async || true)
                    .or_end()
                    .await?;
                Ok::<_, AskError>(())
            })
            .await;
        assert_eq!(end, End::Returned(Ok(())), "{revision}");
    }
}

#[tokio::test]
async fn an_unfinished_page_is_asked_for_until_the_rounds_end() {
    for revision in Revision::all() {
        let user = (0..20).fold(User::new(), |user, _| user.agrees("link"));
        let three = Elicitation::default().rounds(3);
        let end = user
            .run_with(&three, revision, async |ask: Ask| {
                let link = ask.url("link", PAGE, "Link it");
                link.done_when(async || false).await.is_ok()
            })
            .await;
        let End::Error(RpcError {
            code: -32603,
            message,
            ..
        }) = end
        else {
            panic!("{revision}: {end:?}");
        };
        assert!(message.contains("3 rounds"), "{message}");
        assert_eq!(user.asked().len(), 3, "{revision}");
    }
}

#[tokio::test]
async fn a_page_can_be_required_for_a_call() {
    let run = async |user: &User, revision, done: bool| {
        user.run(revision, async |ask: Ask| {
            ask.url("link", PAGE, "Link it")
                .done_when(async move || done)
                .or_require()
                .or_end()
                .await
                .is_ok()
        })
        .await
    };
    // 2025-11-25: an error that names the page.
    let user = User::new();
    let End::Error(rpc_error) = run(&user, Revision::V2025_11_25, false).await else {
        panic!("the call is not refused");
    };
    assert_eq!(rpc_error.code, -32042);
    let data = rpc_error.data.unwrap();
    let elicitation = &data["elicitations"][0];
    assert_eq!(elicitation["mode"], "url");
    assert_eq!(elicitation["url"], PAGE);
    assert!(elicitation["elicitationId"].is_string());
    assert!(user.asked().is_empty());
    // 2026-07-28: every question goes that way, and what the person has said counts.
    // 2025-06-18 has no such error, so the call waits.
    for revision in [Revision::V2025_06_18, Revision::V2026_07_28] {
        for (user, agrees) in [
            (User::new().agrees("link"), true),
            (User::new().declines("link"), false),
        ] {
            let visited = AtomicBool::new(false);
            let end = user
                .run(revision, async |ask: Ask| {
                    ask.url("link", PAGE, "Link it")
                        // The person is there between the first look and the second.
                        .done_when(async || visited.swap(true, Ordering::Relaxed))
                        .or_require()
                        .await
                        .map(|outcome| matches!(outcome, Outcome::Accepted(_)))
                })
                .await;
            assert_eq!(end, End::Returned(Ok(agrees)), "{revision}");
            assert_eq!(user.asked().len(), 1, "{revision}");
        }
    }
}

/// Also if the client cannot open pages.
#[tokio::test]
async fn a_required_page_that_is_done_is_not_asked_for() {
    for revision in Revision::all() {
        let user = User::new();
        let end = user
            .run(revision, async |ask: Ask| {
                ask.url("link", PAGE, "Link it")
                    .done_when(async || true)
                    .or_require()
                    .await
                    .map(|outcome| matches!(outcome, Outcome::Accepted(_)))
            })
            .await;
        assert_eq!(end, End::Returned(Ok(true)), "{revision}");
        assert!(user.asked().is_empty(), "{revision}");
    }
}

#[tokio::test]
async fn a_required_page_without_done_when_is_refused() {
    for revision in Revision::all() {
        let end = User::new()
            .run(revision, async |ask: Ask| {
                ask.url("link", PAGE, "Link it")
                    .or_require()
                    .await
                    .map(drop)
            })
            .await;
        let End::Returned(Err(AskError::BadQuestion { reason, .. })) = end else {
            panic!("{end:?}");
        };
        assert!(reason.contains("done_when"), "{reason}");
    }
}

#[tokio::test]
async fn the_completer_notifies_clients_of_2025_11_25() {
    for revision in Revision::all() {
        let user = User::new().agrees("link");
        let end = user
            .run(revision, async |ask: Ask| {
                let agreed = ask.url("link", PAGE, "Link it").or_end().await?;
                Ok::<Completer, AskError>(agreed.completer())
            })
            .await;
        let End::Returned(Ok(completer)) = end else {
            panic!("{end:?}");
        };
        // The call is over.
        completer.complete().await.unwrap();
        if revision == Revision::V2025_11_25 {
            let id = user.asked()[0]["elicitationId"].clone();
            let notification = (
                "notifications/elicitation/complete",
                json!({"elicitationId": id}),
            );
            assert_eq!(user.notified(), [notification]);
        } else {
            assert_eq!(user.notified(), []);
        }
    }
}
