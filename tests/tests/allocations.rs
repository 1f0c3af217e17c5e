//! What reading allocates: what the struct owns, and nothing else.
//!
//! How much that is, its clone says. What serde allocates for the same struct is told
//! beside it, for the parser needs room for texts with escapes.

use std::collections::BTreeSet;

use allocation_counter::measure;
use elicit_core::{
    Choices, Elicit, Fixed, Revision, from_slice, from_str, from_value, from_value_with,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// How often something was allocated, and how many bytes in all.
#[derive(Debug, PartialEq, Eq)]
struct Allocated {
    times: u64,
    bytes: u64,
}

impl Allocated {
    const NOTHING: Self = Self { times: 0, bytes: 0 };
}

fn allocated<T>(make: impl FnOnce() -> T) -> (T, Allocated) {
    let mut result = None;
    let info = measure(|| result = Some(make()));
    let result = result.expect("it was made");
    let allocated = Allocated {
        times: info.count_total,
        bytes: info.bytes_total,
    };
    (result, allocated)
}

#[track_caller]
fn allocates_what_it_owns<T: Clone, E: std::fmt::Debug>(read: impl FnOnce() -> Result<T, E>) {
    let (value, read) = allocated(read);
    let value = value.expect("the answer is valid");
    let (_, owned) = allocated(|| value.clone());
    assert_eq!(read, owned);
}

#[derive(Clone, Debug, Elicit, Deserialize)]
struct Small {
    confirmed: bool,
}

const SMALL: &str = r#"{"confirmed":true}"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Elicit, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Environment {
    Development,
    Staging,
    Production,
}

/// All kinds of values that are not lists, twice: given, and left out or defaulted.
#[derive(Clone, Debug, Elicit, Deserialize)]
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
    #[serde(default = "nobody")]
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
    #[serde(default = "three_hundred")]
    timeout: u32,
    priority: Option<i64>,
    share: f64,
    budget: Option<f32>,
    announce: bool,
    backup: Option<bool>,
}

fn nobody() -> String {
    "nobody".to_owned()
}

fn three_hundred() -> u32 {
    300
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
fn text_and_bytes_are_read_into_what_the_struct_owns() {
    allocates_what_it_owns(|| from_str::<Small>(SMALL));
    allocates_what_it_owns(|| from_slice::<Small>(SMALL.as_bytes()));
    allocates_what_it_owns(|| from_str::<Large>(LARGE));
    allocates_what_it_owns(|| from_slice::<Large>(LARGE.as_bytes()));
}

/// The parser unescapes a text in a buffer of its own, for any reader.
#[test]
fn texts_with_escapes_need_no_more_than_serde_does() {
    #[track_caller]
    fn as_serde<T: Fixed + DeserializeOwned>(text: &str) {
        // To serde it is no integer.
        let text = &text.replace("3.0", "3");
        let (value, serde) = allocated(|| serde_json::from_str::<T>(text));
        assert!(value.is_ok(), "{text}");
        let (value, read) = allocated(|| from_str::<T>(text));
        assert!(value.is_ok(), "{text}");
        assert_eq!(read, serde, "{text}");
    }

    as_serde::<Large>(&LARGE.replace("feature/é", r"feature/\u00e9"));
    as_serde::<Large>(&LARGE.replace("elicit-core", r"\u0065licit-core"));
    as_serde::<Large>(&LARGE.replace(r#""production""#, r#""\u0070roduction""#));
    as_serde::<Large>(&LARGE.replace(r#""slug""#, r#""\u0073lug""#));
    as_serde::<Large>(&LARGE.replace("https://", r"https:\/\/"));
}

#[derive(Clone, Debug, Elicit, Deserialize)]
struct Several {
    #[elicit(multi_select)]
    environments: Vec<Environment>,
    #[elicit(multi_select)]
    others: BTreeSet<Environment>,
    #[elicit(multi_select, default = ["staging"])]
    #[serde(default = "staging")]
    more: Vec<Environment>,
}

fn staging() -> Vec<Environment> {
    vec![Environment::Staging]
}

const SEVERAL: &str =
    r#"{"environments":["production","staging","production"],"others":["staging","development"]}"#;

#[test]
fn a_multi_select_is_read_into_what_the_struct_owns() {
    let several = value(SEVERAL);
    allocates_what_it_owns(|| from_value::<Several>(&several));
    allocates_what_it_owns(|| from_str::<Several>(SEVERAL));
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
}

#[test]
fn a_schema_is_there_already() {
    for revision in [
        Revision::V2025_06_18,
        Revision::V2025_11_25,
        Revision::V2026_07_28,
    ] {
        for schema in [
            Small::requested_schema,
            Large::requested_schema,
            Several::requested_schema,
        ] {
            let (_, allocations) = allocated(|| schema(revision));
            assert_eq!(allocations, Allocated::NOTHING);
        }
    }
}
