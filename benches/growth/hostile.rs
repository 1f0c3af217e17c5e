//! Large answers that no client sends, beside what parsing them costs.

use std::{collections::BTreeSet, hint::black_box};

use elicit_benches::{Case, ratio};
use elicit_core::{Elicit, from_slice};
use serde_json::json;

use crate::{
    call,
    message::{SIZE, document, parsed},
};

/// What an answer of 10 MiB consists of: a start, as many of the same as there is room
/// for, and an end.
pub(crate) struct Hostile {
    name: &'static str,
    start: &'static str,
    repeated: &'static str,
    end: &'static str,
}

#[derive(Elicit)]
struct Form {
    note: Option<String>,
    replicas: Option<u8>,
    #[elicit(multi_select)]
    environments: Option<Vec<Environment>>,
    #[elicit(multi_select)]
    regions: Option<BTreeSet<Environment>>,
    #[elicit(format = "email")]
    notify: Option<String>,
    #[elicit(description = "Small letters", pattern = "^[a-z]+$", max_length = 40)]
    slug: Option<String>,
    #[elicit(format = "date-time", max_length = 40)]
    at: Option<String>,
    #[elicit(
        description = "Small letters and dashes",
        pattern = "^[a-z]+(-[a-z]+)*$"
    )]
    tags: Option<String>,
    #[elicit(format = "date-time")]
    moment: Option<String>,
    #[elicit(format = "uri")]
    page: Option<String>,
}

#[derive(Elicit, PartialEq, Eq, PartialOrd, Ord)]
enum Environment {
    Staging,
    Production,
}

