//! The rules of a property in words, at the end of its description: `hints`.

use crate::{
    form::{OptionSource, options::Variant},
    writer::Writer,
};

/// How long the list of options may be that is named: it fits into a line.
const LINE: usize = 60;

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

impl<'a> Hints<'a> {
    /// Goes on after a description. Where the options are listed anyway, they are not named.
    pub(super) const fn after(
        description: Option<&str>,
        names_options: bool,
        room: &'a mut [u8],
    ) -> Self {
        let mut hints = Self {
            writer: Writer::new(room, 0),
            separator: "",
            names_options,
        };
        if let Some(description) = description {
            hints.text(description);
            hints.separator = separator(description.as_bytes());
        }
        hints
    }

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
    pub(super) const fn of(&mut self, options: OptionSource) {
        let (mut before, mut rest) = (" of ", self.named(options));
        while let [option, after @ ..] = rest {
            self.text(before);
            self.text(option.value);
            (before, rest) = (", ", after);
        }
    }

    /// The options that are named: none unless they are few and short.
    pub(super) const fn named(&self, options: OptionSource) -> &'static [Variant] {
        let (OptionSource::Declared(all @ [_, _, ..]), true) = (options, self.names_options) else {
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
