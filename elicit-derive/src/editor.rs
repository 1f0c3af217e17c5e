//! What is derived for an editor only: the names in `#[elicit(…)]` as types of the core (its
//! `attributes.rs`). Rust-analyzer completes a name, and shows its documentation, by what a derive
//! writes at the place of the name.

#[cfg(test)]
mod tests;

use std::{env, sync::OnceLock};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::{crate_path::CratePath, tokens};

/// Whether this is rust-analyzer, and no compiler.
///
/// Its `cfg` would cost each build the tokens, and warn of an unexpected `cfg`. To allow that is an
/// error in a crate that forbids warnings.
pub(crate) fn is_expanding() -> bool {
    static IS_EXPANDING: OnceLock<bool> = OnceLock::new();
    *IS_EXPANDING.get_or_init(|| {
        let program = env::current_exe().unwrap_or_default();
        let name = program.file_name().unwrap_or_default();
        name.to_string_lossy().contains("rust-analyzer")
    })
}

/// A type for each name in the attributes of an item. This comes first in the expansion: while a name
/// is typed, rust-analyzer expands the item with it and without it, and what comes before must be
/// the same. For the same reason each attribute has one more type at its end.
///
/// The tokens of the item are read, because an attribute is written before its field, and then
/// the item does not parse.
pub(crate) fn names(item: &TokenStream, core: &CratePath) -> TokenStream {
    let mut names = Names {
        private: core.member("__private"),
        types: TokenStream::new(),
    };
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(at) = tokens.iter().position(tokens::is_item_keyword) else {
        return TokenStream::new();
    };
    let (before, after) = tokens.split_at(at);
    let body = |delimiter| groups(after).find(|group| group.delimiter() == delimiter);
    let (body, on_item, on_part) = match body(Delimiter::Brace) {
        Some(body) if after[0].to_string() == "enum" => (Some(body), "on_choice", "on_variant"),
        Some(body) => (Some(body), "on_form", "on_field"),
        None => (body(Delimiter::Parenthesis), "on_newtype", "on_inner"),
    };
    names.add(before, on_item);
    if let Some(body) = body {
        let body: Vec<TokenTree> = body.stream().into_iter().collect();
        names.add(&body, on_part);
    }
    let Names { private, types } = names;
    quote!(const _: #private::Option<(#types)> = #private::Option::None;)
}

struct Names {
    private: TokenStream,
    types: TokenStream,
}

impl Names {
    /// Adds the names in the attributes. The core has those that go here in this module.
    ///
    /// Rust-analyzer does not report a type that it cannot find. So a half-typed name is one error,
    /// that of the derive.
    fn add(&mut self, tokens: &[TokenTree], module: &str) {
        let derive = Span::call_site();
        let module = Ident::new(module, derive);
        let private = &self.private;
        for list in groups(tokens).filter_map(attribute) {
            let mut begins = true;
            for token in list {
                // A keyword, such as `crate`, is not the name of a type.
                if begins && let Ok(name) = syn::parse2(token.to_token_stream()) {
                    let name = tokens::as_derived(&name);
                    self.types.extend(quote!(#private::#module::#name,));
                }
                begins = token.to_string() == ",";
            }
            self.types.extend(quote!(#private::#module::__,));
        }
    }
}

/// What is in the parentheses of `[elicit(…)]`.
fn attribute(brackets: &Group) -> Option<TokenStream> {
    let mut tokens = brackets.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(path)), Some(TokenTree::Group(list))) if path == "elicit" => {
            Some(list.stream())
        }
        _ => None,
    }
}

fn groups(tokens: &[TokenTree]) -> impl Iterator<Item = &Group> {
    tokens.iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group),
        _ => None,
    })
}
