//! What `multi_select` and `choices` make of a type.
//!
//! They say what a field asks for, and few types can hold that. If one cannot, an assertion says
//! so, and names the field. A trait bound could not do that.

use std::marker::PhantomData;

use super::unsupported::UnsupportedType;
use crate::{
    field::{Field, FieldType, MultiSelect, RunTimeChoice, RunTimeMultiSelect, multi_select},
    form::{Kind, OptionSource},
};

/// Finds what a type means in each role.
///
/// If the type does not implement the trait of a role, the inherent constant does not exist, and
/// the compiler takes the one of [`NoRole`]. The names are none that a trait of the user's has.
pub struct RoleProbe<T>(PhantomData<T>);

macro_rules! roles {
    ($($role:ident: $trait:path;)*) => {
        $(impl<T: $trait> RoleProbe<T> {
            /// What the type means in this role.
            pub const $role: Option<FieldType<T>> = Some(<T as $trait>::FIELD);
        })*

        /// The roles of any other type: none.
        pub trait NoRole<T: 'static> {
            $(
                /// Nothing.
                const $role: Option<FieldType<T>> = None;
            )*
        }
    };
}

roles! {
    __PLAIN: Field;
    __MULTI_SELECT: MultiSelect;
    __CHOICE: RunTimeChoice;
    __MULTI_CHOICE: RunTimeMultiSelect;
}

impl<T: 'static> NoRole<T> for RoleProbe<T> {}

/// What the attributes of a field ask for.
#[derive(Clone, Copy)]
pub enum Role {
    /// `multi_select`: several variants of an enum.
    MultiSelect,
    /// `choices`: an option that is known only at run time.
    Choice,
    /// Both: several of these.
    MultiChoice,
}

/// The role of a field, and what its type means in each role: `None` if it cannot have it.
pub struct Roles<T: 'static> {
    /// The role that the attributes ask for.
    pub role: Role,
    /// Without `multi_select` and `choices`.
    pub plain: Option<FieldType<T>>,
    /// With `multi_select`.
    pub multi_select: Option<FieldType<T>>,
    /// With `choices`.
    pub choice: Option<FieldType<T>>,
    /// With both.
    pub multi_choice: Option<FieldType<T>>,
}

impl<T: 'static> Roles<T> {
    /// What the field means. If the type does not fit the role, it means what the type means
    /// without one, so that the other attributes are checked as well. A list means nothing
    /// without a role, and so it means the role, whatever it is a list of.
    pub const fn field(self) -> FieldType<T> {
        match (self.fitting(), self.plain) {
            (Some(field), _) => field,
            (None, Some(mut field)) => {
                if let Some(UnsupportedType::List) = field.unsupported {
                    field.unsupported = None;
                    field.of_type = self.kind_of_list();
                    field.meaning.kind = field.of_type;
                }
                field
            }
            (None, None) => FieldType::faulty(),
        }
    }

    /// The kind of the role, with no options known.
    const fn kind_of_list(&self) -> Kind {
        match self.role {
            Role::Choice | Role::MultiChoice => Kind::Choice(OptionSource::Supplied),
            Role::MultiSelect => multi_select(OptionSource::Declared(&[]), false),
        }
    }

    /// Whether its options come at run time.
    #[must_use]
    pub const fn need_options(self) -> bool {
        matches!(self.fitting(), Some(field) if field.meaning.kind.has_supplied_options())
    }

    /// What the type means in the role, if it fits.
    pub(crate) const fn fitting(&self) -> Option<FieldType<T>> {
        let field = match self.role {
            Role::MultiSelect => self.multi_select,
            Role::Choice => self.choice,
            Role::MultiChoice => self.multi_choice,
        };
        match field {
            Some(field) if field.is_supported() => Some(field),
            _ => None,
        }
    }
}
