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

/// The texts of a form whose type is a parameter.
///
/// The length of an array cannot depend on a parameter, so a text is in the next larger of some
/// arrays. The array is in a function, since the compiler evaluates the constants of those
/// functions only that are used.
#[cfg(feature = "runtime")]
impl SchemaText {
    pub(crate) fn of_generic<T: Elicit>() -> Self {
        Self {
            legacy: const { Roomy::<T>::LEGACY }(),
            current: const { Roomy::<T>::CURRENT }(),
        }
    }
}

#[cfg(feature = "runtime")]
struct Roomy<T>(PhantomData<T>);

#[cfg(feature = "runtime")]
impl<T: Elicit> Roomy<T> {
    const LEGACY: fn() -> &'static str = match Spelling::EnumNames.length(T::FORM) {
        0 => || "",
        1..=0x100 => Self::legacy::<0x100>,
        0x101..=0x400 => Self::legacy::<0x400>,
        0x401..=0x1000 => Self::legacy::<0x1000>,
        0x1001..=0x1_0000 => Self::legacy::<0x1_0000>,
        _ => Self::legacy::<LONGEST>,
    };
    const CURRENT: fn() -> &'static str = match Spelling::OneOf.length(T::FORM) {
        0..=0x80 => Self::current::<0x80>,
        0x81..=0x100 => Self::current::<0x100>,
        0x101..=0x400 => Self::current::<0x400>,
        0x401..=0x1000 => Self::current::<0x1000>,
        0x1001..=0x1_0000 => Self::current::<0x1_0000>,
        _ => Self::current::<LONGEST>,
    };

    fn legacy<const ROOM: usize>() -> &'static str {
        const {
            begin(
                &Bytes::<T, ROOM>::LEGACY,
                Spelling::EnumNames.length(T::FORM),
            )
        }
    }

    fn current<const ROOM: usize>() -> &'static str {
        const { begin(&Bytes::<T, ROOM>::CURRENT, Spelling::OneOf.length(T::FORM)) }
    }
}

/// The most that a schema of one value can be, in bytes: an enum of some ten thousand variants.
#[cfg(feature = "runtime")]
const LONGEST: usize = 0x10_0000;

#[cfg(feature = "runtime")]
const fn begin(bytes: &[u8], length: usize) -> &str {
    assert!(
        length <= bytes.len(),
        "an enum with so many variants is no question"
    );
    as_text(bytes.split_at(length).0)
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
