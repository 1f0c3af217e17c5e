//! The text of a schema, written by the compiler.
//!
//! A constant cannot allocate, so the text is written twice: once into no room at
//! all, which counts it, and once into room of that length.

use std::marker::PhantomData;

use crate::{
    Elicit, Revision,
    form::{Form, Kind, Options, Property, Text, Variant},
    writer::Writer,
};

/// The schema of a form on each revision.
#[derive(Debug, Clone, Copy)]
pub struct Texts {
    /// Empty where it would not differ.
    legacy: &'static str,
    current: &'static str,
}

impl Texts {
    /// The texts of a form, which are so long, without a cost when the program runs.
    #[must_use]
    pub const fn of_form<T: Elicit, const LEGACY: usize, const CURRENT: usize>() -> Self {
        Self {
            legacy: const { as_text(&Bytes::<T, LEGACY>::LEGACY) },
            current: const { as_text(&Bytes::<T, CURRENT>::CURRENT) },
        }
    }

    /// Those of a form that has errors.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            legacy: "",
            current: "",
        }
    }

    pub(crate) const fn of(self, revision: Revision) -> &'static str {
        match Spelling::of(revision) {
            Spelling::EnumNames if !self.legacy.is_empty() => self.legacy,
            _ => self.current,
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

    /// How long the schema of a form is; nothing where it would not differ from the current
    /// one.
    #[must_use]
    pub const fn length(self, form: &Form) -> usize {
        self.write_into(form, &mut [])
    }

    /// The schema of a form, which is so long.
    const fn write<const LENGTH: usize>(self, form: &Form) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        self.write_into(form, &mut bytes);
        bytes
    }

    /// Writes what there is room for. How much room it takes.
    const fn write_into(self, form: &Form, room: &mut [u8]) -> usize {
        if matches!(self, Self::EnumNames) && !has_spellings(form) {
            return 0;
        }
        let mut writer = Writer::new(room, 0);
        writer.form(form, self);
        writer.len()
    }
}

/// Whether the spellings of a form differ: whether it has a titled single-select.
const fn has_spellings(form: &Form) -> bool {
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

/// The bytes of a text that has so many, written when it is used: the compiler looks into
/// constants that depend on a type only where somebody asks for them, and so a `cargo check`
/// counts the text and does not write it.
struct Bytes<T: ?Sized, const LENGTH: usize>(PhantomData<T>);

impl<T: Elicit, const LENGTH: usize> Bytes<T, LENGTH> {
    const LEGACY: [u8; LENGTH] = Spelling::EnumNames.write(T::FORM);
    const CURRENT: [u8; LENGTH] = Spelling::OneOf.write(T::FORM);
}

const fn as_text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a schema is text"),
    }
}

impl Writer<'_> {
    const fn form(&mut self, form: &Form, spelling: Spelling) {
        self.raw(br#"{"type":"object","properties":{"#);
        let mut before: &[u8] = b"\"";
        let mut rest = form.properties();
        while let [property, after @ ..] = rest {
            self.raw(before);
            self.property(property, spelling);
            before = b",\"";
            rest = after;
        }
        self.raw(b"}");
        self.required(form.properties());
        self.raw(b"}");
    }

    const fn required(&mut self, properties: &[Property]) {
        let (mut before, mut end): (&[u8], &[u8]) = (br#","required":[""#, b"");
        let mut rest = properties;
        while let [property, after @ ..] = rest {
            if property.required {
                self.raw(before);
                self.inner(property.name, property.is_escaped);
                (before, end) = (b"\",\"", b"\"]");
            }
            rest = after;
        }
        self.raw(end);
    }

    /// A property, from within the quotes of its name.
    const fn property(&mut self, property: &Property, spelling: Spelling) {
        self.inner(property.name, property.is_escaped);
        self.raw(match property.kind {
            Kind::Boolean => br#"":{"type":"boolean""#,
            Kind::Integer { .. } => br#"":{"type":"integer""#,
            Kind::Number { .. } => br#"":{"type":"number""#,
            Kind::Text(_) | Kind::Choice(_) => br#"":{"type":"string""#,
            Kind::MultiSelect { .. } => br#"":{"type":"array""#,
            Kind::Refused(_) => br#"":{"type":"null""#,
        });
        if let Some(title) = property.title {
            self.raw(br#","title":""#);
            self.inner(title, property.is_escaped);
            self.raw(b"\"");
        }
        if let Some(description) = property.description {
            self.raw(br#","description":""#);
            self.inner(description, property.is_escaped);
            self.raw(b"\"");
        }
        self.kind(&property.kind, spelling);
        if let Some(default) = &property.default {
            self.raw(br#","default":"#);
            self.literal(default, &property.kind);
        }
        self.raw(b"}");
    }

    const fn kind(&mut self, kind: &Kind, spelling: Spelling) {
        match kind {
            Kind::Boolean | Kind::Refused(_) => {}
            Kind::Integer {
                minimum, maximum, ..
            } => {
                self.raw(br#","minimum":"#);
                self.integer(*minimum);
                self.raw(br#","maximum":"#);
                self.integer(*maximum);
            }
            Kind::Number {
                minimum, maximum, ..
            } => {
                if let Some(minimum) = minimum {
                    self.raw(br#","minimum":"#);
                    self.literal(minimum, kind);
                }
                if let Some(maximum) = maximum {
                    self.raw(br#","maximum":"#);
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
                self.count(br#","minItems":"#, *min_items);
                self.count(br#","maxItems":"#, *max_items);
                self.items(options);
            }
        }
    }

    const fn text(&mut self, rules: &Text) {
        self.count(br#","minLength":"#, rules.min_length);
        self.count(br#","maxLength":"#, rules.max_length);
        if let Some(format) = rules.format {
            self.raw(br#","format":""#);
            self.raw(format.as_str().as_bytes());
            self.raw(b"\"");
        }
        if let Some(pattern) = rules.pattern {
            self.raw(br#","pattern":"#);
            self.string(pattern.as_str());
        }
    }

    const fn count(&mut self, key: &[u8], number: Option<u64>) {
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
                self.raw(br#","oneOf":"#);
                self.titled(variants);
            }
            _ => {
                self.raw(br#","enum":"#);
                self.strings(variants, Part::Value);
                if is_titled(variants) {
                    self.raw(br#","enumNames":"#);
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
            self.raw(br#","items":{"anyOf":"#);
            self.titled(variants);
        } else {
            self.raw(br#","items":{"type":"string","enum":"#);
            self.strings(variants, Part::Value);
        }
        self.raw(b"}");
    }

    const fn titled(&mut self, variants: &[Variant]) {
        let mut before: &[u8] = br#"[{"const":""#;
        let mut rest = variants;
        while let [variant, after @ ..] = rest {
            self.raw(before);
            self.inner(variant.value, variant.is_escaped);
            self.raw(br#"","title":""#);
            self.inner(variant.label(), variant.is_escaped);
            before = br#""},{"const":""#;
            rest = after;
        }
        self.raw(br#""}]"#);
    }

    const fn strings(&mut self, variants: &[Variant], part: Part) {
        let mut before: &[u8] = b"[\"";
        let mut rest = variants;
        while let [variant, after @ ..] = rest {
            self.raw(before);
            self.inner(part.of(variant), variant.is_escaped);
            before = b"\",\"";
            rest = after;
        }
        self.raw(b"\"]");
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
