//! What reading allocates: what the struct owns, and nothing else. How much that is,
//! its clone says.
//!
//! There is room for what an answer usually has. More is allocated while they are read
//! for: more than 32 items of a list of variants; a set that has one beyond its first 64
//! options; and, where the document is no `Value`, more than two lists, more than 16 items
//! of one list, and texts that the parser does not lend (in JSON those with escapes), if
//! they are more than four, or for a type that is no `String` and no choice.

use std::collections::BTreeSet;

use allocation_counter::{AllocationInfo, measure};
use elicit_core::{
    Choice, Choices, Elicit, Revision, from_slice, from_str, from_value, from_value_with,
};
use serde_json::Value;

fn allocated<T>(make: impl FnOnce() -> T) -> (T, AllocationInfo) {
    let mut result = None;
    let info = measure(|| result = Some(make()));
    (result.expect("it was made"), info)
}

/// How often something was allocated, and how many bytes in all.
fn in_all(info: &AllocationInfo) -> (u64, u64) {
    (info.count_total, info.bytes_total)
}

#[track_caller]
fn allocates_what_it_owns<T: Clone, E: std::fmt::Debug>(read: impl FnOnce() -> Result<T, E>) {
    let (value, read) = allocated(read);
    let value = value.expect("the answer is valid");
    let (_clone, owned) = allocated(|| value.clone());
    assert_eq!(in_all(&read), in_all(&owned));
}

#[derive(Clone, Debug, Elicit)]
struct Small {
    confirmed: bool,
}

const SMALL: &str = r#"{"confirmed":true}"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Elicit, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Environment {
    Development,
    Staging,
    Production,
}

/// All kinds of values that are not lists, twice: given, and left out or defaulted.
#[derive(Clone, Debug, Elicit)]
struct Large {
    environment: Environment,
    fallback: Option<Environment>,
    #[elicit(min_length = 3, max_length = 40)]
    branch: String,
    #[elicit(
        description = "Lower-case letters and dashes",
        max_length = 40,
        pattern = "^[a-z-]+$"
    )]
    slug: String,
    #[elicit(max_length = 40)]
    note: Option<String>,
    #[elicit(default = "nobody")]
    reviewer: String,
    #[elicit(format = "email")]
    owner: String,
    #[elicit(format = "uri")]
    repository: String,
    #[elicit(format = "date")]
    starts: Option<String>,
    #[elicit(format = "date-time")]
    opens_at: String,
    #[elicit(minimum = 1, maximum = 20)]
    replicas: u8,
    #[elicit(default = 300)]
    timeout: u32,
    priority: Option<i64>,
    share: f64,
    budget: Option<f32>,
    announce: bool,
    backup: Option<bool>,
}

const LARGE: &str = r#"{"environment":"production","branch":"feature/é","slug":"elicit-core","owner":"ada@lovelace.example","repository":"https://git.example.org/elicit","starts":"2026-07-28","opens_at":"2026-07-28T09:00:00Z","replicas":3.0,"share":0.25,"announce":false,"backup":null,"unknown":["a","b"]}"#;

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn a_value_is_read_into_what_the_struct_owns() {
    let (small, large) = (value(SMALL), value(LARGE));
    allocates_what_it_owns(|| from_value::<Small>(&small));
    allocates_what_it_owns(|| from_value::<Large>(&large));
}

#[test]
fn a_field_that_was_left_alone_takes_nothing_to_find_out() {
    let large = LARGE.replace(r#""2026-07-28","opens"#, r#""","opens"#);
    assert_eq!(from_str::<Large>(&large).expect("it is valid").starts, None);
    let large = value(&large);
    allocates_what_it_owns(|| from_value::<Large>(&large));
}

#[test]
fn text_and_bytes_are_read_into_what_the_struct_owns() {
    allocates_what_it_owns(|| from_str::<Small>(SMALL));
    allocates_what_it_owns(|| from_slice::<Small>(SMALL.as_bytes()));
}

#[test]
#[cfg_attr(
    feature = "arbitrary-precision",
    ignore = "the parser allocates for each number with a fraction"
)]
fn text_and_bytes_of_all_kinds_are_read_into_what_the_struct_owns() {
    allocates_what_it_owns(|| from_str::<Large>(LARGE));
    allocates_what_it_owns(|| from_slice::<Large>(LARGE.as_bytes()));
}

