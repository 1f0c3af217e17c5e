//! Values for one property, as JSON spells them.

use std::ops::RangeInclusive;

use elicit_core::form::{Kind, OptionSource, Property, TextRules};
use elicit_tests::forms::RustTypes;
use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::{Value, json};

use crate::pools::{near_patterns, slipped_formats, valid_formats};

/// A value that keeps every rule of the property.
pub(crate) fn valid(property: &'static Property, rust_types: RustTypes) -> BoxedStrategy<String> {
    match *property.kind() {
        Kind::Boolean => any::<bool>().prop_map(|value| value.to_string()).boxed(),
        Kind::Integer(rules) => integers(rules.range())
            .prop_filter("zero is refused", move |value| {
                !(rust_types.is_not_zero)(property) || *value != 0
            })
            .prop_flat_map(spellings)
            .boxed(),
        Kind::Number(rules) => {
            let widest = if (rust_types.is_f32)(property) {
                f64::from(f32::MAX)
            } else {
                f64::MAX
            };
            let bound = |literal: Option<elicit_core::form::Literal>| {
                literal.and_then(|literal| literal.as_f64())
            };
            numbers(
                bound(rules.minimum()).unwrap_or(-widest),
                bound(rules.maximum()).unwrap_or(widest),
            )
        }
        Kind::Text(rules) => texts(&rules),
        Kind::Choice(_) => options(property).prop_map(|text| quote(&text)).boxed(),
        Kind::MultiSelect {
            min_items,
            max_items,
            unique,
            ..
        } => {
            let least = usize::try_from(min_items.unwrap_or(0)).unwrap();
            let most = max_items.map_or(least + 3, |most| usize::try_from(most).unwrap());
            vec(options(property), least..=most)
                .prop_map(move |mut items| {
                    if unique {
                        items.sort();
                        items.dedup();
                    }
                    list(&items)
                })
                .boxed()
        }
        ref kind => unreachable!("no form here has {kind:?}"),
    }
}

