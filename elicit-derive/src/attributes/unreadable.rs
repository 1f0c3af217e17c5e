//! Tokens between two commas that are not an attribute.

use proc_macro2::{TokenStream, TokenTree};
use syn::Meta;

use super::{Attribute, AttributePosition, Attributes, Fault};
use crate::{tokens::TokenRange, types::ApparentKind};

/// What is wrong with tokens between two commas.
pub(super) fn fault(part: TokenStream, position: AttributePosition, kind: ApparentKind) -> Fault {
    let at = TokenRange::new(&part);
    let mut tokens = part.into_iter();
    let first = tokens.next();
    let next = tokens.find(|token| position.find(&token.to_string()).is_some());
    let message = match (first, next) {
        (Some(TokenTree::Ident(_)), Some(next)) => format!("there is no comma before `{next}`"),
        (Some(TokenTree::Ident(name)), None) => match position.find(&name.to_string()) {
            Some(attribute) => expected(attribute, &Meta::Path(name.into())),
            None => position.misplaced(&name.to_string(), kind),
        },
        (Some(TokenTree::Literal(_)), _) => "this is neither `name` nor `name = value`\n\
             help: a comma ends an attribute, so write a number without one: `1_000`, `0.5`"
            .to_owned(),
        _ => "this is neither `name` nor `name = value`".to_owned(),
    };
    (at, message)
}

/// What the attribute requires. It says so where it finds nothing but its name.
fn expected(attribute: &Attribute, name: &Meta) -> String {
    match (attribute.read)(&mut Attributes::default(), attribute.name, name) {
        Err(error) => error.to_string(),
        Ok(()) => format!(
            "`{0}` must not have a value: `#[elicit({0})]`",
            attribute.name
        ),
    }
}

/// The tokens between the commas. If there are two commas in a row, the second one begins a part, so
/// that it is an error.
pub(super) fn split(list: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in list {
        let is_comma = matches!(&token, TokenTree::Punct(comma) if comma.as_char() == ',');
        match parts.last_mut() {
            Some(part) if !is_comma || part.is_empty() => part.extend([token]),
            _ => parts.push(TokenStream::new()),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
