//! Which Rust types can be a field of a form, and what each means.

#![expect(clippy::must_use_candidate, reason = "only generated code calls it")]

/// A text that another crate has a type for: how it is read, and written.
#[allow(unused_macros, reason = "only the crates of features have such types")]
macro_rules! typed_text {
    ($type:ty: $format:ident, $parse:expr, $write:expr) => {
        #[diagnostic::do_not_recommend]
        impl crate::field::Field for $type {
            type IsSecret = crate::form::const_bool::ConstBool<false>;
            const FIELD: crate::field::FieldType<Self> = crate::field::FieldType::new(
                crate::form::Kind::Text(crate::form::TextRules {
                    format: Some(elicit_text::Format::$format),
                    ..crate::form::TextRules::NONE
                }),
                |answer| answer.parsed($parse),
                |value| $write(value).map(serde_json::Value::from),
            )
            .limited(crate::form::TypeLimit::Parsed);
        }
    };
}

/// Types that people try, and that no client can render.
macro_rules! refused {
    ($($reason:ident: [$($generics:tt)*] $type:ty;)*) => {$(
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> crate::field::Field for $type {
            type IsSecret = crate::field::NoField;
            const FIELD: crate::field::FieldType<Self> = crate::field::FieldType::unsupported(
                crate::compile_time::unsupported::UnsupportedType::$reason,
            );
        }
    )*};
}

#[cfg(feature = "chrono04")]
mod chrono04;
mod from_text;
#[cfg(feature = "jiff02")]
mod jiff02;
mod optional;
mod primitive;
mod refused_types;
#[cfg(feature = "secrecy010")]
mod secrecy010;
mod several;
#[cfg(feature = "time03")]
mod time03;
#[cfg(feature = "url2")]
mod url2;

pub use from_text::{FromText, FromTextProbe, NotFromText};
pub(crate) use several::{MultiSelect, RunTimeChoice, RunTimeMultiSelect, multi_select};

use std::borrow::Cow;

use serde::Deserializer;
use serde_json::{Map, Value};

use crate::{
    compile_time::unsupported::UnsupportedType,
    form::{
        Kind, Literal, Meaning, Options, Property, TypeLimit, choice_enum::ChoiceEnum,
        const_bool::Not,
    },
    reading::{self, Answer, Answers},
    rules::{Rule, default, misfit::Misfit},
    violation::InvalidContent,
};

/// A type that can be a field of a form.
///
/// Implemented for the primitives of the protocol, for `Option` of them, and by
/// `#[derive(Elicit)]` for enums and newtypes. It is not for implementing by hand.
///
/// | Rust type | in the schema |
/// |---|---|
/// | `bool` | `boolean`, with `default: false` unless it has another; not in `required` |
/// | `i8` to `i32`, `u8` to `u32` | `integer`, with the bounds of the type |
/// | `i64`, `u64`, `isize`, `usize` | `integer`; within ±(2^53 − 1), of which only the 0 of the unsigned ones is sent |
/// | the `NonZero` of these | the same; of an unsigned one from 1, and of a signed one the 0 is refused when the answer is read |
/// | `f32`, `f64` | `number`; an answer is rounded to the nearest, and refused beyond the largest |
/// | `String` | `string` |
/// | `char` | `string` of one Unicode scalar value |
/// | an enum that derives `Elicit` | `string`, one of its variants |
/// | a newtype that derives `Elicit` | that of its field |
/// | `chrono::NaiveDate`, `jiff::civil::Date`, `time::Date` | `string` of the format `date` |
/// | `chrono::DateTime` of `FixedOffset` or `Utc`, `jiff::Timestamp`, `time::OffsetDateTime` | `string` of the format `date-time` |
/// | `url::Url` | `string` of the format `uri` |
/// | `secrecy::SecretString` | `string`, which is not sent through the client: [`NoSecrets`](crate::NoSecrets) |
/// | a type that implements `FromStr`, under `#[elicit(parse)]` | `string` |
/// | `Vec`, `BTreeSet`, `HashSet` of an enum, under `multi_select` | `array`; in `required` if it has a `min_items` of 1 or more |
/// | `Option` of one of these | the same, and not in `required` |
///
/// The types of other crates require the feature of the crate: `chrono04`, `jiff02`, `time03`, `url2`,
/// `secrecy010`. They may hold less than
/// the format: no leap second, say, or no port beyond 65535. An answer that they do not hold is
/// refused. Only a date can have a default, because their crates read texts at run time: prefill the
/// form when it is asked.
///
/// A secret has the rules of texts. It has no default, no form is prefilled with it, and no error and
/// no `Debug` shows it.
///
/// An answer means what the person saw. A default is what a form shows first, and never takes the
/// place of an answer. If nothing or `null` is sent for a field, then
///
/// - an `Option` is `None`,
/// - a `bool` is `false`: the box is not ticked,
/// - a list without `min_items` is empty: no option is ticked,
/// - any other field is invalid: it is required.
///
/// Clients send other values for fields that were left alone. So an `Option` is also `None` if
/// the empty text was sent, unless it is one of the options, or if 0 was sent and the rules of the
/// number reject 0. A text that is required can be empty unless a rule rejects that.
///
/// ```
/// use elicit_core::{Elicit, from_str};
///
/// #[derive(Elicit)]
/// struct Note {
///     subject: String,
///     text: Option<String>,
///     #[elicit(minimum = 1, default = 3)]
///     copies: Option<u8>,
///     #[elicit(default = true)]
///     is_urgent: bool,
/// }
///
/// let note: Note = from_str(r#"{"subject": "", "text": "", "copies": 0}"#)?;
/// assert_eq!((&*note.subject, note.text, note.copies), ("", None, None));
/// assert!(!note.is_urgent);
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
pub trait Field: Sized + 'static {
    /// Whether it is a secret: a [`ConstBool`](crate::__private::ConstBool). A type that is refused
    /// has [`NoField`].
    #[doc(hidden)]
    type IsSecret;

    /// What the type means in a form.
    #[doc(hidden)]
    const FIELD: FieldType<Self>;
}

