//! What a field holds, as far as its type shows: `min = 1` means another attribute in each kind.
//! Only messages depend on this.

use syn::Type;

use crate::{model::in_list, primitive::Primitive};

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Several options.
    List,
    Text,
    /// A number, a choice, or what is no field.
    Other,
}

impl Kind {
    pub(crate) fn of(ty: &Type) -> Self {
        if in_list(ty).is_some() {
            return Self::List;
        }
        match Primitive::of_value(ty) {
            Some(Primitive::Text | Primitive::Character) => Self::Text,
            _ => Self::Other,
        }
    }
}
