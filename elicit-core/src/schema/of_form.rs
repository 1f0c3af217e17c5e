//! The schema text of a derived form.

use std::marker::PhantomData;

use super::{SchemaText, Spelling};
use crate::elicit::Elicit;

impl SchemaText {
    /// The texts of a form, of these lengths. They are constants: they cost nothing at run time.
    #[must_use]
    pub const fn of_form<T: Elicit + ?Sized, const LEGACY: usize, const CURRENT: usize>() -> Self {
        Self {
            legacy: const { as_text(&Bytes::<T, LEGACY>::LEGACY) },
            current: const { as_text(&Bytes::<T, CURRENT>::CURRENT) },
        }
    }
}

/// The bytes of a text of this length. The compiler evaluates a constant that depends on a type
/// only if it is used, so a `cargo check` counts the text and does not write it.
struct Bytes<T: ?Sized, const LENGTH: usize>(PhantomData<T>);

impl<T: Elicit + ?Sized, const LENGTH: usize> Bytes<T, LENGTH> {
    const LEGACY: [u8; LENGTH] = Spelling::EnumNames.write(T::FORM);
    const CURRENT: [u8; LENGTH] = Spelling::OneOf.write(T::FORM);
}

const fn as_text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a schema is text"),
    }
}
