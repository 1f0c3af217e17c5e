//! An `Option` of what can be a field.

use super::{Field, FieldType, Give, MultiSelect, Read, RunTimeChoice, RunTimeMultiSelect};
use crate::{compile_time::unsupported::UnsupportedType, form::Property};

macro_rules! optional {
    ($($role:ident { $($is_secret:item)? })*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $role> $role for Option<T> {
            $($is_secret)?
            const FIELD: FieldType<Self> = optional(
                T::FIELD.property,
                T::FIELD.unsupported,
                |answer| {
                    if answer.is_absent() {
                        Some(None)
                    } else {
                        T::FIELD.read(answer).map(Some)
                    }
                },
                |value| value.as_ref().and_then(T::FIELD.give),
            );
        }
    )*};
}

optional! {
    Field { type IsSecret = T::IsSecret; }
    MultiSelect {}
    RunTimeChoice {}
    RunTimeMultiSelect {}
}

pub(super) const fn optional<T>(
    inner: Property,
    unsupported: Option<UnsupportedType>,
    read: Read<T>,
    give: Give<T>,
) -> FieldType<T> {
    let property = Property {
        optional: true,
        ..inner
    };
    FieldType {
        unsupported: if inner.optional {
            Some(UnsupportedType::OptionOfOption)
        } else {
            unsupported
        },
        ..FieldType::from_property(property, read, give)
    }
}
