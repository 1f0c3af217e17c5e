//! An item that does not parse, because somebody is typing it. An editor expands it all
//! the same, and the rest of the file should know its name.

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Generics, Ident, Token, Visibility,
    parse::{ParseStream, Parser},
};

use crate::{
    attributes::{self, AttributePosition},
    model::{Item, Shape},
    types::ApparentKind,
};

/// The item as far as its name and its parameters, if that is there.
pub(super) fn item(input: TokenStream) -> Option<Item> {
    let mut tokens = input.into_iter();
    let mut position = None;
    let before: Vec<TokenTree> = tokens
        .by_ref()
        .take_while(|token| {
            position = position_of(token);
            position.is_none()
        })
        .collect();
    // Errors in them can wait until the item is there.
    let before = attributes(&before);
    let ours = attributes::read(&before, position?, ApparentKind::Other, "", &mut Vec::new());
    let (ident, generics) = head.parse2(tokens.collect()).ok()?;
    Some(Item {
        core: ours.core,
        ident,
        visibility: Visibility::Inherited,
        is_non_exhaustive: false,
        generics,
        shape: Shape::Neither(Vec::new()),
        check: None,
        has_hints: false,
        deserialize: ours.deserialize,
        json_schema: ours.json_schema,
        has_unreadable: ours.has_unreadable,
        lints: Vec::new(),
    })
}

/// The keyword that an item begins with.
fn position_of(token: &TokenTree) -> Option<AttributePosition> {
    match &*token.to_string() {
        "struct" | "union" => Some(AttributePosition::Form),
        "enum" => Some(AttributePosition::Choice),
        _ => None,
    }
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
