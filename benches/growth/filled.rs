//! Large answers with no more content than is read in a call, beside what parsing them costs.

use elicit_benches::{Case, ratio};
use elicit_core::{Choices, Elicit, seam::Driven};
use url::Url;

use crate::{
    call,
    message::{self, Kind, SIZE, parsed},
};

/// What is read unless something else is set.
const CONTENT: usize = 64 << 10;

#[derive(Elicit)]
struct Form {
    note: Option<String>,
    #[elicit(
        description = "Small letters and dashes",
        pattern = "^[a-z]+(-[a-z]+)*$"
    )]
    tags: Option<String>,
    #[elicit(format = "uri")]
    page: Option<String>,
    site: Option<Url>,
    #[elicit(multi_select, choices)]
    regions: Option<Vec<String>>,
}

const KINDS: [Kind; 6] = [
    Kind {
        name: "text",
        start: r#"{"note":""#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "text that matches its pattern",
        start: r#"{"tags":"a"#,
        repeated: "-b",
        end: r#""}"#,
    },
    Kind {
        name: "a URI, percent-encoded",
        start: r#"{"page":"https://example.org/"#,
        repeated: "%41",
        end: r#""}"#,
    },
    Kind {
        name: "a `url::Url`",
        start: r#"{"site":"https://example.org/"#,
        repeated: "a",
        end: r#""}"#,
    },
    Kind {
        name: "the same, with user information",
        start: r#"{"site":"https://"#,
        repeated: "a:",
        end: r#"@example.org/"}"#,
    },
    Kind {
        name: "a multi-select of options",
        start: r#"{"regions":["#,
        repeated: r#""eu","#,
        end: r#""us"]}"#,
    },
];

pub(crate) fn keys() -> Vec<String> {
    message::keys(&KINDS, &Reader::ALL)
}

pub(crate) fn case(key: &str) -> Option<Case<String>> {
    let (kind, reader) = message::find(&KINDS, &Reader::ALL, key)?;
    let (answer, key) = (filled(&kind.document(CONTENT)), key.to_owned());
    Some(match reader {
        Reader::FilledValue => Case::new(key, move || parsed(&answer)),
        Reader::FilledCall => Case::new(key, move || {
            let regions = Choices::from(vec!["eu", "us"]);
            let answer = parsed(&answer).expect("it is JSON");
            let driven = call::with_answer::<Form>(answer, FormChoices { regions });
            assert!(
                matches!(driven, Driven::Done(true)),
                "it is read, and valid"
            );
        }),
    })
}

/// An answer with this content, and with text beside it that nobody asks for.
fn filled(content: &str) -> Vec<u8> {
    let text = "a".repeat(SIZE - content.len());
    format!(r#"{{"action":"accept","content":{content},"_meta":{{"text":"{text}"}}}}"#).into()
}

pub(crate) fn print(count: impl Fn(&str) -> u64) {
    println!("\n| 10 MiB, and 64 KiB of it content: | `Value` | in a call, once parsed | ratio |");
    println!("|---|--:|--:|--:|");
    for kind in &KINDS {
        let [value, call] = Reader::ALL.map(|reader| count(&kind.key(reader)));
        let call = call.saturating_sub(value);
        println!(
            "| {} | {value} | {call} | {:.2} |",
            kind.name,
            ratio(call, value)
        );
    }
}

#[derive(Clone, Copy, Debug)]
enum Reader {
    FilledValue,
    /// A call, with the parsing of its message.
    FilledCall,
}

impl Reader {
    const ALL: [Self; 2] = [Self::FilledValue, Self::FilledCall];
}
