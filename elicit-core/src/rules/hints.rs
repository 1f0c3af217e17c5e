//! The rules of a property in words, at the end of its description: `hints`.

use crate::{
    field::FieldType,
    form::{Meaning, Options, options::Variant},
    writer::Writer,
};
#[cfg(feature = "runtime")]
use crate::{form::Property, writer::spelled};

/// How long the list of options may be that is named: it fits into a line.
const LINE: usize = 60;

/// The length of the description of a field with its rules in words.
#[must_use]
pub const fn length<T>(field: FieldType<T>) -> usize {
    write_into(&field.meaning, field.description, true, &mut [])
}

/// The description of a field with its rules in words, of this length.
#[must_use]
pub const fn write<T, const LENGTH: usize>(field: FieldType<T>) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    write_into(&field.meaning, field.description, true, &mut bytes);
    bytes
}

/// The same where the options are listed anyway.
#[cfg(feature = "runtime")]
pub(crate) fn without_options(property: &Property) -> String {
    let (meaning, description) = (&property.meaning, property.author_description());
    let mut bytes = vec![0; write_into(meaning, description, false, &mut [])];
    write_into(meaning, description, false, &mut bytes);
    spelled(&bytes)
}

const fn write_into(
    meaning: &Meaning,
    description: Option<&str>,
    names_options: bool,
    room: &mut [u8],
) -> usize {
    let mut hints = Hints {
        writer: Writer::new(room, 0),
        separator: "",
        names_options,
    };
    if let Some(description) = description {
        hints.text(description);
        hints.separator = separator(description.as_bytes());
    }
    super::say(meaning, description, &mut hints);
    hints.writer.len()
}

/// What separates a description and the rules.
const fn separator(description: &[u8]) -> &'static str {
    let mut rest = description;
    while let [byte, after @ ..] = rest {
        if *byte == b'\n' {
            // The last line may be an item of a list.
            return "\n";
        }
        rest = after;
    }
    match description {
        [.., b'.' | b'?' | b'!' | b':' | b';' | b','] => " ",
        _ => ": ",
    }
}

/// Writes what is said of each rule.
pub(super) struct Hints<'a> {
    pub(super) writer: Writer<'a>,
    separator: &'static str,
    names_options: bool,
}

impl Hints<'_> {
    /// Begins to say something more.
    pub(super) const fn begin(&mut self) {
        self.text(self.separator);
        self.separator = ", ";
    }

    pub(super) const fn text(&mut self, text: &str) {
        self.writer.raw(&[text.as_bytes()]);
    }

    /// Says something more.
    pub(super) const fn add(&mut self, text: &str) {
        self.begin();
        self.text(text);
    }

    /// Says of which options one has to choose so many. (A person who types an option types its
    /// value: clients that show no options may accept nothing else.)
    pub(super) const fn of(&mut self, options: Options) {
        let (mut before, mut rest) = (" of ", self.named(options));
        while let [option, after @ ..] = rest {
            self.text(before);
            self.text(option.value);
            (before, rest) = (", ", after);
        }
    }

    /// The options that are named: none unless they are few and short.
    pub(super) const fn named(&self, options: Options) -> &'static [Variant] {
        let (Options::Declared(all @ [_, _, ..]), true) = (options, self.names_options) else {
            return &[];
        };
        let (mut length, mut rest) = (0, all);
        while let [option, after @ ..] = rest {
            length += option.value.len() + 2;
            rest = after;
        }
        if length > LINE { &[] } else { all }
    }
}
