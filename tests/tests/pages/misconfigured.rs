//! What the author of a server is told.

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Keys, Revision,
    pages::{HostedPages, Pages},
};

use crate::{
    browser::Browser,
    outcomes::{Account, connect},
    server::{Caller, done, hosted},
};

async fn reason(elicitation: &Elicitation, principal: Option<&'static str>) -> String {
    let mut reasons = Vec::new();
    for revision in Revision::ALL {
        let caller = Caller {
            principal,
            ..Caller::new(elicitation)
        };
        let driven = caller
            .run(revision, connect, async |_: String| unreachable!())
            .await;
        match done(driven) {
            Err(AskError::BadQuestion { key, reason }) => {
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
async fn a_mistake_names_its_mend() {
    #[derive(Elicit)]
    struct Other {
        workspace: String,
    }

    let default = Elicitation::default;
    let known = || hosted().form::<Account>();
    let keys = Keys::new([[7; 32]]).unwrap();
    let at = |base: &str| -> HostedPages { Pages::at(base, |_| None).form::<Account>() };
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
        (
            Elicitation::with_keys(keys).pages(known()),
            Some("ann"),
            "`Elicitation::store`",
        ),
        (
            default().pages(at("http://mcp.example.org/ask")),
            Some("ann"),
            "`https`",
        ),
        (
            default().pages(at("mcp.example.org/ask")),
            Some("ann"),
            "no URI",
        ),
    ] {
        let reason = reason(&elicitation, principal).await;
        assert!(reason.contains(mend), "{mend}: {reason}");
    }
}

#[tokio::test]
async fn pages_of_no_elicitation_show_nothing() {
    let browser = Browser::of(&hosted().form::<Account>().service(), Some("ann"));
    let reply = browser
        .open("https://mcp.example.org/ask/AAAAAAAAAAAAAAAAAAAAAA")
        .await;
    assert_eq!(reply.status, 503);
}

#[tokio::test]
async fn without_a_layer_that_is_the_reason() {
    let ask: Ask = elicit_core::seam::Asker::without_layer("no layer")
        .take()
        .unwrap();
    let error = ask.page::<Account>("connect", "Connect").await.unwrap_err();
    assert!(error.to_string().contains("no layer"), "{error}");
}
