//! The names on the wire and the words that clients show.

use elicit_core::{Elicit, Revision, form::Property};
use elicit_tests::forms::{Described, Escaped};
use serde::Serialize;
use serde_json::Value;

use crate::{parts, schema};

#[test]
fn names_and_texts_are_escaped_as_json() {
    let (properties, required) = parts(schema::<Escaped>());
    assert_eq!(
        properties,
        concat!(
            r#""\"quoted\"":{"type":"string","title":"\\ \"t\""},"#,
            r#""controls":{"type":"string","title":"Controls","description":"newline\ntab\t","default":"\r\n\t\u0001\u0008\u000c\u001f"#,
            "\u{7f}\"},\"😀é\u{301}\":{\"type\":\"string\",\"title\":\"Astral\",\"description\":\"a\u{2028}b\",",
            r#""maxLength":3,"default":"😀\""},"/~0 %":{"type":"string","title":"Pointer","maxLength":3}"#,
        )
    );
    assert_eq!(required, "[\"\\\"quoted\\\"\",\"😀é\u{301}\"]");
}

/// Parsing the schema gives the names and texts of the author.
#[test]
fn escaped_names_and_texts_parse_back() {
    let schema: Value = serde_json::from_str(schema::<Escaped>()).unwrap();
    let properties = schema["properties"].as_object().unwrap();
    for property in Escaped::FORM.properties() {
        let sent = &properties[property.name()];
        assert_eq!(sent["title"].as_str(), property.title());
        assert_eq!(sent["description"].as_str(), property.description());
    }
    assert_eq!(properties.len(), Escaped::FORM.properties().len());
}

#[test]
fn lines_of_a_paragraph_are_joined_and_paragraphs_are_not() {
    let (properties, _) = parts(schema::<Described>());
    assert_eq!(
        properties,
        concat!(
            r#""line":{"type":"boolean","title":"Line","description":"One line","default":false},"#,
            r#""paragraphs":{"type":"boolean","title":"Paragraphs","description":"Two lines of a paragraph.\n\nAnd another one:\n- with an item\n- and another"},"#,
            r#""both":{"type":"string","title":"A title","description":"but this"},"#,
            r#""attribute":{"type":"integer","title":"Attribute","description":"spaced","minimum":0,"maximum":255}"#,
        )
    );
}

#[test]
fn stars_in_the_margin_of_a_comment_are_removed() {
    #[derive(Elicit)]
    struct Blocks {
        /** One line */
        line: u8,
        /** First line
         * goes on.
         *
         * - an item
         * * and another
         */
        starred: u8,
        /**
        No stars
        * but an item
        */
        plain: u8,
        #[doc = "Either:\n* this\n* or that"]
        written: u8,
    }

    let descriptions: Vec<_> = Blocks::FORM
        .properties()
        .iter()
        .filter_map(Property::description)
        .collect();
    assert_eq!(
        descriptions,
        [
            "One line",
            "First line goes on.\n\n- an item\n* and another",
            "No stars\n* but an item",
            "Either:\n* this\n* or that",
        ]
    );
}

#[test]
fn a_link_in_a_doc_comment_becomes_its_text() {
    #[derive(Elicit)]
    struct Linked {
        /// As [`Linked::other`] has it, by the
        /// [terms](https://example.org/terms "Our terms") and [the other one][Linked].
        ///
        /// Not `[a](b)`, nor rows[0](x).
        ///
        /// [`Linked::other`]: Self
        /// [unused]: https://example.org
        one: u8,
        /** [One
         * text](https://example.org) */
        other: u8,
    }

    let descriptions: Vec<_> = Linked::FORM
        .properties()
        .iter()
        .filter_map(Property::description)
        .collect();
    assert_eq!(
        descriptions,
        [
            "As `Linked::other` has it, by the terms and the other one.\n\nNot `[a](b)`, nor rows[0](x).",
            "One text",
        ]
    );
}

