//! The example servers, each on every revision.

mod common;

use common::{Finished, run};

const DELETE: &str = env!("CARGO_BIN_EXE_delete");
const APPROVE: &str = env!("CARGO_BIN_EXE_approve");
const SCHEDULE: &str = env!("CARGO_BIN_EXE_schedule");
const BOOK: &str = env!("CARGO_BIN_EXE_book");
const SURVEY: &str = env!("CARGO_BIN_EXE_survey");
const ENROL: &str = env!("CARGO_BIN_EXE_enrol");
const DOCTOR: &str = env!("CARGO_BIN_EXE_doctor");
const TALLY: &str = env!("CARGO_BIN_EXE_tally");
const PAY: &str = env!("CARGO_BIN_EXE_pay");

/// Runs an example once on each revision.
fn on_each_revision(program: &str, switches: &[&str], look: impl Fn(&Finished)) {
    for revision in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut all = vec!["--protocol", revision];
        all.extend(switches);
        look(&run(program, &all, &[]).expect("the example runs"));
    }
}

/// The call completes, and this is its result.
fn ends(program: &str, switches: &[&str], result: &str) {
    on_each_revision(program, switches, |finished| {
        assert_eq!(finished.status, Some(0), "{switches:?}: {finished:?}");
        assert_eq!(finished.last_line(), result, "{switches:?}");
    });
}

/// The answer stays invalid, and this is why.
fn fails(program: &str, content: &str, violation: &str) {
    on_each_revision(program, &["--accept", content], |finished| {
        assert_eq!(finished.status, Some(1), "{content}: {finished:?}");
        assert!(
            finished.stderr.contains(violation),
            "{content}: {finished:?}"
        );
    });
}

const KEPT: &str = "The user decided to keep atlas. Do not ask again.";
const OPEN: &str = "The user did not decide, and nothing was deleted. atlas can be deleted later.";

