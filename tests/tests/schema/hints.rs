//! Descriptions that end with the rules in words.

use elicit_core::{Elicit, form::Property};
use elicit_tests::forms::{Hinted, Scope, Seat, Sorted};

use crate::schema;

#[test]
fn every_keyword_and_format_has_a_hint() {
    let descriptions: Vec<_> = Hinted::FORM
        .properties()
        .iter()
        .map(|property| (property.name(), property.description()))
        .collect();
    assert_eq!(
        descriptions,
        [
            ("replicas", Some("How many copies should run? 1 to 20")),
            ("offset", Some("-128 to 127")),
            ("count", Some("at least 0")),
            ("any", Some("a whole number")),
            ("step", Some("a whole number, not 0")),
            ("weight", Some("-128 to 127, not 0")),
            ("positive", Some("at least 1")),
            ("three", Some("exactly 3")),
            ("written", Some("at least -9007199254740991")),
            ("share", Some("0 to 0.5")),
            ("most", Some("at most 10000000000")),
            ("huge", Some("-1e300 to 1")),
            ("number", None),
            ("least", Some("at least 20 characters")),
            ("one", Some("at most 1 character")),
            ("both", Some("3 to 50 characters")),
            ("free", None),
            ("letter", Some("exactly 1 character")),
            (
                "email",
                Some("Who is told when it is done: an e-mail address, at most 80 characters")
            ),
            ("uri", Some("a full address with its scheme")),
            ("date", Some("YYYY-MM-DD")),
            (
                "moment",
                Some("YYYY-MM-DDThh:mm:ssZ, or +hh:mm in place of Z")
            ),
            (
                "slug",
                Some("Lower-case letters and dashes: at most 9 characters")
            ),
            (
                "branch",
                Some("Which branch? Lower-case letters and dashes, 2 to 9 characters")
            ),
            (
                "list",
                Some("One of:\n- this \"one\"\n- that one\nat most 9 characters")
            ),
            ("flag", Some("Yes or no")),
            ("nothing", None),
            ("choice", Some("one of read-only, read-write, admin")),
            (
                "one_or_two",
                Some("choose 1 or 2 of read-only, read-write, admin")
            ),
            (
                "some",
                Some("choose 1 to 3 of read-only, read-write, admin")
            ),
            (
                "two",
                Some("choose exactly 2 of read-only, read-write, admin")
            ),
            (
                "any_number",
                Some("choose at least 1 of read-only, read-write, admin")
            ),
            (
                "at_most",
                Some("Which? choose at most 2 of read-only, read-write, admin")
            ),
        ]
    );
}

#[derive(Debug, Elicit)]
#[elicit(hints)]
struct Deploy {
    /// Lower-case letters
    #[elicit(pattern = "^[a-z]+$", max_length = 9)]
    branch: String,
    #[elicit(choices, multi_select, max_items = 2)]
    regions: Vec<String>,
}

/// Hints are for the form. A violation has its own words.
#[test]
fn a_violation_does_not_repeat_the_hints() {
    let choices = DeployChoices {
        regions: vec!["eu", "us"].into(),
    };
    let answer = serde_json::json!({"branch": "Main", "regions": []});
    let invalid = elicit_core::from_value_with::<Deploy>(&answer, &choices).unwrap_err();
    assert_eq!(
        invalid.to_string(),
        "branch: must match: Lower-case letters"
    );
    let regions = Deploy::FORM.property("regions").unwrap();
    assert_eq!(regions.description(), Some("choose at most 2"));
}

#[derive(Elicit)]
#[elicit(hints)]
struct Choices {
    #[elicit(multi_select)]
    any: Vec<Scope>,
    one: Sorted,
    many: Seat,
    #[elicit(choices)]
    found: String,
}

/// Some clients show a text field in their place. A list that does not fit into a line says little.
#[test]
fn options_are_named_if_they_are_few_and_short() {
    let descriptions = Choices::FORM.properties().iter().map(Property::description);
    assert_eq!(
        descriptions.collect::<Vec<_>>(),
        [
            Some("some of read-only, read-write, admin"),
            None,
            None,
            None
        ],
    );
}

#[derive(Elicit)]
#[elicit(hints)]
struct Small {
    #[elicit(maximum = 3)]
    number: u8,
}

#[test]
fn hints_are_in_the_descriptions_of_the_schema() {
    assert_eq!(
        schema::<Small>(),
        r#"{"type":"object","properties":{"number":{"type":"integer","title":"Number","description":"0 to 3","minimum":0,"maximum":3}},"required":["number"]}"#,
    );
}
