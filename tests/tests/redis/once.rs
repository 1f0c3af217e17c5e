//! `Elicitation::once` where processes die: no call is paid twice, and each comes to an end.

use std::{
    collections::HashMap,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    task::JoinSet,
    time::{sleep, timeout},
};

use crate::{
    fleet::{Ending, Fleet, Member, call, first, retry},
    server::{Folder, Server, free_port},
};

/// Numbers that nobody expects.
fn random() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// Begins so many calls, one after the other, and looks at how they have ended.
async fn make_calls(
    fleet: &Arc<Fleet>,
    numbers: std::ops::Range<u64>,
    pause: Duration,
) -> HashMap<Ending, usize> {
    let mut calls = JoinSet::new();
    for number in numbers.clone() {
        let fleet = Arc::clone(fleet);
        calls.spawn(async move { (number, call(&fleet, number).await) });
        sleep(pause).await;
    }
    let endings = calls.join_all().await;
    let effects = fleet.effects();
    let (mut shares, mut unknown_and_paid) = (HashMap::new(), 0);
    for (number, ending) in endings {
        let paid = effects.get(&number).copied().unwrap_or_default();
        match ending {
            Ending::Response | Ending::Repetition => assert_eq!(paid, 1, "call {number}"),
            Ending::Unknown => {
                assert!(paid <= 1, "call {number} was paid {paid} times");
                unknown_and_paid += paid;
            }
        }
        *shares.entry(ending).or_default() += 1;
    }
    let share = |ending| shares.get(&ending).copied().unwrap_or_default();
    println!(
        "{} calls: {} responses, {} after a request was sent again, {} nobody knows ({} of them paid); none paid twice",
        numbers.end - numbers.start,
        share(Ending::Response),
        share(Ending::Repetition),
        share(Ending::Unknown),
        unknown_and_paid,
    );
    shares
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_is_paid_twice_while_replicas_are_killed() {
    let folder = Folder::new();
    let redis = Server::start_durable(free_port(), &folder).await;
    let fleet = Arc::new(Fleet::start(&redis.url()));
    let is_over = Arc::new(AtomicBool::new(false));
    let kills = {
        let (fleet, is_over) = (Arc::clone(&fleet), Arc::clone(&is_over));
        tokio::task::spawn_blocking(move || {
            let mut killed = 0;
            while !is_over.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(100 + random() % 400));
                fleet.kill(usize::from(random().is_multiple_of(2)));
                killed += 1;
            }
            killed
        })
    };
    // Who waits for a replica that has died waits for 25 seconds, undisturbed.
    let ends = {
        let is_over = Arc::clone(&is_over);
        tokio::spawn(async move {
            sleep(Duration::from_secs(16)).await;
            is_over.store(true, Ordering::SeqCst);
        })
    };
    let shares = make_calls(&fleet, 0..1000, Duration::from_millis(15)).await;
    ends.await.unwrap();
    let killed = kills.await.unwrap();
    println!("replicas were killed {killed} times");
    // Something has happened.
    assert!(killed > 20, "{killed}");
    assert!(shares[&Ending::Response] > 100, "{shares:?}");
    assert!(shares[&Ending::Repetition] > 0, "{shares:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicas_fail_closed_and_recover_while_redis_is_away() {
    let folder = Folder::new();
    let redis = Server::start_durable(free_port(), &folder).await;
    let port = redis.port;
    let fleet = Arc::new(Fleet::start(&redis.url()));
    let calls = {
        let fleet = Arc::clone(&fleet);
        tokio::spawn(async move { make_calls(&fleet, 0..600, Duration::from_millis(20)).await })
    };
    sleep(Duration::from_secs(1)).await;

    redis.signal("-STOP");
    fails_closed(&fleet, 10_000).await;
    redis.signal("-CONT");
    recovers(&fleet, 10_001).await;

    // Killed, and there again at once.
    drop(redis);
    let redis = Server::start_durable(port, &folder).await;
    recovers(&fleet, 20_001).await;

    drop(redis);
    fails_closed(&fleet, 30_000).await;
    let _redis = Server::start_durable(port, &folder).await;
    recovers(&fleet, 30_001).await;

    let shares = calls.await.unwrap();
    assert!(shares[&Ending::Response] > 0, "{shares:?}");
}

