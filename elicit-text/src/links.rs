//! Links: clients may make them clickable, and a form must not send a person elsewhere.

mod markdown;
#[cfg(test)]
mod tests;

pub use markdown::without_links;

/// Whether a text has an address, or a link in Markdown.
pub(crate) fn has_link(text: &str) -> bool {
    let mut targets = text.match_indices("](");
    has_address(text) || targets.any(|(at, mark)| is_link_target(&text[at + mark.len()..]))
}

/// Whether a text has an address that clients recognize: with its scheme, or one without
/// (`www.example.org`).
pub(crate) fn has_address(text: &str) -> bool {
    let around = |(at, _)| (&text[..at], &text[at + 1..]);
    let is_host = |(before, after)| {
        let start = without_end(before, "www");
        start.is_some_and(|start| !ends_with_word(start)) && begins_with_word(after)
    };
    let mut dots = text.match_indices('.').map(around);
    let mut colons = text.match_indices(':').map(around);
    dots.any(is_host) || colons.any(|(before, after)| follows_scheme(before, after))
}

/// Whether this is after the `:` of a scheme. A scheme with nothing after it is only a word.
fn follows_scheme(before: &str, after: &str) -> bool {
    if let Some(name) = after.strip_prefix("//") {
        return ends_with_word(before) && begins_with_name(name);
    }
    let ends_with = |scheme| without_end(before, scheme).is_some();
    if ends_with("data") {
        const KIND: &str = "text/";
        let kind = after.split_at_checked(KIND.len());
        return kind
            .is_some_and(|(kind, name)| kind.eq_ignore_ascii_case(KIND) && begins_with_name(name));
    }
    (ends_with("mailto") || ends_with("javascript")) && begins_with_name(after)
}

/// Whether the target of a Markdown link, what follows `[text](`, is an address. `array[0](x)`
/// and `[0..9](default: 5)` are not links.
fn is_link_target(text: &str) -> bool {
    // It ends before the next link: a text with many of them is read once, not once for each.
    let text = text.split("](").next().unwrap_or_default().trim_start();
    let ends = |character: char| character == ')' || character.is_whitespace();
    let Some(end) = text.find(ends) else {
        return false;
    };
    let (target, after) = text.split_at(end);
    let names_file = || {
        let mut dots = target.match_indices('.');
        dots.any(|(at, _)| begins_with_word(&target[at + 1..]))
    };
    let is_address = target.contains([':', '/', '#']) || names_file();
    // An address can be followed by a title in quotes, and by nothing else.
    is_address && after.trim_start().starts_with([')', '"', '\'', '('])
}

fn begins_with_name(text: &str) -> bool {
    begins_with_word(text) || text.starts_with(['/', '[', '%', '~', '_'])
}

fn begins_with_word(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
}

fn ends_with_word(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_alphanumeric())
}

/// A text without the word at its end, in whatever case.
fn without_end<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (start, end) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
    end.eq_ignore_ascii_case(word).then_some(start)
}
