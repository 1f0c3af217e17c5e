//! What a Rust type means in a form, as a constant that the derive makes attribute by attribute.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::{
    compile_time::unsupported::UnsupportedType,
    form::{
        Kind, Literal, Meaning, OptionSource, Property, Rule, TypeLimit, choice_enum::ChoiceEnum,
    },
    reading::{Answer, Answers},
    rules::{default, describe, misfit::Misfit},
};

/// What a type means in a form: its schema, and the ways from and to Rust. The derive
/// adds the name and the attributes of a field.
#[must_use]
pub struct FieldType<T: 'static> {
    /// What the type alone allows.
    pub(crate) of_type: Kind,
    pub(crate) meaning: Meaning,
    /// The name of the field on the wire.
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    is_titled_by_type: bool,
    pub(crate) description: Option<&'static str>,
    /// The description that ends with the rules in words.
    hinted: Option<&'static str>,
    /// Why it cannot be a field: of such a type, nothing else counts.
    pub(crate) unsupported: Option<UnsupportedType>,
    pub(crate) read: Read<T>,
    pub(crate) give: Give<T>,
}

/// How a type reads an answer. `None`: it is not valid, and that was reported.
pub(super) type Read<T> = fn(&mut Answer<'_>) -> Option<T>;

/// How a type is written in JSON. `None`: there is no value.
pub(super) type Give<T> = fn(&T) -> Option<Value>;

impl<T> Clone for FieldType<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FieldType<T> {}

const fn constant(text: Option<&'static str>) -> Option<Cow<'static, str>> {
    match text {
        Some(text) => Some(Cow::Borrowed(text)),
        None => None,
    }
}

impl<T: 'static> FieldType<T> {
    pub(crate) const fn new(kind: Kind, read: Read<T>, give: Give<T>) -> Self {
        Self {
            of_type: kind,
            meaning: Meaning::new(kind),
            name: "",
            title: None,
            is_titled_by_type: false,
            description: None,
            hinted: None,
            unsupported: None,
            read,
            give,
        }
    }

    /// What another type means, with its texts, under other ways from and to Rust.
    pub(crate) const fn like<U>(other: &FieldType<U>, read: Read<T>, give: Give<T>) -> Self {
        let mut field = Self::new(other.meaning.kind, read, give);
        field.meaning = other.meaning;
        field.name = other.name;
        field.title = other.title;
        field.is_titled_by_type = other.is_titled_by_type;
        field.description = other.description;
        field
    }

    /// It may be left out.
    pub(crate) const fn optional(mut self) -> Self {
        if self.meaning.optional {
            self.unsupported = Some(UnsupportedType::OptionOfOption);
        }
        self.meaning.optional = true;
        self
    }

    /// The type does not hold all that its schema allows.
    pub(crate) const fn limited(mut self, limit: TypeLimit) -> Self {
        self.meaning.type_limit = limit;
        self
    }

    /// A type that cannot be a field. It implements [`Field`] because an assertion can name
    /// the field and the way out, and a missing implementation cannot.
    pub(crate) const fn unsupported(reason: UnsupportedType) -> Self {
        let mut field = Self::new(Kind::Boolean, |_| None, |_| None);
        field.unsupported = Some(reason);
        field
    }

    /// A newtype: the property of its field, under its own ways to and from Rust.
    /// What is wrong with that field is said there, and not at each use again.
    pub const fn newtype<I>(inner: FieldType<I>, read: Read<T>, give: Give<T>) -> Self {
        if !inner.is_supported() {
            return Self::faulty();
        }
        // It has the name of the type, for the messages about that field.
        Self::like(&inner, read, give).named("")
    }

    /// A form, which cannot be a field of another one.
    pub const fn form() -> Self {
        Self::unsupported(UnsupportedType::Form)
    }

    /// A type whose derive has failed, and has said so.
    pub const fn faulty() -> Self {
        Self::unsupported(UnsupportedType::Faulty)
    }

    pub(crate) const fn is_supported(&self) -> bool {
        self.unsupported.is_none()
    }

    /// Whether it is a secret.
    pub const fn is_secret(self) -> bool {
        self.meaning.is_secret()
    }

    /// The schema of a field of this type.
    pub const fn property(self) -> Property {
        Property {
            name: Cow::Borrowed(self.name),
            title: constant(self.title),
            is_titled_by_type: self.is_titled_by_type,
            description: constant(self.description),
            hinted: constant(self.hinted),
            meaning: self.meaning,
            #[cfg(feature = "dynamic")]
            pattern: None,
        }
    }
}

/// The name of a field and its attributes, as the derive adds them: one method each.
impl<T: 'static> FieldType<T> {
    /// The name on the wire. A title that is there before the field has one is that of its type.
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self.is_titled_by_type = self.title.is_some();
        self
    }

    /// `title`
    pub const fn with_title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self.is_titled_by_type = false;
        self
    }

    /// The name on the wire of a field without a title, and the name in Rust in words, which is its
    /// title if its type has none.
    pub const fn named_in_words(mut self, name: &'static str, words: &'static str) -> Self {
        self = self.named(name);
        if !self.is_titled_by_type {
            self.title = Some(words);
        }
        self
    }

    /// `description`, or the doc comment.
    pub const fn with_description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// `parse`, after the description, which says in words what the type takes.
    pub const fn with_parse(mut self) -> Self {
        self.meaning.type_limit = TypeLimit::FromText(match self.description {
            Some(description) => description,
            None => "",
        });
        self
    }

    /// The type without the rules of the field: what rules that contradict each other are checked
    /// against.
    pub(crate) const fn without_rules(mut self) -> Self {
        self.meaning.kind = self.of_type;
        self
    }

    /// Adds rules, each if it fits. A rule is judged by those before it.
    pub const fn with_rules<const N: usize>(mut self, rules: [Rule; N]) -> Judged<T, N> {
        let mut misfits = [None; N];
        let mut index = 0;
        while index < N {
            let rule = rules[index];
            match rule.judge(&self.of_type, &self.meaning) {
                Ok(kind) => {
                    self.meaning.kind = kind;
                    if let (Rule::Pattern(_), Kind::Text(rules)) = (rule, &mut self.meaning.kind) {
                        rules.rule = self.description;
                    }
                }
                Err(misfit) => misfits[index] = Some(misfit),
            }
            index += 1;
        }
        Judged {
            field: self,
            misfits,
        }
    }

    /// The length of the description with the rules in words.
    #[must_use]
    pub const fn hints_length(self) -> usize {
        describe(&self.meaning, self.description, true, &mut [])
    }

    /// The description with the rules in words, of this length.
    #[must_use]
    pub const fn hints<const LENGTH: usize>(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        describe(&self.meaning, self.description, true, &mut bytes);
        bytes
    }

    /// `hints`: the description for clients, unless it is empty.
    pub const fn with_hints(mut self, description: &'static [u8]) -> Self {
        if let (Ok(description), [_, ..]) = (str::from_utf8(description), description) {
            self.hinted = Some(description);
        }
        self
    }

    /// `default`
    pub const fn with_default(mut self, default: Literal) -> Self {
        default::add(&mut self.meaning, default);
        self
    }
}

