//! What does not compile, and the words that say so: `ui/<category>/<mistake>.rs`
//! beside the `.stderr` that a person would read.
//!
//! `TRYBUILD=overwrite cargo test --workspace --test ui` writes the texts anew; with
//! `-- mistakes trybuild=misfit` it writes those of `misfit.rs` alone.
//!
//! Some texts are the derive's own, and the same on every compiler. Others are put
//! into words by the compiler (`error[E…]`): those are compared only on the one
//! they were written with, `ui/rustc-version`; on another one the cases still have
//! to fail. The same goes for those that name the standard library, where its source
//! is installed.

use std::{
    env,
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use expect_test::expect_file;
use trybuild::TestCases;

/// Set for the run that only looks whether the cases fail.
const UNCOMPARED: &str = "ELICIT_UI_UNCOMPARED";

#[test]
fn mistakes_do_not_compile_and_have_their_messages() {
    let (worded_by_rustc, worded_by_us): (Vec<PathBuf>, Vec<PathBuf>) = cases()
        .into_iter()
        .partition(|case| is_worded_by_rustc(case));
    let version = ask_rustc("-V");
    let is_blessing = env::var_os("TRYBUILD").is_some_and(|value| value == "overwrite");
    if is_blessing {
        fs::write("tests/ui/rustc-version", &version).expect("the version is written");
    }
    let blessed_with =
        fs::read_to_string("tests/ui/rustc-version").expect("the version was written");
    let shows_std = Path::new(&ask_rustc("--print=sysroot"))
        .join("lib/rustlib/src/rust/library")
        .is_dir();
    let (alike, other): (Vec<_>, Vec<_>) = worded_by_rustc
        .into_iter()
        .partition(|case| version == blessed_with && !(shows_std && names_std(case)));
    let compared = TestCases::new();
    for case in worded_by_us.iter().chain(&alike) {
        compared.compile_fail(case);
    }
    drop(compared);
    if other.is_empty() {
        return;
    }
    // Past the harness, which would keep it to itself.
    let _ = writeln!(
        io::stderr(),
        "The texts of {} cases are not compared, and the cases only have to fail: they were written \
         with {blessed_with} without `rust-src`, and this is {version}{}.",
        other.len(),
        if shows_std { " with it" } else { "" },
    );
    fail_somehow(&other);
}

/// Runs [`mistakes_do_not_compile_on_another_compiler`] over copies of the cases, in a process of
/// its own. There trybuild writes the missing texts beside the copies.
fn fail_somehow(cases: &[PathBuf]) {
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uncompared");
    let _ = fs::remove_dir_all(&copies);
    fs::create_dir_all(&copies).expect("there is room for copies");
    for case in cases {
        let name = case.to_string_lossy().replace(['/', '\\'], "_");
        fs::copy(case, copies.join(name)).expect("a case can be copied");
    }
    let status = Command::new(env::current_exe().expect("this is a program"))
        .args([
            "--exact",
            "mistakes_do_not_compile_on_another_compiler",
            "--ignored",
        ])
        .env("TRYBUILD", "overwrite")
        .env(UNCOMPARED, &copies)
        .status()
        .expect("this program can be started again");
    assert!(status.success(), "a case that has to fail compiles");
}

#[test]
#[ignore = "`mistakes_do_not_compile_and_have_their_messages` runs it on another compiler"]
fn mistakes_do_not_compile_on_another_compiler() {
    if let Some(copies) = env::var_os(UNCOMPARED) {
        TestCases::new().compile_fail(Path::new(&copies).join("*.rs"));
    }
}

/// The derive's page lists what does not compile. The list is made from the cases: the first line
/// of a case is the mistake, and its first error is the message. `UPDATE_EXPECT=1` writes the list
/// again.
#[test]
fn the_page_lists_every_mistake() {
    let mut list = String::from("| mistake | message | what to do |\n|---|---|---|\n");
    for case in cases() {
        let source = fs::read_to_string(&case).expect("a case can be read");
        let mistake = source
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("//! "));
        let text =
            fs::read_to_string(case.with_extension("stderr")).expect("the case has a `.stderr`");
        let (message, help) = (first_message(&text), first_help(&text));
        let mistake = mistake.expect("the first line says what is wrong");
        writeln!(list, "| {mistake} | {message} | {help} |").expect("there is room");
    }
    expect_file!["../../elicit-derive/src/mistakes.md"].assert_eq(&list);
}

/// The first error's own line, for a cell of a table.
fn first_message(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let (_, message) = line.split_once(": ").unwrap_or_default();
    let message = message
        .strip_prefix("evaluation panicked: ")
        .unwrap_or(message);
    message.replace('|', "\\|")
}

/// What the first error says to do, for a cell of a table. Empty: its message says so.
///
/// A trait of ours says it in a note. The help of such an error is the compiler's, and says no more
/// than that the trait is not implemented.
fn first_help(text: &str) -> String {
    let (first, _) = text.split_once("\n\n").unwrap_or((text, ""));
    let is_ours = first.starts_with("error[E0277]") && !first.contains("the size for values");
    let prefix = if is_ours { "= note: " } else { "help: " };
    let help = first
        .lines()
        .find_map(|line| line.trim().strip_prefix(prefix));
    help.unwrap_or_default().replace('|', "\\|")
}

/// The cases, by category and name.
fn cases() -> Vec<PathBuf> {
    let mut cases: Vec<PathBuf> = entries("tests/ui".as_ref())
        .filter(|category| category.is_dir())
        .flat_map(|category| entries(&category))
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    cases.sort();
    cases
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the entry can be read").path())
}

/// A text that is not there yet counts as the compiler's. So does what is not found, which has
/// no number.
fn is_worded_by_rustc(case: &Path) -> bool {
    let Ok(text) = fs::read_to_string(case.with_extension("stderr")) else {
        return true;
    };
    text.contains("error[E") || text.contains("error: cannot find")
}

/// Whether the text of a case points into the standard library. With `rust-src`, the compiler shows
/// the lines there, too.
fn names_std(case: &Path) -> bool {
    fs::read_to_string(case.with_extension("stderr")).is_ok_and(|text| text.contains("$RUST"))
}

fn ask_rustc(question: &str) -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg(question)
        .output()
        .expect("rustc runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
