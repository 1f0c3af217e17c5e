//! Whether deprecated names stand in an item, and its author knows.
//!
//! The code of a derive stands beside the item, where an `#[allow(deprecated)]` on it does
//! not reach, and where a use of it is one of something deprecated, if it is.

use proc_macro2::TokenTree;
use syn::{Attribute, Data, DeriveInput, Field};

/// Whether the item or something in it is deprecated, or may name what is.
pub(crate) fn is_known_in(input: &DeriveInput) -> bool {
    let of_field = |field: &Field| is_known(&field.attrs);
    is_known(&input.attrs)
        || match &input.data {
            Data::Struct(data) => data.fields.iter().any(of_field),
            Data::Enum(data) => data.variants.iter().any(|variant| is_known(&variant.attrs)),
            Data::Union(_) => false,
        }
}

fn is_known(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("deprecated")
            || (path.is_ident("allow") || path.is_ident("expect")) && names_lint(attribute)
    })
}

/// Whether the lint is among those of `#[allow(…)]`.
fn names_lint(attribute: &Attribute) -> bool {
    let is_lint = |token| matches!(token, TokenTree::Ident(name) if name == "deprecated" || name == "warnings");
    attribute
        .meta
        .require_list()
        .is_ok_and(|lints| lints.tokens.clone().into_iter().any(is_lint))
}
