//! What `#[serde(…)]` says about the wire, so that a type that is also
//! `Serialize` needs one spelling.

use darling::FromMeta;
use syn::{Attribute, Meta, Token, punctuated::Punctuated};

use crate::{case::Case, token_range::TokenRange, values::Text};

/// The names that serde's attributes give.
#[derive(Default)]
pub(crate) struct Serde {
    pub(crate) rename: Option<Text>,
    pub(crate) rename_all: Option<(Case, TokenRange)>,
    /// Where serde may leave the value out.
    pub(crate) left_out: Option<TokenRange>,
    /// Whether an attribute changes the wire, which is an error.
    pub(crate) has_faulty: bool,
}

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

/// Reads the attributes of one place, where `harmless` leave the wire as it is, too.
pub(crate) fn read(
    attributes: &[Attribute],
    harmless: &[&str],
    subject: &str,
    errors: &mut Vec<syn::Error>,
) -> Serde {
    let mut serde = Serde::default();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("serde")) {
        // What is not well-formed is serde's to report.
        let Ok(metas) = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        else {
            continue;
        };
        for meta in metas {
            let key = darling::util::path_to_string(meta.path());
            // One name for both directions is a text.
            match (key.as_str(), Text::from_meta(&meta).ok()) {
                ("rename", Some(text)) => serde.rename = Some(text),
                ("rename_all", Some(text)) => {
                    serde.rename_all = Case::named(&text.value).map(|case| (case, text.at));
                }
                ("skip_serializing_if", _) => serde.left_out = Some(TokenRange::of(&meta)),
                (key, _) if HARMLESS.contains(&key) || harmless.contains(&key) => {}
                (key, _) => {
                    serde.has_faulty = true;
                    errors.push(TokenRange::of(&meta).error(format!(
                        "{subject}serde's `{key}` changes what is on the wire, and the schema \
                         would not say so; drop it, or give the form a struct of its own"
                    )));
                }
            }
        }
    }
    serde
}