impl Hostile {
    pub(crate) const ALL: [Self; 35] = [
        Self {
            name: "white space",
            start: "{",
            repeated: " ",
            end: "}",
        },
        Self {
            name: "unknown properties",
            start: "{",
            repeated: r#""unknown":0,"#,
            end: r#""last":0}"#,
        },
        Self {
            name: "unknown properties, escaped",
            start: "{",
            repeated: r#""\u0075":0,"#,
            end: r#""last":0}"#,
        },
        Self {
            name: "one property, repeated",
            start: "{",
            repeated: r#""replicas":0,"#,
            end: r#""last":0}"#,
        },
        Self {
            name: "all properties in turn",
            start: "{",
            repeated: r#""replicas":0,"note":null,"environments":[],"#,
            end: r#""last":0}"#,
        },
        Self {
            name: "text under an unknown name",
            start: r#"{"unknown":""#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "text of a property",
            start: r#"{"note":""#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "text of a property, cut off",
            start: r#"{"note":""#,
            repeated: "é",
            end: "",
        },
        Self {
            name: "text, and a fault in what nobody asks for",
            start: r#"{"note":""#,
            repeated: "a",
            end: r#"","unknown":[}"#,
        },
        Self {
            name: "text and a number beyond `f64`",
            start: r#"{"note":""#,
            repeated: "a",
            end: r#"","replicas":1e400}"#,
        },
        Self {
            name: "escapes in text of a property",
            start: r#"{"note":""#,
            repeated: r"\u00e9",
            end: r#""}"#,
        },
        Self {
            name: "an escape in text, and an unknown property",
            start: r#"{"unknown":0,"note":"\n"#,
            repeated: "é",
            end: r#""}"#,
        },
        Self {
            name: "the same, its name escaped",
            start: r#"{"unknown":0,"n\u006fte":"\n"#,
            repeated: "é",
            end: r#""}"#,
        },
        Self {
            name: "no e-mail address",
            start: r#"{"notify":""#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "text that matches its pattern, and is too long",
            start: r#"{"slug":""#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "a fraction of a second, too long",
            start: r#"{"at":"2026-07-28T09:00:00."#,
            repeated: "1",
            end: r#"Z"}"#,
        },
        Self {
            name: "text that matches its pattern",
            start: r#"{"tags":""#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "the same, of two characters in turn",
            start: r#"{"tags":"a"#,
            repeated: "-b",
            end: r#""}"#,
        },
        Self {
            name: "a fraction of a second",
            start: r#"{"moment":"2026-07-28T09:00:00."#,
            repeated: "1",
            end: r#"Z"}"#,
        },
        Self {
            name: "a URI",
            start: r#"{"page":"https://example.org/"#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "the same, percent-encoded",
            start: r#"{"page":"https://example.org/"#,
            repeated: "%41",
            end: r#""}"#,
        },
        Self {
            name: "lists and objects under an unknown name",
            start: r#"{"unknown":["#,
            repeated: r#"{"a":[0]},"#,
            end: "0]}",
        },
        Self {
            name: "a list for a text",
            start: r#"{"note":["#,
            repeated: r#"{"a":[0]},"#,
            end: "0]}",
        },
        Self {
            name: "a multi-select of no options",
            start: r#"{"environments":["#,
            repeated: r#""Nowhere","#,
            end: r#""Nowhere"]}"#,
        },
        Self {
            name: "a multi-select, repeated options",
            start: r#"{"environments":["#,
            repeated: r#""Staging","#,
            end: r#""Staging"]}"#,
        },
        Self {
            name: "a multi-select of empty texts",
            start: r#"{"environments":["#,
            repeated: r#""","#,
            end: r#"""]}"#,
        },
        Self {
            name: "a set of empty texts",
            start: r#"{"regions":["#,
            repeated: r#""","#,
            end: r#"""]}"#,
        },
        Self {
            name: "a set, repeated options",
            start: r#"{"regions":["#,
            repeated: r#""Staging","#,
            end: r#""Staging"]}"#,
        },
        Self {
            name: "a multi-select of numbers",
            start: r#"{"environments":["#,
            repeated: "0,",
            end: "0]}",
        },
        Self {
            name: "a multi-select of lists",
            start: r#"{"environments":["#,
            repeated: "[],",
            end: "[]]}",
        },
        Self {
            name: "white space in a multi-select",
            start: r#"{"environments":["#,
            repeated: " ",
            end: "]}",
        },
        Self {
            name: "white space in a list under an unknown name",
            start: r#"{"unknown":["#,
            repeated: " ",
            end: "]}",
        },
        Self {
            name: "digits of an integer",
            start: r#"{"replicas":1"#,
            repeated: "1",
            end: "}",
        },
        Self {
            name: "digits of a fraction",
            start: r#"{"replicas":0."#,
            repeated: "1",
            end: "}",
        },
        Self {
            name: "digits of an exponent, under an unknown name",
            start: r#"{"unknown":1e-"#,
            repeated: "1",
            end: "}",
        },
    ];

    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        Reader::ALL.into_iter().map(|reader| self.key(reader))
    }

    fn key(&self, reader: Reader) -> String {
        format!("{} {reader:?}", self.name)
    }

    pub(crate) fn case(&self, key: &str) -> Option<Case<String>> {
        let reader = Reader::ALL
            .into_iter()
            .find(|reader| self.key(*reader) == key)?;
        let (answer, key) = (self.answer(), key.to_owned());
        Some(match reader {
            Reader::Value => Case::new(key, move || parsed(&answer)),
            Reader::Elicit => Case::new(key, move || from_slice::<Form>(black_box(&answer))),
            Reader::Call => Case::new(key, move || {
                parsed(&answer).map(|content| {
                    // In the macro it would be copied.
                    let mut answer = json!({"action": "accept", "content": null});
                    answer["content"] = content;
                    call::with_answer::<Form>(answer, ())
                })
            }),
        })
    }

    fn answer(&self) -> Vec<u8> {
        document([self.start, self.repeated, self.end], SIZE).into_bytes()
    }

    pub(crate) fn print(&self, count: impl Fn(&str) -> u64) {
        let [value, elicit, call] = Reader::ALL.map(|reader| count(&self.key(reader)));
        let call = call.saturating_sub(value);
        println!(
            "| {} | {value} | {elicit} | {:.2} | {call} | {:.2} |",
            self.name,
            ratio(elicit, value),
            ratio(call, value),
        );
    }
}

#[derive(Clone, Copy, Debug)]
enum Reader {
    Value,
    Elicit,
    /// A call, with the parsing of its message.
    Call,
}

impl Reader {
    const ALL: [Self; 3] = [Self::Value, Self::Elicit, Self::Call];
}
