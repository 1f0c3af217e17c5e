//! What a field holds, as far as its type shows. A name may mean another type than it seems to:
//! only messages depend on this.

use syn::Type;

use crate::model::{bare, in_list, in_option};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApparentKind {
    /// Several options.
    List,
    Boolean,
    Text,
    Integer,
    /// A number that may have a fraction.
    Float,
    /// A choice, a type of another crate, or something that is not a field.
    Other,
}

impl ApparentKind {
    /// The kind of a type, or of what is in its `Option`.
    pub(crate) fn of(ty: &Type) -> Self {
        if in_list(ty).is_some() {
            return Self::List;
        }
        let Type::Path(path) = bare(in_option(ty).unwrap_or(ty)) else {
            return Self::Other;
        };
        let name = path.path.get_ident().map(ToString::to_string);
        match name.as_deref() {
            Some("bool") => Self::Boolean,
            Some("String" | "char") => Self::Text,
            Some("f32" | "f64") => Self::Float,
            Some(
                "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64" | "isize" | "usize",
            ) => Self::Integer,
            _ => Self::Other,
        }
    }
}
