//! What `parse` makes of a type: a text that the type reads by its `FromStr`.

use std::{
    fmt::{Display, Write},
    marker::PhantomData,
    str::FromStr,
};

use serde_json::Value;

use super::{FieldType, Give, Read};
use crate::form::{Kind, TextRules};

/// Finds how a type reads a text, and how it writes one.
///
/// If the type does not implement the trait, the inherent constant does not exist, and the
/// compiler takes the one of [`NotFromText`]. The names are none that a trait of the user's has.
pub struct FromTextProbe<T>(PhantomData<T>);

impl<T: FromStr + 'static> FromTextProbe<T> {
    /// Reads the type.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is one of a lifetime, and the closure of all"
    )]
    pub const __READ: Option<Read<T>> = Some(|answer| answer.parse());
}

impl<T: FromStr + 'static> FromTextProbe<Option<T>> {
    /// Reads an `Option` of such a type.
    pub const __READ_OPTION: Option<Read<Option<T>>> = Some(|answer| {
        if answer.is_absent() {
            Some(None)
        } else {
            answer.parse().map(Some)
        }
    });
}

impl<T: Display + FromStr + 'static> FromTextProbe<T> {
    /// Writes the type.
    pub const __GIVE: Give<T> = |value| write(value);
}

impl<T: Display + FromStr + 'static> FromTextProbe<Option<T>> {
    /// Writes an `Option` of such a type.
    pub const __GIVE_OPTION: Give<Option<T>> = |value| value.as_ref().and_then(write);
}

/// How any other type reads and writes a text: not at all.
pub trait NotFromText<T: 'static> {
    /// Nothing.
    const __READ: Option<Read<T>> = None;
    /// Nothing.
    const __READ_OPTION: Option<Read<T>> = None;
    /// Nothing.
    const __GIVE: Give<T> = |_| None;
    /// Nothing.
    const __GIVE_OPTION: Give<T> = |_| None;
}

impl<T: 'static> NotFromText<T> for FromTextProbe<T> {}

/// `None` as well if the type does not read what its `Display` writes: that text is for people, and no
/// answer.
fn write<T: Display + FromStr>(value: &T) -> Option<Value> {
    let mut text = String::new();
    write!(text, "{value}").ok()?;
    text.parse::<T>().ok()?;
    Some(Value::from(text))
}

/// A field under `parse`: what its type means without, and how the type reads and writes a text.
pub struct FromText<T: 'static> {
    /// Without `parse`.
    pub plain: Option<FieldType<T>>,
    /// By its `FromStr`.
    pub read: Option<Read<T>>,
    /// If it is an `Option`, by the `FromStr` of what is in it.
    pub read_option: Option<Read<T>>,
    /// By its `Display`, if it has one whose text its `FromStr` reads.
    pub give: Give<T>,
    /// If it is an `Option`, by the `Display` of what is in it.
    pub give_option: Give<T>,
}

impl<T: 'static> FromText<T> {
    /// What the field means: a text. If the type does not read one, nothing else counts.
    pub const fn field(self) -> FieldType<T> {
        const TEXT: Kind = Kind::Text(TextRules::NONE);
        match (self.read, self.read_option) {
            (Some(read), _) => FieldType::new(TEXT, read, self.give),
            (None, Some(read)) => FieldType::new(TEXT, read, self.give_option).optional(),
            (None, None) => FieldType::faulty(),
        }
    }

    pub(crate) const fn reads_text(&self) -> bool {
        self.read.is_some() || self.read_option.is_some()
    }
}
