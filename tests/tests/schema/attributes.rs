//! Every attribute.

use std::collections::{BTreeSet, HashSet};

use elicit_core::Elicit;

use crate::{parts, schema};

#[derive(Elicit)]
struct Bounds {
    #[elicit(minimum = -5, maximum = 5)]
    negative: i8,
    #[elicit(minimum = 3.0, maximum = 1e2, default = 7.0)]
    decimal_for_integer: u8,
    #[elicit(minimum = -0.5, maximum = 2.25)]
    fractional: f64,
    #[elicit(minimum = -1, maximum = 1, default = 0)]
    whole: f32,
    #[elicit(minimum = -1e300, maximum = 1.5e21)]
    exponents: f64,
    #[elicit(minimum = 0.000_000_1, default = 1_000.0)]
    separated: f64,
    #[elicit(maximum = 0x7f)]
    hexadecimal: u8,
    #[elicit(minimum = 9_007_199_254_740_991)]
    wide: u64,
    #[elicit(minimum = -9_007_199_254_740_991, maximum = 9_007_199_254_740_991)]
    written: i64,
    of_a_type: Safe,
    #[elicit(maximum = 100_000_000_000_000_000_000)]
    beyond: f64,
}

#[derive(Elicit)]
struct Safe(#[elicit(maximum = 9_007_199_254_740_991)] i64);

#[test]
fn numbers_are_written_as_in_json() {
    let (properties, _) = parts(schema::<Bounds>());
    assert_eq!(
        properties,
        concat!(
            r#""negative":{"type":"integer","title":"Negative","minimum":-5,"maximum":5},"#,
            r#""decimal_for_integer":{"type":"integer","title":"Decimal for integer","minimum":3,"maximum":100,"default":7},"#,
            r#""fractional":{"type":"number","title":"Fractional","minimum":-0.5,"maximum":2.25},"#,
            r#""whole":{"type":"number","title":"Whole","minimum":-1,"maximum":1,"default":0},"#,
            r#""exponents":{"type":"number","title":"Exponents","minimum":-1e300,"maximum":1.5e21},"#,
            r#""separated":{"type":"number","title":"Separated","minimum":1e-7,"default":1000.0},"#,
            r#""hexadecimal":{"type":"integer","title":"Hexadecimal","minimum":0,"maximum":127},"#,
            r#""wide":{"type":"integer","title":"Wide","minimum":9007199254740991},"#,
            r#""written":{"type":"integer","title":"Written","minimum":-9007199254740991,"maximum":9007199254740991},"#,
            r#""of_a_type":{"type":"integer","title":"Of a type","maximum":9007199254740991},"#,
            r#""beyond":{"type":"number","title":"Beyond","maximum":100000000000000000000}"#,
        )
    );
}

#[derive(Elicit)]
struct Texts {
    #[elicit(
        max_length = 9,
        min_length = 2,
        title = "T",
        description = "D",
        default = "ab"
    )]
    every_rule: String,
    #[elicit(format = "email")]
    email: String,
    #[elicit(format = "uri")]
    uri: String,
    #[elicit(format = "date", default = "2026-07-28")]
    date: String,
    #[elicit(format = "date-time")]
    moment: Option<String>,
    #[elicit(default = "")]
    empty: String,
    #[elicit(default = 'é')]
    letter: char,
}

#[test]
fn rules_of_texts_are_in_the_schema() {
    let (properties, required) = parts(schema::<Texts>());
    assert_eq!(
        properties,
        concat!(
            r#""every_rule":{"type":"string","title":"T","description":"D","minLength":2,"maxLength":9,"default":"ab"},"#,
            r#""email":{"type":"string","title":"Email","format":"email"},"#,
            r#""uri":{"type":"string","title":"Uri","format":"uri"},"#,
            r#""date":{"type":"string","title":"Date","format":"date","default":"2026-07-28"},"#,
            r#""moment":{"type":"string","title":"Moment","format":"date-time"},"#,
            r#""empty":{"type":"string","title":"Empty","default":""},"#,
            r#""letter":{"type":"string","title":"Letter","minLength":1,"maxLength":1,"default":"é"}"#,
        )
    );
    assert_eq!(
        required,
        r#"["every_rule","email","uri","date","empty","letter"]"#
    );
}

