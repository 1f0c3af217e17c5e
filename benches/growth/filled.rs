//! Large answers with no more content than is read in a call, beside what parsing them costs.

use elicit_benches::{Case, ratio};
use elicit_core::{Choices, Elicit, seam::Driven};
use url::Url;

use crate::{
    call,
    message::{SIZE, document, parsed},
};

/// What is read unless something else is set.
const CONTENT: usize = 64 << 10;

/// What the content of an answer consists of: a start, as many of the same as there is
/// room for, and an end.
pub(crate) struct Filled {
    name: &'static str,
    start: &'static str,
    repeated: &'static str,
    end: &'static str,
}

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

impl Filled {
    pub(crate) const ALL: [Self; 6] = [
        Self {
            name: "text",
            start: r#"{"note":""#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "text that matches its pattern",
            start: r#"{"tags":"a"#,
            repeated: "-b",
            end: r#""}"#,
        },
        Self {
            name: "a URI, percent-encoded",
            start: r#"{"page":"https://example.org/"#,
            repeated: "%41",
            end: r#""}"#,
        },
        Self {
            name: "a `url::Url`",
            start: r#"{"site":"https://example.org/"#,
            repeated: "a",
            end: r#""}"#,
        },
        Self {
            name: "the same, with user information",
            start: r#"{"site":"https://"#,
            repeated: "a:",
            end: r#"@example.org/"}"#,
        },
        Self {
            name: "a multi-select of options",
            start: r#"{"regions":["#,
            repeated: r#""eu","#,
            end: r#""us"]}"#,
        },
    ];

    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        Reader::ALL.into_iter().map(|reader| self.key(reader))
    }

    fn key(&self, reader: Reader) -> String {
        format!("filled {} {reader:?}", self.name)
    }

    pub(crate) fn case(&self, key: &str) -> Option<Case<String>> {
        let reader = Reader::ALL
            .into_iter()
            .find(|reader| self.key(*reader) == key)?;
        let (answer, key) = (self.answer(), key.to_owned());
        Some(match reader {
            Reader::Value => Case::new(key, move || parsed(&answer)),
            Reader::Call => Case::new(key, move || {
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

    fn answer(&self) -> Vec<u8> {
        let content = document([self.start, self.repeated, self.end], CONTENT);
        let filled = "a".repeat(SIZE - content.len());
        format!(r#"{{"action":"accept","content":{content},"_meta":{{"filled":"{filled}"}}}}"#)
            .into()
    }

    pub(crate) fn print(&self, count: impl Fn(&str) -> u64) {
        let [value, call] = Reader::ALL.map(|reader| count(&self.key(reader)));
        let call = call.saturating_sub(value);
        println!(
            "| {} | {value} | {call} | {:.2} |",
            self.name,
            ratio(call, value)
        );
    }
}

#[derive(Clone, Copy, Debug)]
enum Reader {
    Value,
    /// A call, with the parsing of its message.
    Call,
}

impl Reader {
    const ALL: [Self; 2] = [Self::Value, Self::Call];
}
