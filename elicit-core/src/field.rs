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
mod field_type;
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

pub use field_type::{FieldType, Judged};
use field_type::{Give, Read};
pub use from_text::{FromText, FromTextProbe, NotFromText};
use serde::Deserializer;
pub(crate) use several::{MultiSelect, RunTimeChoice, RunTimeMultiSelect, multi_select};

use crate::{form::const_bool::Not, reading, violation::InvalidContent};

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
    note = "if this is your own newtype, or your own enum without data: derive `Elicit` for it; \
            if it is a struct: write its fields here, or ask a second question",
    note = "a field is a `String`, a `bool`, a `char`, an integer of up to 64 bits, an `f32` or \
            `f64`, an enum or a newtype with `#[derive(Elicit)]`, or an `Option` of one of these",
    note = "also a date, a time, a URL or a secret of another crate, with the feature `chrono04`, \
            `jiff02`, `time03`, `url2` or `secrecy010` of `elicit-core`"
)]
pub trait Renderable: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Field> Renderable for T {
    const FIELD: FieldType<Self> = <T as Field>::FIELD;
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