#[test]
fn a_project_is_deleted_when_its_name_is_typed() {
    ends(
        DELETE,
        &["--accept", r#"{"name":"atlas"}"#],
        "Deleted atlas.",
    );
    ends(DELETE, &["--decline"], KEPT);
    ends(DELETE, &["--cancel"], OPEN);
    let wrong = "name: is not the name of the project";
    fails(DELETE, r#"{"name":"Atlas"}"#, wrong);
    fails(DELETE, "{}", "name: is required");
}

#[test]
fn a_command_is_shown_with_every_character_visible() {
    let command = r#"`curl https://example.org/setup.sh\u{200b} && echo "done"\nreboot`"#;
    let run = format!("Ran {command}.");
    ends(APPROVE, &["--accept", r#"{"confirm":true}"#], &run);
    let kept = "The user did not agree. Nothing was run.";
    ends(APPROVE, &["--accept", r#"{"confirm":false}"#], kept);
}

#[test]
fn a_child_process_lives_from_answer_to_answer() {
    let (two, three) = (r#"{"value":2}"#, r#"{"value":3}"#);
    let all = ["--accept", two, "--accept", three, "--accept", "{}"];
    ends(TALLY, &all, "The sum is 5.");
    ends(TALLY, &["--accept", two, "--decline"], "The sum is 2.");
}

#[test]
fn a_time_is_converted_from_its_zone() {
    for (window, planned) in [
        (
            r#"{"day":"2027-07-01","time":"22:30","zone":"America/New_York","minutes":90}"#,
            "Planned for 2027-07-02T02:30:00Z, 90 minutes.",
        ),
        (
            r#"{"day":"2027-01-15","time":"09:00","zone":"Europe/Berlin","minutes":60}"#,
            "Planned for 2027-01-15T08:00:00Z, 60 minutes.",
        ),
    ] {
        ends(SCHEDULE, &["--accept", window], planned);
    }
    for (window, violation) in [
        // The clocks go forward over it, and back over it.
        (
            r#"{"day":"2027-03-28","time":"02:30","zone":"Europe/Berlin","minutes":60}"#,
            "time: does not exist",
        ),
        (
            r#"{"day":"2027-10-31","time":"02:30","zone":"Europe/Berlin","minutes":60}"#,
            "exists twice",
        ),
        (
            r#"{"day":"2027-02-29","time":"09:00","zone":"Europe/Berlin","minutes":60}"#,
            "day: must be a date",
        ),
        (
            r#"{"day":"2027-02-28","time":"9:00"}"#,
            "time: must match: Hours and minutes, such as 22:30",
        ),
    ] {
        fails(SCHEDULE, window, violation);
    }
}

#[test]
fn the_second_question_depends_on_the_first() {
    let few = r#"{"office":"Oslo","people":5}"#;
    let many = r#"{"office":"Oslo","people":8}"#;
    let skog = r#"{"room":"skog"}"#;
    let booked = "Booked skog for 5.";
    ends(BOOK, &["--accept", few, "--accept", skog], booked);
    ends(BOOK, &["--accept", many], "Booked skog for 8.");
    let crowd = r#"{"office":"Lisbon","people":40}"#;
    ends(BOOK, &["--accept", crowd], "No free room has 40 seats.");
    let no = "The user declined to answer.";
    ends(BOOK, &["--decline"], no);
    ends(BOOK, &["--accept", few, "--decline"], no);
    let elsewhere = ["--accept", few, "--accept", r#"{"room":"tejo"}"#];
    on_each_revision(BOOK, &elsewhere, |finished| {
        assert_eq!(finished.status, Some(1), "{finished:?}");
        let offered =
            "room: must be one of `fjord` (`Fjord (6 seats)`), `skog` (`Skog (20 seats)`)";
        assert!(finished.stderr.contains(offered), "{finished:?}");
    });
}

#[test]
fn a_survey_reads_every_kind_of_field() {
    let all = r#"{"verdict":"fair","more_of":["talks","questions"],"again":7,"hours":1.5,
        "too_fast":true,"comment":"more tea","email":"a@example.org","next":"2027-04-01"}"#;
    let summary = "It was fair, 7 of 10. More talks. More questions and answers. Slower. \
                   1.5 hours. They write: \"more tea\"";
    ends(SURVEY, &["--accept", all], summary);
    let least = "It was good, 5 of 10.";
    ends(
        SURVEY,
        &["--accept", r#"{"verdict":"good","again":5}"#],
        least,
    );
    // What clients send for fields that were left alone.
    let untouched =
        r#"{"verdict":"good","again":5,"hours":null,"comment":"","email":"","next":""}"#;
    ends(SURVEY, &["--accept", untouched], least);
    for switch in ["--decline", "--cancel"] {
        ends(SURVEY, &[switch], "The user gave no feedback.");
    }
    let greedy = r#"{"verdict":"good","again":5,"more_of":["talks","questions","exercises"]}"#;
    fails(SURVEY, greedy, "more_of: must have at most 2 options");
}

#[test]
fn an_enrolment_is_logged_and_audited() {
    let enrolment = r#"{"staff_number":"AB1234","role":"first",
        "justification":"I know the billing service best.\nFORGED"}"#;
    on_each_revision(ENROL, &["--accept", enrolment], |finished| {
        assert_eq!(finished.status, Some(0), "{finished:?}");
        assert_eq!(finished.last_line(), "AB1234 is on the rota.");
        let log: Vec<&str> = finished.stderr.lines().collect();
        let [asked, answered, audit] = log.as_slice() else {
            panic!("the log does not have three lines: {finished:?}");
        };
        assert!(asked.contains(": asked"), "{asked}");
        assert!(answered.contains("action=\"accept\""), "{answered}");
        assert!(audit.contains(r"best.\nFORGED"), "{audit}");
    });
}

#[test]
fn an_invalid_enrolment_is_logged_without_its_values() {
    let secret = r#"{"staff_number":"hunter2","role":"first","justification":"because"}"#;
    on_each_revision(ENROL, &["--accept", secret], |finished| {
        assert_eq!(finished.status, Some(1), "{finished:?}");
        let log = &finished.stderr;
        assert!(log.contains(r#"keyword="pattern""#), "{log}");
        assert!(log.contains(r#"keyword="minLength""#), "{log}");
        assert!(
            !log.contains("hunter2") && !log.contains("because"),
            "{log}"
        );
    });
}

#[test]
fn a_lost_response_is_sent_again_and_paid_once() {
    for (switches, answer, payments) in [
        (
            &[][..],
            "server:  Paid by replica 2: receipt 1.",
            "payments: 1",
        ),
        (
            &["--without-once"],
            "server:  Paid by replica 1: receipt 2.",
            "payments: 2",
        ),
    ] {
        let finished = run(PAY, switches, &[]).expect("the example runs");
        assert_eq!(finished.status, Some(0), "{finished:?}");
        assert!(finished.stdout.contains(answer), "{finished:?}");
        assert_eq!(finished.last_line(), payments);
    }
}

/// What the doctor asks a client to enter, in its order.
const HEALTHY: [&str; 8] = [
    r#"{"text":"Zoë & Łukasz"}"#,
    "{}",
    r#"{"replicas":7}"#,
    "{}",
    r#"{"keep":false}"#,
    r#"{"region":"asia"}"#,
    r#"{"regions":["us","asia"]}"#,
    "{}",
];

#[test]
fn the_doctor_reports_answers_that_differ_from_the_expected_ones() {
    let switches = |answers: [&'static str; 8]| {
        let accepts = answers.into_iter().flat_map(|answer| ["--accept", answer]);
        accepts.chain(["--agree"]).collect::<Vec<_>>()
    };
    let count = |finished: &Finished, verdict| finished.stdout.matches(verdict).count();
    on_each_revision(DOCTOR, &switches(HEALTHY), |finished| {
        assert_eq!(count(finished, "| as expected |"), 9, "{finished:?}");
    });
    // It fills in the default of a field that its user emptied, and sends 0 for an empty number.
    let mut answers = HEALTHY;
    answers[1] = r#"{"branch":"main"}"#;
    answers[2] = r#"{"replicas":0}"#;
    on_each_revision(DOCTOR, &switches(answers), |finished| {
        assert_eq!(count(finished, "| as expected |"), 7, "{finished:?}");
        assert_eq!(count(finished, "| **different** |"), 1, "{finished:?}");
        assert_eq!(count(finished, "| **error** |"), 1, "{finished:?}");
    });
}
