//! What a type means under attributes that may not fit it.
//!
//! `multi_select` and `choices` say what a field asks for, and few types can hold that. Where one
//! cannot, an assertion says so, which knows the field. A bound would keep the compiler from
//! whatever else is wrong with the field.

use std::marker::PhantomData;

use crate::form::Kind;

use super::{
    FieldType, FieldTypeOf, Member, MultiSelect, Renderable, RunTimeChoice, RunTimeMultiSelect,
};

/// A type in each role that a field can have; `None` where it cannot have it.
///
/// Where the type does not implement what a role takes, the constant is not there, and the
/// compiler goes on to the one of [`NoRole`].
pub struct As<T: ?Sized>(PhantomData<T>);

macro_rules! roles {
    ($($role:ident: $trait:path;)*) => {
        $(impl<T: $trait + ?Sized> As<T> {
            /// What the type means in this role.
            pub const $role: Option<FieldTypeOf<T>> = Some(<T as $trait>::FIELD);
        })*

        /// What is left of a role for any other type.
        pub trait NoRole {
            /// The type of its values.
            type Value: 'static;
            $(
                /// Nothing.
                const $role: Option<FieldType<Self::Value>> = None;
            )*
        }
    };
}

roles! {
    PLAIN: Renderable;
    MULTI_SELECT: MultiSelect;
    CHOICE: RunTimeChoice;
    MULTI_CHOICE: RunTimeMultiSelect;
}

impl<T: Member<'static> + ?Sized> NoRole for As<T> {
    type Value = T::Value;
}

impl<T: 'static> FieldType<T> {
    /// What a type means in a role. Where it cannot have that, its attributes are held against
    /// what it means without.
    #[must_use]
    pub const fn in_role(role: Option<Self>, plain: Option<Self>) -> Self {
        match (role, plain) {
            (Some(field), _) | (None, Some(field)) => field,
            (None, None) => Self::faulty(),
        }
    }

    /// The same, where nobody knows whether it has that role: only what is wrong in both is wrong.
    #[must_use]
    pub const fn perhaps_in_role(role: Option<Self>, plain: Option<Self>) -> Self {
        match plain {
            Some(field) if !matches!(field.property.kind, Kind::Refused(_)) => field,
            _ => Self::in_role(role, plain),
        }
    }

    /// Whether its options come at run time.
    #[must_use]
    pub const fn needs_options(&self) -> bool {
        self.property.kind.has_supplied_options()
    }
}
