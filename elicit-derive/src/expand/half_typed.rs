//! An item that does not parse, because somebody is typing it. An editor expands it all
//! the same, and the rest of the file should know its name.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, DeriveInput, Generics, Ident, Token,
    parse::{ParseStream, Parser},
};

use crate::tokens;

/// The item with its attributes, its name and its parameters, and with nothing in it.
pub(super) fn item(input: TokenStream) -> Option<DeriveInput> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let (before, rest) = tokens.split_at(tokens.iter().position(tokens::is_item_keyword)?);
    let (keyword, after) = rest.split_first()?;
    let (ident, generics) = head.parse2(after.iter().cloned().collect()).ok()?;
    let empty: DeriveInput = syn::parse2(quote!(#keyword #ident {})).ok()?;
    Some(DeriveInput {
        attrs: attributes(before),
        generics,
        ..empty
    })
}

/// The attributes in front of the keyword.
fn attributes(tokens: &[TokenTree]) -> Vec<Attribute> {
    tokens
        .windows(2)
        .filter_map(|pair| {
            Attribute::parse_outer
                .parse2(pair.iter().cloned().collect())
                .ok()
        })
        .flatten()
        .collect()
}

/// The name, and its parameters with their bounds. The rest is for a later compile.
fn head(input: ParseStream<'_>) -> syn::Result<(Ident, Generics)> {
    let ident = input.parse()?;
    let mut generics: Generics = input.parse()?;
    if input.peek(Token![where]) {
        generics.where_clause = input.parse()?;
    }
    input.parse::<TokenStream>()?;
    Ok((ident, generics))
}
