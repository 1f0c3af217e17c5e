//! Which characters are invisible, and which texts are blank.

use super::{find_invisible, is_blank};

#[test]
fn exactly_the_listed_characters_are_invisible() {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for character in '\0'..=char::MAX {
        let text = format!("Sure{character}?");
        if let Some(found) = find_invisible(&text, false) {
            assert_eq!(found, character);
            assert_eq!(find_invisible(&text, true), Some(character));
            let code = u32::from(character);
            match ranges.last_mut() {
                Some([_, last]) if *last + 1 == code => *last = code,
                _ => ranges.push([code, code]),
            }
        }
    }
    let expected = [
        [0x0, 0x8],
        [0xB, 0x1F],
        [0x7F, 0x9F],
        [0xAD, 0xAD],
        [0x34F, 0x34F],
        [0x115F, 0x1160],
        [0x17B4, 0x17B5],
        [0x180E, 0x180E],
        [0x200B, 0x200B],
        [0x202A, 0x202E],
        [0x2060, 0x206F],
        [0x3164, 0x3164],
        [0xFEFF, 0xFEFF],
        [0xFFA0, 0xFFA0],
        [0xFFF0, 0xFFFB],
        [0x1_BCA0, 0x1_BCA3],
        [0x1_D173, 0x1_D17A],
        [0xE_0000, 0xE_00FF],
        [0xE_01F0, 0xE_0FFF],
    ];
    assert_eq!(ranges, expected);
}

#[test]
fn line_breaks_and_tabs_are_invisible_in_a_line() {
    for character in ['\n', '\t', '\u{2028}', '\u{2029}'] {
        let text = format!("One{character}two");
        assert_eq!(find_invisible(&text, false), None);
        assert_eq!(find_invisible(&text, true), Some(character));
    }
    for text in [
        "äöü 日本語 🙂",
        "👨\u{200d}👩\u{200d}👧",
        "می\u{200c}خواهید",
        "C\u{200e}?",
    ] {
        assert_eq!(find_invisible(text, true), None, "{text}");
    }
}

#[test]
fn control_characters_are_invisible_except_line_breaks_and_tabs() {
    for character in ('\0'..=char::MAX).filter(|character| character.is_control()) {
        let is_allowed = matches!(character, '\n' | '\t');
        assert_eq!(
            find_invisible(&character.to_string(), false).is_none(),
            is_allowed
        );
    }
}

#[test]
fn texts_that_show_nothing_are_blank() {
    for text in [
        "",
        " \n\t",
        "\u{3000}\u{200d}",
        "\u{61c}",
        "\u{2800}",
        "\u{fe00}",
        "\u{2003}",
    ] {
        assert!(is_blank(text), "{text:?}");
    }
    for text in ["a", " - ", "\u{2801}", "\u{fe10}", "👨\u{200d}👩"] {
        assert!(!is_blank(text), "{text:?}");
    }
}
