//! Large answers that no client sends, beside what parsing them costs.

use std::{collections::BTreeSet, hint::black_box};

use elicit_benches::{Case, ratio};
use elicit_core::{Elicit, from_slice};
use serde_json::json;

use crate::{
    call,
    message::{self, Kind, SIZE, parsed},
};

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

const KINDS: [Kind; 35] = [
    Kind {
        name: "white space",
        start: "{",
        repeated: " ",
        end: "}",
    },
    Kind {
        name: "unknown properties",
        start: "{",
        repeated: r#""unknown":0,"#,
        end: r#""last":0}"#,
    },
    Kind {
        name: "unknown properties, escaped",
        start: "{",
        repeated: r#""\u0075":0,"#,
        end: r#""last":0}"#,
    },
    Kind {
        name: "one property, repeated",
        start: "{",
        repeated: r#""replicas":0,"#,
        end: r#""last":0}"#,
    },
    Kind {
        name: "all properties in turn",
        start: "{",
        repeated: r#""replicas":0,"note":null,"environments":[],"#,
        end: r#""last":0}"#,
    },
    Kind {
        name: "text under an unknown name",
        start: r#"{"unknown":""#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "text of a property",
        start: r#"{"note":""#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "text of a property, cut off",
        start: r#"{"note":""#,
        repeated: "é",
        end: "",
    },
    Kind {
        name: "text, and a fault in what nobody asks for",
        start: r#"{"note":""#,
        repeated: "a",
        end: r#"","unknown":[}"#,
    },
    Kind {
        name: "text and a number beyond `f64`",
        start: r#"{"note":""#,
        repeated: "a",
        end: r#"","replicas":1e400}"#,
    },
    Kind {
        name: "escapes in text of a property",
        start: r#"{"note":""#,
        repeated: r"\u00e9",
        end: r#""}"#,
    },
    Kind {
        name: "an escape in text, and an unknown property",
        start: r#"{"unknown":0,"note":"\n"#,
        repeated: "é",
        end: r#""}"#,
    },
    Kind {
        name: "the same, its name escaped",
        start: r#"{"unknown":0,"n\u006fte":"\n"#,
        repeated: "é",
        end: r#""}"#,
    },
    Kind {
        name: "no e-mail address",
        start: r#"{"notify":""#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "text that matches its pattern, and is too long",
        start: r#"{"slug":""#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "a fraction of a second, too long",
        start: r#"{"at":"2026-07-28T09:00:00."#,
        repeated: "1",
        end: r#"Z"}"#,
    },
    Kind {
        name: "text that matches its pattern",
        start: r#"{"tags":""#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "the same, of two characters in turn",
        start: r#"{"tags":"a"#,
        repeated: "-b",
        end: r#""}"#,
    },
    Kind {
        name: "a fraction of a second",
        start: r#"{"moment":"2026-07-28T09:00:00."#,
        repeated: "1",
        end: r#"Z"}"#,
    },
    Kind {
        name: "a URI",
        start: r#"{"page":"https://example.org/"#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "the same, percent-encoded",
        start: r#"{"page":"https://example.org/"#,
        repeated: "%41",
        end: r#""}"#,
    },
    Kind {
        name: "lists and objects under an unknown name",
        start: r#"{"unknown":["#,
        repeated: r#"{"a":[0]},"#,
        end: "0]}",
    },
    Kind {
        name: "a list for a text",
        start: r#"{"note":["#,
        repeated: r#"{"a":[0]},"#,
        end: "0]}",
    },
    Kind {
        name: "a multi-select of no options",
        start: r#"{"environments":["#,
        repeated: r#""Nowhere","#,
        end: r#""Nowhere"]}"#,
    },
    Kind {
        name: "a multi-select, repeated options",
        start: r#"{"environments":["#,
        repeated: r#""Staging","#,
        end: r#""Staging"]}"#,
    },
    Kind {
        name: "a multi-select of empty texts",
        start: r#"{"environments":["#,
        repeated: r#""","#,
        end: r#"""]}"#,
    },
    Kind {
        name: "a set of empty texts",
        start: r#"{"regions":["#,
        repeated: r#""","#,
        end: r#"""]}"#,
    },
    Kind {
        name: "a set, repeated options",
        start: r#"{"regions":["#,
        repeated: r#""Staging","#,
        end: r#""Staging"]}"#,
    },
    Kind {
        name: "a multi-select of numbers",
        start: r#"{"environments":["#,
        repeated: "0,",
        end: "0]}",
    },
    Kind {
        name: "a multi-select of lists",
        start: r#"{"environments":["#,
        repeated: "[],",
        end: "[]]}",
    },
    Kind {
        name: "white space in a multi-select",
        start: r#"{"environments":["#,
        repeated: " ",
        end: "]}",
    },
    Kind {
        name: "white space in a list under an unknown name",
        start: r#"{"unknown":["#,
        repeated: " ",
        end: "]}",
    },
    Kind {
        name: "digits of an integer",
        start: r#"{"replicas":1"#,
        repeated: "1",
        end: "}",
    },
    Kind {
        name: "digits of a fraction",
        start: r#"{"replicas":0."#,
        repeated: "1",
        end: "}",
    },
    Kind {
        name: "digits of an exponent, under an unknown name",
        start: r#"{"unknown":1e-"#,
        repeated: "1",
        end: "}",
    },
];

pub(crate) fn keys() -> Vec<String> {
    message::keys(&KINDS, &Reader::ALL)
}

pub(crate) fn case(key: &str) -> Option<Case<String>> {
    let (kind, reader) = message::find(&KINDS, &Reader::ALL, key)?;
    let (answer, key) = (kind.document(SIZE).into_bytes(), key.to_owned());
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

pub(crate) fn print(count: impl Fn(&str) -> u64) {
    println!("\n| 10 MiB of | `Value` | this crate | ratio | in a call, once parsed | ratio |");
    println!("|---|--:|--:|--:|--:|--:|");
    for kind in &KINDS {
        let [value, elicit, call] = Reader::ALL.map(|reader| count(&kind.key(reader)));
        let call = call.saturating_sub(value);
        println!(
            "| {} | {value} | {elicit} | {:.2} | {call} | {:.2} |",
            kind.name,
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
