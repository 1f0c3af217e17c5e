//! Pages on the computer of the person.

use std::{
    io::Write as _,
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use elicit_core::{
    AskError, Elicitation, Outcome, Revision, Violations,
    adapter::{Asker, RunEnd},
    pages::Pages,
};
use elicit_tests::{clock::Clock, drive::Drive as _, store::TestStore};
use serde_json::json;
use tokio::{
    io::AsyncWriteExt as _,
    net::TcpStream,
    runtime::Builder,
    sync::{Notify, oneshot},
    time::{sleep, timeout},
};

use crate::{
    browser::{Browser, opening, posting},
    outcomes::connect,
    server::{Caller, done},
};

const VALID: [(&str, &str); 2] = [("f0", "acme"), ("f1", "2")];

fn caller() -> Caller {
    let elicitation = Elicitation::default().pages(Pages::local());
    Caller {
        principal: None,
        ..Caller::new(&elicitation)
    }
}

fn host(link: &str) -> &str {
    link.split('/').nth(2).unwrap()
}

#[tokio::test]
async fn a_page_is_served_on_the_loopback_interface() {
    for revision in Revision::all() {
        let ann = caller();
        let answered = ann.run(revision, connect, async |link: String| {
            assert!(link.starts_with("http://127.0.0.1:"), "{link}");
            let browser = Browser::default();
            let css = link.rsplit_once('/').unwrap().0.to_owned() + "/style.css";
            assert!(browser.open(&css).await.body.contains(":root"));
            let reply = browser.fill(&link, &[("f0", "x"), ("f1", "2")]).await;
            assert_eq!(reply.status, 422);
            let reply = browser.fill(&link, &VALID).await;
            assert_eq!(reply.heading(), "Your answer was sent");
        });
        assert!(
            matches!(done(answered.await), Ok(Outcome::Accepted(_))),
            "{revision}"
        );
    }
}

/// A server over stdio need not do input and output by its executor.
#[test]
fn a_page_is_served_without_io_in_the_executor() {
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let ann = caller();
    let (links, link) = std::sync::mpsc::channel::<String>();
    let person = std::thread::spawn(move || {
        let link = link.recv().unwrap();
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { Browser::default().fill(&link, &VALID).await.status })
    });
    let answered = runtime.block_on(ann.run(Revision::V2025_11_25, connect, async |link| {
        links.send(link).unwrap();
    }));
    assert!(matches!(done(answered), Ok(Outcome::Accepted(_))));
    assert_eq!(person.join().unwrap(), 200);
}

