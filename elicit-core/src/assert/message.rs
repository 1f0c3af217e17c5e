//! The words of an assertion that fails.

use crate::{
    form::{Kind, Literal},
    schema::Writer,
};

/// What the person reads; what is too long for the room is left out.
pub(super) struct Message(Writer<1024>);

pub(super) const fn message(name: &str) -> Message {
    Message(Writer::new()).quoted(name).text(": ")
}

impl Message {
    pub(super) const fn text(mut self, text: &str) -> Self {
        self.0.raw(text);
        self
    }

    pub(super) const fn quoted(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    pub(super) const fn number(mut self, literal: &Literal) -> Self {
        self.0.literal(literal, &Kind::Boolean);
        self
    }

    pub(super) const fn count(self, count: u64) -> Self {
        self.number(&Literal::Integer(count as i128))
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

    pub(super) const fn help(self, text: &str) -> Self {
        self.text("\nhelp: ").text(text)
    }

    #[track_caller]
    pub(super) const fn fail(&self) -> ! {
        panic!("{}", self.0.written())
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
