//! Tickets for links to pages of the server's own, and who tries to use them.

use std::{collections::HashSet, time::Duration};

use elicit_core::{
    Ask, Elicitation, Keys, LinkTickets, Revision, TicketError,
    store::{MemoryStore, StoreError},
    testing::{End, User},
};
use elicit_tests::store::TestStore;

use crate::log::listen;

fn tickets(purpose: &str) -> (LinkTickets, TestStore) {
    let store = TestStore::default();
    let elicitation = Elicitation::default().store(store.clone());
    (LinkTickets::new(&elicitation, purpose).unwrap(), store)
}

#[tokio::test]
async fn a_ticket_is_verified_often_and_redeemed_once() {
    let (tickets, _) = tickets("connect");
    let ticket = tickets.mint("ann").await.unwrap();
    for _ in 0..3 {
        tickets.verify(&ticket, "ann").await.unwrap();
    }
    tickets.redeem(&ticket, "ann").await.unwrap();
    for _ in 0..2 {
        let again = tickets.redeem(&ticket, "ann").await;
        assert!(matches!(again, Err(TicketError::NotOpen)), "{again:?}");
        let again = tickets.verify(&ticket, "ann").await;
        assert!(matches!(again, Err(TicketError::NotOpen)), "{again:?}");
    }
}

#[tokio::test]
async fn of_two_redemptions_at_once_one_succeeds() {
    let (tickets, _) = tickets("connect");
    let ticket = tickets.mint("ann").await.unwrap();
    let (one, other) = tokio::join!(
        tickets.redeem(&ticket, "ann"),
        tickets.redeem(&ticket, "ann")
    );
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
}

#[tokio::test]
async fn another_visitor_is_refused_and_the_ticket_stays_valid() {
    let (log, _guard) = listen();
    let (tickets, _) = tickets("connect");
    let ticket = tickets.mint("ann").await.unwrap();
    for visitor in ["bob", "", "ann ", "Ann", "an", "ann\0"] {
        for refused in [
            tickets.verify(&ticket, visitor).await,
            tickets.redeem(&ticket, visitor).await,
        ] {
            let is_other = matches!(refused, Err(TicketError::AnotherVisitor));
            assert!(is_other, "{visitor:?}: {refused:?}");
        }
    }
    tickets.redeem(&ticket, "ann").await.unwrap();
    let lines = log.lines.lock().unwrap();
    let warned = |line: &&String| line.starts_with("WARN") && line.contains("reason=\"visitor\"");
    assert_eq!(lines.iter().filter(warned).count(), 12, "{lines:?}");
    let said = lines.concat();
    assert!(!said.contains("bob") && !said.contains(&ticket), "{said}");
}

#[tokio::test]
async fn a_guessed_ticket_is_not_open() {
    let (tickets, _) = tickets("connect");
    let ticket = tickets.mint("ann").await.unwrap();
    let flipped = if ticket.starts_with('A') { "B" } else { "A" };
    for guess in [
        &format!("{flipped}{}", &ticket[1..]),
        "",
        "AAAAAAAAAAAAAAAAAAAAAA",
        &ticket[1..],
        &format!("{ticket}A"),
        &format!("{ticket}="),
        &ticket.to_lowercase(),
        "../../../etc/passwd",
        &"A".repeat(1 << 20),
    ] {
        let guessed = tickets.redeem(guess, "ann").await;
        assert!(matches!(guessed, Err(TicketError::NotOpen)), "{guessed:?}");
    }
    let mut drawn = HashSet::new();
    for _ in 0..1000 {
        let ticket = tickets.mint("ann").await.unwrap();
        assert_eq!(ticket.len(), 22, "128 bits");
        drawn.insert(ticket);
    }
    assert_eq!(drawn.len(), 1000);
}

#[tokio::test]
async fn an_expired_ticket_is_not_open() {
    let (tickets, store) = tickets("connect");
    let tickets = tickets.expiry(Duration::from_secs(60));
    let ticket = tickets.mint("ann").await.unwrap();
    store.advance(Duration::from_secs(59));
    tickets.verify(&ticket, "ann").await.unwrap();
    store.advance(Duration::from_secs(1));
    let late = tickets.redeem(&ticket, "ann").await;
    assert!(matches!(late, Err(TicketError::NotOpen)), "{late:?}");
    assert!(store.is_empty());
}

