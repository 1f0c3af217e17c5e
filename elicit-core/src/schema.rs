//! The text of a schema, written by the compiler.
//!
//! A constant cannot allocate, so the text is written twice: once into no room at
//! all, which counts it, and once into room of that length.

use crate::{
    Revision,
    form::{Decimal, Form, Kind, Literal, Options, Property, Text, Variant},
};

/// The schema of a form on each revision.
#[derive(Debug, Clone, Copy)]
pub struct Texts {
    legacy: &'static str,
    current: &'static str,
}

impl Texts {
    /// The texts of the two spellings of titled choices.
    #[must_use]
    pub const fn new(legacy: &'static str, current: &'static str) -> Self {
        Self { legacy, current }
    }

    pub(crate) const fn of(self, revision: Revision) -> &'static str {
        match Spelling::of(revision) {
            Spelling::EnumNames => self.legacy,
            Spelling::OneOf => self.current,
        }
    }
}

/// How titled choices are spelt, which is all that differs between revisions.
#[derive(Debug, Clone, Copy)]
pub enum Spelling {
    /// `enum` beside `enumNames`: 2025-06-18.
    EnumNames,
    /// `oneOf` of `const` and `title`: 2025-11-25 and later.
    OneOf,
}

impl Spelling {
    const fn of(revision: Revision) -> Self {
        match revision {
            Revision::V2025_06_18 => Self::EnumNames,
            Revision::V2025_11_25 | Revision::V2026_07_28 => Self::OneOf,
        }
    }
}

