//! Links in texts that a form shows: clients may make them clickable, and a form
//! is no place to send a person elsewhere.

/// Whether a text has what a client makes a link of: an address with its scheme,
/// one without that clients know all the same, or a link in Markdown.
pub(crate) fn is_in(text: &str) -> bool {
    has_address(text) || text.split("](").skip(1).any(begins_with_address)
}

/// Whether a text has an address that clients know as it stands.
pub(crate) fn has_address(text: &str) -> bool {
    let has_scheme = text.match_indices("://").any(|(place, slashes)| {
        text[..place].ends_with(|c: char| c.is_ascii_alphanumeric())
            && begins_with_name(&text[place + slashes.len()..])
    });
    let text = text.to_ascii_lowercase();
    let has_host = text.match_indices("www.").any(|(place, host)| {
        !text[..place].ends_with(char::is_alphanumeric)
            && text[place + host.len()..].starts_with(char::is_alphanumeric)
    });
    let has_opaque = ["mailto:", "javascript:", "data:text/"]
        .into_iter()
        .flat_map(|scheme| text.split(scheme).skip(1))
        .any(begins_with_name);
    has_scheme || has_host || has_opaque
}

/// Whether the parentheses of `[text](address)` hold an address. `array[0](x)` is no
/// link to anywhere, and no more is `[0..9](default: 5)`.
pub(crate) fn begins_with_address(text: &str) -> bool {
    let text = text.trim_start();
    let end = text.find(|c: char| c == ')' || c.is_whitespace());
    let (address, rest) = text.split_at(end.unwrap_or(text.len()));
    let mut dots = address.match_indices('.');
    // Behind it there is a title in quotes, if anything.
    rest.trim_start().starts_with([')', '"', '\'', '('])
        && (address.contains([':', '/', '#'])
            || dots.any(|(place, _)| address[place + 1..].starts_with(char::is_alphanumeric)))
}

/// Whether something stands behind a scheme. Alone it is only spoken of.
fn begins_with_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || "/[%~_".contains(c))
}

#[cfg(test)]
mod tests {
    use super::is_in;

    #[test]
    fn links_are_found() {
        for text in [
            "https://example.org",
            "See <HTTP://EXAMPLE.ORG/a>.",
            "ftp://example.org",
            "Read www.example.org first",
            "(WWW.example.org)",
            "write to mailto:help@example.org",
            "javascript:alert(1)",
            "the [terms](terms.html)",
            "the [terms](/terms)",
            "the [terms](<../terms>)",
            "the [terms](#terms \"Our terms\")",
            "call [us](tel:+1234), or array[0](x)",
        ] {
            assert!(is_in(text), "{text}");
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "name@example.org",
            "a file such as index.html",
            "10:30 // or later",
            "one of [a, b] (the first)",
            "array[0](x)",
            "handlers[i](request, 0.) and [](",
            "wwwhat? www. what",
            "Languages: Rust, JavaScript: ES2022",
            "with `https://` or http:// in front",
            "one of [0..9](default: 5), [h:mm](e.g. 1:30)",
            "key: value",
        ] {
            assert!(!is_in(text), "{text}");
        }
    }
}
