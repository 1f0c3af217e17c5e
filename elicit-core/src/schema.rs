//! The schema of a form. Its text is written by the compiler.
//!
//! A constant cannot allocate, so the text is written twice: once into no room at all, which
//! counts its length, and once into the smallest room that it fits into.

#![expect(clippy::must_use_candidate, reason = "only generated code calls it")]

#[cfg(any(feature = "dynamic", feature = "runtime"))]
pub(crate) mod declared;
mod options;
#[cfg(any(feature = "dynamic", feature = "runtime"))]
pub(crate) mod value;

use std::marker::PhantomData;

use crate::{
    elicit::Elicit,
    form::{FormSchema, Property},
    revision::{Revision, Spelling},
    rules,
    writer::Writer,
};
use options::has_spellings;

/// The schema of a form on each revision.
#[derive(Debug, Clone, Copy)]
pub struct SchemaText {
    /// Empty if it would not differ.
    legacy: &'static str,
    current: &'static str,
}

impl SchemaText {
    /// Those of a form that has errors, or of which no constant is made.
    pub const fn none() -> Self {
        Self {
            legacy: "",
            current: "",
        }
    }

    /// The texts of a form. They are constants: they cost nothing at run time.
    pub const fn from_form<T: Elicit + ?Sized>() -> Self {
        Self {
            legacy: const { as_text(Text::<T>::LEGACY) },
            current: const { as_text(Text::<T>::CURRENT) },
        }
    }

    pub(crate) const fn of(self, revision: Revision) -> &'static str {
        match revision.titled_choice() {
            Spelling::EnumNames if !self.legacy.is_empty() => self.legacy,
            Spelling::EnumNames | Spelling::OneOf => self.current,
        }
    }
}

/// The texts of a form. The compiler evaluates a constant that depends on a type only where code is
/// made that uses it. So a `cargo check` neither counts the texts nor writes them, as it would if their
/// lengths were in a type.
struct Text<T: ?Sized>(PhantomData<T>);

/// The schema of a form in the smallest of these rooms that it fits into.
macro_rules! written {
    ($spelling:expr, $($size:literal)*) => {{
        let length = $spelling.length(T::FORM);
        $(if length <= $size {
            &$spelling.write::<$size>(T::FORM)
        } else)* {
            panic!("the schema of a form has more than 64 KiB")
        }
    }};
    ($spelling:expr) => {
        written!(
            $spelling,
            0 256 384 512 768 1024 1536 2048 3072 4096 6144 8192 12288 16384 24576 32768 49152 65536
        )
    };
}

impl<T: Elicit + ?Sized> Text<T> {
    const LEGACY: &'static [u8] = written!(Spelling::EnumNames);
    const CURRENT: &'static [u8] = written!(Spelling::OneOf);
}

/// The room may be larger than the text, which has no zeros.
const fn as_text(room: &'static [u8]) -> &'static str {
    let mut written = room;
    while let [text @ .., 0] = written {
        written = text;
    }
    match str::from_utf8(written) {
        Ok(text) => text,
        Err(_) => panic!("a schema is text"),
    }
}

impl Spelling {
    /// The length of the schema of a form; 0 if it would not differ from the current one.
    const fn length(self, form: &FormSchema) -> usize {
        self.write_into(form, &mut [])
    }

    /// The schema of a form that is not derived, and so has no constant text.
    #[cfg(feature = "runtime")]
    pub(crate) fn text(self, form: &FormSchema) -> String {
        let spelling = if has_spellings(form) {
            self
        } else {
            Self::OneOf
        };
        let mut bytes = vec![0; spelling.length(form)];
        spelling.write_into(form, &mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// The schema of a form, of this length.
    const fn write<const LENGTH: usize>(self, form: &FormSchema) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        self.write_into(form, &mut bytes);
        bytes
    }

    /// Writes as much as there is room for, and returns how much room it takes.
    const fn write_into(self, form: &FormSchema, room: &mut [u8]) -> usize {
        if matches!(self, Self::EnumNames) && !has_spellings(form) {
            return 0;
        }
        let mut writer = Writer::new(room, 0);
        writer.form(form, self);
        writer.len()
    }
}

/// The schema that is sent to clients of the newest revision, as the schema of a tool's arguments.
/// It differs in two things: a property with a default is required, so that a model gives a value, and
/// there is `pattern`, which a tool may have.
#[cfg(feature = "schemars1")]
pub fn json_schema<T: Elicit>() -> schemars::Schema {
    // It is an object of JSON, unless the form has errors.
    let mut schema: schemars::Schema =
        serde_json::from_str(T::texts().of(Revision::LATEST)).unwrap_or_default();
    let properties = T::FORM.properties().iter();
    let required = properties.filter(|property| {
        property.is_required() || !property.meaning.optional && property.default().is_some()
    });
    let required: Vec<_> = required.map(Property::name).collect();
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    let mut properties = schema.get_mut("properties");
    for property in T::FORM.properties() {
        if let crate::form::Kind::Text(rules) = &property.meaning.kind
            && let Some(pattern) = rules.pattern()
            && let Some(keywords) = properties
                .as_mut()
                .and_then(|all| all.get_mut(property.name()))
        {
            keywords["pattern"] = pattern.into();
        }
    }
    schema
}

impl Writer<'_> {
    const fn form(&mut self, form: &FormSchema, spelling: Spelling) {
        self.raw(&[br#"{"type":"object","properties":{"#]);
        let mut before: &[u8] = b"\"";
        let mut rest = form.properties();
        while let [property, after @ ..] = rest {
            self.property(before, property, spelling);
            before = b",\"";
            rest = after;
        }
        self.raw(&[b"}"]);
        self.required(form.properties());
        self.raw(&[b"}"]);
    }

    const fn required(&mut self, properties: &[Property]) {
        let (mut before, mut end): (&[u8], &[u8]) = (br#","required":[""#, b"");
        let mut rest = properties;
        while let [property, after @ ..] = rest {
            if property.is_required() {
                self.escape(before, property.name(), b"");
                (before, end) = (b"\",\"", b"\"]");
            }
            rest = after;
        }
        self.raw(&[end]);
    }

    /// A property, after the beginning of its name.
    const fn property(&mut self, before: &[u8], property: &Property, spelling: Spelling) {
        self.escape(before, property.name(), br#"":{"type":""#);
        self.raw(&[property.meaning.kind.type_name().as_bytes(), b"\""]);
        if let Some(title) = property.title() {
            self.escape(br#","title":""#, title, b"\"");
        }
        if let Some(description) = property.description() {
            self.escape(br#","description":""#, description, b"\"");
        }
        let keywords = rules::keywords(&property.meaning.kind);
        let mut rest = keywords.as_slice();
        while let [(name, value), after @ ..] = rest {
            if let Some(value) = value {
                self.keyword(name, value);
            }
            rest = after;
        }
        // Options supplied at run time are added then.
        if let Some(variants) = property.meaning.kind.declared_variants() {
            options::write(self, &property.meaning.kind, variants, spelling);
        }
        if let Some(default) = property.default() {
            self.keyword("default", &default);
        }
        self.raw(&[b"}"]);
    }
}
