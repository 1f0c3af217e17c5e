//! What the tokens of a type show. A name may mean another type than it seems to, and only the
//! compiler knows what an alias means. So only messages may depend on this, and which errors are
//! reported together.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use crate::tokens::{TokenRange, written};

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApparentKind {
    /// Several options.
    List,
    Text,
    /// A boolean or a number.
    Primitive,
    /// A choice, a type of another crate, or something that is not a field.
    Other,
}

impl ApparentKind {
    /// The kind of a type, or of what is in its `Option`.
    pub(crate) fn new(ty: &Type) -> Self {
        if in_list(ty).is_some() {
            return Self::List;
        }
        let Type::Path(path) = bare(without_option(ty)) else {
            return Self::Other;
        };
        let name = path.path.get_ident().map(ToString::to_string);
        match name.as_deref() {
            Some("String" | "char") => Self::Text,
            Some(
                "bool" | "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64" | "isize"
                | "usize" | "f32" | "f64",
            ) => Self::Primitive,
            _ => Self::Other,
        }
    }
}

/// The type, or the one in what looks like its `Option`: the one that messages name.
pub(crate) fn without_option(ty: &Type) -> &Type {
    in_option(ty).unwrap_or(ty)
}

/// What the items of a type are, if it is a list: the variant of the core's `ListOf`.
pub(crate) fn list_of(ty: &Type) -> Option<&'static str> {
    let item = match bare(without_option(ty)) {
        Type::Array(array) => &array.elem,
        Type::Path(path) => types_in(path.path.segments.last()?).next()?,
        _ => return None,
    };
    let Type::Path(path) = bare(item) else {
        return None;
    };
    let name = path.path.segments.last()?.ident.to_string();
    match (name.as_str(), ApparentKind::new(item)) {
        ("String" | "str", _) => Some("Texts"),
        (_, ApparentKind::List | ApparentKind::Other) => None,
        _ => Some("Primitives"),
    }
}

/// The type in what looks like an `Option`.
fn in_option(ty: &Type) -> Option<&Type> {
    arguments(ty, &["Option"]).next()
}

/// The type of the items of what looks like a list that a multi-select goes on, or an `Option` of
/// one.
fn in_list(ty: &Type) -> Option<&Type> {
    arguments(without_option(ty), &["Vec", "BTreeSet", "HashSet"]).next()
}

/// The type, or the one in its `Option`, if its name is that of a secret of the crate `secrecy`.
pub(crate) fn apparent_secret(ty: &Type) -> Option<&Type> {
    let ty = bare(without_option(ty));
    let Type::Path(path) = ty else { return None };
    let name = &path.path.segments.last()?.ident;
    let is_secret = ["SecretString", "SecretBox", "Secret"]
        .iter()
        .any(|secret| name == secret);
    is_secret.then_some(ty)
}

/// The types among the arguments of a type that has one of these names.
fn arguments<'a>(ty: &'a Type, names: &[&str]) -> impl Iterator<Item = &'a Type> {
    let last = match bare(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    let found = last.filter(|last| names.iter().any(|name| last.ident == name));
    found.into_iter().flat_map(types_in)
}

/// The types among the arguments of a part of a path.
fn types_in(part: &PathSegment) -> impl Iterator<Item = &Type> {
    let arguments = match &part.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    let arguments = arguments.into_iter().flatten();
    arguments.filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// A type without what is around it: one that came through a `macro_rules` variable is in an
/// invisible group.
fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        }
    }
}

/// The error about the type of a field, if its tokens show one. What is in an `Option` is looked at,
/// too.
pub(crate) fn refused(ty: &Type, subject: &str) -> Option<syn::Error> {
    let ty = bare(ty);
    if let Some((why, way_out)) = not_answerable(ty) {
        let name = written(&ty.to_token_stream());
        return Some(
            TokenRange::new(ty).error(format!("{subject}`{name}` {why}\nhelp: {way_out}")),
        );
    }
    refused(in_option(ty)?, subject)
}

/// What is wrong with a type that no answer has, and what to do.
fn not_answerable(ty: &Type) -> Option<(&'static str, String)> {
    Some(match ty {
        Type::Slice(_) => (
            "is a slice, and a list in a form must be a multi-select",
            "for several variants of an enum, write a `Vec` of it with `multi_select`".into(),
        ),
        Type::TraitObject(_) | Type::ImplTrait(_) => (
            "can be many types, and a client renders one",
            ONE_TYPE.into(),
        ),
        Type::Path(path) if path.path.is_ident("str") => {
            ("has no size of its own", "write `String`".into())
        }
        Type::FnPtr(_) => (
            "is a function pointer, and an answer cannot be a function",
            ONE_TYPE.into(),
        ),
        Type::Ptr(_) => (
            "is a pointer, and an answer owns its values",
            "write the type that it points to".into(),
        ),
        Type::Never(_) => ("has no values, so it cannot be answered", ONE_TYPE.into()),
        Type::Infer(_) => (
            "does not name a type, and the schema is made from the type",
            ONE_TYPE.into(),
        ),
        Type::Reference(reference) => (
            "borrows its value, and an answer owns its values",
            match bare(&reference.elem) {
                Type::Path(path) if path.path.is_ident("str") => "write `String`".into(),
                Type::Path(path) => format!("write `{}`", written(&path.to_token_stream())),
                _ => "write a type that owns its value".into(),
            },
        ),
        _ => return None,
    })
}

const ONE_TYPE: &str = "write the type of the answer";

/// Whether the type is the item, or what looks like an option, a list or a box of it.
pub(crate) fn holds(ty: &Type, item: &Ident) -> bool {
    let Type::Path(path) = bare(ty) else {
        return false;
    };
    let is_item = |name: &Ident| name == "Self" || name == item;
    path.qself.is_none() && path.path.get_ident().is_some_and(is_item)
        || arguments(ty, &["Option", "Vec", "Box"]).any(|ty| holds(ty, item))
}
