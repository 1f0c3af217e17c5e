//! What a user may write in `#[elicit(…)]`.

mod kind;
mod level;
mod list;
mod other_names;
mod unreadable;

use darling::FromMeta;
use syn::{ExprPath, Meta};

use crate::{
    at::At,
    case::Case,
    crate_path::CratePath,
    values::{self, Count, Default, Format, Number, Pattern, Reason, Text, Word},
};

pub(crate) use kind::Kind;
pub(crate) use level::Level;
pub(crate) use list::{Entries, Unread, read};

/// On a struct or an enum.
#[derive(FromMeta, Default)]
pub(crate) struct Container {
    #[darling(default)]
    pub(crate) rename_all: Option<Case>,
    #[darling(default, rename = "crate")]
    pub(crate) core: CratePath,
    #[darling(default, with = function)]
    pub(crate) check: Option<ExprPath>,
    #[darling(default)]
    pub(crate) deserialize: Option<Word>,
}

/// On a field.
#[derive(FromMeta, Default)]
pub(crate) struct Field {
    #[darling(default)]
    pub(crate) title: Option<Text>,
    #[darling(default)]
    pub(crate) description: Option<Text>,
    #[darling(default)]
    pub(crate) minimum: Option<Number>,
    #[darling(default)]
    pub(crate) maximum: Option<Number>,
    #[darling(default)]
    pub(crate) min_length: Option<Count>,
    #[darling(default)]
    pub(crate) max_length: Option<Count>,
    #[darling(default)]
    pub(crate) pattern: Option<Pattern>,
    #[darling(default)]
    pub(crate) format: Option<Format>,
    #[darling(default)]
    pub(crate) default: Option<Default>,
    #[darling(default, with = demanded)]
    pub(crate) required: Option<Word>,
    #[darling(default)]
    pub(crate) rename: Option<Text>,
    #[darling(default)]
    pub(crate) multi_select: Option<Word>,
    #[darling(default)]
    pub(crate) min_items: Option<Count>,
    #[darling(default)]
    pub(crate) max_items: Option<Count>,
    #[darling(default, with = supplied)]
    pub(crate) choices: Option<Word>,
    #[darling(default)]
    pub(crate) sensitive_name_ok: Option<Reason>,
}

/// On a variant.
#[derive(FromMeta, Default)]
pub(crate) struct Variant {
    #[darling(default)]
    pub(crate) title: Option<Text>,
    #[darling(default)]
    pub(crate) rename: Option<Text>,
}

fn function(item: &Meta) -> darling::Result<Option<ExprPath>> {
    values::path(item).map(Some).ok_or_else(|| {
        At::of(item).darling_error("`check` takes the path of a function: `check = my_rule`")
    })
}

fn demanded(item: &Meta) -> darling::Result<Option<Word>> {
    explained(
        item,
        "a field is required in any case, unless it is an `Option` or has a `default`",
    )
}

fn supplied(item: &Meta) -> darling::Result<Option<Word>> {
    explained(
        item,
        "it takes the options when the form is asked; those that are known now are the variants \
         of an enum that derives `Elicit`",
    )
}

/// A word, of which a message says more.
fn explained(item: &Meta, help: &str) -> darling::Result<Option<Word>> {
    Word::from_meta(item)
        .map(Some)
        .map_err(|error| At::of(item).darling_error(format!("{error}\nhelp: {help}")))
}
