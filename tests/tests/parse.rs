//! `#[elicit(parse)]`: a text that the type reads by its `FromStr`.

use std::{
    fmt::{self, Display},
    net::IpAddr,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use elicit_core::{
    __private::DerivedForm, Elicit, Limit, Revision, Violation, from_str, from_value,
};
use proptest::prelude::*;
use rust_decimal::Decimal;
use semver::Version;
use serde_json::{Value, json};
use uuid::Uuid;

/// A length of time
#[derive(Debug, PartialEq, Elicit)]
struct Wait(#[elicit(parse)] humantime::Duration);

#[derive(Debug, PartialEq, Elicit)]
struct Order {
    /// An IP address, such as 10.0.0.1
    #[elicit(parse)]
    address: IpAddr,
    /// An amount, such as 12.50
    #[elicit(parse, title = "Price")]
    price: Decimal,
    /// A UUID
    #[elicit(parse, min_length = 36, max_length = 36)]
    id: Uuid,
    /// A version, such as 1.0.0
    #[elicit(parse)]
    version: Version,
    /// A path
    #[elicit(parse, min_length = 1)]
    path: PathBuf,
    /// A length of time, such as 1h 30m
    #[elicit(parse)]
    wait: humantime::Duration,
    again: Wait,
    /// A word of yours
    #[elicit(parse)]
    word: Even,
}

/// A text of an even number of characters.
#[derive(Debug, Clone, PartialEq)]
struct Even(String);

impl FromStr for Even {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.chars().count().is_multiple_of(2) {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!("{text} is odd"))
        }
    }
}

