//! Valid attributes that look almost like mistakes.

use std::num::NonZeroI8;

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
#[elicit(rename_all = "kebab-case")]
enum Region {
    EuWest,
    #[elicit(rename = "us", title = "USA")]
    UsEast,
}

/// A lower-case word.
#[derive(Elicit)]
#[elicit(deserialize)]
struct Slug(#[elicit(min_length = 3, max_length = 50, pattern = "^[a-z]+$")] String);

/// On the wire it is what is in it, and serde says so.
#[derive(Elicit, serde::Serialize)]
#[serde(transparent)]
struct Share(#[elicit(minimum = 0, maximum = 1)] f64);

#[derive(Elicit, serde::Serialize)]
struct LeftOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    optional: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    flag: bool,
}

#[derive(Elicit)]
#[elicit(rename_all = "camelCase", check = ordered)]
struct Deploy {
    #[elicit(minimum = 3, maximum = 3, default = 3)]
    one_answer: u8,
    #[elicit(minimum = -0.5, maximum = 1e3, default = 0)]
    whole_default: f64,
    #[elicit(minimum = 0, maximum = 1)]
    only_one: NonZeroI8,
    #[elicit(minimum = 0, maximum = 0)]
    only_zero: i8,
    #[elicit(maximum = 1e308)]
    largest_number: f64,
    share: Share,
    #[elicit(maximum = 1000000000000000000000000000000000000000)]
    far: f64,
    #[elicit(minimum = 1.0, maximum = 2e1)]
    whole_bounds: u8,
    #[elicit(maximum = 9007199254740991)]
    largest: u64,
    #[elicit(min_length = 6, default = "déjà vu", max_length = 7)]
    scalars: String,
    #[elicit(default = "x")]
    letter: char,
    #[elicit(default = 'x')]
    quoted: char,
    #[elicit(min_length = 10, max_length = 20)]
    narrower: Slug,
    #[elicit(default = "eu-west")]
    region: Region,
    #[elicit(multi_select, min_items = 2, max_items = 5, default = ["us", "eu-west"])]
    all_of_them: Vec<Region>,
    #[elicit(multi_select, default = [])]
    none_of_them: Vec<Region>,
    #[elicit(multi_select, max_items = 0)]
    always_empty: Vec<Region>,
    #[elicit(format = "email", default = "name@example.org")]
    notify: Option<String>,
    #[elicit(format = "uri", default = "https://example.org")]
    site: String,
    #[elicit(max_length = 0)]
    empty: String,
    #[elicit(title = "A title", description = "A description")]
    /// A comment for readers of the code, such as [`Deploy`] or <https://example.org>.
    documented: bool,
    #[elicit(title = "In two")]
    #[elicit(description = "Attributes")]
    parts: bool,
}

fn ordered(deploy: &Deploy) -> Result<(), elicit_core::Violations> {
    if deploy.one_answer == deploy.whole_bounds {
        return Err(elicit_core::Violations::new().form("the two are the same"));
    }
    Ok(())
}

#[test]
fn valid_attributes_compile() {
    assert!(LeftOut::requested_schema(Revision::LATEST).contains("\"flag\""));
    assert!(Deploy::requested_schema(Revision::LATEST).contains("\"allOfThem\""));
}

/// The narrowest lengths beside each format.
#[derive(Elicit)]
struct Narrowest {
    #[elicit(format = "date", min_length = 10, max_length = 10)]
    day: String,
    #[elicit(format = "date-time", max_length = 20)]
    moment: String,
    #[elicit(format = "email", max_length = 3)]
    shortest: String,
    #[elicit(format = "email", min_length = 318)]
    longest: String,
    #[elicit(format = "uri", max_length = 2)]
    scheme: String,
}

#[test]
fn the_narrowest_lengths_beside_a_format_accept_an_answer() {
    let domain = "a.".repeat(126) + "a";
    let answer = serde_json::json!({
        "day": "2026-07-28",
        "moment": "2026-07-28T09:30:00Z",
        "shortest": "a@b",
        "longest": format!("{}@{domain}", "a".repeat(64)),
        "scheme": "a:",
    });
    let narrowest: Narrowest = elicit_core::from_value(&answer).unwrap();
    assert_eq!(narrowest.scheme, "a:");
}