#[derive(Elicit)]
struct Defaults {
    flag: bool,
    #[elicit(default = true)]
    ticked: bool,
    perhaps_flag: Option<bool>,
    #[elicit(default = 3)]
    perhaps: Option<u8>,
    #[elicit(default = -1)]
    negative: i8,
}

#[test]
fn a_default_does_not_make_a_field_optional() {
    let (properties, required) = parts(schema::<Defaults>());
    assert_eq!(
        properties,
        concat!(
            r#""flag":{"type":"boolean","title":"Flag","default":false},"#,
            r#""ticked":{"type":"boolean","title":"Ticked","default":true},"#,
            r#""perhaps_flag":{"type":"boolean","title":"Perhaps flag"},"#,
            r#""perhaps":{"type":"integer","title":"Perhaps","minimum":0,"maximum":255,"default":3},"#,
            r#""negative":{"type":"integer","title":"Negative","minimum":-128,"maximum":127,"default":-1}"#,
        )
    );
    assert_eq!(required, r#"["negative"]"#);
}

#[derive(Elicit)]
struct Optional {
    one: bool,
    two: Option<u8>,
    #[elicit(multi_select)]
    three: Vec<Plain>,
}

#[test]
fn an_empty_list_of_required_fields_is_left_out() {
    let (_, required) = parts(schema::<Optional>());
    assert_eq!(required, "");
}

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Elicit)]
enum Plain {
    One,
    Two,
}

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Elicit)]
enum Titled {
    #[elicit(title = "No. 1")]
    One,
    Two,
}

#[derive(Elicit)]
struct Several {
    #[elicit(multi_select)]
    list: Vec<Plain>,
    #[elicit(multi_select, min_items = 1, max_items = 2, title = "T", default = ["Two", "One"])]
    set: BTreeSet<Titled>,
    #[elicit(multi_select)]
    hash_set: Option<HashSet<Plain>>,
    #[elicit(multi_select, default = [])]
    empty: Vec<Titled>,
}

#[test]
fn multi_selects_are_spelt_the_same_on_every_revision() {
    let (properties, required) = parts(schema::<Several>());
    assert_eq!(
        properties,
        concat!(
            r#""list":{"type":"array","title":"List","items":{"type":"string","enum":["One","Two"]}},"#,
            r#""set":{"type":"array","title":"T","minItems":1,"maxItems":2,"items":{"anyOf":[{"const":"One","title":"No. 1"},{"const":"Two","title":"Two"}]},"default":["Two","One"]},"#,
            r#""hash_set":{"type":"array","title":"Hash set","items":{"type":"string","enum":["One","Two"]}},"#,
            r#""empty":{"type":"array","title":"Empty","items":{"anyOf":[{"const":"One","title":"No. 1"},{"const":"Two","title":"Two"}]},"default":[]}"#,
        )
    );
    assert_eq!(required, r#"["set"]"#);
}

/// Lower-case letters
#[derive(Elicit)]
struct Word(#[elicit(pattern = "^[a-z]+$")] String);

#[derive(Elicit)]
struct Patterns {
    /// A "quoted" \\ thing
    #[elicit(
        pattern = r#"^"\\?\d"$"#,
        min_length = 2,
        max_length = 9,
        default = "\"1\""
    )]
    escaped: String,
    word: Option<Word>,
}

#[test]
fn a_pattern_is_not_in_the_schema() {
    let (properties, _) = parts(schema::<Patterns>());
    assert_eq!(
        properties,
        concat!(
            r#""escaped":{"type":"string","title":"Escaped","description":"A \"quoted\" \\\\ thing","minLength":2,"maxLength":9,"default":"\"1\""},"#,
            r#""word":{"type":"string","title":"Word","description":"Lower-case letters"}"#,
        )
    );
}
