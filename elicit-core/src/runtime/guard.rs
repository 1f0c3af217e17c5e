//! Texts that only exist at run time, validated before they are sent.
//!
//! The derive validates the texts in the source. A message may quote whatever the server was
//! given, and a person reads it with the server's authority.

use std::borrow::Cow;

use crate::{
    form::choices::Choice,
    plain_text::{find_invisible, has_link, is_blank},
};

/// What is wrong with a message or a title.
pub(super) fn fault(text: &str) -> Option<Cow<'static, str>> {
    let link = || {
        has_link(text).then_some(Cow::Borrowed(
            "its text has a link; a form may not have one, and `Ask::url` is there for pages to \
             visit",
        ))
    };
    invisible(text).or_else(link)
}

/// What is wrong with the label of an option. A value without a title may be an address: it is
/// what there is to choose.
pub(super) fn option_fault(option: &Choice) -> Option<Cow<'static, str>> {
    let found = match option.title() {
        Some(title) => fault(title),
        None => invisible(option.value()),
    };
    found.or_else(|| {
        is_blank(option.label()).then_some(Cow::Borrowed(
            "there is nothing to see of an option, neither a title nor a value",
        ))
    })
}

fn invisible(text: &str) -> Option<Cow<'static, str>> {
    let character = find_invisible(text)?;
    Some(Cow::Owned(format!(
        "its text has a control character or one that nobody sees (U+{:04X}); newlines and tabs \
         are allowed",
        u32::from(character),
    )))
}
