//! A simulation of the asking side: one seed is one world, and what must hold is checked in each.
//!
//! ```sh
//! alias simulation='cargo run --profile simulation -p elicit-simulation --'
//! simulation worlds 20000   # the same ones each time
//! simulation seconds 600    # worlds that nobody has run before
//! simulation seed 7         # the story of one world, which is made smaller
//! ```
//!
//! A run ends at the first world in which something is wrong. With `all` it goes on.

mod browser;
mod client;
mod executor;
mod handler;
#[path = "../../tests/runtime/log.rs"]
mod log;
mod sim;
mod store;
mod world;

use std::{
    collections::BTreeMap,
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use crate::{
    client::Client,
    log::Log,
    sim::{CANARY, Sim},
    world::{World, worlds},
};

/// What is wrong with a world, and what happened in it.
struct Failure {
    reason: String,
    story: String,
}

/// Runs a world to its end.
fn run(world: &World, log: &Log, is_told: bool) -> Result<(), Failure> {
    log.lines.lock().unwrap().clear();
    let sim = Sim::new(world, is_told);
    let done = catch_unwind(AssertUnwindSafe(|| {
        for call in 0..world.calls.len() {
            sim.executor().spawn(None, Client::new(&sim, call).run());
        }
        for (after, place) in world.restarts.clone() {
            let sim = sim.clone();
            sim.clone().executor().spawn(None, async move {
                sim.sleep(after.time()).await;
                sim.restart(place);
            });
        }
        match sim.executor().run(world.wakers(), || sim.is_wrong()) {
            Err(reason) => sim.wrong(reason),
            Ok(()) if !sim.is_wrong() => sim.check_end(),
            Ok(()) => {}
        }
    }));
    if done.is_err() {
        sim.wrong("a panic");
    }
    for line in &*log.lines.lock().unwrap() {
        if line.contains(CANARY) {
            sim.wrong(format!("what a person typed is in the log: {line}"));
        }
    }
    match sim.take_wrong() {
        None => Ok(()),
        Some(reason) => Err(Failure {
            reason,
            story: sim.story(),
        }),
    }
}

/// The world of a seed, which can be made smaller.
fn tree<S: Strategy<Value = World>>(worlds: &S, seed: u64) -> S::Tree {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    worlds.new_tree(&mut runner).unwrap()
}

/// What two failures of one kind have in common.
fn kind(reason: &str) -> String {
    let words = reason
        .split(' ')
        .filter(|word| word.chars().all(|one| one.is_ascii_lowercase()));
    words.take(6).collect::<Vec<_>>().join(" ")
}

/// How long a world is made smaller.
const PATIENCE: Duration = Duration::from_secs(10);

/// The smallest world that is found in which the same is wrong.
fn smallest(mut tree: impl ValueTree<Value = World>, log: &Log) -> (World, Option<Failure>) {
    let mut world = tree.current();
    let Err(first) = run(&world, log, false) else {
        return (world, None);
    };
    let mut may_simplify = tree.simplify();
    let begun = Instant::now();
    while may_simplify && begun.elapsed() < PATIENCE {
        let smaller = tree.current();
        let failed = run(&smaller, log, false);
        may_simplify = if failed.is_err_and(|found| kind(&found.reason) == kind(&first.reason)) {
            world = smaller;
            tree.simplify()
        } else {
            tree.complicate()
        };
    }
    let failure = run(&world, log, true).err();
    (world, failure)
}

/// Tells the story of a seed.
fn tell(seed: u64) -> ExitCode {
    let (log, _listening) = log::listen();
    let (world, failure) = smallest(tree(&worlds(), seed), &log);
    let json = serde_json::to_string(&world).unwrap_or_default();
    match &failure {
        Some(Failure { reason, story }) => println!("seed {seed}: {reason}\n\n{story}\n{json}"),
        None => println!("seed {seed}: all holds in this world\n\n{json}"),
    }
    ExitCode::from(u8::from(failure.is_some()))
}

/// What is wrong with how many worlds, by its kind, and the first seed of each.
type Found = BTreeMap<String, (u64, usize)>;

/// Runs seeds on all cores. Returns what was found, and how many were run.
fn seeds(from: u64, number: u64, until: Option<Instant>, finds_all: bool) -> (Found, u64) {
    let next = AtomicU64::new(0);
    let found = Mutex::new(Found::new());
    let work = || {
        let (log, _listening) = log::listen();
        let worlds = worlds();
        let is_over = || !finds_all && !found.lock().unwrap().is_empty();
        while !is_over() && until.is_none_or(|until| Instant::now() < until) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= number {
                return;
            }
            let seed = from + index;
            if let Err(failure) = run(&tree(&worlds, seed).current(), &log, false) {
                let mut found = found.lock().unwrap();
                let (first, times) = found.entry(kind(&failure.reason)).or_insert((seed, 0));
                *first = seed.min(*first);
                *times += 1;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    (found.into_inner().unwrap(), next.into_inner().min(number))
}

/// Runs seeds, and tells the story of the first in which something is wrong.
fn check(from: u64, number: u64, until: Option<Instant>, finds_all: bool) -> ExitCode {
    let begun = Instant::now();
    let (found, run) = seeds(from, number, until, finds_all);
    let (millis, each) = (begun.elapsed().as_millis(), u128::from(run) * 1_000);
    println!(
        "{run} worlds in {millis} ms, {} a second",
        each / millis.max(1)
    );
    for (kind, (seed, times)) in &found {
        println!(
            "{times} worlds, first {} (seed {seed}): {kind}",
            seed - from + 1
        );
    }
    let first = found.into_values().min();
    first.map_or(ExitCode::SUCCESS, |(seed, _)| tell(seed))
}

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let number = || arguments.get(1).and_then(|number| number.parse().ok());
    let finds_all = arguments.get(2).is_some();
    match (arguments.first().map(String::as_str), number()) {
        (Some("seed"), Some(seed)) => tell(seed),
        (Some("worlds"), Some(number)) => check(0, number, None, finds_all),
        (Some("seconds"), Some(seconds)) => {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            let from = now.unwrap_or_default().as_secs() << 20;
            let until = Instant::now() + Duration::from_secs(seconds);
            check(from, u64::MAX, Some(until), finds_all)
        }
        _ => {
            eprintln!("usage: elicit-simulation seed N | worlds N [all] | seconds N [all]");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{log, run};

    /// The worlds in which something was wrong once, each as small as it was made.
    #[test]
    fn all_holds_in_the_worlds_that_were_found() {
        let (log, _listening) = log::listen();
        for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/found")).unwrap() {
            let path = file.unwrap().path();
            let world = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            if let Err(failure) = run(&world, &log, true) {
                panic!(
                    "{}: {}\n\n{}",
                    path.display(),
                    failure.reason,
                    failure.story
                );
            }
        }
    }
}
