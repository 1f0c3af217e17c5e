//! The rules of a property in words, at the end of its description: `hints`.

use crate::{form::Property, writer::Writer};

/// The length of the description of a property with its rules in words.
#[must_use]
pub const fn length(property: Property) -> usize {
    write_into(&property, &mut [])
}

/// The description of a property with its rules in words, of this length.
#[must_use]
pub const fn write<const LENGTH: usize>(property: Property) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    write_into(&property, &mut bytes);
    bytes
}

/// The description of a property with its rules in words, if it does not have them already.
#[cfg(feature = "runtime")]
pub(crate) fn text(property: &Property) -> String {
    if is_said(property) {
        return property.description.unwrap_or_default().to_owned();
    }
    written(*property)
}

/// Whether the description of a property ends with its rules in words.
#[cfg(feature = "runtime")]
pub(crate) fn is_said(property: &Property) -> bool {
    let rules = written(Property {
        description: None,
        ..*property
    });
    !rules.is_empty() && property.description.unwrap_or_default().ends_with(&rules)
}

#[cfg(feature = "runtime")]
fn written(property: Property) -> String {
    let mut bytes = vec![0; length(property)];
    write_into(&property, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// The property with this description, unless it is empty.
#[must_use]
pub const fn describe(mut property: Property, description: &'static [u8]) -> Property {
    if let (Ok(description), [_, ..]) = (str::from_utf8(description), description) {
        property.description = Some(description);
    }
    property
}

const fn write_into(property: &Property, room: &mut [u8]) -> usize {
    let mut hints = Hints {
        writer: Writer::new(room, 0),
        separator: "",
    };
    if let Some(description) = property.description {
        hints.text(description);
        hints.separator = separator(description.as_bytes());
    }
    super::say(property, &mut hints);
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
}
