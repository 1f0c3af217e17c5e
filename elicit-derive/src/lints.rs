//! What the author of an item lets pass in it.
//!
//! The code of a derive has the types of the item again, as they were written, and stands beside
//! it, where an `#[allow(…)]` on it does not reach. It allows nothing by itself: a crate may
//! forbid a lint, and then to allow it is an error. The names of the item are the derive's own
//! in it (`tokens.rs`), and lints about what is deprecated leave those alone.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use syn::{Attribute, Data, DeriveInput};

/// The lints that are allowed on the item and on what is in it. Many fields may allow the same.
pub(crate) fn allowed(input: &DeriveInput) -> Vec<TokenStream> {
    let within: Vec<&Attribute> = match &input.data {
        Data::Struct(data) => data.fields.iter().flat_map(|field| &field.attrs).collect(),
        Data::Enum(data) => data
            .variants
            .iter()
            .flat_map(|variant| &variant.attrs)
            .collect(),
        Data::Union(_) => Vec::new(),
    };
    let mut seen = HashSet::new();
    let all = input.attrs.iter().chain(within).filter_map(lints);
    all.filter(|lints| seen.insert(lints.to_string())).collect()
}

/// What is expected is allowed, for it may be in what the derive does not write again.
fn lints(attribute: &Attribute) -> Option<TokenStream> {
    let path = attribute.path();
    if path.is_ident("allow") || path.is_ident("expect") {
        return Some(attribute.meta.require_list().ok()?.tokens.clone());
    }
    None
}

#[cfg(test)]
mod tests;