/// Whether the spellings of a form differ: whether it has a titled single-select.
#[must_use]
pub const fn has_spellings(form: &Form) -> bool {
    let mut i = 0;
    while i < form.properties().len() {
        if let Kind::Choice(Options::Declared(variants)) = form.properties()[i].kind
            && is_titled(variants)
        {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_titled(variants: &[Variant]) -> bool {
    matches!(variants, [Variant { title: Some(_), .. }, ..])
}

/// The texts of a form's schema, as constants.
#[doc(hidden)]
#[macro_export]
macro_rules! __texts {
    ($form:expr) => {{
        const CURRENT: &str = {
            const LENGTH: usize =
                $crate::__private::write::<0>($form, $crate::__private::Spelling::OneOf).len();
            const TEXT: $crate::__private::Writer<LENGTH> =
                $crate::__private::write($form, $crate::__private::Spelling::OneOf);
            TEXT.as_str()
        };
        const LEGACY: &str = if $crate::__private::has_spellings($form) {
            const LENGTH: usize =
                $crate::__private::write::<0>($form, $crate::__private::Spelling::EnumNames).len();
            const TEXT: $crate::__private::Writer<LENGTH> =
                $crate::__private::write($form, $crate::__private::Spelling::EnumNames);
            TEXT.as_str()
        } else {
            CURRENT
        };
        $crate::__private::Texts::new(LEGACY, CURRENT)
    }};
}

/// Writes the schema of a form.
#[must_use]
pub const fn write<const ROOM: usize>(form: &Form, spelling: Spelling) -> Writer<ROOM> {
    let mut writer = Writer::<ROOM>::new();
    writer.form(form, spelling);
    writer
}

/// Text in a constant: as much as there is room for, and how much there was.
#[derive(Debug)]
pub struct Writer<const ROOM: usize> {
    bytes: [u8; ROOM],
    filled: usize,
    length: usize,
}

impl<const ROOM: usize> Writer<ROOM> {
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; ROOM],
            filled: 0,
            length: 0,
        }
    }

    /// How long the text is, whether or not it found room.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a schema is never empty")]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// The text, for which there has to be room.
    ///
    /// # Panics
    ///
    /// Where there is too little, which a compiler sees.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) if self.length == ROOM => text,
            _ => panic!("the text of a schema is written into room of its length"),
        }
    }

    /// What found room.
    pub(crate) const fn written(&self) -> &str {
        let (written, _) = self.bytes.split_at(self.filled);
        match std::str::from_utf8(written) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    pub(crate) const fn raw(&mut self, text: &str) {
        let (start, end) = (self.length, self.length + text.len());
        if end <= ROOM {
            let (_, rest) = self.bytes.split_at_mut(start);
            let (here, _) = rest.split_at_mut(text.len());
            here.copy_from_slice(text.as_bytes());
            self.filled = end;
        }
        self.length = end;
    }

    const fn byte(&mut self, byte: u8) {
        if self.length < ROOM {
            self.bytes[self.length] = byte;
            self.filled = self.length + 1;
        }
        self.length += 1;
    }

    /// A JSON string.
    const fn string(&mut self, text: &str) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        self.raw("\"");
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            match bytes[i] {
                b'"' => self.raw("\\\""),
                b'\\' => self.raw("\\\\"),
                b'\n' => self.raw("\\n"),
                b'\t' => self.raw("\\t"),
                b'\r' => self.raw("\\r"),
                byte @ 0..0x20 => {
                    self.raw("\\u00");
                    self.byte(HEX[(byte >> 4) as usize]);
                    self.byte(HEX[(byte & 15) as usize]);
                }
                byte => self.byte(byte),
            }
            i += 1;
        }
        self.raw("\"");
    }

    const fn integer(&mut self, integer: i128) {
        if integer < 0 {
            self.raw("-");
        }
        let mut rest = integer.unsigned_abs();
        let mut digits = [0; 39];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        while start < digits.len() {
            self.byte(digits[start]);
            start += 1;
        }
    }

    pub(crate) const fn literal(&mut self, literal: &Literal, kind: &Kind) {
        match literal {
            // Integers are written as integers: one client refuses `3.0` for one.
            Literal::Decimal(Decimal { text, .. }) => match (kind, literal.as_integer()) {
                (Kind::Integer { .. }, Some(integer)) => self.integer(integer),
                _ => self.raw(text),
            },
            Literal::Integer(integer) => self.integer(*integer),
            Literal::Boolean(boolean) => self.raw(if *boolean { "true" } else { "false" }),
            Literal::Text(text) => self.string(text),
            Literal::List(items) => {
                self.raw("[");
                let mut i = 0;
                while i < items.len() {
                    self.comma(i);
                    self.string(items[i]);
                    i += 1;
                }
                self.raw("]");
            }
        }
    }

    const fn comma(&mut self, place: usize) {
        if place > 0 {
            self.raw(",");
        }
    }

    const fn form(&mut self, form: &Form, spelling: Spelling) {
        self.raw(r#"{"type":"object","properties":{"#);
        let properties = form.properties();
        let mut i = 0;
        while i < properties.len() {
            self.comma(i);
            self.property(&properties[i], spelling);
            i += 1;
        }
        self.raw("}");
        self.required(properties);
        self.raw("}");
    }

    const fn required(&mut self, properties: &[Property]) {
        let mut found = 0;
        let mut i = 0;
        while i < properties.len() {
            if properties[i].required {
                self.raw(if found == 0 { r#","required":["# } else { "," });
                self.string(properties[i].name);
                found += 1;
            }
            i += 1;
        }
        if found > 0 {
            self.raw("]");
        }
    }

    const fn property(&mut self, property: &Property, spelling: Spelling) {
        self.string(property.name);
        self.raw(r#":{"type":""#);
        self.raw(property.kind.type_name());
        self.raw("\"");
        if let Some(title) = property.title {
            self.raw(r#","title":"#);
            self.string(title);
        }
        if let Some(description) = property.description {
            self.raw(r#","description":"#);
            self.string(description);
        }
        self.kind(&property.kind, spelling);
        if let Some(default) = &property.default {
            self.raw(r#","default":"#);
            self.literal(default, &property.kind);
        }
        self.raw("}");
    }

    const fn kind(&mut self, kind: &Kind, spelling: Spelling) {
        match kind {
            Kind::Boolean | Kind::Refused(_) => {}
            Kind::Integer {
                minimum, maximum, ..
            } => {
                self.raw(r#","minimum":"#);
                self.integer(*minimum);
                self.raw(r#","maximum":"#);
                self.integer(*maximum);
            }
            Kind::Number {
                minimum, maximum, ..
            } => {
                if let Some(minimum) = minimum {
                    self.raw(r#","minimum":"#);
                    self.literal(minimum, kind);
                }
                if let Some(maximum) = maximum {
                    self.raw(r#","maximum":"#);
                    self.literal(maximum, kind);
                }
            }
            Kind::Text(rules) => self.text(rules),
            Kind::Choice(options) => self.options(options, spelling),
            Kind::MultiSelect {
                options,
                min_items,
                max_items,
                ..
            } => {
                self.count(r#","minItems":"#, *min_items);
                self.count(r#","maxItems":"#, *max_items);
                self.items(options);
            }
        }
    }

    const fn text(&mut self, rules: &Text) {
        self.count(r#","minLength":"#, rules.min_length);
        self.count(r#","maxLength":"#, rules.max_length);
        if let Some(format) = rules.format {
            self.raw(r#","format":""#);
            self.raw(format.as_str());
            self.raw("\"");
        }
        if let Some(pattern) = rules.pattern {
            self.raw(r#","pattern":"#);
            self.string(pattern.as_str());
        }
    }

    const fn count(&mut self, key: &str, number: Option<u64>) {
        if let Some(number) = number {
            self.raw(key);
            self.integer(number as i128);
        }
    }

    /// The options of a single-select. Those supplied at run time are added then.
    const fn options(&mut self, options: &Options, spelling: Spelling) {
        let Options::Declared(variants) = options else {
            return;
        };
        match spelling {
            Spelling::OneOf if is_titled(variants) => {
                self.raw(r#","oneOf":"#);
                self.titled(variants);
            }
            _ => {
                self.raw(r#","enum":"#);
                self.strings(variants, Part::Value);
                if is_titled(variants) {
                    self.raw(r#","enumNames":"#);
                    self.strings(variants, Part::Title);
                }
            }
        }
    }

    /// The options of a multi-select, which has one spelling.
    const fn items(&mut self, options: &Options) {
        let Options::Declared(variants) = options else {
            return;
        };
        if is_titled(variants) {
            self.raw(r#","items":{"anyOf":"#);
            self.titled(variants);
        } else {
            self.raw(r#","items":{"type":"string","enum":"#);
            self.strings(variants, Part::Value);
        }
        self.raw("}");
    }

    const fn titled(&mut self, variants: &[Variant]) {
        self.raw("[");
        let mut i = 0;
        while i < variants.len() {
            self.comma(i);
            self.raw(r#"{"const":"#);
            self.string(variants[i].value);
            self.raw(r#","title":"#);
            self.string(variants[i].label());
            self.raw("}");
            i += 1;
        }
        self.raw("]");
    }

    const fn strings(&mut self, variants: &[Variant], part: Part) {
        self.raw("[");
        let mut i = 0;
        while i < variants.len() {
            self.comma(i);
            self.string(part.of(&variants[i]));
            i += 1;
        }
        self.raw("]");
    }
}

/// Which text of a variant.
#[derive(Clone, Copy)]
enum Part {
    Value,
    Title,
}

impl Part {
    const fn of(self, variant: &Variant) -> &'static str {
        match self {
            Self::Value => variant.value,
            Self::Title => variant.label(),
        }
    }
}
