//! A simulation of the asking side: one seed is one world, and what must hold is checked in each.
//!
//! ```sh
//! alias simulation='cargo run --profile simulation -p elicit-simulation --'
//! simulation worlds 20000   # the same ones each time
//! simulation seconds 600    # worlds that nobody has run before
//! simulation seed 7         # one world
//! simulation world FILE     # the world that a story ends with
//! ```
//!
//! A run ends at the first world in which something is wrong. It is made smaller, and its story is told.

mod browser;
mod call_facts;
mod checks;
mod client;
mod executor;
mod handler;
#[path = "../../tests/runtime/log.rs"]
mod log;
mod person;
mod process;
mod server;
mod sim;
mod store;
mod world;

use std::{
    env, fs,
    path::Path,
    process::{Command, ExitCode},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant, SystemTime},
};

use proptest::{
    prelude::any,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner},
};

use crate::{
    log::Log,
    sim::{CANARY, Sim},
    world::World,
};

/// Runs a world to its end. Returns what is wrong with it, if anything, and what happened.
fn run(world: &World, log: &Log, is_told: bool) -> Result<(), (String, String)> {
    log.lines.lock().unwrap().clear();
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().unwrap();
    runtime.block_on(Sim::run(world, is_told))?;
    let lines = log.lines.lock().unwrap();
    match lines.iter().find(|line| line.contains(CANARY)) {
        Some(line) => Err((format!("the log says: {line}"), String::new())),
        None => Ok(()),
    }
}

/// Runs the world of a seed. If something is wrong, it is made smaller, and its story is told.
fn holds(seed: u64, log: &Log) -> bool {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let config = Config {
        cases: 1,
        failure_persistence: None,
        max_shrink_iters: 1_000_000,
        max_shrink_time: 10_000,
        ..Config::default()
    };
    let found = TestRunner::new_with_rng(config, rng).run(&any::<World>(), |world| {
        run(&world, log, false).map_err(|(reason, _)| TestCaseError::fail(reason))
    });
    match found {
        Err(TestError::Fail(_, world)) => tell(&format!("seed {seed}"), &world, log),
        _ => true,
    }
}

/// Tells the story of a world, if something is wrong in it.
fn tell(name: &str, world: &World, log: &Log) -> bool {
    let told = run(world, log, true);
    if let Err((reason, story)) = &told {
        let json = serde_json::to_string(world).unwrap();
        println!("{name}: {reason}\n\n{story}\n{json}");
    }
    told.is_ok()
}

/// The world in a file.
fn read(path: impl AsRef<Path>) -> World {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Runs seeds on all cores, to the first in which something is wrong.
fn all_hold(from: u64, number: u64, time: Duration) -> bool {
    let begun = Instant::now();
    let (next, wrong) = (AtomicU64::new(from), AtomicU64::new(0));
    let work = || {
        let (log, _listening) = log::listen();
        while wrong.load(Ordering::Relaxed) == 0 && begun.elapsed() < time {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed - from >= number {
                return;
            }
            wrong.fetch_add(u64::from(!holds(seed, &log)), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let run = (next.into_inner() - from).min(number);
    let seconds = begun.elapsed().as_secs().max(1);
    println!("{run} worlds in {seconds} s, {} a second", run / seconds);
    wrong.into_inner() == 0
}

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    // A browser that does nothing, for the pages that the server opens itself.
    if env::var("BROWSER").as_deref() != Ok("true") {
        let mut this = Command::new(env::current_exe().unwrap());
        let status = this.args(arguments).env("BROWSER", "true").status();
        return ExitCode::from(u8::from(!status.unwrap().success()));
    }
    let number = arguments.get(1).and_then(|number| number.parse().ok());
    let holds = match (arguments.first().map(String::as_str), number) {
        (Some("seed"), Some(seed)) => holds(seed, &log::listen().0),
        (Some("worlds"), Some(number)) => all_hold(0, number, Duration::MAX),
        (Some("world"), _) if arguments.len() == 2 => {
            let path = &arguments[1];
            tell(path, &read(path), &log::listen().0)
        }
        (Some("seconds"), Some(seconds)) => {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            let from = now.unwrap_or_default().as_secs() << 20;
            all_hold(from, u64::MAX, Duration::from_secs(seconds))
        }
        _ => {
            eprintln!("usage: elicit-simulation seed N | world FILE | worlds N | seconds N");
            false
        }
    };
    ExitCode::from(u8::from(!holds))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{log, read, tell};

    /// The worlds in which something was wrong once, each as small as it was made.
    #[test]
    fn all_holds_in_the_worlds_that_were_found() {
        let (log, _listening) = log::listen();
        for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/found")).unwrap() {
            let path = file.unwrap().path();
            let name = path.display().to_string();
            assert!(tell(&name, &read(&path), &log), "{name}");
        }
    }
}
