//! Items as they are while somebody types them: an editor expands those, too.

use super::expansion;

/// Each gives its errors, and the traits that the rest of the file relies on.
#[test]
fn half_an_item_has_errors_and_traits() {
    for item in [
        "struct Scale {",
        "struct Scale { replicas }",
        "struct Scale { replicas: }",
        "struct Scale { replicas: u8, #[elicit(minimum =)] zones: u8 }",
        "struct Scale { #[elicit(minimum = 1,, maximum)] zones: u8 }",
        "struct Scale { #[elicit(] zones: u8 }",
        "struct Scale { #[elicit()] zones: u8 }",
        "struct Scale { #[elicit(m)] zones: u8 }",
        "struct Scale { #[elicit(default = [\"a\",])] #[elicit] zones: u8 }",
        "struct Scale { #[elicit(enum)] zones: u8 }",
        "struct Scale { #[elicit(enum =)] zones: u8 }",
        "struct Scale { #[elicit(minimum = -)] zones: u8 }",
        "struct Scale { #[elicit(default = Region::)] zones: u8 }",
        "struct Scale { #[elicit(title(] zones: u8 }",
        "struct Scale { next: Option<Self> }",
        "struct Scale(",
        "struct Scale()",
        "struct Scale",
        "enum Scale { A(",
        "enum Scale {}",
        "pub(crate) struct Scale { zones: , }",
    ] {
        // Half an item has half a group, which no lexer lets through: an editor
        // closes it.
        let closed = closed(item);
        let expansion = expansion(&closed);
        assert!(expansion.contains("compile_error!"), "{closed}");
        assert!(expansion.contains("Field for Scale"), "{closed}");
    }
}

/// Where there is no name, there is an error at least.
#[test]
fn nothing_to_go_by_is_an_error() {
    for item in [
        "",
        "struct",
        "enum",
        "struct 3",
        "struct Scale<",
        "fn scale() {}",
    ] {
        let expansion = expansion(item);
        assert!(expansion.contains("compile_error!"), "{item}");
    }
}

fn closed(item: &str) -> String {
    let mut text = String::new();
    let mut open = Vec::new();
    for letter in item.chars() {
        match letter {
            '{' => open.push('}'),
            '(' => open.push(')'),
            '[' => open.push(']'),
            '}' | ')' | ']' => {
                while let Some(wanted) = open.pop() {
                    if wanted == letter {
                        break;
                    }
                    text.push(wanted);
                }
            }
            _ => {}
        }
        text.push(letter);
    }
    text.extend(open.iter().rev());
    text
}
