//! The pipeline: what the user wrote, what it means, and the code for it.

mod half_typed;

use std::{collections::HashSet, mem};

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, Ident, ext::IdentExt, punctuated::Punctuated};

use crate::{check, generate, parse, tokens};

pub(crate) fn expand(input: &TokenStream) -> TokenStream {
    match syn::parse2(input.clone()) {
        Ok(item) => self::item(item),
        Err(error) => {
            let error = tokens::compile_error(&error);
            // Other errors can wait until the item is complete.
            let fallback = half_typed::item(input.clone())
                .map(|item| generate::fallback(parse::item(&item).0));
            quote!(#error #fallback)
        }
    }
}

fn item(mut input: DeriveInput) -> TokenStream {
    let had_duplicates = drop_duplicates(&mut input);
    let (mut item, mut errors) = parse::item(&input);
    errors.extend(check::declaration(&input));
    errors.extend(check::item(&mut item));
    if errors.is_empty() && !had_duplicates {
        return generate::item(item);
    }
    errors.sort_by_key(position_in_source);
    let errors = errors.iter().map(tokens::compile_error);
    // The traits are implemented nevertheless, so that uses of the type add no errors. Fields
    // without an error of their own are checked against their types.
    let fallback = generate::fallback(item);
    quote! {
        #(#errors)*
        #fallback
    }
}

/// The line and the column of an error.
fn position_in_source(error: &syn::Error) -> (usize, usize) {
    if !proc_macro::is_available() {
        return (0, 0);
    }
    let span = error.span().unwrap();
    (span.line(), span.column())
}

/// Leaves one field or variant of each name, and returns whether there were more. The compiler
/// reports them, and would report more of code that names both.
fn drop_duplicates(input: &mut DeriveInput) -> bool {
    match &mut input.data {
        Data::Enum(data) => drop_from(&mut data.variants, |variant| Some(&variant.ident)),
        Data::Struct(data) => match &mut data.fields {
            Fields::Named(fields) => drop_from(&mut fields.named, |field| field.ident.as_ref()),
            Fields::Unnamed(_) | Fields::Unit => false,
        },
        Data::Union(_) => false,
    }
}

fn drop_from<T, P: Default>(
    parts: &mut Punctuated<T, P>,
    name: impl Fn(&T) -> Option<&Ident>,
) -> bool {
    let before = parts.len();
    let mut seen = HashSet::new();
    *parts = mem::take(parts)
        .into_iter()
        .filter(|part| name(part).is_none_or(|name| seen.insert(name.unraw())))
        .collect();
    parts.len() < before
}
