//! What an item means: the checked model, all that the generated code is made of.

use std::slice;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    ExprPath, GenericArgument, Generics, Ident, PathArguments, Type, Visibility, ext::IdentExt,
};

use crate::{
    at::At,
    attributes::Unread,
    crate_path::CratePath,
    doc::Description,
    values::{Count, Default, Format, Number, Pattern, Text},
};

pub(crate) struct Item {
    pub(crate) core: CratePath,
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    /// Whether its author may add to it.
    pub(crate) is_non_exhaustive: bool,
    /// Empty in an item without errors.
    pub(crate) generics: Generics,
    pub(crate) shape: Shape,
    /// A rule across fields.
    pub(crate) check: Option<ExprPath>,
    pub(crate) deserialize: Option<At>,
    /// The attributes of the item that could not be read.
    pub(crate) unread: Unread,
    /// What its author allows, in each `#[allow(…)]`.
    pub(crate) lints: Vec<TokenStream>,
}

pub(crate) enum Shape {
    /// A struct with named fields.
    Form(Vec<Field>),
    /// An enum of unit variants.
    Choice {
        variants: Vec<Variant>,
        /// What would be fields of a form in their data, which is refused.
        data: Vec<Field>,
    },
    /// A tuple struct of one field.
    Newtype(Box<Field>),
    /// Something else, refused, and what would be fields of a form in it.
    Neither(Vec<Field>),
}

impl Shape {
    /// All fields, and what would be fields.
    pub(crate) fn fields_mut(&mut self) -> &mut [Field] {
        match self {
            Self::Form(fields) | Self::Neither(fields) => fields,
            Self::Choice { data, .. } => data,
            Self::Newtype(inner) => slice::from_mut(inner),
        }
    }
}

pub(crate) struct Field {
    /// The field's name in Rust; of a newtype, the item's.
    pub(crate) ident: Ident,
    /// The name on the wire, or what messages call a newtype.
    pub(crate) name: Name,
    pub(crate) ty: Type,
    pub(crate) role: Role,
    /// Whether an attribute that could not be read may give it another one.
    pub(crate) is_role_unclear: bool,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Description>,
    pub(crate) rules: Vec<Rule>,
    /// Rules that contradict each other: none of the property, and held against its type all the
    /// same.
    pub(crate) contradictory: Vec<Rule>,
    pub(crate) default: Option<Default>,
    pub(crate) required: Option<At>,
    /// Where serde is told to leave the value out at times.
    pub(crate) left_out: Option<At>,
    pub(crate) sensitive_name_ok: bool,
    /// The attributes of the field that could not be read.
    pub(crate) unread: Unread,
    /// Whether nobody can ask the compiler about its type.
    pub(crate) is_faulty: bool,
}

/// What a field asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// A rule that an attribute adds to those of the type.
pub(crate) enum Rule {
    Minimum(Number),
    Maximum(Number),
    MinLength(Count),
    MaxLength(Count),
    MinItems(Count),
    MaxItems(Count),
    Format(Format),
    Pattern(Pattern),
}

impl Rule {
    /// How the attribute is spelt.
    pub(crate) fn attribute(&self) -> &'static str {
        match self {
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::MinLength(_) => "min_length",
            Self::MaxLength(_) => "max_length",
            Self::MinItems(_) => "min_items",
            Self::MaxItems(_) => "max_items",
            Self::Format(_) => "format",
            Self::Pattern(_) => "pattern",
        }
    }

    /// Whether it counts the items of a list.
    pub(crate) fn is_of_items(&self) -> bool {
        matches!(self, Self::MinItems(_) | Self::MaxItems(_))
    }

    pub(crate) fn at(&self) -> At {
        match self {
            Self::Minimum(number) | Self::Maximum(number) => number.at,
            Self::MinLength(count)
            | Self::MaxLength(count)
            | Self::MinItems(count)
            | Self::MaxItems(count) => count.at,
            Self::Format(format) => format.at,
            Self::Pattern(pattern) => pattern.at,
        }
    }
}

/// A name on the wire.
pub(crate) struct Name {
    pub(crate) value: String,
    pub(crate) at: At,
    /// Whether an attribute that could not be read may give another one.
    pub(crate) is_unclear: bool,
}

impl ToTokens for Name {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.value.to_tokens(tokens);
    }
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) name: Name,
    pub(crate) title: Option<Text>,
    /// The attributes of the variant that could not be read.
    pub(crate) unread: Unread,
}

impl Field {
    /// Its rules, whether or not they contradict each other.
    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().chain(&self.contradictory)
    }

    pub(crate) fn error(&self, at: At, message: impl std::fmt::Display) -> syn::Error {
        at.error(format!("`{}`: {message}", self.ident.unraw()))
    }
}

/// The type in what looks like an `Option`. It may be something else of that name:
/// only messages may depend on this, and what is heard together.
pub(crate) fn in_option(ty: &Type) -> Option<&Type> {
    arguments(ty, &["Option"]).next()
}

/// The type of the items of what looks like a list that a multi-select goes on, or an
/// `Option` of one. It may be something else, too.
pub(crate) fn in_list(ty: &Type) -> Option<&Type> {
    arguments(in_option(ty).unwrap_or(ty), &["Vec", "BTreeSet", "HashSet"]).next()
}

/// The types among the arguments of a type that has one of these names.
pub(crate) fn arguments<'a>(ty: &'a Type, names: &[&str]) -> impl Iterator<Item = &'a Type> {
    let last = match bare(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    let found = last.filter(|last| names.iter().any(|name| last.ident == name));
    let arguments = found.and_then(|last| match &last.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    });
    arguments
        .into_iter()
        .flatten()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
}

/// A type without what is around it: one that came through a `macro_rules` variable stands in
/// a group that nobody sees.
pub(crate) fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        }
    }
}

/// Tokens as a person writes them: `Vec<String>`, not `Vec < String >`.
pub(crate) fn written(tokens: &TokenStream) -> String {
    let mut text = tokens.to_string();
    for (spaced, tight) in [
        (" < ", "<"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" :: ", "::"),
        (":: ", "::"),
        (" ::", "::"),
        (" , ", ", "),
        (" ;", ";"),
        ("& ", "&"),
        ("* const", "*const"),
        ("* mut", "*mut"),
        ("( ", "("),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
    ] {
        text = text.replace(spaced, tight);
    }
    text
}
