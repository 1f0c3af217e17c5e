//! JSON, and other text, written by the compiler.

use crate::form::{Literal, literal::decimal};

/// A keyword of a schema and its value. `None`: it is not written.
pub(crate) type Keyword = (&'static str, Option<Literal>);

/// Stands before the eight bytes of a number that is known only at run time: no constant can spell it.
/// No text has this byte.
const UNSPELLED: u8 = 0xFF;

/// What was written at run time, as text.
pub(crate) fn spelled(mut written: &[u8]) -> String {
    let mut text = String::new();
    loop {
        let number = written.iter().position(|byte| *byte == UNSPELLED);
        let (before, number) = written.split_at(number.unwrap_or(written.len()));
        text.push_str(str::from_utf8(before).unwrap_or_default());
        let Some((bytes, after)) = number.get(1..).and_then(<[u8]>::split_first_chunk) else {
            return text;
        };
        let value = f64::from_bits(u64::from_be_bytes(*bytes));
        text.push_str(&decimal(value, "").to_string());
        written = after;
    }
}

/// Writes text in a constant: as much as there is room for. It has one type for all lengths,
/// because the compiler does much of its work once for each type.
///
/// The compiler runs this for every form, and a call costs it more than other steps, even a call
/// of `len`. So the loops over bytes use patterns and call nothing.
pub(crate) struct Writer<'a> {
    room: &'a mut [u8],
    /// The length of the room.
    size: usize,
    length: usize,
}

impl<'a> Writer<'a> {
    /// Goes on after a text of some length.
    pub(crate) const fn new(room: &'a mut [u8], length: usize) -> Self {
        let size = room.len();
        Self { room, size, length }
    }

    /// The length of the text, including what found no room.
    pub(crate) const fn len(&self) -> usize {
        self.length
    }

    /// Text as it is, in parts.
    pub(crate) const fn raw(&mut self, parts: &[&[u8]]) {
        let mut parts = parts;
        while let [part, others @ ..] = parts {
            let mut place = self.length;
            self.length += part.len();
            if self.length <= self.size {
                let mut rest = *part;
                while let [byte, after @ ..] = rest {
                    self.room[place] = *byte;
                    place += 1;
                    rest = after;
                }
            }
            parts = others;
        }
    }

    /// The inside of a JSON string, between two texts that are written as they are.
    pub(crate) const fn escape(&mut self, before: &[u8], text: &str, end: &[u8]) {
        let (mut before, mut bytes) = (before, text.as_bytes());
        loop {
            let mut rest = bytes;
            while let [b' ' | b'!' | b'#'..=b'[' | b']'..=u8::MAX, after @ ..] = rest {
                rest = after;
            }
            let [special, after @ ..] = rest else {
                self.raw(&[before, bytes, end]);
                return;
            };
            let (plain, _) = bytes.split_at(bytes.len() - rest.len());
            self.raw(&[before, plain]);
            self.escaped(*special);
            (before, bytes) = (b"", after);
        }
    }

    const fn escaped(&mut self, byte: u8) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        match byte {
            b'"' => self.raw(&[b"\\\""]),
            b'\\' => self.raw(&[b"\\\\"]),
            b'\n' => self.raw(&[b"\\n"]),
            b'\t' => self.raw(&[b"\\t"]),
            b'\r' => self.raw(&[b"\\r"]),
            _ => {
                let digits = [HEX[(byte >> 4) as usize], HEX[(byte & 15) as usize]];
                self.raw(&[b"\\u00", &digits]);
            }
        }
    }

    pub(crate) const fn integer(&mut self, integer: i128) {
        if integer < 0 {
            self.raw(&[b"-"]);
        }
        let mut rest = integer.unsigned_abs();
        let start = self.length;
        let mut left = rest;
        loop {
            self.length += 1;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        if self.length <= self.size {
            let mut place = self.length;
            while place > start {
                place -= 1;
                self.room[place] = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
        }
    }

    /// A keyword after another one.
    pub(crate) const fn keyword(&mut self, name: &str, value: &Literal) {
        self.raw(&[b",\"", name.as_bytes(), b"\":"]);
        self.literal(value);
    }

    pub(crate) const fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Decimal(decimal) if decimal.text.is_empty() => {
                self.raw(&[&[UNSPELLED], &decimal.value.to_bits().to_be_bytes()]);
            }
            Literal::Decimal(decimal) => self.raw(&[decimal.text.as_bytes()]),
            Literal::Integer(integer) => self.integer(*integer),
            Literal::Boolean(boolean) => self.raw(&[if *boolean { b"true" } else { b"false" }]),
            Literal::Text(text) => self.escape(b"\"", text, b"\""),
            Literal::List(items) => {
                self.raw(&[b"["]);
                let (mut before, mut rest): (&[u8], _) = (b"\"", *items);
                while let [item, after @ ..] = rest {
                    self.escape(before, item, b"\"");
                    (before, rest) = (b",\"", after);
                }
                self.raw(&[b"]"]);
            }
        }
    }
}
