//! Numbers in text that no `f64` holds: `1e400`.
//!
//! They are well-formed, and the parser ends at the first of them that it does not skip. A text
//! at one of which it ended is read again from a copy. There a string of the same length stands
//! for this number and for each behind it, so that the rest stays where it was.

use serde::de::IgnoredAny;

use super::{filter::Filter, given::Given, lines};

/// A text, and its copy.
pub(super) struct Beyond<'d> {
    text: &'d str,
    copy: String,
    /// Whether such a number stands in the place of a key.
    has_key: bool,
}

impl<'d> Beyond<'d> {
    /// `None` where it was something else that the parser ended at.
    pub(super) fn of(text: &'d str, error: &serde_json::Error) -> Option<Self> {
        let mut next = Some(number_at(text, error)?);
        let (mut copy, mut copied) = (String::with_capacity(text.len()), 0);
        let mut has_key = false;
        while let Some(start) = next {
            let token = &text[start..];
            let is_string = token.starts_with('"');
            let length = if is_string { string_end } else { number_end }(token);
            let (token, behind) = token.split_at(length);
            let end = start + length;
            if !is_string && is_beyond(token) {
                copy.push_str(&text[copied..start]);
                copy.push('"');
                copy.push_str(&token[1..length - 1]);
                copy.push('"');
                copied = end;
                has_key |= behind.trim_ascii_start().starts_with(':');
            } else if copied == 0 {
                return None;
            }
            let place = behind.bytes().position(starts_token);
            next = place.map(|place| end + place);
        }
        copy.push_str(&text[copied..]);
        Some(Self {
            text,
            copy,
            has_key,
        })
    }

    pub(super) fn copy(&self) -> &str {
        &self.copy
    }

    /// What is wrong with the text as it stands, where the copy may hide that: a number in the
    /// place of a key is a fault, and the string in the copy is none, or none yet.
    pub(super) fn fault(&self, of_copy: Option<&serde_json::Error>) -> Option<serde_json::Error> {
        if of_copy.is_none() && !self.has_key {
            return None;
        }
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
    let end = lines::offset(text.as_bytes(), error.line(), error.column())?;
    let before = text.as_bytes().get(..end)?;
    before.last().filter(|byte| byte.is_ascii_digit())?;
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let Some(last) = before.iter().rposition(|byte| !is_part(byte)) else {
        return Some(0);
    };
    b" \t\r\n[:,".contains(&before[last]).then_some(last + 1)
}

fn starts_token(byte: u8) -> bool {
    matches!(byte, b'"' | b'-' | b'0'..=b'9')
}

fn string_end(text: &str) -> usize {
    let mut end = 1;
    while let Some(quote) = text[end..].find('"') {
        let escapes = text[end..end + quote].bytes().rev();
        let escapes = escapes.take_while(|byte| *byte == b'\\').count();
        end += quote + 1;
        if escapes % 2 == 0 {
            return end;
        }
    }
    text.len()
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

/// Whether it is a number that no `f64` holds. What is not JSON is left to the parser.
fn is_beyond(token: &str) -> bool {
    // It has one of these, and to look for them takes less than to parse it.
    let may_be = token.len() > f64::MAX_10_EXP as usize || token.contains(['e', 'E']);
    may_be
        && token.parse().is_ok_and(f64::is_infinite)
        && serde_json::from_str::<IgnoredAny>(token).is_ok()
}
