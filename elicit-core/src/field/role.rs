//! What a type means under attributes that may not fit it.
//!
//! `multi_select` and `choices` say what a field asks for, and few types can hold that. Where one
//! cannot, an assertion says so, which knows the field. A bound would keep the compiler from
//! whatever else is wrong with the field.

use std::marker::PhantomData;

use super::{
    FieldType, FieldTypeOf, Member, MultiSelect, Renderable, RunTimeChoice, RunTimeMultiSelect,
};
use crate::{
    compile_time::unsupported::UnsupportedType,
    form::{Kind, Options},
};

/// A type in each role that a field can have.
///
/// Where the type does not implement what a role takes, the constant is not there, and the
/// compiler goes on to the one of [`NoRole`]. The names are none that a trait of the user's has.
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
    __PLAIN: Renderable;
    __MULTI_SELECT: MultiSelect;
    __CHOICE: RunTimeChoice;
    __MULTI_CHOICE: RunTimeMultiSelect;
}

impl<T: Member<'static> + ?Sized> NoRole for As<T> {
    type Value = T::Value;
}

/// What a type means in each role, `None` where it cannot have it; and the attributes that say
/// which of them its field has.
pub struct Roles<T: 'static> {
    /// `multi_select`
    pub is_multiple: Presence,
    /// `choices`
    pub is_run_time: Presence,
    /// One value.
    pub plain: Option<FieldType<T>>,
    /// Several variants of an enum.
    pub multi_select: Option<FieldType<T>>,
    /// An option that is known only at run time.
    pub choice: Option<FieldType<T>>,
    /// Several of these.
    pub multi_choice: Option<FieldType<T>>,
}

/// Those of a type that a field is written with.
pub type RolesOf<T> = Roles<<T as Member<'static>>::Value>;

/// Whether an attribute is there.
#[derive(Clone, Copy)]
pub enum Presence {
    /// It is not.
    No,
    /// One that could not be read may be it.
    Perhaps,
    /// It is.
    Yes,
}

impl<T> Clone for Roles<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Roles<T> {}

impl<T: 'static> Roles<T> {
    /// What the field means. Where the type fits none of the roles that it may have, the other
    /// attributes are held against what it means without. A list means nothing without: there
    /// they are held against the role, whatever it is a list of.
    #[must_use]
    pub const fn field(self) -> FieldType<T> {
        match (self.fitting(), self.plain) {
            (Some(field), _) => field,
            (None, Some(mut field)) => {
                if let (Some(UnsupportedType::List), Some(kind)) =
                    (field.unsupported, self.kind_of_list())
                {
                    field.unsupported = None;
                    field.of_type = kind;
                    field.property.kind = kind;
                }
                field
            }
            (None, None) => FieldType::faulty(),
        }
    }

    /// What kind of field it is to be, if that is sure. No options are known.
    const fn kind_of_list(&self) -> Option<Kind> {
        match (self.is_multiple, self.is_run_time) {
            (_, Presence::Yes) => Some(Kind::Choice(Options::Supplied)),
            (Presence::Yes, Presence::No) => Some(Kind::MultiSelect {
                options: Options::Declared(&[]),
                min_items: None,
                max_items: None,
                unique: false,
            }),
            _ => None,
        }
    }

    /// Whether its options come at run time.
    #[must_use]
    pub const fn need_options(self) -> bool {
        match self.fitting() {
            Some(field) => field.property.kind.has_supplied_options(),
            None => false,
        }
    }

    /// Whether the field may have neither attribute.
    pub(crate) const fn may_be_plain(&self) -> bool {
        let ([one, _], [declared, _]) = (self.is_multiple.ways(), self.is_run_time.ways());
        one && declared
    }

    /// The first role that the type fits out of those that it may have: what is wrong in that of
    /// no attributes is wrong in each.
    pub(crate) const fn fitting(&self) -> Option<FieldType<T>> {
        let [one, several] = self.is_multiple.ways();
        let [declared, supplied] = self.is_run_time.ways();
        let roles = [
            (one && declared, &self.plain),
            (several && declared, &self.multi_select),
            (one && supplied, &self.choice),
            (several && supplied, &self.multi_choice),
        ];
        let mut i = 0;
        while i < roles.len() {
            if let (true, Some(field)) = roles[i]
                && field.is_supported()
            {
                return Some(*field);
            }
            i += 1;
        }
        None
    }
}

impl Presence {
    /// Whether it may be missing, and whether it may be there.
    const fn ways(self) -> [bool; 2] {
        match self {
            Self::No => [true, false],
            Self::Perhaps => [true, true],
            Self::Yes => [false, true],
        }
    }
}
