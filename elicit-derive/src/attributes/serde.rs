//! The names in `#[serde(…)]`, so that a type that also derives serde's traits says them once.

use darling::FromMeta;
use syn::{Attribute, Meta};

use super::{AttributePosition, Attributes};
use crate::{
    case::Case,
    tokens::{self, TokenRange},
    values::Text,
};

/// Attributes that leave the wire as it is.
const HARMLESS: [&str; 6] = [
    "crate",
    "bound",
    "deny_unknown_fields",
    "expecting",
    "rename_all_fields",
    "borrow",
];

const DEFAULT_OF_ITEM: &str = "serde's `default` fills in the fields that are left out, and an \
     answer does not leave out a field that is required\n\
     help: remove it; an optional field is an `Option`, and `#[elicit(default = …)]` is the value \
     that the form shows first";

const DENIED_BESIDE_DESERIALIZE: &str = "`deserialize` accepts unknown properties, as the schema \
     does, and serde's `deny_unknown_fields` would not\n\
     help: remove it, or derive serde's `Deserialize` in place of `deserialize`";

/// A `#[serde(default)]` on a field.
#[derive(Clone, Copy)]
pub(crate) struct FilledIn {
    pub(crate) at: TokenRange,
    /// Whether the value is that of a function. Otherwise it is that of the type.
    pub(crate) is_computed: bool,
}

impl FilledIn {
    fn from_meta(meta: &Meta) -> Self {
        Self {
            at: TokenRange::new(meta),
            is_computed: !matches!(meta, Meta::Path(_)),
        }
    }
}

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
    let is_field = matches!(
        position,
        AttributePosition::Field | AttributePosition::Inner
    );
    let (mut rename, mut rename_all) = (None, None);
    // Serde reports what is not well-formed.
    for meta in tokens::entries(attributes, "serde") {
        let key = darling::util::path_to_string(meta.path());
        // One name for both directions is a text.
        match (key.as_str(), Text::from_meta(&meta).ok()) {
            ("rename", Some(text)) if has_name => rename = Some(text),
            ("rename", Some(_)) => {}
            ("rename_all", Some(text)) => {
                rename_all = Case::named(&text.value).map(|case| (case, text.at));
            }
            ("alias", _) => ours.alias = Some(TokenRange::new(&meta)),
            ("skip_serializing_if", _) => ours.left_out = Some(TokenRange::new(&meta)),
            // With a default of ours, it is said what the form does.
            ("default", _) if ours.default.is_some() => {}
            ("default", _) if is_field => ours.filled_in = Some(FilledIn::from_meta(&meta)),
            ("default", _) => errors.push(TokenRange::new(&meta).error(DEFAULT_OF_ITEM)),
            ("deny_unknown_fields", _) if ours.deserialize.is_some() => {
                errors.push(TokenRange::new(&meta).error(DENIED_BESIDE_DESERIALIZE));
            }
            // A newtype is sent as its field is, with this attribute or without.
            ("transparent", _) if position == AttributePosition::Newtype => {}
            (key, _) if HARMLESS.contains(&key) => {}
            (key, _) => {
                ours.has_unreadable = true;
                errors.push(TokenRange::new(&meta).error(format!(
                    "{subject}serde's `{key}` changes what is on the wire, and the schema \
                         would not say so; remove it, or write another struct for the form"
                )));
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
        errors.push(at.error("`rename_all` is different in `#[elicit(…)]`; keep one of the two"));
    }
}
