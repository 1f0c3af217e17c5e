//! Rules across fields, and types that are read by serde.

use elicit_core::{Elicit, InvalidContent, Violations, from_str};
use elicit_tests::forms::Touchy;
use serde::Deserialize;
use serde_json::json;

use crate::{accepted, faults, refused};

#[test]
fn a_check_runs_only_if_all_fields_are_valid() {
    assert_eq!(
        accepted::<Touchy>(r#"{"from":1,"until":2}"#),
        Touchy { from: 1, until: 2 }
    );
    // In declaration order, whatever the order in which the rule found them.
    assert_eq!(
        refused::<Touchy>(r#"{"from":2,"until":1}"#),
        ["* check", "until check"]
    );
    assert_eq!(
        refused::<Touchy>(r#"{"from":10,"until":1}"#),
        ["from maximum"]
    );
    let invalid = from_str::<Touchy>(r#"{"from":2,"until":1}"#).unwrap_err();
    assert_eq!(
        invalid.to_string(),
        "is the wrong way round; until: must not be below `from`"
    );
    assert!(invalid.violations()[0].limit().is_none());
}

#[derive(Debug, Elicit)]
#[elicit(check = find)]
struct Found {
    z: Option<u8>,
    a: Option<u8>,
}

fn find(found: &Found) -> Result<(), Violations> {
    match (found.z, found.a) {
        (None, None) => Ok(()),
        (Some(_), None) => Err(Violations::new()),
        _ => Err(Violations::new()
            .property("unknown", "is not of this form")
            .property("a", "comes last")
            .form("comes first")
            .property(String::from("z"), String::from("comes second"))
            .property("a", "comes last of all")
            .property("another", "is not, either")),
    }
}

#[test]
fn violations_of_a_check_are_in_declaration_order() {
    let invalid = from_str::<Found>(r#"{"a":1}"#).unwrap_err();
    let sentences: Vec<String> = invalid
        .violations()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        sentences,
        [
            "comes first",
            "z: comes second",
            // One per property and keyword, and nothing that was said is lost.
            "a: comes last; comes last of all",
            "unknown: is not of this form",
            "another: is not, either",
        ]
    );
}

/// Equal violations of a check and of a test are equal.
#[test]
fn violations_of_a_check_can_be_compared() {
    fn always(_: &Strict) -> Result<(), Violations> {
        Err(complaint())
    }

    fn complaint() -> Violations {
        Violations::new().property("second", "is not welcome")
    }

    #[derive(Debug, PartialEq, Elicit)]
    #[elicit(check = always)]
    struct Strict {
        first: Option<u8>,
        second: Option<u8>,
    }

    assert_eq!(from_str::<Strict>("{}"), Err(complaint().into()));
}

/// The attribute accepts any path to a function.
#[test]
fn a_check_may_be_a_method_or_a_constant() {
    #[derive(Debug, PartialEq, Elicit)]
    #[elicit(check = Self::check)]
    struct Method {
        first: u8,
    }

    impl Method {
        fn check(&self) -> Result<(), Violations> {
            refuse(self.first)
        }
    }

    trait Rule {
        fn check(&self) -> Result<(), Violations>;
    }

    #[derive(Debug, PartialEq, Elicit)]
    #[elicit(check = <Self as Rule>::check)]
    struct OfATrait {
        first: u8,
    }

    impl Rule for OfATrait {
        fn check(&self) -> Result<(), Violations> {
            refuse(self.first)
        }
    }

    trait RuleFor<T> {
        fn check(form: &T) -> Result<(), Violations>;
    }

    #[derive(Debug, PartialEq, Elicit)]
    #[elicit(check = <(Self,) as RuleFor<Self>>::check)]
    struct OfATuple {
        first: u8,
    }

    impl RuleFor<OfATuple> for (OfATuple,) {
        fn check(form: &OfATuple) -> Result<(), Violations> {
            refuse(form.first)
        }
    }

    #[derive(Debug, PartialEq, Elicit)]
    #[elicit(check = FIELD_0)]
    struct Constant {
        first: u8,
    }

    const FIELD_0: fn(&Constant) -> Result<(), Violations> = |form| refuse(form.first);

    fn refuse(number: u8) -> Result<(), Violations> {
        Err(Violations::new().property("first", format!("is {number}")))
    }

    let invalid = from_str::<Method>(r#"{"first":1}"#).unwrap_err();
    assert_eq!(invalid.to_string(), "first: is 1");
    let invalid = from_str::<OfATrait>(r#"{"first":2}"#).unwrap_err();
    assert_eq!(invalid.to_string(), "first: is 2");
    let invalid = from_str::<OfATuple>(r#"{"first":3}"#).unwrap_err();
    assert_eq!(invalid.to_string(), "first: is 3");
    let invalid = from_str::<Constant>(r#"{"first":4}"#).unwrap_err();
    assert_eq!(invalid.to_string(), "first: is 4");
}

#[test]
fn a_check_that_fails_without_a_message_rejects_the_answer() {
    let invalid = from_str::<Found>(r#"{"z":1}"#).unwrap_err();
    assert_eq!(faults(&invalid), ["* check"]);
    assert_eq!(invalid.to_string(), "was not accepted");
}

#[derive(Debug, PartialEq, Elicit)]
#[elicit(deserialize)]
struct Params {
    #[elicit(minimum = 1)]
    count: u8,
    size: Option<Size>,
    port: Option<Port>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Elicit)]
#[elicit(deserialize, rename_all = "snake_case")]
enum Size {
    #[elicit(title = "Tiny")]
    Small,
    VeryLarge,
}

#[derive(Debug, PartialEq, Elicit)]
#[elicit(deserialize)]
struct Port(#[elicit(minimum = 1024)] u16);

#[derive(Debug, PartialEq, Elicit)]
#[elicit(deserialize)]
struct Agreed(bool);

#[derive(Debug, PartialEq, Elicit)]
#[elicit(deserialize)]
struct Perhaps(#[elicit(min_length = 2)] Option<String>);

/// As the parameters of a tool, which an SDK reads with serde.
#[derive(Debug, Deserialize)]
struct Call {
    #[serde(flatten)]
    params: Params,
    sizes: Vec<Size>,
    ports: Vec<Port>,
}

#[test]
fn serde_accepts_and_refuses_the_same_documents() {
    let document = json!({"count": 1.0, "size": "very_large", "port": 2000});
    let expected = Params {
        count: 1,
        size: Some(Size::VeryLarge),
        port: Some(Port(2000)),
    };
    assert_eq!(
        serde_json::from_value::<Params>(document.clone()).unwrap(),
        expected
    );
    assert_eq!(Params::deserialize_from(&document), expected);
    let error = serde_json::from_value::<Params>(json!({"count": 0, "size": "Small"})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "count: must be at least 1; size: must be one of `small` (`Tiny`), `very_large`"
    );
}

impl Params {
    fn deserialize_from(document: &serde_json::Value) -> Self {
        <Self as Deserialize>::deserialize(document).unwrap()
    }
}

#[test]
fn serde_reads_a_form_within_another_struct() {
    let call: Call = serde_json::from_value(json!({
        "count": 3, "size": null, "sizes": ["small", "very_large"], "ports": [1024, 2e3],
    }))
    .unwrap();
    assert_eq!(
        call.params,
        Params {
            count: 3,
            size: None,
            port: None
        }
    );
    assert_eq!(call.sizes, [Size::Small, Size::VeryLarge]);
    assert_eq!(call.ports, [Port(1024), Port(2000)]);
}

#[test]
fn a_field_type_alone_is_validated_by_its_rules() {
    let refused = |document: &str| {
        serde_json::from_str::<Port>(document)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(refused("1023"), "must be at least 1024");
    for other in ["null", r#""1024""#, "[1024]", "{}", "1.5"] {
        let message = refused(other);
        assert!(
            message.starts_with("must be a whole number"),
            "{other}: {message}"
        );
    }
    for other in ["null", r#""Small""#, r#""""#, "0", r#"{"small":null}"#] {
        assert!(serde_json::from_str::<Size>(other).is_err(), "{other}");
    }
    for small in [r#""small""#, r#""Tiny""#] {
        assert_eq!(serde_json::from_str::<Size>(small).unwrap(), Size::Small);
    }
    assert!(serde_json::from_str::<Agreed>("null").is_err());
}

#[test]
fn an_optional_newtype_alone_may_be_empty() {
    let read = |document: &str| serde_json::from_str::<Perhaps>(document).ok();
    assert_eq!(read("null"), Some(Perhaps(None)));
    assert_eq!(read(r#""""#), Some(Perhaps(None)));
    assert_eq!(read(r#""ab""#), Some(Perhaps(Some("ab".into()))));
    assert_eq!(read(r#""a""#), None);
}

#[test]
fn an_invalid_answer_converts_into_a_boxed_error() {
    fn read(text: &str) -> Result<Touchy, Box<dyn std::error::Error + Send + Sync>> {
        Ok(from_str(text)?)
    }
    let error = read("{}").unwrap_err();
    assert!(error.downcast_ref::<InvalidContent>().is_some());
}
