//! Answers that are large or deep: a caller limits the size of what it reads, this crate does not.

use elicit_core::{Elicit, Violation, from_slice, from_str, from_value};
use serde_json::json;

const LARGE: usize = 65 << 10;

#[derive(Debug, PartialEq, Elicit)]
enum Letter {
    A,
    É,
}

#[derive(Debug, PartialEq, Elicit)]
pub(crate) struct Answer {
    note: Option<String>,
    replicas: Option<u8>,
    #[elicit(multi_select)]
    letters: Option<Vec<Letter>>,
}

#[test]
fn large_texts_and_lists_are_accepted() {
    for text in ["a", "é", r"\n"] {
        let text = text.repeat(LARGE);
        let read = |document: String| {
            from_slice::<Answer>(document.as_bytes()).expect("the answer is valid")
        };
        let note = read(format!(r#"{{"{text}":["{text}"],"note":"{text}"}}"#)).note;
        let unescaped = text.replace(r"\n", "\n");
        assert_eq!(note.as_deref(), Some(unescaped.as_str()));
        let list = r#""A","É","#.repeat(LARGE);
        let letters = read(format!(r#"{{"letters":[{list}"A"],"a":"{text}"}}"#)).letters;
        assert_eq!(letters.map(|letters| letters.len()), Some(2 * LARGE + 1));
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Texts {
    #[elicit(description = "Small letters", pattern = "^[a-z]*$", max_length = 5)]
    slug: Option<String>,
    #[elicit(format = "uri", min_length = 70_000)]
    link: Option<String>,
}

/// A long text reports the same violations as a short one.
#[test]
fn a_text_that_is_too_long_is_validated_by_every_rule() {
    for length in [6, LARGE] {
        let text = "A".repeat(length);
        let content = json!({"slug": text, "link": text});
        let invalid = from_value::<Texts>(&content).unwrap_err();
        let keywords: Vec<_> = invalid
            .violations()
            .iter()
            .map(Violation::keyword)
            .collect();
        assert_eq!(
            from_str::<Texts>(&content.to_string()).unwrap_err(),
            invalid
        );
        assert_eq!(keywords, ["maxLength", "pattern", "minLength", "format"]);
    }
}

/// The depth limit of the parser does not apply to skipped values.
#[test]
fn deep_values_of_unknown_properties_are_skipped() {
    let (open, close) = ("[".repeat(LARGE), "]".repeat(LARGE));
    let read = |text: &[u8]| {
        let unknown = [br#"{"unknown":"#, open.as_bytes(), text, close.as_bytes()].concat();
        from_slice::<Answer>(&[&unknown[..], br#","replicas":1}"#].concat())
    };
    assert_eq!(read("\"é\"".as_bytes()).unwrap().replicas, Some(1));
    let column = 12 + LARGE + 1;
    assert_eq!(
        read(b"\"\xff\"").unwrap_err().to_string(),
        format!("must be JSON (line 1, column {column})")
    );
}
