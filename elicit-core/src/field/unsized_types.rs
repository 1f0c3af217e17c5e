//! Types without a size, which the derive may meet behind an alias: `type Word = str;`.
//!
//! No value has such a type. It implements the traits of a field all the same, so that the
//! assertion beside the field can say what is wrong, and nothing else has to.

use serde_json::Value;

use super::{FieldType, Renderable};
use crate::compile_time::unsupported::UnsupportedType;

/// A type that a field is written with, whether or not it has a size.
///
/// The lifetime is for [`HasSize`]; `'static` will do.
pub trait Member<'any>: 'static {
    /// The type of its values: itself, if it has any.
    type Value: 'static;

    /// A value in JSON; `None` where it is not there.
    fn give(field: FieldType<Self::Value>, value: &Self) -> Option<Value>;
}

#[diagnostic::do_not_recommend]
impl<T: 'static> Member<'_> for T {
    type Value = Self;

    #[inline]
    fn give(field: FieldType<Self>, value: &Self) -> Option<Value> {
        field.give(value)
    }
}

/// What the type of a field means in a form, whether or not it has a size.
pub type FieldTypeOf<T> = FieldType<<T as Member<'static>>::Value>;

/// A type that has a size, and so is that of its values.
///
/// The derive writes it as a bound, `for<'any> T: HasSize<'any>`, on code that is none where
/// it does not hold. With the lifetime the compiler believes the bound, and looks for no
/// other implementation; without one, it refuses a bound that never holds.
pub trait HasSize<'any>: Member<'any, Value = Self> + Sized {}

#[diagnostic::do_not_recommend]
impl<T: 'static> HasSize<'_> for T {}

/// Stands for the values of a type that has none.
pub enum Never {}

macro_rules! unsized_types {
    ($($reason:ident: [$($generics:tt)*] $type:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Member<'_> for $type {
            type Value = Never;

            fn give(_: FieldType<Never>, _: &Self) -> Option<Value> {
                None
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Renderable for $type {
            const FIELD: FieldType<Never> = FieldType::unsupported(UnsupportedType::$reason);
        }
    )*};
}

unsized_types! {
    Unsized: [] str;
    List: [T: 'static] [T];
}
