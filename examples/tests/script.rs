//! Prepared answers, and which question they are for.

use elicit_examples::{
    repeat::{Asked, Visit},
    script::{Reply, Script},
};
use serde_json::{Map, json};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_repeated_question_is_recognised() {
    let mut asked = Asked::default();
    let mut visit = |message: &str, properties: &[&str]| {
        let Visit {
            question,
            correction,
        } = asked.visit(message, names(properties));
        (question, correction.map(str::to_owned))
    };
    let again = |question, correction: &str| (question, Some(correction.to_owned()));
    assert_eq!(visit("Where?", &["a", "b"]), (0, None));
    assert_eq!(visit("Sure?", &["a"]), (1, None));
    assert_eq!(
        visit("Please correct b. \n\nWhere?", &["a", "b"]),
        again(0, "Please correct b.")
    );
    // The text is added to the first message, not to the one before.
    assert_eq!(
        visit("Please correct a. \n\nWhere?", &["a", "b"]),
        again(0, "Please correct a.")
    );
    // New ones: other properties, the same words once more, words without the line break.
    assert_eq!(visit("Please correct a. \n\nWhere?", &["a"]), (2, None));
    assert_eq!(visit("Sure?", &["a"]), (3, None));
    assert_eq!(visit("Really? Sure?", &["a"]), (4, None));
    assert_eq!(visit("Sure?\nReally?", &["a"]), (5, None));
}

#[test]
fn a_correction_belongs_to_the_longest_earlier_message() {
    let mut asked = Asked::default();
    asked.visit("And then?\nIt costs.\nWhere?", names(&["b"]));
    asked.visit("It costs.\nWhere?", names(&["a"]));
    asked.visit("Where?", names(&["a"]));
    let visit = asked.visit("Correct a\n\nand b\nIt costs.\nWhere?", names(&["a"]));
    let expected = Visit {
        question: 1,
        correction: Some("Correct a\n\nand b"),
    };
    assert_eq!(visit, expected);
}

#[test]
fn replies_are_given_in_order_and_then_the_fallback() {
    let content = |n: u8| Map::from_iter([("n".to_owned(), json!(n))]);
    let accepts = vec![content(1), content(2)];
    let script = Script::new(accepts.clone(), Some(Reply::Decline));
    assert_eq!(script.reply(0), Some(&Reply::Accept(content(1))));
    assert_eq!(script.reply(1), Some(&Reply::Accept(content(2))));
    assert_eq!(script.reply(0), Some(&Reply::Accept(content(1))));
    assert_eq!(script.reply(2), Some(&Reply::Decline));
    assert_eq!(script.reply(9), Some(&Reply::Decline));
    assert_eq!(Script::new(accepts, None).reply(2), None);
    assert!(Script::default().is_empty());
    assert!(!script.is_empty());
}
