//! The pipeline: what the user wrote, what it means, and the code for it.

mod half_typed;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::{check, duplicate_idents, generate, parse};

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    match syn::parse2(input.clone()) {
        Ok(input) => item(input),
        Err(error) => {
            let error = error.to_compile_error();
            // Errors in what is there can wait until all of it is.
            let fallback =
                half_typed::item(input).map(|input| generate::fallback(parse::item(&input).0));
            quote!(#error #fallback)
        }
    }
}

fn item(mut input: DeriveInput) -> TokenStream {
    let had_duplicates = duplicate_idents::drop(&mut input);
    let (mut item, mut errors) = parse::item(&input);
    errors.extend(check::declaration(&input));
    errors.extend(check::item(&mut item));
    if errors.is_empty() && !had_duplicates {
        return generate::item(item);
    }
    errors.sort_by_key(position_in_source);
    let errors = errors.iter().map(syn::Error::to_compile_error);
    // The traits are implemented all the same, so that the uses of the type add no
    // errors of their own; and what is right of it is checked against its types.
    let fallback = generate::fallback(item);
    quote! {
        #(#errors)*
        #fallback
    }
}

/// Where an error is in the source, by which errors are sorted.
fn position_in_source(error: &syn::Error) -> (usize, usize) {
    if !proc_macro::is_available() {
        return (0, 0);
    }
    let span = error.span().unwrap();
    (span.line(), span.column())
}
