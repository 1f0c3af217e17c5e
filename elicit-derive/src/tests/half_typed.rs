//! Items as they are while somebody types them: an editor expands those, too.

use super::expansion;

/// The rest of the file relies on the traits.
#[test]
fn an_incomplete_item_gets_errors_and_traits() {
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

/// They are read although the rest of the item is missing.
#[test]
fn an_incomplete_item_keeps_its_attributes_and_parameters() {
    let renamed =
        expansion("#[cfg(all())] #[elicit(crate = renamed)] pub struct Scale { pub zones: }");
    assert!(renamed.contains("use renamed::__private"), "{renamed}");
    assert!(!renamed.contains("elicit_core"), "{renamed}");
    let read = expansion("#[elicit(deserialize)] struct Scale { zones: }");
    assert!(read.contains("Deserialize<'de> for Scale"), "{read}");
    for (item, implemented) in [
        (
            "struct Scale<T> { zones: }",
            "impl<T> __elicit::DerivedForm for Scale<T>",
        ),
        (
            "struct Scale<'a, const N: usize = 3> where [u8; N]: Copy { zones: }",
            "impl<'a, const N: usize> __elicit::DerivedForm for Scale<'a, N>",
        ),
        (
            "enum Scale<T: Clone> { A, , }",
            "impl<T: Clone> __elicit::DerivedForm for Scale<T>",
        ),
    ] {
        let expansion = expansion(&closed(item));
        assert!(expansion.contains(implemented), "{expansion}");
    }
    let bound = expansion("struct Scale<T> where T: Copy { zones: }");
    assert!(bound.contains("T: Copy"), "{bound}");
}

/// The core probably has another name, so an import by its own name would be a second error.
#[test]
fn an_unreadable_crate_path_is_one_error() {
    for unread in [
        "crate = 3",
        "crate",
        "crate = my-crate",
        "crate = \"my-crate\"",
    ] {
        let expansion = expansion(&format!("#[elicit({unread})] struct Scale {{ zones: u8 }}"));
        assert_eq!(
            expansion.matches("compile_error!").count(),
            1,
            "{expansion}"
        );
        assert!(!expansion.contains("__private"), "{expansion}");
    }
}

/// Most crates use the core by its own name.
#[test]
fn without_a_crate_attribute_the_default_path_is_used() {
    for unread in [
        "crate =",
        "crates = 3",
        "crates = renamed",
        "crates = \"renamed\"",
    ] {
        for item in [
            "struct Scale { zones: u8 }",
            "struct Scale { zones: }",
            "struct Scale { #[elicit(choices)] zones: String }",
            "enum Scale { A }",
            "struct Scale(u8);",
        ] {
            let expansion = expansion(&format!("#[elicit({unread})] {item}"));
            assert!(expansion.contains("compile_error!"), "{expansion}");
            assert!(
                expansion.contains("use ::elicit_core::__private"),
                "{expansion}"
            );
        }
    }
    let both = expansion("#[elicit(crates = 3, crate = renamed)] struct Scale { zones: u8 }");
    assert!(both.contains("use renamed::__private"), "{both}");
}

/// Without the name of an item, no traits can be written, but there is an error.
#[test]
fn unreadable_input_is_an_error() {
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
