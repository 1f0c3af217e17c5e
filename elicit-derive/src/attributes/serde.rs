//! The names in `#[serde(…)]`, so that a type that also derives serde's traits says them once.

use darling::FromMeta;
use syn::{Attribute, Meta, Token, punctuated::Punctuated};

use super::{AttributePosition, Attributes};
use crate::{case::Case, tokens::TokenRange, values::Text};

/// Attributes that leave the wire as it is.
const HARMLESS: [&str; 7] = [
    "crate",
    "bound",
    "default",
    "deny_unknown_fields",
    "expecting",
    "rename_all_fields",
    "borrow",
];

/// Adds the names that serde's attributes of one place give. An attribute that changes the JSON is
/// an error. Serde gives no name to a field that has none in Rust.
pub(super) fn read(
    attributes: &[Attribute],
    position: AttributePosition,
    has_name: bool,
    subject: &str,
    ours: &mut Attributes,
    errors: &mut Vec<syn::Error>,
) {
    let (mut rename, mut rename_all) = (None, None);
    for attribute in attributes.iter().filter(|a| a.path().is_ident("serde")) {
        // Serde reports what is not well-formed.
        let Ok(metas) = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        else {
            continue;
        };
        for meta in metas {
            let key = darling::util::path_to_string(meta.path());
            // One name for both directions is a text.
            match (key.as_str(), Text::from_meta(&meta).ok()) {
                ("rename", Some(text)) if has_name => rename = Some(text),
                ("rename", Some(_)) => {}
                ("rename_all", Some(text)) => {
                    rename_all = Case::named(&text.value).map(|case| (case, text.at));
                }
                ("alias", _) => ours.alias = Some(TokenRange::of(&meta)),
                ("skip_serializing_if", _) => ours.left_out = Some(TokenRange::of(&meta)),
                // A newtype is sent as its field is, with this attribute or without.
                ("transparent", _) if position == AttributePosition::Newtype => {}
                (key, _) if HARMLESS.contains(&key) => {}
                (key, _) => {
                    ours.has_unreadable = true;
                    errors.push(TokenRange::of(&meta).error(format!(
                        "{subject}serde's `{key}` changes what is on the wire, and the schema \
                         would not say so; drop it, or give the form a struct of its own"
                    )));
                }
            }
        }
    }
    if let Some(serdes) = rename {
        let name = ours.rename.get_or_insert_with(|| serdes.clone());
        if !ours.has_unreadable && name.value != serdes.value {
            errors.push(name.at.error(format!(
                "{subject}`rename` says `{}` here and `{}` to serde; keep one of the two",
                name.value, serdes.value
            )));
        }
    }
    if let Some((case, at)) = rename_all
        && case != *ours.rename_all.get_or_insert(case)
    {
        errors.push(at.error(
            "`rename_all` says something else here than in `#[elicit(…)]`; keep one of the two",
        ));
    }
}
