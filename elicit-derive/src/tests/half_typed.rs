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

/// What comes before an item, and its parameters, are read while the rest of it is
/// not there yet.
#[test]
fn half_an_item_has_the_attributes_and_parameters_that_it_begins_with() {
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

/// The core is most likely not there by its own name, and an import would be an error of its own.
#[test]
fn an_unreadable_path_of_the_core_is_one_error() {
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

/// Most often it is the core by its own name that is there.
#[test]
fn without_an_entry_for_the_core_its_name_is_taken() {
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