#[tokio::test]
async fn a_second_browser_is_refused() {
    let ann = caller();
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let (browser, other) = (Browser::default(), Browser::default());
        // A preview of the link is no visit, and does not take it: of a bot, of another page, and
        // of a browser.
        for headers in [
            vec![],
            vec![("sec-fetch-mode", "no-cors".to_owned())],
            vec![
                ("sec-fetch-mode", "navigate".to_owned()),
                ("sec-purpose", "prefetch".to_owned()),
            ],
        ] {
            let mut preview = opening(&link);
            preview.headers = headers;
            let reply = other.send(preview).await;
            assert_eq!(
                (reply.status, reply.heading()),
                (403, "Open this page in a browser")
            );
            assert!(!reply.body.contains("Connect your account"));
        }
        // Neither does a form that nobody has opened.
        assert_eq!(other.send(posting(&link, &VALID)).await.status, 403);

        let page = browser.open(&link).await;
        let csrf = page.csrf();
        let cookie = &page.headers["set-cookie"];
        let path = format!(
            "; Path=/{}; HttpOnly; SameSite=Lax",
            link.rsplit('/').next().unwrap()
        );
        assert!(cookie.ends_with(&path), "{cookie}");
        let fields = [&[("csrf", &*csrf), ("action", "accept")][..], &VALID].concat();
        let reply = other.open(&link).await;
        assert_eq!(
            (reply.status, reply.heading()),
            (403, "This page is open in another browser")
        );
        assert!(!reply.body.contains("Connect your account"));
        assert_eq!(other.send(posting(&link, &fields)).await.status, 403);
        // The cookie of another page is no cookie of this one.
        let mut forged = posting(&link, &fields);
        forged
            .headers
            .push(("cookie", "elicit=AAAAAAAAAAAAAAAAAAAAAA".to_owned()));
        assert_eq!(other.send(forged).await.status, 403);

        // Two tabs and the back button are the same browser.
        assert_eq!(browser.open(&link).await.status, 200);
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

#[tokio::test]
async fn the_cookie_of_one_page_does_not_open_another() {
    let (ann, ben) = (caller(), caller());
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let browser = Browser::default();
        let tried = Notify::new();
        let answered = ben.run(Revision::LATEST, connect, async |other: String| {
            browser.open(&link).await;
            let mut with_cookie = opening(&other);
            with_cookie
                .headers
                .push(("cookie", browser.cookie(&link).unwrap()));
            let stranger = Browser::default();
            Browser::default().open(&other).await;
            assert_eq!(stranger.send(with_cookie).await.status, 403);
            tried.notify_one();
        });
        tokio::select! {
            run_end = answered => panic!("nobody has answered: {run_end:?}"),
            () = tried.notified() => {}
        }
        browser.fill(&link, &VALID).await;
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

#[tokio::test]
async fn a_request_with_another_host_is_refused() {
    let ann = caller();
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let browser = Browser::default();
        let csrf = browser.open(&link).await.csrf();
        let address = host(&link).to_owned();
        let port = address.rsplit(':').next().unwrap();
        // DNS rebinding: the name of another site is made to mean this computer.
        for host in [
            format!("evil.example:{port}"),
            format!("localhost:{port}"),
            "127.0.0.1".to_owned(),
            String::new(),
        ] {
            let mut visit = opening(&link);
            visit.host = host.clone();
            visit.headers.push(("x-port", address.clone()));
            let reply = browser.send(visit).await;
            assert!(
                [400, 403].contains(&reply.status),
                "{host}: {}",
                reply.status
            );
            assert!(!reply.body.contains("Connect your account"), "{host}");
        }
        let fields = [&[("csrf", &*csrf), ("action", "accept")][..], &VALID].concat();
        for origin in ["https://evil.example", "null", "http://127.0.0.1"] {
            let mut visit = posting(&link, &fields);
            visit.headers[0].1 = origin.to_owned();
            assert_eq!(browser.send(visit).await.status, 403, "{origin}");
        }
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

/// A browser-based editor rewrites the link to its own host, and passes the request on.
#[tokio::test]
async fn a_link_that_an_editor_has_rewritten_says_where_it_works() {
    let ann = caller();
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let browser = Browser::default();
        let mut visit = opening(&link);
        visit.headers.push(("x-port", host(&link).to_owned()));
        visit.host = "code.example.org".to_owned();
        let reply = browser.send(visit).await;
        assert_eq!(
            (reply.status, reply.heading()),
            (403, "This page opens only where the server runs")
        );
        assert!(!reply.body.contains("Connect your account"));
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

/// A cookie of another program on this computer, which goes to each port of it.
#[tokio::test]
async fn cookies_that_are_not_ascii_do_not_hide_ours() {
    let ann = caller();
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let browser = Browser::with_cookie("name=Jörg");
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

/// The store has kept which browser it is, and says that it cannot be reached.
#[tokio::test]
async fn a_first_visit_that_the_store_fails_can_be_repeated() {
    let store = TestStore::default();
    let ann = Caller::local(&store);
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let (browser, other) = (Browser::default(), Browser::default());
        store.fail_after(0, "page-browser");
        assert_eq!(browser.open(&link).await.status, 503);
        assert_eq!(other.open(&link).await.status, 403);
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

#[tokio::test]
async fn idle_connections_do_not_keep_a_browser_out() {
    let ann = caller();
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let mut idle = Vec::new();
        for connection in 0..100 {
            let mut stream = TcpStream::connect(host(&link)).await.unwrap();
            // Half of them begin a request.
            if connection % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
            }
            idle.push(stream);
        }
        assert_eq!(Browser::default().fill(&link, &VALID).await.status, 200);
    });
    let answered = timeout(Duration::from_secs(20), answered).await;
    let answered = answered.expect("a browser is kept out");
    assert!(matches!(done(answered), Ok(Outcome::Accepted(_))));
}

#[tokio::test]
async fn a_large_body_is_not_read() {
    let ann = caller();
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        let browser = Browser::default();
        let csrf = browser.open(&link).await.csrf();
        let long = "a".repeat(10 << 20);
        let fields = [
            ("csrf", &*csrf),
            ("action", "accept"),
            ("f0", &long),
            ("f1", "2"),
        ];
        let begun = Instant::now();
        let mut visit = posting(&link, &fields);
        visit.headers.push(("connection", "close".to_owned()));
        assert_eq!(browser.send(visit).await.status, 413);
        assert!(begun.elapsed() < Duration::from_secs(20));
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

/// Waits until nobody listens at this address any more, and no longer than this.
async fn closed(address: &str, within: Duration) {
    let begun = Instant::now();
    while TcpStream::connect(address).await.is_ok() {
        assert!(begun.elapsed() < within, "it still listens");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn the_listener_ends_with_the_last_question() {
    for revision in Revision::all() {
        let ann = caller();
        let mut address = String::new();
        let answered = ann.run(revision, connect, async |link: String| {
            address = host(&link).to_owned();
            Browser::default().fill(&link, &VALID).await;
        });
        let _ = done(answered.await);
        closed(&address, Duration::from_secs(30)).await;
        // And the next question starts it again.
        let answered = ann.run(revision, connect, async |link: String| {
            Browser::default().fill(&link, &VALID).await;
        });
        assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
    }
}

/// Sooner than after its last question, when it stays for a while.
#[tokio::test]
async fn the_listener_ends_with_the_server_while_a_page_is_open() {
    for revision in Revision::all() {
        let ann = caller();
        let (opened, address) = oneshot::channel();
        let mut opened = Some(opened);
        let answered = ann.run(revision, connect, async |link: String| {
            assert_eq!(Browser::default().open(&link).await.status, 200);
            if let Some(opened) = opened.take() {
                opened.send(host(&link).to_owned()).unwrap();
            }
        });
        let address = tokio::select! {
            run_end = answered => panic!("nobody has answered: {run_end:?}"),
            address = address => address.unwrap(),
        };
        assert!(TcpStream::connect(&address).await.is_ok());
        drop(ann);
        closed(&address, Duration::from_secs(4)).await;
    }
}

#[tokio::test]
async fn a_local_page_is_closed_when_its_call_ends() {
    let ann = caller();
    let mut page = None;
    let answered = ann.run(Revision::V2025_11_25, connect, async |link: String| {
        let browser = Browser::default();
        assert_eq!(browser.open(&link).await.status, 200);
        page = Some((browser, link));
    });
    // The client cancels the call.
    assert!(timeout(Duration::from_millis(300), answered).await.is_err());
    let (browser, link) = page.unwrap();
    let reply = browser.open(&link).await;
    assert_eq!(
        (reply.status, reply.heading()),
        (404, "This page is not open")
    );
}

/// The person takes longer than a state is valid, and the client comes back for it in each round.
#[tokio::test]
async fn a_page_is_served_as_long_as_its_call_waits_for_it() {
    let elicitation = Elicitation::default()
        .pages(Pages::local())
        .store(TestStore::default())
        .timeout(Duration::from_secs(3600))
        .expiry(Duration::from_secs(1))
        .once();
    // The rounds take no time.
    let ann = Caller::new(&elicitation).timed(&Clock::default());
    let (browser, begun) = (Browser::default(), Instant::now());
    let answered = ann.run(Revision::LATEST, connect, async |link: String| {
        if begun.elapsed() < Duration::from_secs(8) {
            sleep(Duration::from_millis(700)).await;
            return;
        }
        assert_eq!(browser.fill(&link, &VALID).await.status, 200);
    });
    assert!(matches!(done(answered.await), Ok(Outcome::Accepted(_))));
}

/// The browser that a server opens: a command that the test puts into `BROWSER`. It needs a process
/// of its own, since a test must not set variables of its own process.
#[test]
fn a_browser_is_opened_if_the_client_cannot() {
    if std::env::var_os("ELICIT_OPENS").is_some() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("elicit-pages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (browser, opened) = (folder.join("browser"), folder.join("opened"));
    let script = format!(
        "#!/bin/sh\necho to the client\nread line && echo \"read $line\" >> {0}\necho \"$1\" >> {0}\n",
        opened.display()
    );
    let with_space = folder.join("a browser");
    for browser in [&browser, &with_space] {
        std::fs::write(browser, &script).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(browser, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    let (browser, with_space) = (browser.to_str().unwrap(), with_space.to_str().unwrap());
    for (command, test) in [
        (browser, "local::opens"),
        (browser, "local::opens_again"),
        (with_space, "local::opens"),
        // A list of commands, of which one is not there and one fails.
        (
            &format!("/no/such/command:/bin/false:{browser}"),
            "local::opens",
        ),
        (browser, "local::stays_open"),
        (browser, "local::stays_open_for_a_repeated_retry"),
        (browser, "local::opens_without_a_wire"),
        (browser, "local::is_closed_if_no_state_was_issued"),
        (&format!("{browser} %s --new-window"), "local::opens"),
        (
            &format!("/no/such/command %s:env {browser}"),
            "local::opens",
        ),
        ("/bin/false", "local::has_no_browser"),
        ("/bin/false:/no/such/command", "local::has_no_browser"),
        ("/no/such/command", "local::has_no_browser"),
        ("/bin/true", "local::is_out_of_reach"),
        (browser, "local::is_left_alone"),
    ] {
        let mut server = Command::new(std::env::current_exe().unwrap())
            .args([test, "--exact", "--ignored", "--nocapture"])
            .env("BROWSER", command)
            .env("ELICIT_OPENS", &opened)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // There is something to read all the time, as there is of a client.
        let mut client = server.stdin.take().unwrap();
        client.write_all(&b"from the client\n".repeat(16)).unwrap();
        let output = server.wait_with_output().unwrap();
        drop(client);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(said.contains("1 passed"), "{said}");
        assert!(
            !said.contains("to the client"),
            "it inherits the output: {said}"
        );
    }
    let opened = std::fs::read_to_string(&opened).unwrap();
    assert!(!opened.contains("read"), "it inherits the input: {opened}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The link with which a browser was opened, after so many others.
async fn link_of(opened: &str, index: usize) -> String {
    loop {
        let links = std::fs::read_to_string(opened).unwrap_or_default();
        if let Some(link) = links.lines().nth(index) {
            return link.to_owned();
        }
        sleep(Duration::from_millis(20)).await;
    }
}

fn without_url_mode() -> Caller {
    let elicitation = Elicitation::default().pages(Pages::local().open_browser());
    Caller {
        principal: None,
        url: false,
        ..Caller::new(&elicitation)
    }
}

#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn opens() {
    let opened = std::env::var("ELICIT_OPENS").unwrap();
    for revision in Revision::all() {
        let _ = std::fs::remove_file(&opened);
        let ann = without_url_mode();
        let person = async {
            loop {
                let links = std::fs::read_to_string(&opened).unwrap_or_default();
                if let Some(link) = links.lines().next() {
                    assert_eq!(links.lines().count(), 1, "{links}");
                    break Browser::default().fill(link, &VALID).await;
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        let handler = async |ask: elicit_core::Ask| {
            let account = ask
                .page::<crate::outcomes::Account>("connect", "Connect")
                .await?;
            // Later runs find the answer, and open nothing.
            let _ = ask.confirm("sure", "Sure?").await?;
            Ok::<_, AskError>(account)
        };
        let run = ann.run(revision, handler, async |_: String| unreachable!());
        let (run_end, reply) = tokio::join!(run, person);
        assert_eq!(reply.status, 200);
        assert!(
            matches!(done(run_end), Ok(Outcome::Accepted(_))),
            "{revision}"
        );
        let links = std::fs::read_to_string(&opened).unwrap();
        assert_eq!(links.lines().count(), 1, "{revision}: {links}");
        let asked: Vec<_> = ann.heard().into_iter().map(|(key, _)| key).collect();
        assert_eq!(asked, ["sure"], "{revision}");
    }
}

/// An adapter for 2026-07-28 need not give a way back to the client.
#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn opens_without_a_wire() {
    let opened = std::env::var("ELICIT_OPENS").unwrap();
    let _ = std::fs::remove_file(&opened);
    let ann = without_url_mode();
    let person = async {
        let link = link_of(&opened, 0).await;
        sleep(Duration::from_millis(300)).await;
        Browser::default().fill(&link, &VALID).await
    };
    let handler = |asker: Asker| connect(asker.take().expect("the first"));
    let call = ann.call(Revision::LATEST);
    let run = ann.elicitation.run(call, &ann.session, None, handler);
    let (run_end, reply) = tokio::join!(run, person);
    assert_eq!(reply.status, 200);
    assert!(matches!(done(run_end), Ok(Outcome::Accepted(_))));
}

/// The client goes away, or the adapter drops the call. On 2026-07-28 no later run finds the page: no
/// state has gone out that names it.
#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn is_closed_if_no_state_was_issued() {
    let opened = std::env::var("ELICIT_OPENS").unwrap();
    for (is_dropped, in_retry) in [(false, false), (false, true), (true, false), (true, true)] {
        let _ = std::fs::remove_file(&opened);
        let mut ann = without_url_mode();
        ann.leaves_after = (!is_dropped).then_some(Duration::from_millis(500));
        let handler = async |ask: elicit_core::Ask| {
            if in_retry {
                let _ = ask.confirm("sure", "Sure?").await?;
            }
            connect(ask).await
        };
        let run = ann.run(Revision::LATEST, handler, async |_: String| unreachable!());
        if is_dropped {
            assert!(timeout(Duration::from_secs(1), run).await.is_err());
        } else {
            assert_eq!(done(run.await), Err(AskError::Gone));
        }
        let link = link_of(&opened, 0).await;
        let reply = Browser::default().open(&link).await;
        assert_eq!(reply.status, 404, "{is_dropped}, {in_retry}");
    }
}

#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn opens_again() {
    let opened = std::env::var("ELICIT_OPENS").unwrap();
    for revision in Revision::all() {
        let _ = std::fs::remove_file(&opened);
        let ann = without_url_mode();
        let person = async {
            let browser = Browser::default();
            for (visit, workspace) in ["taken", "free"].into_iter().enumerate() {
                let link = link_of(&opened, visit).await;
                // On 2026-07-28, in a later run than the one that has opened it.
                sleep(Duration::from_millis(200)).await;
                let page = browser.open(&link).await;
                assert_eq!(page.body.contains("is taken already"), visit == 1);
                browser.fill(&link, &[("f0", workspace), ("f1", "2")]).await;
            }
        };
        let handler = async |ask: elicit_core::Ask| {
            let account = ask
                .page::<crate::outcomes::Account>("connect", "Connect")
                .check(|account| match account.workspace.as_str() {
                    "taken" => Err(Violations::new().property("workspace", "is taken already")),
                    _ => Ok(()),
                });
            let (account, sure) = tokio::join!(account, ask.confirm("sure", "Sure?"));
            // Later runs find the answer, and open nothing.
            let _ = (sure?, ask.confirm("really", "Really?").await?);
            account
        };
        let run = ann.run(revision, handler, async |_: String| unreachable!());
        let (run_end, ()) = tokio::join!(run, person);
        let Ok(Outcome::Accepted(account)) = done(run_end) else {
            panic!("{revision}: it was not taken");
        };
        assert_eq!(account.workspace, "free", "{revision}");
        let links = std::fs::read_to_string(&opened).unwrap();
        assert_eq!(links.lines().count(), 2, "{revision}: {links}");
    }
}

/// The person corrects the answer while the call goes on to its next run.
#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn stays_open() {
    let opened = std::env::var("ELICIT_OPENS").unwrap();
    let _ = std::fs::remove_file(&opened);
    let ann = without_url_mode();
    let (runs, goes_on) = (AtomicUsize::new(0), Notify::new());
    let person = async {
        let link = link_of(&opened, 0).await;
        let browser = Browser::default();
        browser.fill(&link, &[("f0", "taken"), ("f1", "2")]).await;
        // The page for the correction.
        let link = link_of(&opened, 1).await;
        let csrf = browser.open(&link).await.csrf();
        goes_on.notified().await;
        sleep(Duration::from_millis(500)).await;
        let ours = [("csrf", &*csrf), ("action", "accept")];
        browser
            .send(posting(&link, &[&ours[..], &VALID].concat()))
            .await
    };
    let handler = async |ask: elicit_core::Ask| {
        let run = runs.fetch_add(1, Ordering::SeqCst);
        let account = ask
            .page::<crate::outcomes::Account>("connect", "Connect")
            .check(|account| match account.workspace.as_str() {
                "taken" => Err(Violations::new().property("workspace", "is taken already")),
                _ => Ok(()),
            });
        let sure = async {
            if run == 0 {
                link_of(&opened, 1).await;
                sleep(Duration::from_millis(500)).await;
            } else {
                goes_on.notify_one();
            }
            ask.confirm("sure", "Sure?").await
        };
        let (account, sure) = tokio::join!(account, sure);
        let _ = sure?;
        account
    };
    let run = ann.run(Revision::LATEST, handler, async |_: String| unreachable!());
    let (run_end, reply) = tokio::join!(run, person);
    assert_eq!(reply.status, 200, "{}", reply.body);
    let account = done(run_end);
    assert!(matches!(account, Ok(Outcome::Accepted(_))), "{account:?}");
    let links = std::fs::read_to_string(&opened).unwrap();
    assert_eq!(links.lines().count(), 2, "{links}");
}

/// The client accepts the link unseen, goes away while the person is at the page, and sends its retry again.
#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn stays_open_for_a_repeated_retry() {
    let opened = std::env::var("ELICIT_OPENS").unwrap();
    let _ = std::fs::remove_file(&opened);
    let elicitation = Elicitation::default().pages(Pages::local().open_browser());
    let ann = Caller {
        principal: None,
        ..Caller::new(&elicitation)
    };
    let run = |call| {
        let handler = |asker: Asker| connect(asker.take().expect("the first"));
        elicitation.run(call, &ann.session, Some(ann.wire().0), handler)
    };
    let mut call = ann.call(Revision::LATEST);
    let RunEnd::InputRequired(required) = run(call.clone()).await else {
        panic!("it has not asked");
    };
    let agreed = json!({"action": "accept"});
    call.input_responses.insert("connect".to_owned(), agreed);
    call.request_state = Some(required.state);

    let browser = Browser::default();
    let csrf = tokio::select! {
        run_end = run(call.clone()) => panic!("nobody has answered: {run_end:?}"),
        csrf = async { browser.open(&link_of(&opened, 0).await).await.csrf() } => csrf,
    };
    let person = async {
        sleep(Duration::from_millis(500)).await;
        let ours = [("csrf", &*csrf), ("action", "accept")];
        let sent = posting(&link_of(&opened, 0).await, &[&ours[..], &VALID].concat());
        assert_eq!(browser.send(sent).await.status, 200);
    };
    let (run_end, ()) = tokio::join!(run(call), person);
    assert!(matches!(done(run_end), Ok(Outcome::Accepted(_))));
    let links = std::fs::read_to_string(&opened).unwrap();
    assert_eq!(links.lines().count(), 1, "{links}");
}

#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn has_no_browser() {
    for revision in Revision::all() {
        let ann = without_url_mode();
        let run_end = ann
            .run(revision, connect, async |_: String| unreachable!())
            .await;
        let error = done(run_end).unwrap_err().to_string();
        assert!(error.contains("could not open a browser"), "{error}");
        // What the system says, if it cannot start the command.
        let is_missing = std::env::var("BROWSER").unwrap() == "/no/such/command";
        assert_eq!(error.contains("No such file"), is_missing, "{error}");
        assert!(error.contains("container"), "{error}");
    }
}

/// The command has done what it does, as over SSH on a computer that has a screen.
#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn is_out_of_reach() {
    for revision in Revision::all() {
        let ann = without_url_mode().timed(&Clock::default());
        let run_end = ann
            .run(revision, connect, async |_: String| unreachable!())
            .await;
        let error = done(run_end).unwrap_err().to_string();
        assert!(error.contains("it was not opened"), "{error}");
        assert!(error.contains("SSH"), "{error}");
    }
}

#[tokio::test]
#[ignore = "run by `a_browser_is_opened_if_the_client_cannot`"]
async fn is_left_alone() {
    let opened = std::env::var("ELICIT_OPENS").unwrap();
    for revision in Revision::all() {
        let _ = std::fs::remove_file(&opened);
        let ann = without_url_mode();
        let person = async {
            let link = link_of(&opened, 0).await;
            Browser::default().open(&link).await
        };
        let handler = async |ask: elicit_core::Ask| {
            let question = ask.page::<crate::outcomes::Account>("connect", "Connect");
            question.timeout(Duration::from_secs(2)).await
        };
        let run = ann.run(revision, handler, async |_: String| unreachable!());
        let (run_end, reply) = tokio::join!(run, person);
        assert_eq!(reply.status, 200);
        assert_eq!(done(run_end), Err(AskError::TimedOut), "{revision}");
    }
}
