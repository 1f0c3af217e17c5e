//! The message of an assertion that fails, written by the compiler; or of a rule in a schema that does not fit.

use elicit_text::CountRange;

use crate::{
    form::Literal,
    writer::{Writer, spelled},
};

/// What the person reads. If it is too long for the room, the end is cut off.
pub(crate) struct Message {
    room: [u8; 1024],
    /// The length of all of it, including what found no room.
    length: usize,
    author: Author,
}

/// Who has written the rules that a message is about.
#[derive(Clone, Copy)]
pub(crate) enum Author {
    /// Attributes, which a `help` says how to change.
    Derive,
    /// A JSON Schema.
    Schema,
}

pub(crate) const fn message(name: &str) -> Message {
    Message::by(Author::Derive).quoted(name).text(": ")
}

impl Message {
    pub(crate) const OF_SCHEMA: Self = Self::by(Author::Schema);

    const fn by(author: Author) -> Self {
        Self {
            room: [0; 1024],
            length: 0,
            author,
        }
    }

    pub(crate) const fn author(&self) -> Author {
        self.author
    }

    pub(crate) const fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut writer = Writer::new(&mut self.room, self.length);
        writer.raw(&[bytes]);
        self.length = writer.len();
        self
    }

    pub(crate) const fn quoted(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    pub(crate) const fn number(mut self, literal: &Literal) -> Self {
        let mut writer = Writer::new(&mut self.room, self.length);
        writer.literal(literal);
        self.length = writer.len();
        self
    }

    pub(crate) const fn count(self, count: u64) -> Self {
        self.number(&Literal::Integer(count as i128))
    }

    /// Limits to a length or a number of items.
    pub(crate) const fn counts(mut self, range: CountRange) -> Self {
        let mut writer = Writer::new(&mut self.room, self.length);
        if range.is_limited() {
            writer.counts(range);
        } else {
            writer.raw(&[b"at least 0"]);
        }
        self.length = writer.len();
        self
    }

    pub(crate) const fn help(self, text: &str) -> Self {
        match self.author {
            Author::Derive => self.text("\nhelp: ").text(text),
            Author::Schema => self,
        }
    }

    /// The same, if it is no message of the compiler.
    pub(crate) fn at_run_time(&self) -> String {
        spelled(&self.room[..self.length.min(self.room.len())])
    }

    #[track_caller]
    pub(crate) const fn fail(&self) -> ! {
        panic!("{}", self.as_str())
    }

    const fn as_str(&self) -> &str {
        let mut written = self.room.as_slice();
        while let [text @ .., 0] = written {
            written = text;
        }
        match str::from_utf8(written) {
            Ok(written) => written,
            // Its parts are texts.
            Err(_) => "",
        }
    }
}
