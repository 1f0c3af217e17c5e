//! An `Option` of what can be a field.

use super::{Field, FieldType, Give, MultiSelect, Read, RunTimeChoice, RunTimeMultiSelect};

macro_rules! optional {
    ($($role:ident { $($is_secret:item)? })*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $role> $role for Option<T> {
            $($is_secret)?
            const FIELD: FieldType<Self> = optional(
                &T::FIELD,
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

pub(super) const fn optional<I, T>(
    inner: &FieldType<I>,
    read: Read<T>,
    give: Give<T>,
) -> FieldType<T> {
    let mut field = FieldType::like(inner, read, give);
    field.unsupported = inner.unsupported;
    field.optional()
}
