//! The words of an assertion that fails.

use crate::{
    form::{Kind, Lengths, Literal},
    writer::Writer,
};

/// What the person reads; what is too long for the room is cut off.
pub(super) struct Message {
    room: [u8; 1024],
    /// Of all of it, whether or not it found room.
    length: usize,
    /// Of what did.
    written: usize,
}

pub(super) const fn message(name: &str) -> Message {
    let message = Message {
        room: [0; 1024],
        length: 0,
        written: 0,
    };
    message.quoted(name).text(": ")
}

impl Message {
    pub(super) const fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut writer = Writer::new(&mut self.room, self.length);
        writer.raw(bytes);
        let length = writer.len();
        self.grown_to(length)
    }

    pub(super) const fn quoted(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    pub(super) const fn number(mut self, literal: &Literal) -> Self {
        let mut writer = Writer::new(&mut self.room, self.length);
        writer.literal(literal, &Kind::Boolean);
        let length = writer.len();
        self.grown_to(length)
    }

    const fn grown_to(mut self, length: usize) -> Self {
        self.length = length;
        if length <= self.room.len() {
            self.written = length;
        }
        self
    }

    pub(super) const fn count(self, count: u64) -> Self {
        self.number(&Literal::Integer(count as i128))
    }

    /// The number of a character, in at least four hexadecimal digits.
    pub(super) const fn code_point(mut self, character: char) -> Self {
        let code = character as u32;
        let mut shift = if code > 0xFFFF { 20 } else { 16 };
        while shift > 0 {
            shift -= 4;
            self = self.bytes(&[b"0123456789ABCDEF"[(code >> shift & 0xF) as usize]]);
        }
        self
    }

    /// Two limits, of which one may be missing.
    pub(super) const fn range(self, least: Option<u64>, most: Option<u64>) -> Self {
        match (least, most) {
            (Some(least), Some(most)) if least == most => self.count(least),
            (Some(least), Some(most)) => self.count(least).text(" to ").count(most),
            (Some(least), None) => self.text("at least ").count(least),
            (None, Some(most)) => self.text("at most ").count(most),
            (None, None) => self.text("any number of"),
        }
    }

    /// Limits to a length.
    pub(super) const fn lengths(self, lengths: Lengths) -> Self {
        match (lengths.least, lengths.most) {
            (0, Some(most @ 1..)) => self.range(None, Some(most)),
            (least, most) => self.range(Some(least), most),
        }
    }

    pub(super) const fn help(self, text: &str) -> Self {
        self.text("\nhelp: ").text(text)
    }

    #[track_caller]
    pub(super) const fn fail(&self) -> ! {
        let (written, _) = self.room.split_at(self.written);
        match str::from_utf8(written) {
            Ok(written) => panic!("{}", written),
            Err(_) => panic!("a message is text"),
        }
    }
}

/// A kind of property, for a message.
pub(super) const fn noun(kind: &Kind) -> &'static str {
    match kind {
        Kind::Boolean => "a boolean",
        Kind::Integer { .. } => "an integer",
        Kind::Number { .. } => "a number",
        Kind::Text(_) => "a text",
        Kind::Choice(_) => "a choice",
        Kind::MultiSelect { .. } => "a multi-select",
        Kind::Refused(_) => "no field",
    }
}