/// While the store cannot be asked, no retry has an effect, and each says so soon.
async fn fails_closed(fleet: &Fleet, number: u64) {
    let begun = fleet.send(&first(number)).await.unwrap();
    let retry = retry(number, begun.state().unwrap(), "sure");
    for which in [0, 1] {
        let sent = Instant::now();
        let refused = fleet.send_to(which, &retry).await.unwrap();
        assert!(
            sent.elapsed() < Duration::from_secs(10),
            "{:?}",
            sent.elapsed()
        );
        let Member::Error(error) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(error["code"], -32603, "{error}");
        assert_eq!(error["data"]["reason"], "nothing_done", "{error}");
    }
    // What had claimed before comes to its end, and nothing else begins.
    sleep(Duration::from_millis(500)).await;
    let before = fleet.effects();
    sleep(Duration::from_secs(1)).await;
    assert_eq!(fleet.effects(), before);
}

/// The replicas find the store again by themselves.
async fn recovers(fleet: &Fleet, number: u64) {
    let deadline = Instant::now() + Duration::from_secs(20);
    let mut number = number;
    while call(fleet, number).await == Ending::Unknown {
        assert!(Instant::now() < deadline, "the store does not come back");
        number += 1;
    }
}

/// The replica that died may have paid, so a retry must not say that nothing was done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_that_waits_while_redis_is_paused_has_an_unknown_outcome() {
    let folder = Folder::new();
    let redis = Server::start_durable(free_port(), &folder).await;
    let fleet = Arc::new(Fleet::start(&redis.url()));
    // These payments take longest.
    for number in (48..).step_by(49).take(50) {
        let begun = fleet.send_to(0, &first(number)).await.unwrap();
        let asked = retry(number, begun.state().unwrap(), "sure");
        let asked = fleet.send_to(0, &asked).await.unwrap();
        let pays = retry(number, asked.state().unwrap(), "really");
        let dies = {
            let (fleet, pays) = (Arc::clone(&fleet), pays.clone());
            tokio::spawn(async move { fleet.send_to(0, &pays).await })
        };
        sleep(Duration::from_millis(20)).await;
        let killer = Arc::clone(&fleet);
        tokio::task::spawn_blocking(move || killer.kill(0))
            .await
            .unwrap();
        if dies.await.unwrap().is_ok() {
            continue;
        }
        let mut waits = pin!(fleet.send_to(1, &pays));
        if timeout(Duration::from_secs(1), &mut waits).await.is_ok() {
            // It was killed before it had claimed the state, or after it had recorded the response.
            continue;
        }
        redis.signal("-STOP");
        let waited = waits.await.unwrap();
        redis.signal("-CONT");
        assert_eq!(waited.reason(), Some("outcome_unknown"), "{waited:?}");
        return;
    }
    panic!("no replica has died in the middle of a payment");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_retry_from_64_clients_at_once_runs_once() {
    let folder = Folder::new();
    let redis = Server::start_durable(free_port(), &folder).await;
    let fleet = Arc::new(Fleet::start(&redis.url()));
    for number in 0..20 {
        let mut member = fleet.send(&first(number)).await.unwrap();
        for key in ["sure", "really"] {
            let retry = Arc::new(retry(number, member.state().unwrap(), key));
            let mut clients = JoinSet::new();
            for client in 0..64 {
                let (fleet, retry) = (Arc::clone(&fleet), Arc::clone(&retry));
                clients.spawn(async move { fleet.send_to(client % 2, &retry).await.unwrap() });
            }
            let members = clients.join_all().await;
            assert_eq!(members.len(), 64);
            member = members[0].clone();
            assert!(matches!(member, Member::Result(_)), "{member:?}");
            let others = members.iter().filter(|other| **other != member);
            assert_eq!(others.count(), 0, "{key}");
        }
        assert_eq!(fleet.effects()[&number], 1);
    }
}
