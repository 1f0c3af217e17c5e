//! Public types whose `Debug` is written by hand show no value. `.ci/interface.txt` lists these types, so a
//! new one is missed here until it has its line.
#![cfg(all(feature = "dynamic", feature = "pages", feature = "rmcp"))]

use std::{borrow::Cow, io, sync::mpsc, time::Duration};

use elicit_core::{
    Ask, AskError, CheckError, Elicit, Elicitation, Keys, LinkTickets, Revision, Words,
    adapter::{Asker, RpcError, RunEnd, Session, WireError},
    dynamic::DynamicForm,
    pages::Pages,
    runtime::NeededArgument,
    store::{Entry, MemoryStore, Store as _},
    testing::{End, User},
};
use serde_json::json;

use crate::adapter::call;

/// What a person gives, and a secret of the server.
const VALUE: &str = "canary-that-nobody-may-see-in-logs";

/// Types that show what their author wrote into a form or a message, and no answer.
const OF_AN_AUTHOR: [&str; 4] = ["Choices", "Quoted", "form::Decimal", "form::Literal"];

/// Types that only a connection of an SDK, or a request to a page, makes.
const OF_A_CONNECTION: [&str; 5] = [
    "ResponseBody",
    "rmcp3::Elicits",
    "rmcp3::Handler",
    "rmcp3::InTask",
    "rmcp3::StreamableHttp",
];

/// Types whose own crate has this test of them.
const OF_OTHER_CRATES: [&str; 3] = [
    "elicit_acp::acp5::Asking",
    "elicit_acp::acp5::Elicits",
    "elicit_redis::RedisStore",
];

#[derive(Elicit, Debug)]
struct Account {
    /// The name.
    name: String,
}

type Shown = Vec<(&'static str, String)>;

#[tokio::test]
async fn debug_that_is_written_by_hand_shows_no_value() {
    let mut shown = of_the_server().await;
    shown.extend(of_an_argument().await);
    shown.extend(of_an_unshown_link().await);
    shown.extend(of_the_author());
    shown.extend(of_a_question().await);
    shown.extend(of_a_run().await);

    let list = include_str!("../../../.ci/interface.txt").lines();
    let by_hand = list.filter(|line| line.contains("Debug by hand"));
    for line in by_hand {
        let (path, _) = line.split_once(": ").unwrap();
        let Some(name) = path.strip_prefix("elicit_core::") else {
            assert!(OF_OTHER_CRATES.contains(&path), "{path}");
            continue;
        };
        let is_shown = shown.iter().any(|(shown, _)| *shown == name);
        let is_excepted = OF_AN_AUTHOR.contains(&name) || OF_A_CONNECTION.contains(&name);
        assert!(is_shown != is_excepted, "{name}");
    }
    for (name, text) in shown {
        assert!(!text.is_empty() && !text.contains(VALUE), "{name}: {text}");
    }
}

/// What a server is made of.
async fn of_the_server() -> Shown {
    let keys = Keys::new([*b"canary-that-nobody-may-see-in-lo"]).unwrap();
    let store = MemoryStore::default();
    let entry = || Entry::new("name", VALUE, Duration::from_secs(60)).owned_by(VALUE);
    store.claim(entry()).await.unwrap();
    let shown_keys = format!("{keys:?}");
    assert!(!shown_keys.contains("canary"), "{shown_keys}");
    let elicitation = Elicitation::default();
    let tickets = LinkTickets::new(&elicitation, "connect").unwrap();
    let hosted = Pages::at("https://mcp.example.org/ask", |_| None).form::<Account>();
    let service = hosted.service(&elicitation).unwrap();
    let user = User::new()
        .accepts("account", json!({"name": VALUE}))
        .answers("name", VALUE);
    vec![
        ("Keys", shown_keys),
        ("LinkTickets", format!("{tickets:?}")),
        ("adapter::Elicitation", format!("{elicitation:?}")),
        ("pages::HostedPages", format!("{hosted:?}")),
        ("pages::LocalPages", format!("{:?}", Pages::local())),
        ("pages::PagesService", format!("{service:?}")),
        ("store::Entry", format!("{:?}", entry())),
        ("store::MemoryStore", format!("{store:?}")),
        ("testing::User", format!("{user:?}")),
    ]
}

/// What an author gets.
fn of_the_author() -> Shown {
    let CheckError::Failed(failure) = CheckError::from(io::Error::other(VALUE)) else {
        unreachable!()
    };
    let AskError::Refused { message, .. } = AskError::from(WireError::refused(-1, VALUE)) else {
        unreachable!()
    };
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let form = DynamicForm::from_schema(&schema).unwrap();
    let answer = form.validate(&json!({"name": VALUE})).unwrap();
    let rpc_error = RpcError::new(-32000, "failed").with_data(json!({"typed": VALUE}));
    vec![
        ("CheckFailure", format!("{failure:?}")),
        ("adapter::RpcError", format!("{rpc_error:?}")),
        ("dynamic::DynamicAnswer", format!("{answer:?}")),
        ("dynamic::DynamicForm", format!("{form:?}")),
        ("runtime::ClientMessage", format!("{message:?}")),
    ]
}

/// What a handler has before and after it asks.
async fn of_a_question() -> Shown {
    let user = User::new()
        .agrees("link")
        .accepts("account", json!({"name": VALUE}));
    let end = user
        .run(Revision::V2025_11_25, async |ask: Ask| {
            let link = ask.url("link", format!("https://example.org/{VALUE}"), "Link it");
            let shown_link = format!("{link:?}");
            let completer = link.or_end().await?.completer();
            let before = Account {
                name: VALUE.to_owned(),
            };
            let name = ask.value::<String>("name", "Name?");
            let all = ask.all([ask.form::<Account>("other", "Who?").prefill(&before)]);
            let account = ask.form::<Account>("account", "Who?").prefill(&before);
            let shown = vec![
                ("Completer", format!("{completer:?}")),
                ("runtime::All", format!("{all:?}")),
                ("runtime::Form", format!("{account:?}")),
                ("runtime::Link", shown_link),
                (
                    "runtime::OneValue",
                    format!("{:?}", name.prefill(&VALUE.to_owned())),
                ),
            ];
            drop(all);
            let account = account.or_end().await?;
            assert_eq!(account.name, VALUE);
            Ok::<_, AskError>([shown, vec![("Ask", format!("{ask:?}"))]].concat())
        })
        .await;
    let End::Returned(Ok(shown)) = end else {
        panic!("{end:?}")
    };
    shown
}

/// A link that no person saw.
async fn of_an_unshown_link() -> Shown {
    let user = User::new().takes(Duration::from_millis(3)).agrees("link");
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            let address = format!("https://example.org/{VALUE}");
            ask.url("link", address, "Link it").await.map(drop)
        })
        .await;
    let End::Returned(Err(AskError::LinkNotShown { link, .. })) = end else {
        panic!("{end:?}")
    };
    assert!(link.as_str().contains(VALUE));
    vec![("UnshownLink", format!("{link:?}"))]
}

