//! An `Option` of what can be a field.

use super::{Field, FieldType, MultiSelect, RunTimeChoice, RunTimeMultiSelect};
use crate::{
    form::{Kind, Property},
    refused::Reason,
};

macro_rules! optional {
    ($($role:ident,)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $role> $role for Option<T> {
            const FIELD: FieldType<Self> = FieldType::of(
                property(T::FIELD.property),
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
    Field,
    MultiSelect,
    RunTimeChoice,
    RunTimeMultiSelect,
}

const fn property(inner: Property) -> Property {
    Property {
        kind: if inner.optional {
            Kind::Refused(Reason::OptionOfOption)
        } else {
            inner.kind
        },
        optional: true,
        required: false,
        ..inner
    }
}
