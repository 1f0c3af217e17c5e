//! Doc comments as descriptions.

use proptest::{collection::vec, prelude::*, sample::select};
use syn::{Attribute, parse_quote};

use crate::doc::Description;

/// The description that comments make, each of which is one attribute.
fn description(comments: &[String]) -> String {
    let attributes: Vec<Attribute> = comments
        .iter()
        .map(|comment| parse_quote!(#[doc = #comment]))
        .collect();
    let Ok(Some(description)) = Description::new(None, &attributes) else {
        return String::new();
    };
    description.text.value
}

/// The words of a text, which are numbered.
fn words(text: &str) -> Vec<&str> {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    parts.filter(|part| !part.is_empty()).collect()
}

/// All white space of Unicode that a comment can have in a line.
fn spaces() -> impl Strategy<Value = String> {
    let all: Vec<char> = ('\0'..=char::MAX)
        .filter(|c| c.is_whitespace() && !matches!(c, '\n' | '\r'))
        .collect();
    vec(select(all), 0..5).prop_map(String::from_iter)
}

fn line() -> impl Strategy<Value = String> {
    let mark = select(vec![
        "", "", "", "* ", "*", "- ", "> ", "# ", "```", "~~~", "| ", "1. ", "===", "---", "\\",
    ]);
    let end = select(vec!["", "", "  ", "\\", "\r"]);
    let parts = (spaces(), mark, vec(spaces(), 0..3), end);
    parts.prop_map(|(indentation, mark, spaces, end)| {
        let words: Vec<_> = spaces.iter().map(|space| format!(" {space}w")).collect();
        format!("{indentation}{mark}{}{end}", words.concat())
    })
}

/// The lines with a number at each word, so that two of them are not the same.
fn numbered(lines: &[String]) -> Vec<String> {
    let mut count = 0;
    let number = |part: &str| {
        count += 1;
        format!("w{count}{part}")
    };
    let mut number = number;
    lines
        .iter()
        .map(|line| {
            let mut parts = line.split('w');
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |line, part| line + &number(part))
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_word_of_a_comment_is_lost(lines in vec(line(), 1..8)) {
        let lines = numbered(&lines);
        let block = lines.join("\n");
        for comments in [&[block.clone()][..], &lines] {
            let description = description(comments);
            prop_assert_eq!(words(&description), words(&block), "{:?}", comments);
        }
    }
}