#[tokio::test]
async fn a_forged_ticket_is_refused() {
    let (tickets, store) = tickets("connect");
    let ticket = tickets.mint("ann").await.unwrap();
    store.forge("link-ticket");
    for visitor in ["", "ann"] {
        for refused in [
            tickets.verify(&ticket, visitor).await,
            tickets.redeem(&ticket, visitor).await,
        ] {
            let is_unknown = matches!(refused, Err(TicketError::Store(_)));
            assert!(is_unknown, "{visitor:?}: {refused:?}");
        }
    }
}

#[tokio::test]
async fn a_ticket_is_for_one_purpose_and_one_server() {
    let store = TestStore::default();
    let keys = || Keys::new([[7; 32]]).unwrap();
    let server = || Elicitation::with_keys(keys()).store(store.clone());
    let connect = LinkTickets::new(&server().audience("files"), "connect").unwrap();
    let ticket = connect.mint("ann").await.unwrap();
    let pay = LinkTickets::new(&server().audience("files"), "pay").unwrap();
    let other = pay.redeem(&ticket, "ann").await;
    assert!(matches!(other, Err(TicketError::NotOpen)), "{other:?}");
    // The same store, and another server, or other keys.
    let mail = LinkTickets::new(&server().audience("mail"), "connect").unwrap();
    let keys = Keys::new([[8; 32]]).unwrap();
    let elicitation = Elicitation::with_keys(keys).store(store.clone());
    let foreign = LinkTickets::new(&elicitation.audience("files"), "connect").unwrap();
    for tickets in [mail, foreign] {
        assert!(tickets.verify(&ticket, "ann").await.is_err());
    }
    // Another replica of the same one.
    let replica = LinkTickets::new(&server().audience("files"), "connect").unwrap();
    replica.redeem(&ticket, "ann").await.unwrap();
}

#[tokio::test]
async fn a_ticket_without_a_principal_is_refused() {
    let (tickets, store) = tickets("connect");
    let minted = tickets.mint("").await;
    assert!(
        matches!(minted, Err(TicketError::NoPrincipal)),
        "{minted:?}"
    );
    assert!(store.is_empty());
}

#[tokio::test]
async fn a_failing_store_refuses_every_visitor() {
    let (tickets, store) = tickets("connect");
    let ticket = tickets.mint("ann").await.unwrap();
    for requests in [1, 2] {
        store.go_down(requests, "link-ticket");
        let failed = tickets.redeem(&ticket, "ann").await;
        let is_down = matches!(failed, Err(TicketError::Store(StoreError::Unavailable(_))));
        assert!(is_down, "{failed:?}");
        while store.is_down() {
            let _ = tickets.verify(&ticket, "ann").await;
        }
    }
    // Nobody knows whether it was used up: it was.
    store.fail_after(1, "link-ticket");
    let failed = tickets.redeem(&ticket, "ann").await;
    assert!(matches!(failed, Err(TicketError::Store(_))), "{failed:?}");
    let again = tickets.redeem(&ticket, "ann").await;
    assert!(matches!(again, Err(TicketError::NotOpen)), "{again:?}");
    // Nobody fills the store of others.
    let elicitation = Elicitation::default().store(MemoryStore::new(16 << 10));
    let tickets = LinkTickets::new(&elicitation, "connect").unwrap();
    let error = loop {
        if let Err(error) = tickets.mint("eve").await {
            break error;
        }
    };
    assert!(
        matches!(error, TicketError::Store(StoreError::Full)),
        "{error}"
    );
    tickets.mint("ann").await.unwrap();
}

#[test]
fn own_keys_without_a_shared_store_are_refused() {
    let elicitation = Elicitation::with_keys(Keys::new([[7; 32]]).unwrap());
    let error = LinkTickets::new(&elicitation, "connect").unwrap_err();
    assert!(
        error.to_string().contains("`Elicitation::store`"),
        "{error}"
    );
}

#[tokio::test]
async fn a_remembered_ticket_is_the_same_in_each_run() {
    for revision in Revision::all() {
        let (tickets, _) = tickets("connect");
        let user = User::new().agrees("connect").agrees("again");
        let end = user.run(revision, async |ask: Ask| {
            let ticket = ask
                .remember("ticket", async || tickets.mint("ann").await)
                .await;
            let ticket = ticket.map_err(|error| error.to_string())?;
            let link = format!("https://mcp.example.org/connect/{ticket}");
            ask.url("connect", &link, "Connect").or_end().await?;
            ask.url("again", link, "Go on").or_end().await?;
            tickets
                .redeem(&ticket, "ann")
                .await
                .map_err(|error| error.to_string())
        });
        assert_eq!(end.await, End::Returned(Ok(())), "{revision}");
        let asked = user.asked();
        assert_eq!(asked[0]["url"], asked[1]["url"], "{revision}");
    }
}
