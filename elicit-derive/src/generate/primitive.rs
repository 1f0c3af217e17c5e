//! What the tokens of a field show to be right, unless a name means another type here. Of
//! what is less plain the core knows more.

use syn::Type;

use crate::{
    model::{Field, Role, Rule, in_option},
    values::{DefaultValue, Numeral},
};

/// A primitive that a type is, or is an `Option` of, unless its name means another one
/// here: nothing may be left out because of it.
#[derive(Clone, Copy)]
pub(crate) enum Primitive {
    Boolean,
    /// An integer or a number, and whether it holds an integer.
    Number(fn(i128) -> bool),
    Text,
}

impl Primitive {
    /// What the field seems to be.
    pub(super) fn of(field: &Field) -> Option<Self> {
        let ty = in_option(&field.ty).unwrap_or(&field.ty);
        (field.role == Role::Plain).then(|| Self::of_type(ty))?
    }

    /// What the type seems to be.
    pub(crate) fn of_type(ty: &Type) -> Option<Self> {
        let Type::Path(path) = ty else {
            return None;
        };
        Some(match path.path.get_ident()?.to_string().as_str() {
            "bool" => Self::Boolean,
            "String" => Self::Text,
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

    /// Whether a rule fits, beside the other rules of the field.
    pub(super) fn takes(self, rule: &Rule, field: &Field) -> bool {
        match (self, rule) {
            (Self::Number(holds), Rule::Minimum(bound) | Rule::Maximum(bound)) => {
                matches!(bound.value, Numeral::Integer(bound) if holds(bound))
            }
            // A format has lengths of its own.
            (Self::Text, Rule::MinLength(_) | Rule::MaxLength(_)) => {
                let is_format = |rule: &Rule| matches!(rule, Rule::Format(_));
                !field.rules.iter().any(is_format)
            }
            (Self::Text, Rule::Format(_) | Rule::Pattern(_)) => true,
            _ => false,
        }
    }

    /// Whether a default is one of its values, whatever the rules.
    pub(super) fn holds(self, default: &DefaultValue) -> bool {
        matches!((self, default), (Self::Boolean, DefaultValue::Boolean(_)))
    }
}

fn is<T: TryFrom<i128>>(integer: i128) -> bool {
    T::try_from(integer).is_ok()
}