/// What an argument that is not valid becomes, and how a call ends for it.
async fn of_an_argument() -> Shown {
    let (send, needed) = mpsc::channel();
    let elicitation = Elicitation::default().words(Capture(send));
    let user = User::cannot_be_asked();
    let end = user
        .run_with(&elicitation, Revision::LATEST, async |ask: Ask| {
            let port = ask.value::<u16>("port", "Which port?");
            port.or_json_argument(json!(VALUE)).or_end().await
        })
        .await;
    let End::Ended(ended) = end else {
        panic!("{end:?}")
    };
    vec![
        ("adapter::Ended", format!("{ended:?}")),
        ("runtime::NeededArgument", needed.recv().unwrap()),
    ]
}

/// Words that send on what they are given.
struct Capture(mpsc::Sender<String>);

impl Words for Capture {
    fn arguments_needed<'a>(&'a self, needed: &'a [NeededArgument]) -> Cow<'a, str> {
        self.0.send(format!("{:?}", needed[0])).unwrap();
        VALUE.into()
    }
}

/// What an adapter has.
async fn of_a_run() -> Shown {
    let elicitation = Elicitation::default();
    let mut first = call(Revision::V2026_07_28);
    first.principal = Some(VALUE.to_owned());
    first.arguments = json!({"name": VALUE});
    let shown_call = format!("{first:?}");
    let run_end = elicitation
        .drive(first, &Session::new(), None, |asker: Asker| async move {
            let ask = asker.take().unwrap();
            let before = Account {
                name: VALUE.to_owned(),
            };
            let account = ask.form::<Account>("account", "Who?").prefill(&before);
            account.or_end().await.map(|account| account.name)
        })
        .await;
    let RunEnd::InputRequired(required) = run_end else {
        panic!("{run_end:?}")
    };
    assert!(json!(required.requests).to_string().contains(VALUE));
    vec![
        ("adapter::Call", shown_call),
        ("adapter::InputRequired", format!("{required:?}")),
    ]
}