#[test]
fn only_a_soft_break_of_a_doc_comment_becomes_a_space() {
    #[derive(Elicit)]
    struct Blocks {
        /// A sentence over
        /// two lines, as in:
        /// ```toml
        /// [a]
        ///   b = 1
        ///
        /// c = 2
        /// ```
        /// And more
        /// of it.
        fence: u8,
        /// Codes:
        ///
        ///     one
        ///     two
        ///
        /// and more
        /// of it
        indented: u8,
        /// | a | b |
        /// |---|---|
        /// | 1 | 2 |
        /// | 3 | 4 |
        ///
        /// after
        /// it
        table: u8,
        /// a | b
        /// --- | ---
        /// 1 | 2
        /// 3 | 4
        bare_table: u8,
        /// - one
        ///   goes on
        ///   - within
        /// - two
        /// 1. three
        list: u8,
        /// # Heading
        /// A text
        /// goes on
        ///
        /// Title
        /// =====
        /// ## Another
        heading: u8,
        /// > one
        /// > two
        ///
        /// after
        quotation: u8,
        #[doc = " one  "]
        #[doc = " two\\"]
        #[doc = " three"]
        hard_break: u8,
        /** A block
            over two lines

              - an item
              - another

            ~~~
            code
              deeper
            ~~~
        */
        block: u8,
    }

    let descriptions: Vec<_> = Blocks::FORM
        .properties()
        .iter()
        .filter_map(Property::description)
        .collect();
    assert_eq!(
        descriptions,
        [
            "A sentence over two lines, as in:\n```toml\n[a]\n  b = 1\n\nc = 2\n```\nAnd more of it.",
            "Codes:\n\n    one\n    two\n\nand more of it",
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nafter it",
            "a | b\n--- | ---\n1 | 2\n3 | 4",
            "- one goes on\n  - within\n- two\n1. three",
            "# Heading\nA text goes on\n\nTitle\n=====\n## Another",
            "> one\n> two\n\nafter",
            "one\ntwo\nthree",
            "A block over two lines\n\n  - an item\n  - another\n\n~~~\ncode\n  deeper\n~~~",
        ]
    );
}