/// The parser gathers a text with escapes in a buffer of its own, whoever reads.
#[test]
fn texts_with_escapes_are_read_into_what_serde_allocates() {
    #[derive(Elicit)]
    struct Note {
        environment: Environment,
        title: String,
        text: String,
        author: String,
        place: String,
    }

    #[derive(serde::Deserialize)]
    struct Plain {
        environment: Environment,
        title: String,
        text: String,
        author: String,
        place: String,
    }

    for document in [
        r#"{"environment":"\u0070roduction","title":"a","text":"b","author":"c","place":"d"}"#,
        r#"{"environment":"production","title":"a","text":"rel\u00e9ase","author":"c","place":"d"}"#,
        r#"{"environment":"\u0070roduction","title":"\"a\"","text":"b\/c\nd","author":"\t","place":"\u00e9"}"#,
        r#"{"\u0065nvironment":"production","\u0074itle":"a","text":"b","author":"c","place":"d"}"#,
    ] {
        let (note, read) = allocated(|| from_str::<Note>(document));
        let (plain, owned) = allocated(|| serde_json::from_str::<Plain>(document));
        let (note, plain) = (note.expect("it is valid"), plain.expect("it is valid"));
        assert_eq!(note.environment, plain.environment);
        assert_eq!(
            [note.title, note.text, note.author, note.place],
            [plain.title, plain.text, plain.author, plain.place]
        );
        assert_eq!(in_all(&read), in_all(&owned), "{document}");
    }
}

#[derive(Clone, Debug, Elicit)]
struct Several {
    #[elicit(multi_select)]
    environments: Vec<Environment>,
    #[elicit(multi_select)]
    others: BTreeSet<Environment>,
    #[elicit(multi_select, default = ["staging"])]
    more: Vec<Environment>,
}

const SEVERAL: &str =
    r#"{"environments":["production","staging","production"],"others":["staging","development"]}"#;

#[test]
fn a_multi_select_is_read_into_what_the_struct_owns() {
    let several = value(SEVERAL);
    allocates_what_it_owns(|| from_value::<Several>(&several));
    allocates_what_it_owns(|| from_str::<Several>(SEVERAL));
    let of = |items: usize| {
        let items = vec!["staging"; items];
        serde_json::json!({"environments": items, "others": ["staging"]})
    };
    let (text, value) = (of(16).to_string(), of(32));
    allocates_what_it_owns(|| from_str::<Several>(&text));
    allocates_what_it_owns(|| from_value::<Several>(&value));
}

#[derive(Clone, Debug, Elicit)]
struct Deploy {
    #[elicit(choices)]
    cluster: String,
    #[elicit(choices)]
    fallback: Option<String>,
    #[elicit(multi_select, choices)]
    zones: Vec<String>,
}

#[derive(Clone, Debug, Elicit)]
struct Zones {
    #[elicit(multi_select, choices)]
    zones: BTreeSet<String>,
}

#[test]
fn run_time_choices_are_read_into_what_the_struct_owns() {
    let options = |count: usize| -> Choices {
        let names: Vec<String> = (0..count)
            .map(|number| format!("option-{number}"))
            .collect();
        names.into()
    };
    let choices = DeployChoices {
        cluster: options(3),
        fallback: options(3),
        zones: options(100),
    };
    let answer = value(
        r#"{"cluster":"option-2","zones":["option-3","option-99","option-5","option-1","option-7"]}"#,
    );
    allocates_what_it_owns(|| from_value_with::<Deploy>(&answer, &choices));

    let zones = options(64);
    let values: Vec<&str> = zones.options().iter().map(Choice::value).collect();
    let answer = serde_json::json!({ "zones": values });
    let choices = ZonesChoices {
        zones: zones.clone(),
    };
    allocates_what_it_owns(|| from_value_with::<Zones>(&answer, &choices));
}

#[test]
fn a_schema_is_there_already() {
    for revision in Revision::ALL {
        for schema in [
            Small::requested_schema,
            Large::requested_schema,
            Several::requested_schema,
        ] {
            let (_, allocations) = allocated(|| schema(revision));
            assert_eq!(allocations.count_total, 0);
        }
    }
}