/// A field after its rules were judged, each once.
pub struct Judged<T: 'static, const N: usize> {
    /// The field with the rules that fit.
    pub field: FieldType<T>,
    /// Why each of the others does not.
    pub(crate) misfits: [Option<Misfit>; N],
}

impl<T: ChoiceEnum> FieldType<T> {
    /// A single choice among the variants.
    pub const fn choice() -> Self {
        Self::new(
            Kind::Choice(OptionSource::Declared(T::VARIANTS)),
            |answer| T::__at(answer.option()?),
            |value| Some(Value::from(value.wire_name())),
        )
    }
}

/// The ways from an answer to the type, and back to JSON.
impl<T: 'static> FieldType<T> {
    /// The answer to the next property of a form, if it is valid.
    #[inline]
    pub fn next(self, answers: &mut Answers<'_>) -> Option<T> {
        answers.next(self.read)
    }

    /// What was given, if it is valid.
    #[inline]
    pub fn read(self, answer: &mut Answer<'_>) -> Option<T> {
        (self.read)(answer)
    }

    /// The value in JSON; `None` where it is not there.
    pub fn give(self, value: &T) -> Option<Value> {
        (self.give)(value)
    }

    /// Adds the value to the content of an answer, if it is there.
    pub fn give_into(self, content: &mut Map<String, Value>, value: &T) {
        if let Some(value) = self.give(value) {
            content.insert(self.name.to_owned(), value);
        }
    }
}
