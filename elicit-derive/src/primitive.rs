//! What a type seems to be by its name.

use syn::Type;

use crate::model::{bare, in_option};

/// A primitive that a type is, or is an `Option` of, unless its name means another one
/// here: no rule may be lost because of it, and no assertion.
#[derive(Clone, Copy)]
pub(crate) enum Primitive {
    Boolean,
    /// An integer or a number, and whether it holds an integer.
    Number(fn(i128) -> bool),
    Text,
    /// A text of one character.
    Character,
}

impl Primitive {
    /// What the type seems to be, or what is in it where it seems to be an `Option`.
    pub(crate) fn of_value(ty: &Type) -> Option<Self> {
        Self::of_type(in_option(ty).unwrap_or(ty))
    }

    /// What the type seems to be.
    pub(crate) fn of_type(ty: &Type) -> Option<Self> {
        let Type::Path(path) = bare(ty) else {
            return None;
        };
        Some(match path.path.get_ident()?.to_string().as_str() {
            "bool" => Self::Boolean,
            "String" => Self::Text,
            "char" => Self::Character,
            "i8" => Self::Number(is::<i8>),
            "u8" => Self::Number(is::<u8>),
            // An `f32` holds more integers than those, and not all of any wider type.
            "i16" | "f32" | "f64" => Self::Number(is::<i16>),
            "u16" => Self::Number(is::<u16>),
            // No client holds all of a wider one.
            "i32" | "i64" | "isize" => Self::Number(is::<i32>),
            "u32" | "u64" | "usize" => Self::Number(is::<u32>),
            _ => return None,
        })
    }
}

fn is<T: TryFrom<i128>>(integer: i128) -> bool {
    T::try_from(integer).is_ok()
}
