//! The message of an assertion that fails.

use elicit_text::CountRange;

use crate::{
    form::{Kind, Literal, Property},
    writer::Writer,
};

/// What the person reads. If it is too long for the room, the end is cut off.
pub(crate) struct Message {
    room: [u8; 1024],
    /// The length of all of it, including what found no room.
    length: usize,
}

pub(crate) const fn message(name: &str) -> Message {
    let message = Message {
        room: [0; 1024],
        length: 0,
    };
    message.quoted(name).text(": ")
}

impl Message {
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
        self.text("\nhelp: ").text(text)
    }

    /// Fails if it `reports`. Returns that the rule does not fit.
    #[track_caller]
    pub(super) const fn refused(&self, reports: bool) -> bool {
        if reports {
            self.fail()
        }
        false
    }

    #[track_caller]
    pub(crate) const fn fail(&self) -> ! {
        let mut written = self.room.as_slice();
        while let [text @ .., 0] = written {
            written = text;
        }
        match str::from_utf8(written) {
            Ok(written) => panic!("{}", written),
            Err(_) => panic!("a message is text"),
        }
    }
}

/// An attribute of another kind of field.
pub(super) const fn misfit(property: &Property, attribute: &str, kinds: &str) -> Message {
    let message = message(property.name).quoted(attribute);
    if property.kind.has_supplied_options() {
        return message
            .text(" has no effect beside `choices`: the options are the only valid answers");
    }
    message
        .text(" is a rule for ")
        .text(kinds)
        .text(", and this field is ")
        .text(match property.kind {
            _ if property.is_from_text() => "a text that its type reads",
            Kind::Boolean => "a boolean",
            Kind::Integer(_) => "an integer",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a text",
            Kind::Choice(_) => "a choice",
            Kind::MultiSelect { .. } => "a multi-select",
        })
}

pub(super) const NO_ANSWER: &str = ", so no answer would be valid";

/// The type has a rule that a field cannot have twice.
pub(super) const fn taken(name: &str, attribute: &str) -> Message {
    message(name)
        .text("the type of this field already has a ")
        .quoted(attribute)
        .text(", and a schema can have only one")
        .help("remove it here, or write `String`")
}
