//! How many instructions a piece of code takes, by callgrind.
//!
//! The counts repeat to the instruction. For that each comes from a process of its
//! own, which has an empty environment, makes nothing but this one case, and has run
//! it before. gungraun (once iai-callgrind) counts so, too, and lists each count by
//! itself; what is wanted here are tables with ratios, and no second program to be
//! installed in the matching version.

use std::{
    env, fmt, fs,
    path::PathBuf,
    process::{Command, ExitCode},
};

use crate::Case;

/// Runs before the one that is counted: for what is made on first use, and for the
/// allocator.
const WARM_UP: u32 = 1;

/// In the command line of a process that is counted, before the name of its case.
const COUNTED: &str = "--counted";

/// The main function of a program that counts: starts itself again under callgrind,
/// once for each key, and hands the counts over, in the order of the keys.
pub fn main<K: fmt::Display>(
    keys: &[K],
    case: impl FnOnce(&K) -> Case<K>,
    print: impl FnOnce(&[u64]),
) -> ExitCode {
    let mut arguments = env::args().skip_while(|argument| argument != COUNTED);
    if let Some(name) = arguments.nth(1) {
        if let Some(key) = keys.iter().find(|key| self::name(key) == name) {
            let case = case(key);
            case.run(WARM_UP);
            instructions_are_counted_here(&case);
        }
        return ExitCode::SUCCESS;
    }
    let counts: Result<Vec<_>, _> = keys.iter().map(|key| count(&name(key))).collect();
    match counts {
        Ok(counts) => {
            print(&counts);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// callgrind finds it by its name.
#[inline(never)]
fn instructions_are_counted_here<K>(case: &Case<K>) {
    case.run(1);
}

fn count(name: &str) -> Result<u64, String> {
    let error = |error: std::io::Error| error.to_string();
    let program = env::current_exe().map_err(error)?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .arg("--toggle-collect=*instructions_are_counted_here*")
        .arg(format!("--callgrind-out-file={}", profile(name)?.display()))
        .arg(program)
        .args([COUNTED, name])
        .env_clear()
        .env("PATH", env::var_os("PATH").unwrap_or_default())
        .output()
        .map_err(|error| format!("valgrind: {error}; Debian has a package of that name"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    log.lines()
        .find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
        .filter(|&count| count > 0)
        .ok_or_else(|| format!("valgrind counted nothing for {name}:\n{log}"))
}

/// Where callgrind writes which function the instructions are in, for
/// `callgrind_annotate`: in the folder `callgrind` of cargo's target folder.
fn profile(name: &str) -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    // target/release/deps/program
    let target = program.ancestors().nth(3).ok_or("not built by cargo")?;
    let folder = target.join("callgrind");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(folder.join(format!("{name}.out")))
}

/// A name that is also one of a file.
fn name(key: &impl fmt::Display) -> String {
    let key = key.to_string();
    let words: Vec<_> = key
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.join("-")
}
