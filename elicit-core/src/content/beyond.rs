//! Numbers in text that no `f64` holds: `1e400`.
//!
//! They are well-formed, and the parser ends at the first of them that it does not skip. A text
//! at one of which it ended is read again from a copy. There a string of the same length stands
//! for this number and for each behind it, so that the rest stays where it was.

use serde::de::IgnoredAny;

use super::{filter::Filter, given::Given};

/// A text, and its copy.
pub(super) struct Beyond<'d> {
    text: &'d str,
    copy: String,
}

impl<'d> Beyond<'d> {
    /// `None` where it was something else that the parser ended at.
    pub(super) fn of(text: &'d str, error: &serde_json::Error) -> Option<Self> {
        let (before, number) = text.split_at(number_at(text, error)?);
        let mut copy = String::with_capacity(text.len());
        copy.push_str(before);
        let mut rest = put_string(number, number_end(number), &mut copy)?;
        while let Some(start) = rest.find(|found: char| found == '"' || starts_number(found)) {
            let (before, token) = rest.split_at(start);
            copy.push_str(before);
            let end = if token.starts_with('"') {
                string_end(token)
            } else {
                number_end(token)
            };
            rest = put_string(token, end, &mut copy).unwrap_or_else(|| {
                let (token, after) = token.split_at(end);
                copy.push_str(token);
                after
            });
        }
        copy.push_str(rest);
        Some(Self { text, copy })
    }

    pub(super) fn copy(&self) -> &str {
        &self.copy
    }

    /// What is wrong with the text as it stands. The copy may hide it: a number in the place of
    /// a key is a fault, and the string in the copy is none.
    pub(super) fn fault(&self) -> Option<serde_json::Error> {
        serde_json::from_str::<IgnoredAny>(self.text).err()
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
    fn text<'t>(&self, text: &'t str) -> Given<'t> {
        match self.before(text) {
            Some(b'-') => Given::Number(f64::NEG_INFINITY),
            Some(b'0'..=b'9') => Given::Number(f64::INFINITY),
            _ => Given::Text(text),
        }
    }
}

/// Where the number begins that the parser ended at, if it did at one that can be a value.
fn number_at(text: &str, error: &serde_json::Error) -> Option<usize> {
    if !error.is_syntax() {
        return None;
    }
    let lines = text
        .split_inclusive('\n')
        .take(error.line().checked_sub(1)?);
    let place = lines.map(str::len).sum::<usize>() + error.column();
    let before = text.as_bytes().get(..place)?;
    before.last().filter(|byte| byte.is_ascii_digit())?;
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let Some(last) = before.iter().rposition(|byte| !is_part(byte)) else {
        return Some(0);
    };
    b" \t\r\n[:,".contains(&before[last]).then_some(last + 1)
}

fn starts_number(character: char) -> bool {
    character == '-' || character.is_ascii_digit()
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
        let behind = bytes.get(from..).unwrap_or_default();
        let digits = behind.iter().position(|byte| !byte.is_ascii_digit());
        from + digits.unwrap_or(behind.len())
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

/// Puts a string for the token that ends there, if it is a number that no `f64` holds; what
/// follows is left then. What is not JSON is left to the parser.
fn put_string<'d>(text: &'d str, end: usize, copy: &mut String) -> Option<&'d str> {
    let (token, after) = text.split_at(end);
    let is_beyond = token.parse().is_ok_and(f64::is_infinite)
        && serde_json::from_str::<IgnoredAny>(token).is_ok();
    is_beyond.then(|| {
        copy.push('"');
        copy.push_str(&token[1..end - 1]);
        copy.push('"');
        after
    })
}
