//! The examples, run as a script runs them.

mod common;

use common::{Finished, run};
use serde_json::{Value, json};

const DEPLOY: &str = env!("CARGO_BIN_EXE_deploy");
const ROLLBACK: &str = env!("CARGO_BIN_EXE_rollback");
const REVISIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/// Runs an example once on each revision.
fn on_each_revision(program: &str, switches: &[&str]) -> Vec<Finished> {
    REVISIONS
        .iter()
        .map(|revision| {
            let mut all = vec!["--protocol", revision];
            all.extend(switches);
            run(program, &all, &[]).expect("the example runs")
        })
        .collect()
}

fn accept(content: &Value) -> [String; 2] {
    ["--accept".into(), content.to_string()]
}

#[test]
fn an_accepted_answer_names_the_environment() {
    let content = json!({"environment": "production", "replicas": 3, "branch": "main"});
    let [switch, content] = accept(&content);
    for finished in on_each_revision(DEPLOY, &[&switch, &content]) {
        assert_eq!(finished.status, Some(0), "{finished:?}");
        assert_eq!(
            finished.last_line(),
            "Deployed main to production, 3 replicas."
        );
    }
}

#[test]
fn an_optional_field_can_be_left_out() {
    let content = json!({"environment": "staging", "replicas": 2, "branch": "main"});
    let [switch, content] = accept(&content);
    for finished in on_each_revision(DEPLOY, &[&switch, &content]) {
        assert_eq!(
            finished.last_line(),
            "Deployed main to staging, 2 replicas.",
            "{finished:?}"
        );
    }
}

#[test]
fn the_newest_revision_is_the_default() {
    let content = json!({"environment": "staging", "replicas": 2, "branch": "main"});
    let [switch, content] = accept(&content);
    let finished =
        run(DEPLOY, &["--show-schema", &switch, &content], &[]).expect("the example runs");
    assert_eq!(finished.status, Some(0), "{finished:?}");
    assert!(finished.stdout.contains(r#""oneOf""#), "{finished:?}");
}

#[test]
fn decline_and_cancel_complete_the_call() {
    for switch in ["--decline", "--cancel"] {
        for finished in on_each_revision(DEPLOY, &[switch]) {
            assert_eq!(finished.status, Some(0), "{finished:?}");
            assert!(
                !finished.last_line().contains("Deployed"),
                "deployed after a decline or cancel: {finished:?}"
            );
        }
    }
}

#[test]
fn an_answer_that_stays_invalid_ends_with_its_violations() {
    let content = json!({
        "environment": "moon", "replicas": 21, "branch": "x", "notify": "nobody",
    });
    let [switch, content] = accept(&content);
    for finished in on_each_revision(DEPLOY, &[&switch, &content]) {
        assert_eq!(finished.status, Some(1), "{finished:?}");
        for property in ["environment: ", "replicas: ", "branch: ", "notify: "] {
            assert!(finished.stderr.contains(property), "{finished:?}");
        }
        for value in ["moon", "21", "nobody"] {
            assert!(!finished.stderr.contains(value), "{finished:?}");
        }
    }
}

#[test]
fn the_shown_schema_matches_the_revision() {
    let titled = [
        ("staging", "Staging (eu-west)"),
        ("production", "Production (eu-west, us-east)"),
    ];
    let one_of = titled.map(|(value, title)| json!({"const": value, "title": title}));
    let spellings = [
        json!({"enum": titled.map(|(value, _)| value), "enumNames": titled.map(|(_, title)| title)}),
        json!({"oneOf": one_of}),
        json!({"oneOf": one_of}),
    ];
    let shown = on_each_revision(DEPLOY, &["--show-schema", "--decline"]);
    for (finished, spelling) in shown.into_iter().zip(spellings) {
        let line = finished.stdout.lines().next().unwrap_or_default();
        let schema: Value = serde_json::from_str(line).expect("a line of JSON");
        let environment = schema["properties"]["environment"].as_object();
        for (keyword, options) in spelling.as_object().expect("an object") {
            assert_eq!(
                environment.and_then(|environment| environment.get(keyword)),
                Some(options),
                "{line}"
            );
        }
        let order: Vec<&String> = schema["properties"]
            .as_object()
            .expect("properties")
            .keys()
            .collect();
        assert_eq!(order, ["environment", "replicas", "branch", "notify"]);
    }
}

#[test]
fn a_wrong_switch_exits_with_code_2() {
    for switches in [
        &["--accept", "not json"][..],
        &["--protocol", "2024-11-05", "--decline"],
        &["--frobnicate"],
    ] {
        let finished = run(DEPLOY, switches, &[]).expect("the example runs");
        assert_eq!(finished.status, Some(2), "{switches:?}: {finished:?}");
        assert!(!finished.stderr.is_empty(), "{switches:?}: {finished:?}");
    }
}

/// In a container, a pipe or CI, where nobody can answer.
#[test]
fn without_a_terminal_deploy_plays_a_session() {
    for finished in on_each_revision(DEPLOY, &[]) {
        assert_eq!(finished.status, Some(0), "{finished:?}");
        let readme = include_str!("../../README.md");
        assert!(readme.contains(finished.stdout.trim_end()), "{finished:?}");
        for words in [
            "answers by itself",
            "cargo run --bin deploy",
            "What should be deployed?",
            "asks again: Please correct your answer. “Replicas” must be at most 20.",
        ] {
            assert!(finished.stdout.contains(words), "{finished:?}");
        }
        assert_eq!(finished.stderr, "");
        assert_eq!(
            finished.last_line(),
            "Deployed main to production, 3 replicas."
        );
    }
}

/// Others, and more questions than there are answers for.
#[test]
fn without_a_terminal_other_examples_say_how_to_answer() {
    let finished = run(ROLLBACK, &[], &[]).expect("the example runs");
    assert_eq!(finished.status, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("--accept"), "{finished:?}");
}

#[test]
fn rollback_offers_the_releases_that_the_server_found() {
    let [switch, content] = accept(&json!({"release": "v1.3.0", "reason": "it worked"}));
    for finished in on_each_revision(ROLLBACK, &["--show-schema", &switch, &content]) {
        assert_eq!(finished.status, Some(0), "{finished:?}");
        assert_eq!(
            finished.last_line(),
            "Rolled back to v1.3.0, because: it worked."
        );
        let line = finished.stdout.lines().next().unwrap_or_default();
        assert!(line.contains("v1.4.1, last week"), "{line}");
    }
}

#[test]
fn rollback_refuses_a_release_that_was_not_offered() {
    let [switch, content] = accept(&json!({"release": "v9"}));
    for finished in on_each_revision(ROLLBACK, &[&switch, &content]) {
        assert_eq!(finished.status, Some(1), "{finished:?}");
        assert!(finished.stderr.contains("release: "), "{finished:?}");
    }
}
