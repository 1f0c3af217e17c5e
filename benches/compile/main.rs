//! What the derive costs a build, beside other derives: for a package of 100 structs
//! of 8 fields that reads each of them from bytes and from a value, and sends its
//! schema.

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

fn main() -> ExitCode {
    match run() {
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
    println!("| 100 structs of 8 fields | `cargo check` | debug build | lines of LLVM IR |");
    println!("|---|--:|--:|--:|");
    for (package, (check, build)) in packages.iter().zip(least) {
        let (derives, lines) = (package.derives, package.llvm_lines()?);
        println!("| {derives} | {check:.2} s | {build:.2} s | {lines} |");
    }
    Ok(())
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

    fn run(&self, command: &str, arguments: &[&str]) -> io::Result<()> {
        let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
            .args([command, "--quiet", "--package", self.derives.name()])
            .args(arguments)
            .current_dir(self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            // Else nothing is left to do when a file is the same as before.
            .env("CARGO_INCREMENTAL", "0")
            .stdout(Stdio::null())
            .status()?;
        if status.success() {
            Ok(())
        } else {
            Err(io::Error::other(format!("cargo {command} failed")))
        }
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
