//! What the derive costs a build, beside other derives: for a package of 100 structs
//! of 8 fields that reads each of them from bytes and from a value, and sends its
//! schema.
//!
//! Seconds are of this machine and this minute; instructions of a `cargo check`, counted by
//! callgrind, repeat within a percent.

mod package;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

use nix::sys::{
    resource::{UsageWho, getrusage},
    time::{TimeVal, TimeValLike},
};
use package::Derives;

/// The least of so many is printed: whatever else the machine does only adds to it.
const ROUNDS: usize = 5;

/// Where callgrind writes to, if this program is what cargo calls as the compiler.
const PROFILE: &str = "ELICIT_PROFILE";

fn main() -> ExitCode {
    let done = match env::var(PROFILE) {
        Ok(profile) => counted(&profile),
        Err(_) => run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let folder = folder()?;
    for derives in Derives::ALL {
        derives.write(&folder)?;
    }
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock"),
        folder.join("Cargo.lock"),
    )?;
    let packages = Derives::ALL.map(|derives| Package {
        folder: &folder,
        derives,
    });
    // What they depend on is built before anything is measured.
    for package in &packages {
        package.run("check", &[])?;
        package.run("build", &[])?;
    }
    let mut least = [(f64::MAX, f64::MAX); Derives::ALL.len()];
    for _ in 0..ROUNDS {
        for (package, (check, build)) in packages.iter().zip(&mut least) {
            *check = check.min(package.cost("check")?);
            *build = build.min(package.cost("build")?);
        }
    }
    let instructions = instructions(&packages)?;
    println!(
        "| 100 structs of 8 fields | `cargo check` | its instructions (× serde) | debug build | \
         lines of LLVM IR |"
    );
    println!("|---|--:|--:|--:|--:|");
    for ((package, (check, build)), instructions) in packages.iter().zip(least).zip(instructions) {
        let (derives, lines) = (package.derives, package.llvm_lines()?);
        println!("| {derives} | {check:.2} s | {instructions} | {build:.2} s | {lines} |");
    }
    Ok(())
}

/// Runs the compiler, which is named by the arguments, under callgrind.
fn counted(profile: &str) -> io::Result<()> {
    let mut arguments = env::args_os();
    arguments.next();
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind"]);
    valgrind.arg(format!("--callgrind-out-file={profile}"));
    succeed(valgrind.args(arguments))
}

/// The instructions of a check of each package, and their ratio to serde's; empty without valgrind.
fn instructions(packages: &[Package<'_>]) -> io::Result<Vec<String>> {
    if let Err(error) = Command::new("valgrind").arg("--version").output() {
        eprintln!("No instructions (valgrind: {error}; Debian has a package of that name).");
        return Ok(vec![String::new(); packages.len()]);
    }
    let counts: Vec<_> = packages
        .iter()
        .map(Package::instructions)
        .collect::<Result<_, _>>()?;
    let serde = packages
        .iter()
        .position(|package| package.derives == Derives::Serde);
    let serde = counts[serde.expect("it is one of all")];
    let shown = counts
        .into_iter()
        .map(|count| format!("{:.2} G ({:.2})", count / 1e9, count / serde));
    Ok(shown.collect())
}

struct Package<'a> {
    folder: &'a Path,
    derives: Derives,
}

impl Package<'_> {
    /// The CPU time of all processes, in seconds, of building this package only.
    fn cost(&self, command: &str) -> io::Result<f64> {
        self.derives.touch(self.folder)?;
        let before = cpu_time_of_children()?;
        self.run(command, &[])?;
        Ok(cpu_time_of_children()? - before)
    }

    /// The instructions of the compiler in a check of this package only. `callgrind_annotate` shows
    /// which functions they are in.
    fn instructions(&self) -> io::Result<f64> {
        let profile = self.folder.join(format!("{}.out", self.derives.name()));
        self.derives.touch(self.folder)?;
        let mut check = self.cargo("check", &[]);
        check.env("RUSTC_WORKSPACE_WRAPPER", env::current_exe()?);
        check.env(PROFILE, &profile);
        succeed(&mut check)?;
        // If cargo asks the compiler for its version, that comes first and is overwritten.
        let profile = fs::read_to_string(profile)?;
        let total = profile
            .lines()
            .find_map(|line| line.strip_prefix("totals: "));
        let total = total.and_then(|total| total.trim().parse().ok());
        total.ok_or_else(|| io::Error::other("callgrind counted nothing"))
    }

    fn run(&self, command: &str, arguments: &[&str]) -> io::Result<()> {
        succeed(&mut self.cargo(command, arguments))
    }

    fn cargo(&self, command: &str, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo
            .args([command, "--quiet", "--package", self.derives.name()])
            .args(arguments)
            .current_dir(self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            // Else nothing is left to do when a file is the same as before.
            .env("CARGO_INCREMENTAL", "0")
            .stdout(Stdio::null());
        cargo
    }

    /// As `cargo llvm-lines` counts them: within functions, before any optimisation.
    fn llvm_lines(&self) -> io::Result<usize> {
        let ir = self.folder.join(format!("{}.ll", self.derives.name()));
        self.derives.touch(self.folder)?;
        self.run(
            "rustc",
            &[
                "--",
                "-Cdebuginfo=0",
                "-Ccodegen-units=1",
                "-Cno-prepopulate-passes",
                &format!("--emit=llvm-ir={}", ir.display()),
            ],
        )?;
        let mut is_within = false;
        let mut lines = 0;
        for line in fs::read_to_string(ir)?.lines() {
            is_within |= line.starts_with("define ");
            lines += usize::from(is_within);
            is_within &= line != "}";
        }
        Ok(lines)
    }
}

fn succeed(command: &mut Command) -> io::Result<()> {
    if command.status()?.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{command:?} failed")))
    }
}

fn cpu_time_of_children() -> io::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: TimeVal| {
        let microseconds = u32::try_from(time.num_microseconds()).unwrap_or(u32::MAX);
        f64::from(microseconds) / 1e6
    };
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// `compile` in the target folder of cargo.
fn folder() -> io::Result<PathBuf> {
    let program = env::current_exe()?;
    // target/release/deps/program
    let target = program.ancestors().nth(3);
    let target = target.ok_or_else(|| io::Error::other("not built by cargo"))?;
    Ok(target.join("compile"))
}
