//! Reads `#[elicit(…)]` entry by entry, so that all errors are reported at once.

use syn::{
    Attribute, Ident, MacroDelimiter, Meta, MetaList, MetaNameValue, Token,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, Parser},
    token::Paren,
};

use super::{AttributePosition, Attributes, TABLE, serde, unreadable};
use crate::{
    tokens::TokenRange,
    types::ApparentKind,
    values::{self, suffix},
};

/// Reads the attributes of one place, which is for values of a kind. What is wrong with them is
/// said with `subject` in front.
pub(crate) fn read(
    attributes: &[Attribute],
    position: AttributePosition,
    kind: ApparentKind,
    subject: &str,
    errors: &mut Vec<syn::Error>,
) -> Attributes {
    let mut values = Attributes::default();
    let mut seen: Vec<String> = Vec::new();
    let ours = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("elicit"));
    for entry in ours.flat_map(|attribute| entries(attribute, position, kind)) {
        let read = entry.and_then(|item| read_entry(&item, position, kind, &mut seen, &mut values));
        if let Err(Fault { at, message }) = read {
            errors.push(at.error(format!("{subject}{message}")));
            values.has_unreadable = true;
        }
    }
    values.rules.sort_by_key(|rule| {
        TABLE
            .iter()
            .position(|attribute| attribute.name == rule.name)
    });
    serde::read(attributes, position, subject, &mut values, errors);
    values
}

/// What is wrong with an entry.
pub(super) struct Fault {
    pub(super) at: TokenRange,
    pub(super) message: String,
}

fn read_entry(
    item: &Meta,
    position: AttributePosition,
    kind: ApparentKind,
    seen: &mut Vec<String>,
    values: &mut Attributes,
) -> Result<(), Fault> {
    let name = darling::util::path_to_string(item.path());
    let Some(attribute) = position.find(&name) else {
        if let Meta::Path(_) = item
            && let Some(meant) = position.misspelt(&name, kind)
        {
            // A misspelt word counts, so that what it brings to the code of other items is there.
            let _ = (meant.read)(values, meant.name, item);
        }
        return Err(Fault {
            at: TokenRange::of(item.path()),
            message: position.stranger(&name, kind),
        });
    };
    if seen.contains(&name) {
        return Err(Fault {
            at: TokenRange::of(item.path()),
            message: format!("`{name}` is written twice; keep one"),
        });
    }
    (attribute.read)(values, attribute.name, item).map_err(|error| Fault {
        at: values::range(item),
        message: error.to_string(),
    })?;
    if let Meta::NameValue(pair) = item
        && let Some((at, message)) = suffix::fault(&name, &pair.value)
    {
        return Err(Fault { at, message });
    }
    seen.push(name);
    Ok(())
}

/// The entries of an attribute, each as far as it can be parsed.
fn entries(
    attribute: &Attribute,
    position: AttributePosition,
    kind: ApparentKind,
) -> Vec<Result<Meta, Fault>> {
    let list = attribute.meta.require_list().map(|list| &list.tokens);
    let Some(list) = list.ok().filter(|list| !list.is_empty()) else {
        let example = match position {
            AttributePosition::Form | AttributePosition::Choice => "rename_all = \"snake_case\"",
            AttributePosition::Newtype => "deserialize",
            AttributePosition::Field | AttributePosition::Inner | AttributePosition::Variant => {
                "title = \"…\""
            }
        };
        return vec![Err(Fault {
            at: TokenRange::of(attribute),
            message: format!("this says nothing; write `#[elicit({example})]`, or drop it"),
        })];
    };
    let all = |list: ParseStream<'_>| list.parse_terminated(entry, Token![,]);
    match all.parse2(list.clone()) {
        Ok(metas) => metas.into_iter().map(Ok).collect(),
        // Somebody is still typing, perhaps.
        Err(_) => unreadable::split(list.clone())
            .into_iter()
            .map(|part| {
                let read = entry.parse2(part.clone());
                read.map_err(|_| unreadable::fault(part, position, kind))
            })
            .collect(),
    }
}

/// One entry. syn's own reading takes no keyword for a name, of which somebody tries
/// `enum`, and makes one literal of the two tokens of `-1`, which stands where the `-`
/// does.
fn entry(input: ParseStream<'_>) -> syn::Result<Meta> {
    let path = input.call(Ident::parse_any)?.into();
    if input.peek(Token![=]) {
        return Ok(Meta::NameValue(MetaNameValue {
            path,
            eq_token: input.parse()?,
            value: input.parse()?,
        }));
    }
    if input.peek(Paren) {
        let tokens;
        return Ok(Meta::List(MetaList {
            path,
            delimiter: MacroDelimiter::Paren(parenthesized!(tokens in input)),
            tokens: tokens.parse()?,
        }));
    }
    Ok(Meta::Path(path))
}
