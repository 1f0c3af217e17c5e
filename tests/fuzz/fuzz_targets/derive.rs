//! Tokens in attributes and items: the derive does not panic, and what it writes is code.
//!
//! The input is a file with items, and it is the tokens of `#[elicit(..)]`.

#![no_main]
#![allow(dead_code, reason = "the derive is compiled as part of this program")]

extern crate proc_macro;

#[path = "../../../elicit-derive/src"]
mod source {
    pub(crate) mod attributes;
    pub(crate) mod case;
    pub(crate) mod check;
    pub(crate) mod crate_path;
    pub(crate) mod doc;
    pub(crate) mod expand;
    pub(crate) mod generate;
    pub(crate) mod model;
    pub(crate) mod parse;
    pub(crate) mod texts;
    pub(crate) mod tokens;
    pub(crate) mod types;
    pub(crate) mod values;
}

use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use source::*;
use syn::{File, Item};

fn expand(item: TokenStream) {
    let written = expand::expand(&item);
    assert!(syn::parse2::<File>(written).is_ok(), "it is not code");
}

fuzz_target!(|text: &str| {
    if let Ok(file) = syn::parse_file(text) {
        let items = file.items.into_iter();
        let derived =
            |item: &Item| matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_));
        items
            .filter(derived)
            .for_each(|item| expand(item.into_token_stream()));
    }
    if let Ok(tokens) = text.parse::<TokenStream>() {
        let attribute = quote!(#[elicit(#tokens)]);
        expand(
            quote!(#attribute struct Form { #attribute number: u8, #attribute text: Option<String> }),
        );
        expand(quote!(#attribute enum Choice { #attribute One, Other }));
        expand(quote!(struct Newtype(#attribute String);));
        expand(tokens);
    }
});
