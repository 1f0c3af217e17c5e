//! Numbers in text that no `f64` holds: `1e400`.
//!
//! They are well-formed, and the parser ends at the first of them. So a text that has
//! one is read a second time, from a copy in which a string of the same length stands
//! for each, and what follows stays where it was.

use serde::de::IgnoredAny;

use super::{
    filter::Filter,
    given::{Given, Items},
};

/// A text, and its copy.
pub(super) struct Beyond<'d> {
    text: &'d str,
    copy: String,
}

impl<'d> Beyond<'d> {
    /// `None` where the text has no such number. One pass over the text.
    pub(super) fn of(text: &'d str) -> Option<Self> {
        let mut copy = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(|found: char| found == '"' || starts_number(found)) {
            let token = &rest[start..];
            let token = &token[..end(token)];
            let (before, after) = (&rest[..start], &rest[start + token.len()..]);
            copy.push_str(before);
            if is_beyond(token) {
                copy.push('"');
                copy.push_str(&token[1..token.len() - 1]);
                copy.push('"');
            } else {
                copy.push_str(token);
            }
            rest = after;
        }
        copy.push_str(rest);
        (copy != text).then_some(Self { text, copy })
    }

    pub(super) fn text(&self) -> &'d str {
        self.text
    }

    pub(super) fn copy(&self) -> &str {
        &self.copy
    }

    /// What is in the text where a string of the copy has its first quotation mark.
    /// A string that was not borrowed from the copy has escapes, as no number has.
    fn before(&self, found: &str) -> Option<u8> {
        let place = found
            .as_ptr()
            .addr()
            .checked_sub(self.copy.as_ptr().addr())?;
        self.text.as_bytes().get(place.checked_sub(1)?).copied()
    }
}

impl Filter for Beyond<'_> {
    /// Puts what is in the text, where this was found in the copy.
    fn value(&self, found: &mut Given<'_>, mut put: impl FnMut(&mut Given<'_>)) {
        match found {
            Given::Text(text) => match self.before(text) {
                Some(b'-') => put(&mut Given::Number(f64::NEG_INFINITY)),
                Some(b'0'..=b'9') => put(&mut Given::Number(f64::INFINITY)),
                _ => put(found),
            },
            Given::Items(items) => put(&mut Given::Items(&mut Restored {
                items: &mut **items,
                beyond: self,
            })),
            _ => put(found),
        }
    }
}

/// A list that was found in the copy.
struct Restored<'r> {
    items: &'r mut dyn Items,
    beyond: &'r Beyond<'r>,
}

impl Items for Restored<'_> {
    fn each(&mut self, item: &mut dyn FnMut(&mut Given<'_>)) {
        let beyond = self.beyond;
        self.items
            .each(&mut |found| beyond.value(found, &mut *item));
    }
}

fn starts_number(character: char) -> bool {
    character == '-' || character.is_ascii_digit()
}

/// Where the string or the number ends that the text begins with.
fn end(text: &str) -> usize {
    if text.starts_with('"') {
        string_end(text)
    } else {
        number_end(text)
    }
}

fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    let mut bytes = text.bytes().skip(1);
    let quote = bytes.position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    quote.map_or(text.len(), |quote| quote + 2)
}

fn number_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let digits = bytes
            .iter()
            .skip(from)
            .take_while(|byte| byte.is_ascii_digit());
        from + digits.count()
    };
    let mut end = digits(1);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let has_sign = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
        end = digits(end + 1 + usize::from(has_sign));
    }
    end
}

/// What is not JSON is left to the parser.
fn is_beyond(token: &str) -> bool {
    token.parse().is_ok_and(f64::is_infinite) && serde_json::from_str::<IgnoredAny>(token).is_ok()
}
