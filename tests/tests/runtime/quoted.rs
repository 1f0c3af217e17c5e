//! Texts that are not the author's, in messages.

use elicit_core::{Elicit, quoted};
use proptest::prelude::*;

#[test]
fn everything_can_be_seen() {
    for (text, shown) in [
        ("", "“”"),
        ("curl https://x && reboot", "“curl https://x && reboot”"),
        ("say \"it's\" `so`", "“say \"it's\" `so`”"),
        ("äöü 日本語 🙂", "“äöü 日本語 🙂”"),
        ("one\ntwo\r\n\tthree\0", r"“one\ntwo\r\n\tthree\u{0}”"),
        ("\u{1b}[2Jls", r"“\u{1b}[2Jls”"),
        (
            "a\u{200b}b\u{202e}c\u{200d}d",
            r"“a\u{200b}b\u{202e}c\u{200d}d”",
        ),
        ("a\u{a0}b\u{2028}", r"“a\u{a0}b\u{2028}”"),
        // What looks like the end, or like an escape, is neither.
        ("ls”, and nothing else", r"“ls\u{201d}, and nothing else”"),
        (r"C:\new\u{200b}", r"“C:\\new\\u{200b}”"),
        ("  ", "“  ”"),
    ] {
        assert_eq!(quoted(text).to_string(), shown);
        assert_eq!(format!("{:?}", quoted(text)), shown);
    }
}

/// A text without what Unicode has fonts ignore, and without what looks like a space.
#[derive(Elicit)]
struct Visible {
    /// Characters that show
    #[elicit(pattern = r"^[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}]*$")]
    text: String,
}

#[test]
fn no_character_hides() {
    let is_shown = |character: &char| {
        let shown = quoted(character.encode_utf8(&mut [0; 4])).to_string();
        shown == format!("“{character}”")
    };
    let all = ('\0'..=char::MAX).filter(|character| *character != ' ');
    let text: String = all.filter(is_shown).collect();
    let content = serde_json::json!({"text": text});
    let visible = elicit_core::from_value::<Visible>(&content).unwrap();
    // Nearly all of them, and so the pattern was matched against something.
    assert!(visible.text.chars().count() > 1_000_000);
}

#[test]
fn it_is_cut_where_the_author_asks_and_counts_what_is_missing() {
    for (most, shown) in [
        (0, "“”… (5 more characters)"),
        (3, r"“ä\nb”… (2 more characters)"),
        (
            4,
            r"“ä\nb”… (1 more character)".replace("b”", "b🙂”").as_str(),
        ),
        (5, r"“ä\nb🙂c”"),
        (usize::MAX, r"“ä\nb🙂c”"),
    ] {
        assert_eq!(quoted("ä\nb🙂c").at_most(most).to_string(), shown);
    }
}

/// The text that is quoted.
fn unquoted(shown: &str) -> String {
    let inner = shown.strip_prefix('“').unwrap().strip_suffix('”').unwrap();
    let mut text = String::new();
    let mut rest = inner.chars();
    while let Some(character) = rest.next() {
        assert!(!matches!(character, '“' | '”'), "{shown}");
        let character = match character {
            '\\' => match rest.next().unwrap() {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    let code: String = rest.by_ref().take_while(|c| *c != '}').collect();
                    let code = u32::from_str_radix(code.trim_start_matches('{'), 16);
                    char::from_u32(code.unwrap()).unwrap()
                }
                other => other,
            },
            other => other,
        };
        text.push(character);
    }
    text
}

proptest! {
    #[test]
    fn nothing_is_lost(text in r"([ -~]|[\\“”\n\r\t\u{200b}\u{202e}\u{e0041}é🙂]|\PC|\pC){0,40}") {
        prop_assert_eq!(unquoted(&quoted(&text).to_string()), text);
    }
}
