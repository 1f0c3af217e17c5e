//! What a field holds, as far as its type shows: `min = 1` means another attribute in each kind.
//! Only messages depend on this.

use syn::Type;

use crate::{
    model::{bare, in_list, in_option},
    primitive::Primitive,
};

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Several options.
    List,
    Text,
    /// A number that may have a fraction.
    Float,
    /// An integer, a choice, or what is no field.
    Other,
}

impl Kind {
    pub(crate) fn of(ty: &Type) -> Self {
        if in_list(ty).is_some() {
            return Self::List;
        }
        match Primitive::of_value(ty) {
            Some(Primitive::Text | Primitive::Character) => Self::Text,
            _ if is_float(in_option(ty).unwrap_or(ty)) => Self::Float,
            _ => Self::Other,
        }
    }
}

fn is_float(ty: &Type) -> bool {
    matches!(bare(ty), Type::Path(ty) if ty.path.is_ident("f32") || ty.path.is_ident("f64"))
}