impl Display for Even {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn order() -> Value {
    json!({
        "address": "::1",
        "price": "12.50",
        "id": "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "version": "1.2.3-rc.1",
        "path": "/srv/data",
        "wait": "1h 30m",
        "again": "2days",
        "word": "even",
    })
}

/// The keyword of each violation, with its property.
fn violations<T: elicit_core::NoRunTimeChoices + fmt::Debug>(
    answer: &Value,
) -> Vec<(String, &'static str)> {
    let invalid = from_value::<T>(answer).unwrap_err();
    let violations = invalid.violations().iter();
    violations
        .map(|violation| {
            let property = violation.property().expect("the violation has a property");
            (property.to_owned(), violation.keyword())
        })
        .collect()
}

#[test]
fn a_parsed_field_is_a_text_to_a_client() {
    let schema: Value = serde_json::from_str(Order::requested_schema(Revision::LATEST)).unwrap();
    assert_eq!(
        schema["properties"]["price"],
        json!({"type": "string", "title": "Price", "description": "An amount, such as 12.50"})
    );
    assert_eq!(
        schema["properties"]["id"],
        json!({"type": "string", "title": "Id", "description": "A UUID", "minLength": 36, "maxLength": 36})
    );
    assert_eq!(
        schema["properties"]["again"],
        json!({"type": "string", "title": "Again", "description": "A length of time"})
    );
    assert_eq!(schema["required"].as_array().map(Vec::len), Some(8));
}

#[test]
fn a_parsed_field_is_read_by_its_type() {
    let order: Order = from_value(&order()).unwrap();
    assert_eq!(order.address, IpAddr::from([0_u16, 0, 0, 0, 0, 0, 0, 1]));
    assert_eq!(order.price, Decimal::new(1250, 2));
    assert_eq!(order.id.as_u128() >> 96, 0x67e5_5044);
    assert_eq!(order.version.pre.as_str(), "rc.1");
    assert_eq!(order.path, Path::new("/srv/data"));
    assert_eq!(*order.wait, Duration::from_secs(90 * 60));
    assert_eq!(*order.again.0, Duration::from_secs(48 * 3600));
    assert_eq!(order.word, Even("even".to_owned()));
}

#[test]
fn a_refused_text_is_reported_with_the_description() {
    let mut answer = order();
    for name in ["address", "price", "version", "wait", "again"] {
        answer[name] = "hunter2".into();
    }
    answer["id"] = "x".repeat(36).into();
    answer["word"] = "odd".into();
    let invalid = from_value::<Order>(&answer).unwrap_err();
    let said: Vec<String> = invalid
        .violations()
        .iter()
        .map(|violation| {
            assert_eq!(violation.keyword(), "check");
            let Some(Limit::Description(description)) = violation.limit() else {
                panic!("{violation:?}")
            };
            assert_eq!(violation.author_text(), Some(description));
            violation.to_string()
        })
        .collect();
    assert_eq!(
        said,
        [
            "address: is not valid. Expected: An IP address, such as 10.0.0.1",
            "price: is not valid. Expected: An amount, such as 12.50",
            "id: is not valid. Expected: A UUID",
            "version: is not valid. Expected: A version, such as 1.0.0",
            "wait: is not valid. Expected: A length of time, such as 1h 30m",
            "again: is not valid. Expected: A length of time",
            "word: is not valid. Expected: A word of yours",
        ]
    );
}

/// A type that may only get what the rules allow.
#[derive(Debug, PartialEq)]
struct Lower(String);

impl FromStr for Lower {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        assert!(text.len() >= 3 && text.bytes().all(|byte| byte.is_ascii_lowercase()));
        if text == "admin" {
            Err(())
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Account {
    /// Lower-case letters, and not the name of the administrator
    #[elicit(parse, min_length = 3, pattern = "^[a-z]+$")]
    name: Lower,
}

#[test]
fn rules_are_validated_before_the_type_parses() {
    let named = |name: &str| violations::<Account>(&json!({"name": name}));
    let name = |keyword| ("name".to_owned(), keyword);
    assert_eq!(named("A"), [name("minLength"), name("pattern")]);
    assert_eq!(named("Abc"), [name("pattern")]);
    assert_eq!(named(""), [name("minLength"), name("pattern")]);
    assert_eq!(named("admin"), [name("check")]);
    assert_eq!(violations::<Account>(&json!({"name": 3})), [name("type")]);
    assert_eq!(violations::<Account>(&json!({})), [name("required")]);
    let account: Account = from_str(r#"{"name": "ada"}"#).unwrap();
    assert_eq!(account.name, Lower("ada".to_owned()));
}

#[derive(Debug, PartialEq, Elicit)]
struct Perhaps {
    /// An IP address
    #[elicit(parse)]
    address: Option<IpAddr>,
    /// A path
    #[elicit(parse)]
    path: Option<PathBuf>,
    /// A price
    price: Option<Price>,
    hidden: PerhapsPrice,
}

/// What it costs, such as 12.50
#[derive(Debug, PartialEq, Elicit)]
#[elicit(deserialize)]
struct Price(#[elicit(parse, max_length = 9)] Decimal);

/// What it costs
#[derive(Debug, PartialEq, Elicit)]
struct PerhapsPrice(#[elicit(parse)] Option<Decimal>);

/// For clients that cancel a question at a number which was typed and removed. A text may be emptied.
#[test]
fn an_optional_number_can_be_asked_as_a_text() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Ceiling {
        /// A whole number, or nothing for no limit
        #[elicit(parse)]
        limit: Option<u64>,
    }

    for revision in Revision::all() {
        let schema: Value = serde_json::from_str(Ceiling::requested_schema(revision)).unwrap();
        assert_eq!(schema["properties"]["limit"]["type"], "string");
        assert_eq!(schema.get("required"), None);
    }
    for (content, limit) in [
        (json!({}), None),
        (json!({"limit": null}), None),
        (json!({"limit": ""}), None),
        (json!({"limit": "0"}), Some(0)),
        (json!({"limit": "18446744073709551615"}), Some(u64::MAX)),
    ] {
        assert_eq!(from_value(&content), Ok(Ceiling { limit }), "{content}");
    }
    for content in [
        json!({"limit": "1.5"}),
        json!({"limit": "-1"}),
        json!({"limit": 7}),
    ] {
        let found: Vec<_> = violations::<Ceiling>(&content);
        assert_eq!(found.len(), 1, "{content}");
    }
}

#[test]
fn an_optional_parsed_field_may_be_left_out() {
    let nothing = Perhaps {
        address: None,
        path: None,
        price: None,
        hidden: PerhapsPrice(None),
    };
    assert!(!Perhaps::requested_schema(Revision::LATEST).contains("required"));
    assert_eq!(from_str("{}"), Ok(nothing));
    let left_alone = json!({"address": "", "path": "", "price": "", "hidden": ""});
    let nothing: Perhaps = from_value(&left_alone).unwrap();
    assert_eq!(
        (nothing.address, nothing.path, nothing.price),
        (None, None, None)
    );
    let one: Perhaps = from_str(r#"{"address": "1.2.3.4", "hidden": "1"}"#).unwrap();
    assert_eq!(one.address, Some(IpAddr::from([1, 2, 3, 4])));
    assert_eq!(one.hidden, PerhapsPrice(Some(Decimal::ONE)));
    assert_eq!(
        violations::<Perhaps>(&json!({"address": "x", "hidden": "x"})),
        ["address", "hidden"].map(|name| (name.to_owned(), "check"))
    );
}

#[test]
fn a_line_break_at_the_end_is_kept_if_the_type_reads_it() {
    for line_break in ["\n", "\r\n"] {
        let mut answer = order();
        for value in answer.as_object_mut().unwrap().values_mut() {
            *value = format!("{}{line_break}", value.as_str().unwrap()).into();
        }
        let mut read: Order = from_value(&answer).unwrap();
        // An even number of characters, and so is the text with `\r\n`.
        let even = if line_break == "\n" {
            "even"
        } else {
            "even\r\n"
        };
        assert_eq!(read.word, Even(even.to_owned()));
        assert_eq!(read.path, Path::new(&format!("/srv/data{line_break}")));
        read.path = "/srv/data".into();
        read.word = Even("even".to_owned());
        assert_eq!(Ok(read), from_value(&order()));
        let nothing: Perhaps = from_value(&json!({"address": line_break})).unwrap();
        assert_eq!(nothing.address, None);
    }
    let two = violations::<Perhaps>(&json!({"address": "::1\n\n"}));
    assert_eq!(two, [("address".to_owned(), "check")]);
}

#[test]
fn a_parsed_newtype_is_reported_with_its_own_description() {
    let invalid = from_str::<Perhaps>(r#"{"price": "dear"}"#).unwrap_err();
    // The field has a description of its own, and the rule is the newtype's.
    assert_eq!(
        invalid.to_string(),
        "price: is not valid. Expected: What it costs, such as 12.50"
    );
    let error = serde_json::from_str::<Price>(r#""dear""#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "is not valid. Expected: What it costs, such as 12.50"
    );
    assert_eq!(
        serde_json::from_str::<Price>(r#""1.5""#).unwrap().0,
        Decimal::new(15, 1)
    );
}

#[derive(Debug, PartialEq, Elicit)]
struct Large {
    /// An identifier
    #[elicit(parse)]
    id: u64,
    /// A large number
    #[elicit(parse)]
    wide: Option<i128>,
}

#[test]
fn a_large_integer_is_a_text_under_parse() {
    let large: Large = from_value(&json!({"id": u64::MAX.to_string()})).unwrap();
    assert_eq!(
        large,
        Large {
            id: u64::MAX,
            wide: None
        }
    );
    let content = json!({"id": "18446744073709551615"});
    assert_eq!(Value::Object(large.content()), content);
    assert_eq!(
        violations::<Large>(&json!({"id": 3})),
        [("id".to_owned(), "type")]
    );
    assert_eq!(
        violations::<Large>(&json!({"id": "-3"})),
        [("id".to_owned(), "check")]
    );
}

/// A type without a `Display`, and one whose `Display` fails.
#[derive(Debug, PartialEq)]
struct Silent;

impl FromStr for Silent {
    type Err = ();

    fn from_str(_: &str) -> Result<Self, ()> {
        Ok(Self)
    }
}

#[derive(Debug, PartialEq)]
struct Failing;

impl FromStr for Failing {
    type Err = ();

    fn from_str(_: &str) -> Result<Self, ()> {
        Ok(Self)
    }
}

impl Display for Failing {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

#[derive(Debug, Elicit)]
struct Unwritten {
    /// Anything
    #[elicit(parse)]
    silent: Silent,
    /// Anything
    #[elicit(parse)]
    perhaps: Option<Silent>,
    /// Anything
    #[elicit(parse)]
    failing: Failing,
    /// A path
    #[elicit(parse)]
    path: PathBuf,
}

#[test]
fn a_form_is_prefilled_by_display() {
    let content = order();
    let order: Order = from_value(&content).unwrap();
    let mut written = order.content();
    // It has no `Display`.
    assert_eq!(written.insert("path".to_owned(), "/srv/data".into()), None);
    assert_eq!(Value::Object(written), content);
    let unwritten = Unwritten {
        silent: Silent,
        perhaps: Some(Silent),
        failing: Failing,
        path: "/srv".into(),
    };
    assert!(unwritten.content().is_empty());
}

#[derive(Debug, Elicit)]
struct Arbitrary {
    /// Any
    #[elicit(parse)]
    address: IpAddr,
    /// Any
    #[elicit(parse)]
    price: Decimal,
    /// Any
    #[elicit(parse)]
    id: Uuid,
    /// Any
    #[elicit(parse)]
    version: Version,
    /// Any
    #[elicit(parse)]
    wait: humantime::Duration,
    /// Any
    #[elicit(parse)]
    word: Even,
}

/// Texts that some of the types read.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        any::<IpAddr>().prop_map(|address| address.to_string()),
        any::<(i64, u8)>()
            .prop_map(|(number, scale)| Decimal::new(number, (scale % 29).into()).to_string()),
        any::<u128>().prop_map(|id| Uuid::from_u128(id).to_string()),
        any::<(u8, u8, u8)>().prop_map(|(major, minor, patch)| format!("{major}.{minor}.{patch}")),
        any::<u32>().prop_map(|seconds| {
            humantime::format_duration(Duration::from_secs(seconds.into())).to_string()
        }),
    ]
}

proptest! {
    /// The error of a refused answer does not quote it.
    #[test]
    fn a_text_is_accepted_if_the_type_reads_it(text in texts()) {
        let names = ["address", "price", "id", "version", "wait", "word"];
        let answer: Value = names.iter().map(|name| (*name, text.clone())).collect();
        let reads = [
            text.parse::<IpAddr>().is_ok(),
            text.parse::<Decimal>().is_ok(),
            text.parse::<Uuid>().is_ok(),
            text.parse::<Version>().is_ok(),
            text.parse::<humantime::Duration>().is_ok(),
            text.parse::<Even>().is_ok(),
        ];
        let refused: Vec<&str> = names
            .into_iter()
            .zip(reads)
            .filter_map(|(name, reads)| (!reads).then_some(name))
            .collect();
        let invalid = from_value::<Arbitrary>(&answer).expect_err("no text is all of these");
        let found: Vec<Option<&str>> = invalid.violations().iter().map(Violation::property).collect();
        prop_assert_eq!(found, refused.into_iter().map(Some).collect::<Vec<_>>());
        for violation in invalid.violations() {
            prop_assert_eq!(violation.keyword(), "check");
            prop_assert_eq!(violation.message(), "is not valid. Expected: Any");
        }
    }
}