#[test]
fn a_serde_alias_compiles_and_changes_no_name() {
    #[derive(serde::Deserialize, Elicit)]
    struct Deploy {
        #[serde(alias = "count")]
        replicas: u8,
        zone: Zone,
    }

    #[derive(serde::Deserialize, Elicit)]
    enum Zone {
        #[serde(alias = "n")]
        North,
    }

    let by_serde: Deploy = serde_json::from_str(r#"{"count": 1, "zone": "n"}"#).unwrap();
    assert_eq!(by_serde.replicas, 1);
    assert!(matches!(by_serde.zone, Zone::North));
    let ours = elicit_core::from_str::<Deploy>(r#"{"replicas": 1, "zone": "North"}"#);
    assert!(ours.is_ok());
    let by_alias = elicit_core::from_str::<Deploy>(r#"{"count": 1, "zone": "n"}"#);
    assert_eq!(by_alias.err().unwrap().violations().len(), 2);
}

/// From 1 up
#[derive(Elicit)]
struct Port(#[elicit(title = "The port", minimum = 1)] u16);

#[derive(Elicit)]
struct Other(#[elicit(title = "The other")] u16);

#[derive(Elicit)]
struct Share(#[elicit(maximum = 1)] f64);

#[derive(Elicit)]
#[elicit(rename_all = "kebab-case")]
#[expect(non_snake_case, reason = "names that people do write")]
struct InWords {
    more_of: u8,
    r#type: u8,
    line_2: u8,
    ipv4_address: u8,
    _leading: u8,
    trailing_: u8,
    double__score: u8,
    SSH_key_id: u8,
    dryRun: u8,
    größe: u8,
    ähnliche_namen: u8,
    名前: u8,
    _1: u8,
    #[elicit(rename = "x-renamed")]
    renamed: u8,
    #[elicit(title = "Its own")]
    titled: u8,
    of_a_type: Port,
    perhaps_of_a_type: Option<Other>,
    #[elicit(title = "Its own, too")]
    titled_of_a_type: Port,
    without_of_a_type: Share,
    #[elicit(choices)]
    known_later: String,
    __: u8,
}

#[test]
fn a_field_without_a_title_is_titled_by_its_rust_name() {
    let titles: Vec<_> = InWords::FORM
        .properties()
        .iter()
        .map(Property::title)
        .collect();
    let (last, titles) = titles.split_last().unwrap();
    assert_eq!(
        titles.iter().copied().flatten().collect::<Vec<_>>(),
        [
            "More of",
            "Type",
            "Line 2",
            "Ipv4 address",
            "Leading",
            "Trailing",
            "Double score",
            "SSH key id",
            "DryRun",
            "Größe",
            "Ähnliche namen",
            "名前",
            "1",
            "Renamed",
            "Its own",
            "The port",
            "The other",
            "Its own, too",
            "Without of a type",
            "Known later",
        ]
    );
    // There are no words in it.
    assert_eq!(*last, None);
    assert_eq!(InWords::FORM.properties().last().unwrap().label(), "--");
}

/// A form and a choice in one of serde's cases, and whether serde writes the same
/// names.
macro_rules! cases {
    ($($test:ident: $case:literal,)*) => {$(
        #[test]
        fn $test() {
            #[derive(Default, Serialize, Elicit)]
            #[serde(rename_all = $case)]
            struct Serdes {
                one: bool,
                two_words: bool,
                r#type: bool,
                _leading: bool,
                trailing_: bool,
                double__score: bool,
                with_1_digit: bool,
                camelCase: bool,
                #[serde(rename = "Left_As-it is")]
                renamed: bool,
                choice: Variant,
            }

            #[derive(Elicit)]
            #[elicit(rename_all = $case)]
            struct Ours {
                one: bool,
                two_words: bool,
                r#type: bool,
                _leading: bool,
                trailing_: bool,
                double__score: bool,
                with_1_digit: bool,
                camelCase: bool,
                #[elicit(rename = "Left_As-it is")]
                renamed: bool,
                choice: Variant,
            }

            #[derive(Clone, Copy, Default, Serialize, Elicit)]
            #[serde(rename_all = $case)]
            enum Variant {
                #[default]
                One,
                TwoWords,
                HTTPServer,
                With1Digit,
                Under_Score,
                lower,
                r#Self_,
                #[serde(rename = "Left_As-it is")]
                Renamed,
            }

            let variants = [
                Variant::One,
                Variant::TwoWords,
                Variant::HTTPServer,
                Variant::With1Digit,
                Variant::Under_Score,
                Variant::lower,
                Variant::r#Self_,
                Variant::Renamed,
            ];
            let written: Vec<Value> =
                variants.iter().map(|variant| serde_json::to_value(variant).unwrap()).collect();
            let sent: Value = serde_json::from_str(Serdes::requested_schema(Revision::LATEST)).unwrap();
            let choice = sent["properties"].as_object().unwrap().values().find_map(|property| property.get("enum"));
            assert_eq!(choice, Some(&Value::from(written)));

            let written = serde_json::to_string(&Serdes::default()).unwrap();
            let mut rest = &*written;
            for property in Serdes::FORM.properties() {
                // In declaration order, which is how serde writes them.
                let key = Value::from(property.name()).to_string();
                rest = rest.split_once(&key).expect(&written).1;
            }
            assert_eq!(written.matches(':').count(), Serdes::FORM.properties().len());
            assert_eq!(
                Ours::requested_schema(Revision::LATEST),
                Serdes::requested_schema(Revision::LATEST)
            );
        }
    )*};
}

#[expect(
    non_snake_case,
    non_camel_case_types,
    reason = "names that people do write"
)]
mod rename_all_writes_the_same_names_as_serde {
    use super::*;

    cases! {
        lower: "lowercase",
        upper: "UPPERCASE",
        pascal: "PascalCase",
        camel: "camelCase",
        snake: "snake_case",
        screaming_snake: "SCREAMING_SNAKE_CASE",
        kebab: "kebab-case",
        screaming_kebab: "SCREAMING-KEBAB-CASE",
    }
}
