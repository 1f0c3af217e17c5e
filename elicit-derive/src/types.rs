//! Types that are refused by what they look like: no trait can be asked about
//! them, or its own message would not help. What an alias can stand for is left
//! to the compiler, which knows it.

use proc_macro2::{Ident, TokenTree};
use quote::ToTokens;
use syn::{DeriveInput, GenericParam, Type};

use crate::{
    at::At,
    model::{in_list, in_option, written},
    tokens,
};

/// The error about a field's type, if it shows: about what is in its `Option`, too, and about
/// what cannot be in a list.
pub(crate) fn refused(ty: &Type, subject: &str) -> Option<syn::Error> {
    let (why, way_out) = match ty {
        Type::Group(group) => return refused(&group.elem, subject),
        Type::Paren(paren) => return refused(&paren.elem, subject),
        Type::Slice(_) => (
            "is a slice, and a form has no free lists",
            "for several of the variants of an enum, write `Vec` of it under `multi_select`".into(),
        ),
        Type::FnPtr(_) => (
            "is a function pointer, and nobody can answer with a function",
            "write the type of the answer".into(),
        ),
        Type::Ptr(_) => (
            "is a pointer, and an answer owns its values",
            "write the type behind it".into(),
        ),
        Type::Never(_) => (
            "has no values, so nobody could answer",
            "write the type of the answer".into(),
        ),
        Type::TraitObject(_) | Type::ImplTrait(_) => (
            "can be many types, and a client renders one",
            "write the type of the answer".into(),
        ),
        Type::Infer(_) => (
            "leaves the type open, and the schema is made of it",
            "write the type of the answer".into(),
        ),
        Type::Reference(reference) => (
            "borrows its value, and an answer owns its values",
            match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => "write `String`".into(),
                Type::Path(path) => format!("write `{}`", written(&path.to_token_stream())),
                _ => "write a type that owns its value".into(),
            },
        ),
        Type::Path(path) if path.path.is_ident("str") => {
            ("has no size of its own", "write `String`".into())
        }
        Type::Path(_) => {
            let inner = in_option(ty).or_else(|| in_list(ty).filter(|item| has_no_size(item)))?;
            return refused(inner, subject);
        }
        _ => return None,
    };
    let name = written(&ty.to_token_stream());
    Some(At::of(ty).error(format!("{subject}`{name}` {why}\nhelp: {way_out}")))
}

/// Whether the compiler would refuse a list of these, and say nothing of the list.
fn has_no_size(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => has_no_size(&group.elem),
        Type::Paren(paren) => has_no_size(&paren.elem),
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

/// Whether the name of the item stands in a type, by itself and not in a path.
pub(crate) fn mentions(ty: &Type, item: &Ident) -> bool {
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    tokens::any_name(ty.to_token_stream(), &|name, beside| {
        name == "Self" || name == item && !beside.into_iter().any(is_colon)
    })
}

/// The errors about the parameters of an item.
pub(crate) fn refused_parameters(input: &DeriveInput) -> impl Iterator<Item = syn::Error> {
    input.generics.params.iter().map(|parameter| {
        let (kind, way_out) = match parameter {
            GenericParam::Type(_) => ("type", "write the type that the answer has"),
            GenericParam::Lifetime(_) => (
                "lifetime",
                "an answer owns its values: write `String` for `&str`",
            ),
            GenericParam::Const(_) => ("const", "write the value"),
        };
        At::of(parameter).error(format!(
            "`{}` has a {kind} parameter, and its schema is made once, at compile time\n\
             help: {way_out}",
            input.ident
        ))
    })
}