/// A type that a question can ask for alone: [`Ask::value`](crate::Ask::value).
///
/// These are the types of a [`Field`], and a `Vec`, `BTreeSet` or `HashSet` of an enum that
/// derives `Elicit`. It is not for implementing by hand.
#[cfg_attr(not(feature = "runtime"), doc(hidden))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one value that a client can ask for",
    label = "not one value",
    note = "a value is a text, a number, a `bool`, a date, an enum or a newtype that derives \
            `Elicit`, an `Option` of one of these, or a `Vec` or a set of such an enum",
    note = "several values: `#[derive(Elicit)]` on a struct, and `ask.form::<MyForm>(..)`",
    note = "options that are known when you ask: `ask.pick(..)` or `ask.pick_several(..)`",
    note = "a type that implements `FromStr`: `#[derive(Elicit)]` on a newtype, \
            `struct Mine(#[elicit(parse, description = \"..\")] TheType);`",
    note = "a secret: `#[derive(Elicit)]` on a struct, and `ask.page::<MyForm>(..)`"
)]
pub trait AskableValue: Sized + 'static {
    /// What the type means in a question.
    #[doc(hidden)]
    const FIELD: FieldType<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Field<IsSecret: Not>> AskableValue for T {
    const FIELD: FieldType<Self> = <T as Field>::FIELD;
}

/// The [`Field::IsSecret`] of a type that cannot be a field: neither true nor false.
pub enum NoField {}

/// A type that can be a field: what the derive demands.
///
/// It has one item, a constant, and the derive uses nothing else of the type. So a type without it
/// is one error, under the type. It is not [`Field`] itself, because the compiler would list the
/// user's types that implement that. The attribute against it is unknown in a module without
/// prelude, where derived code has to compile, too.
#[cfg_attr(
    all(
        feature = "chrono04",
        feature = "jiff02",
        feature = "time03",
        feature = "url2"
    ),
    diagnostic::on_unimplemented(label = "no client can render this type")
)]
#[cfg_attr(
    not(all(
        feature = "chrono04",
        feature = "jiff02",
        feature = "time03",
        feature = "url2"
    )),
    diagnostic::on_unimplemented(
        label = "no client can render this type, or its feature of `elicit-core` is off"
    )
)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of an elicitation form",
    note = "if the type implements `FromStr`, as `Uuid`, `Version` and `Decimal` do: write \
            `#[elicit(parse)]`, and the person types it as a text",
    note = "a field is a `String`, a `bool`, a `char`, an integer of up to 64 bits, an `f32` or \
            `f64`, an enum or a newtype with `#[derive(Elicit)]`, or an `Option` of one of these",
    note = "also a date, a time, a URL or a secret of another crate, with the feature `chrono04`, \
            `jiff02`, `time03`, `url2` or `secrecy010` of `elicit-core`",
    note = "if this is your own newtype, or your own enum without data: derive `Elicit` for it; \
            if it is a struct: write its fields here, or ask a second question"
)]
pub trait Renderable: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Field> Renderable for T {
    const FIELD: FieldType<Self> = <T as Field>::FIELD;
}

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
    /// The rules of its attributes, those that do not fit, too.
    pub(crate) rules: &'static [Rule],
    /// Whether all of them fit, as nearly always.
    all_rules_fit: bool,
    pub(crate) read: Read<T>,
    pub(crate) give: Give<T>,
}

/// How a type reads an answer. `None`: it is not valid, and that was reported.
type Read<T> = fn(&mut Answer<'_>) -> Option<T>;

/// How a type is written in JSON. `None`: there is no value.
type Give<T> = fn(&T) -> Option<Value>;

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
            rules: &[],
            all_rules_fit: true,
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
    pub const fn without_rules(mut self) -> Self {
        self.meaning.kind = self.of_type;
        self
    }

    /// Rules, each if it fits. A rule is judged by those before it.
    pub const fn with(mut self, rules: &'static [Rule]) -> Self {
        self.rules = rules;
        let mut rest = rules;
        while let [rule, after @ ..] = rest {
            match rule.judge(&self.of_type, &self.meaning) {
                Ok(kind) => {
                    self.meaning.kind = kind;
                    if let (Rule::Pattern(_), Kind::Text(rules)) = (rule, &mut self.meaning.kind) {
                        rules.rule = self.description;
                    }
                }
                Err(_) => self.all_rules_fit = false,
            }
            rest = after;
        }
        self
    }

    /// Why the rule at this index does not fit.
    pub(crate) const fn misfit(self, index: usize) -> Option<Misfit> {
        if self.all_rules_fit {
            return None;
        }
        let (before, after) = self.rules.split_at(index);
        let field = self.without_rules().with(before);
        match after[0].judge(&field.of_type, &field.meaning) {
            Ok(_) => None,
            Err(misfit) => Some(misfit),
        }
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

impl<T: ChoiceEnum> FieldType<T> {
    /// A single choice among the variants.
    pub const fn choice() -> Self {
        Self::new(
            Kind::Choice(Options::Declared(T::VARIANTS)),
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

/// Reads and validates the value of one field, outside of a form.
///
/// # Errors
///
/// Everything that is wrong with the value.
pub fn deserialize_field<'de, T: Field, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, InvalidContent> {
    let property = T::FIELD.property();
    reading::read_alone(&property, T::FIELD.read, deserializer)
}
