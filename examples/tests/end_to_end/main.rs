//! The client against a server that it starts itself, as in the examples.
//!
//! This program is an example to itself: with an argument it is the client (or,
//! with `--serve`, the server), without one it runs itself and looks at what
//! happens. For that it does without the usual test harness.

#[path = "../common/mod.rs"]
mod common;
mod server;

use std::{env, process::ExitCode};

use common::Finished;
use server::{Fixture, SURE, SURE_TOO, TARGET};

const EVERY: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];
const GOOD: &str = r#"{"replicas":3,"branch":"main","environment":"staging"}"#;
const BAD: &str = r#"{"replicas":21,"branch":"main","environment":"staging"}"#;

#[tokio::main]
async fn main() -> ExitCode {
    if env::var_os("FIXTURE").is_some() {
        let behaviour = env::var("FIXTURE").unwrap_or_default();
        return elicit_examples::run("deploy", || Fixture(behaviour)).await;
    }
    let tests: [(&str, fn()); 11] = [
        (
            "accepted_answers_are_deployed",
            accepted_answers_are_deployed,
        ),
        (
            "decline_and_cancel_reach_the_server",
            decline_and_cancel_reach_the_server,
        ),
        (
            "a_repeated_question_gets_the_same_answer",
            a_repeated_question_gets_the_same_answer,
        ),
        (
            "an_answer_that_stays_invalid_ends_the_call",
            an_answer_that_stays_invalid_ends_the_call,
        ),
        (
            "each_question_gets_its_own_answer",
            each_question_gets_its_own_answer,
        ),
        (
            "simultaneous_questions_get_answers_in_order",
            simultaneous_questions_get_answers_in_order,
        ),
        (
            "too_few_answers_are_a_usage_error",
            too_few_answers_are_a_usage_error,
        ),
        (
            "without_a_terminal_the_switches_are_named",
            without_a_terminal_the_switches_are_named,
        ),
        (
            "wrong_switches_are_usage_errors",
            wrong_switches_are_usage_errors,
        ),
        ("failing_servers_are_reported", failing_servers_are_reported),
        (
            "the_server_does_not_outlive_the_client",
            the_server_does_not_outlive_the_client,
        ),
    ];
    let wanted = env::args().nth(1).filter(|word| !word.starts_with('-'));
    for (name, test) in tests {
        if wanted
            .as_ref()
            .is_none_or(|wanted| name.contains(wanted.as_str()))
        {
            test();
            println!("{name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

#[track_caller]
fn client(behaviour: &str, arguments: &[&str]) -> Finished {
    let program = env::current_exe().expect("a program has a file");
    common::run(program, arguments, &[("FIXTURE", behaviour)]).expect("it runs")
}

#[track_caller]
fn assert_ended(end: &Finished, status: i32, last_line: &str, stderr: &str) {
    assert_eq!(end.status, Some(status), "{end:?}");
    assert_eq!(end.last_line(), last_line, "{end:?}");
    assert!(end.stderr.contains(stderr), "{end:?}");
}

fn accepted_answers_are_deployed() {
    let result = format!("deployed {GOOD}");
    for revision in EVERY {
        let end = client(
            "",
            &["--accept", GOOD, "--show-schema", "--protocol", revision],
        );
        assert_ended(&end, 0, &result, "");
        assert_eq!(end.stdout, format!("{TARGET}\n{result}\n"));
    }
    assert_ended(&client("", &["--accept", GOOD]), 0, &result, "");
}

fn decline_and_cancel_reach_the_server() {
    for revision in EVERY {
        let end = client("", &["--decline", "--protocol", revision]);
        assert_ended(&end, 0, r#"said "decline""#, "");
        let end = client("", &["--cancel", "--protocol", revision]);
        assert_ended(&end, 0, r#"said "cancel""#, "");
    }
}

fn a_repeated_question_gets_the_same_answer() {
    for revision in EVERY {
        let end = client(
            "",
            &[
                "--accept",
                BAD,
                "--decline",
                "--show-schema",
                "--protocol",
                revision,
            ],
        );
        // The repeated question gets the answer that it got before, not the next one.
        assert_eq!(end.status, Some(1), "{end:?}");
        assert_eq!(end.stdout, format!("{TARGET}\n").repeat(3));
    }
}

fn an_answer_that_stays_invalid_ends_the_call() {
    for revision in EVERY {
        let end = client("", &["--accept", BAD, "--protocol", revision]);
        assert_ended(&end, 1, "", "");
        assert_eq!(
            end.stderr,
            "error: the server ended the call: the answer was not valid\n\
             replicas: must be at most 20\n\
             too many in all\n"
        );
    }
}

fn each_question_gets_its_own_answer() {
    for revision in EVERY {
        let sure = r#"{"confirm":true}"#;
        let end = client(
            "two",
            &["--accept", GOOD, "--accept", sure, "--protocol", revision],
        );
        let result = format!(
            r#"{{"action":"accept","content":{GOOD}}} {{"action":"accept","content":{sure}}}"#
        );
        assert_ended(&end, 0, &result, "");
        let end = client(
            "two",
            &["--accept", GOOD, "--decline", "--protocol", revision],
        );
        let result = format!(r#"{{"action":"accept","content":{GOOD}}} {{"action":"decline"}}"#);
        assert_ended(&end, 0, &result, "");
    }
}

fn simultaneous_questions_get_answers_in_order() {
    for revision in EVERY {
        let newest = revision == "2026-07-28";
        let first = r#"{"confirm":true,"n":1}"#;
        let second = r#"{"confirm":true,"n":2}"#;
        let end = client(
            "both",
            &[
                "--accept",
                first,
                "--accept",
                second,
                "--show-schema",
                "--protocol",
                revision,
            ],
        );
        assert_eq!(end.status, Some(0), "{end:?}");
        // The SDK sends the requests of older revisions in no certain order, and
        // gives the answers of the newest by key: `a` was the second to be asked.
        let in_order = end.stdout.starts_with(&format!("{SURE}\n{SURE_TOO}\n"));
        assert!(in_order || end.stdout.starts_with(&format!("{SURE_TOO}\n{SURE}\n")));
        let (z, a) = end.last_line().split_once("} {").expect("two answers");
        let (z, a) = if newest { (a, z) } else { (z, a) };
        let (z_number, a_number) = if in_order { (1, 2) } else { (2, 1) };
        assert!(z.contains(&format!("\"n\":{z_number}")), "{end:?}");
        assert!(a.contains(&format!("\"n\":{a_number}")), "{end:?}");
        assert!(in_order || !newest, "{end:?}");
    }
}

fn too_few_answers_are_a_usage_error() {
    for revision in EVERY {
        let end = client("two", &["--accept", GOOD, "--protocol", revision]);
        assert_ended(&end, 2, "", "repeat --accept");
    }
}

fn without_a_terminal_the_switches_are_named() {
    for revision in EVERY {
        for switch in ["--accept", "--decline", "--cancel"] {
            assert_ended(&client("", &["--protocol", revision]), 2, "", switch);
        }
        assert_ended(
            &client("quiet", &["--protocol", revision]),
            0,
            "nothing to ask",
            "",
        );
    }
}

fn wrong_switches_are_usage_errors() {
    assert_ended(&client("", &["--accept", "["]), 2, "", "--accept");
    assert_ended(&client("", &["--accept", "[]"]), 2, "", "not an object");
    assert_ended(
        &client("", &["--decline", "--cancel"]),
        2,
        "",
        "cannot be used with",
    );
    assert_ended(
        &client("", &["--protocol", "2024-11-05"]),
        2,
        "",
        "2025-06-18",
    );
    assert_ended(&client("", &["--what"]), 2, "", "--what");
    let help = client("", &["--help"]);
    assert_eq!(help.status, Some(0));
    assert!(help.stdout.contains("--show-schema") && help.stdout.contains("--serve"));
}

fn failing_servers_are_reported() {
    for revision in EVERY {
        let end = |behaviour| client(behaviour, &["--decline", "--protocol", revision]);
        assert_ended(&end("dies"), 2, "", "exit status: 3");
        assert_ended(&end("talks"), 2, "", "no JSON-RPC message: starting up ...");
        assert_ended(&end("fails"), 2, "", "the disk is full");
        assert_ended(&end("nested"), 2, "", "not a form: What?");
    }
}

fn the_server_does_not_outlive_the_client() {
    let end = client("stubborn", &["--decline"]);
    assert_ended(&end, 0, "done", "pid ");
    if cfg!(target_os = "linux") {
        let pid = end.stderr.trim().trim_start_matches("pid ").to_owned();
        assert!(
            !std::path::Path::new("/proc").join(&pid).exists(),
            "{pid} is still there"
        );
    }
}
