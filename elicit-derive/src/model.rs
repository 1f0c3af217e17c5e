//! What an item means: the checked model, all that the generated code is made of.

use std::slice;

use proc_macro2::TokenStream;
use syn::{Generics, Ident, Type, Visibility, ext::IdentExt};

use crate::{attributes::Attributes, doc::Description, tokens::TokenRange, values::Text};

pub(crate) struct Item {
    pub(crate) ident: Ident,
    /// Where its author wrote its name.
    pub(crate) at: TokenRange,
    pub(crate) visibility: Visibility,
    /// Whether its author may add to it.
    pub(crate) is_non_exhaustive: bool,
    /// `#[doc(hidden)]`
    pub(crate) is_doc_hidden: bool,
    /// Empty in an item without errors.
    pub(crate) generics: Generics,
    pub(crate) shape: Shape,
    pub(crate) attrs: Attributes,
    /// What its author allows, in each `#[allow(…)]`.
    pub(crate) lints: Vec<TokenStream>,
}

pub(crate) enum Shape {
    /// A struct with named fields.
    Form(Vec<Field>),
    /// An enum of unit variants.
    Choice(Vec<Variant>),
    /// A tuple struct of one field.
    Newtype(Box<Field>),
    /// Something else, refused, and what would be fields of a form in it.
    Neither(Vec<Field>),
}

impl Shape {
    /// All fields, and what would be fields.
    pub(crate) fn fields(&self) -> &[Field] {
        match self {
            Self::Form(fields) | Self::Neither(fields) => fields,
            Self::Choice(_) => &[],
            Self::Newtype(inner) => slice::from_ref(inner),
        }
    }

    pub(crate) fn fields_mut(&mut self) -> &mut [Field] {
        match self {
            Self::Form(fields) | Self::Neither(fields) => fields,
            Self::Choice(_) => &mut [],
            Self::Newtype(inner) => slice::from_mut(inner),
        }
    }
}

pub(crate) struct Field {
    /// The field's name in Rust; of a newtype, the item's.
    pub(crate) ident: Ident,
    /// On the wire, or what messages call a newtype.
    pub(crate) name: Text,
    pub(crate) ty: Type,
    /// If one of them is in error, nothing else of the field is checked.
    pub(crate) attrs: Attributes,
    /// The name in Rust as a title, for a field without one. `None` of a newtype.
    pub(crate) name_in_words: Option<String>,
    pub(crate) description: Option<Description>,
    /// The first of its texts that asks for a credential, and the message about it. It is wrong only if
    /// a credential fits into the answer. That depends on the type, which only the core knows.
    pub(crate) credential: Option<(TokenRange, String)>,
    /// Whether its type is in error by its tokens. Nothing is asserted of it.
    pub(crate) has_faulty_type: bool,
}

impl Field {
    pub(crate) fn role(&self) -> Role {
        match (self.attrs.multi_select, self.attrs.choices) {
            (None, None) => Role::Plain,
            (Some(_), None) => Role::MultiSelect,
            (None, Some(_)) => Role::Choice,
            (Some(_), Some(_)) => Role::MultiChoice,
        }
    }

    /// Whether nothing of it is in error by its tokens, so that it has constants.
    pub(crate) fn is_sound(&self) -> bool {
        !self.attrs.has_unreadable && !self.has_faulty_type
    }

    /// How to speak of it to a person, as far as tokens show: a type may have a title, too.
    pub(crate) fn label(&self) -> &str {
        let title = self.attrs.title.as_ref().map(|title| title.value.as_str());
        let title = title.or(self.name_in_words.as_deref());
        title.unwrap_or(&self.name.value)
    }

    pub(crate) fn error(&self, at: TokenRange, message: impl std::fmt::Display) -> syn::Error {
        at.error(format!("`{}`: {message}", self.ident.unraw()))
    }
}

/// What a field asks for, by the names of the core's `Role`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// One value.
    Plain,
    /// Several variants of an enum.
    MultiSelect,
    /// One option of those known at run time.
    Choice,
    /// Several options of those known at run time.
    MultiChoice,
}

impl Role {
    pub(crate) fn is_run_time(self) -> bool {
        matches!(self, Self::Choice | Self::MultiChoice)
    }

    pub(crate) fn is_multiple(self) -> bool {
        matches!(self, Self::MultiSelect | Self::MultiChoice)
    }
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// On the wire.
    pub(crate) name: Text,
    pub(crate) title: Option<Text>,
    /// Whether the title is a doc comment.
    pub(crate) is_titled_by_comment: bool,
    /// Where serde accepts another name.
    pub(crate) alias: Option<TokenRange>,
    /// Whether one of its attributes is in error.
    pub(crate) has_unreadable: bool,
}