/// A value of the right kind that may break the rules of the property.
pub(crate) fn near(property: &'static Property) -> BoxedStrategy<String> {
    match *property.kind() {
        Kind::Integer(rules) => {
            let (minimum, maximum) = rules.range().into_inner();
            prop_oneof![
                2 => select(vec![minimum - 1, minimum, maximum, maximum + 1, 0]).prop_flat_map(spellings),
                2 => numerals(),
            ]
            .boxed()
        }
        Kind::Number(rules) => {
            let edges: Vec<String> = [rules.minimum(), rules.maximum()]
                .into_iter()
                .flatten()
                .filter_map(|bound| bound.as_f64())
                .flat_map(|bound| {
                    [
                        bound.next_down(),
                        bound,
                        bound.next_up(),
                        bound - 1.0,
                        bound + 1.0,
                    ]
                })
                .map(|number| format!("{number:?}"))
                .chain(["0".to_owned()])
                .collect();
            prop_oneof![2 => select(edges), 2 => numerals()].boxed()
        }
        Kind::Text(rules) => {
            let length = usize::try_from(rules.max_length().unwrap_or(4)).unwrap();
            let formatted = match (rules.format(), rules.pattern()) {
                (None, None) => Just("x".to_owned()).boxed(),
                (Some(_), _) => slipped_formats(),
                (None, Some(_)) => select(near_patterns()).prop_map(str::to_owned).boxed(),
            };
            prop_oneof![
                2 => vec(characters(), 0..length + 3).prop_map(|text| quote(text.concat())),
                2 => formatted.prop_map(|text| quote(&text)),
                1 => line_end(texts(&rules)),
            ]
            .boxed()
        }
        Kind::Choice(_) => {
            let option = options(property).prop_map(|text| quote(&text)).boxed();
            prop_oneof![
                6 => near_options(property).prop_map(|text| quote(&text)),
                1 => line_end(option),
            ]
            .boxed()
        }
        Kind::MultiSelect { .. } => {
            let item = prop_oneof![
                6 => options(property).prop_map(|text| quote(&text)),
                2 => near_options(property).prop_map(|text| quote(&text)),
                1 => any_json(),
            ];
            vec(item, 0..6)
                .prop_map(|items| format!("[{}]", items.join(",")))
                .boxed()
        }
        _ => select(vec!["0", "1", r#""true""#, r#""""#])
            .prop_map(str::to_owned)
            .boxed(),
    }
}

/// Any JSON, short.
pub(crate) fn any_json() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        select(vec!["null", "true", "false"]).prop_map(str::to_owned),
        numerals(),
        vec(characters(), 0..6).prop_map(|text| quote(text.concat())),
    ];
    leaf.prop_recursive(4, 12, 3, |inner| {
        let member = (characters(), inner.clone());
        prop_oneof![
            vec(inner, 0..3).prop_map(|items| format!("[{}]", items.join(","))),
            vec(member, 0..3).prop_map(|members| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("{}:{value}", quote(name)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
    .boxed()
}

/// The options of every choice that is known only at run time, and their titles.
pub(crate) const SUPPLIED: [(&str, &str); 6] = [
    ("eu-west", "Europe (West)"),
    ("us-east", "EU-West"),
    ("1e400", "A number"),
    ("é", "one character"),
    ("e\u{301}", "two characters"),
    ("\"\\\n😀", " _ "),
];

/// Whole numbers, the outermost ones often.
fn integers(range: RangeInclusive<i128>) -> BoxedStrategy<i128> {
    let (minimum, maximum) = range.into_inner();
    let edges = [minimum, minimum + 1, maximum - 1, maximum];
    let edges = edges
        .into_iter()
        .filter(|edge| (minimum..=maximum).contains(edge));
    prop_oneof![1 => select(edges.collect::<Vec<_>>()), 3 => minimum..=maximum].boxed()
}

/// A whole number as a client may write it.
fn spellings(integer: i128) -> BoxedStrategy<String> {
    let mut spellings = vec![
        integer.to_string(),
        format!("{integer}.0"),
        format!("{integer}.000e0"),
        format!("{}E-1", integer * 10),
    ];
    if integer % 100 == 0 {
        spellings.push(format!("{}e2", integer / 100));
    }
    if integer == 0 {
        spellings.push("-0".to_owned());
    }
    (Just(spellings), 0..8_usize)
        .prop_map(|(spellings, which)| spellings.get(which).unwrap_or(&spellings[0]).clone())
        .boxed()
}

fn numbers(minimum: f64, maximum: f64) -> BoxedStrategy<String> {
    let edges = [minimum, maximum].map(|number| format!("{number:?}"));
    // Two halves: the whole range of an f64 is wider than any f64.
    let between = (0.0..=1.0_f64).prop_map(move |share| minimum * (1.0 - share) + maximum * share);
    let small = select(vec![0.0, 0.5, 1.0, 1.5, 2.0, -0.25])
        .prop_map(move |number: f64| number.clamp(minimum, maximum));
    prop_oneof![
        1 => select(edges.to_vec()),
        2 => prop_oneof![between, small].prop_map(move |number| format!("{:?}", number.clamp(minimum, maximum))),
    ]
    .boxed()
}

/// An integer of 400 digits.
const LONG: &str = "1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890\
    1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890\
    1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890\
    1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890";

/// Numbers of every size and spelling.
fn numerals() -> BoxedStrategy<String> {
    let known = select(vec![
        "0",
        "-0",
        "-0.0",
        "1",
        "-1",
        "3.0",
        "1e2",
        "1E+2",
        "100e-2",
        "3.5",
        "-1.5",
        "2.0000000000000001",
        "0.1",
        "1e-7",
        "5e-324",
        "1e-400",
        "1e21",
        "1e22",
        "-1e300",
        "1e308",
        "1.7976931348623157e308",
        "3.4028235e38",
        "3.4028234e38",
        "3.4028236e38",
        "-3.5e38",
        "16777217",
        "127",
        "128",
        "-128",
        "-129",
        "255",
        "256",
        "65535",
        "65536",
        "4294967295",
        "4294967296",
        "2147483648",
        "-2147483649",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740991",
        "-9007199254740992",
        "9007199254740993.0",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "123456789012345678901234567890",
        "-123456789012345678901234567890.5",
        "170141183460469231731687303715884105728",
        "9007199254740991.4",
        "9007199254740990.6",
        "-9007199254740991.5",
        "4.50000000000000000000000000001",
        "0.30000000000000001",
        "0e99999",
        "-0.0E+400",
    ])
    .prop_map(str::to_owned);
    // Elsewhere the parser ends at these, which no `f64` holds.
    let beyond = if cfg!(feature = "arbitrary-precision") {
        vec!["1e400", "1E+400", "2e308", "1e99999", "9.5e+308", LONG]
    } else {
        vec!["0"]
    };
    let beyond = (select(vec!["", "-"]), select(beyond))
        .prop_map(|(sign, number)| format!("{sign}{number}"));
    prop_oneof![
        4 => known,
        1 => beyond,
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => any::<u64>().prop_map(|number| number.to_string()),
        1 => (-300..300_i32).prop_map(|number| number.to_string()),
        1 => any::<f64>()
            .prop_filter("not in JSON", |number| number.is_finite())
            .prop_map(|number| format!("{number:?}")),
    ]
    .boxed()
}

/// One scalar value, or a few that people take for one.
fn characters() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => select(vec!["a", "Z", "0", " ", "\"", "\\", "/", "\n", "\0", "\u{1f}", "\u{7f}"])
            .prop_map(str::to_owned),
        4 => select(vec!["é", "e\u{301}", "ß", "😀", "👩‍👩‍👧", "🇩🇪", "\u{10ffff}", "\u{feff}", "\u{2028}"])
            .prop_map(str::to_owned),
        2 => any::<char>().prop_map(String::from),
    ]
}

fn texts(rules: &TextRules) -> BoxedStrategy<String> {
    let least = usize::try_from(rules.min_length().unwrap_or(0)).unwrap();
    let most = rules
        .max_length()
        .map(|most| usize::try_from(most).unwrap());
    if let Some(format) = rules.format() {
        let mut fitting = valid_formats(format);
        fitting.retain(|text| (least..=most.unwrap_or(usize::MAX)).contains(&text.len()));
        return select(fitting).prop_map(quote).boxed();
    }
    if let Some(pattern) = rules.pattern() {
        let matches = jsonschema::validator_for(&json!({"pattern": pattern})).unwrap();
        let mut fitting = near_patterns();
        fitting.retain(|text| {
            let length = text.chars().count();
            (least..=most.unwrap_or(length)).contains(&length) && matches.is_valid(&json!(text))
        });
        return select(fitting).prop_map(quote).boxed();
    }
    let most = most.unwrap_or(least + 12);
    vec(characters(), least..=most)
        .prop_map(move |text| {
            // Some are several: they are cut to the length that is due.
            let text: String = text.concat().chars().take(most).collect();
            quote(&text)
        })
        .boxed()
}

/// A text, in quotes, with what the Enter key adds at its end.
fn line_end(quoted: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let ends = select(vec![r"\n", r"\r\n", r"\n\n", r"\r"]);
    (quoted, ends).prop_map(|(text, end)| format!("{}{end}\"", &text[..text.len() - 1]))
}

fn offered(property: &Property) -> Vec<(&'static str, &'static str)> {
    match property.kind() {
        Kind::Choice(OptionSource::Declared(variants))
        | Kind::MultiSelect {
            options: OptionSource::Declared(variants),
            ..
        } => variants
            .iter()
            .map(|variant| (variant.value(), variant.label()))
            .collect(),
        Kind::Choice(OptionSource::Supplied)
        | Kind::MultiSelect {
            options: OptionSource::Supplied,
            ..
        } => SUPPLIED.to_vec(),
        kind => unreachable!("{kind:?} has no options"),
    }
}

fn options(property: &Property) -> impl Strategy<Value = String> + use<> {
    select(offered(property)).prop_map(|(value, _)| value.to_owned())
}

/// What a person or a client may take for an option.
fn near_options(property: &Property) -> impl Strategy<Value = String> + use<> {
    (select(offered(property)), 0..6).prop_map(|((value, label), change)| match change {
        0 => label.to_owned(),
        1 => value.to_uppercase(),
        2 => format!("{value} "),
        3 => String::new(),
        4 => value.chars().skip(1).collect(),
        _ => value.to_owned(),
    })
}

fn quote(text: impl AsRef<str>) -> String {
    Value::from(text.as_ref()).to_string()
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(quote).collect();
    format!("[{}]", items.join(","))
}
