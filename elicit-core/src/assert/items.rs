//! The rules for the items of a multi-select.

use super::{is_list_of_options, message::message, misfit};
use crate::{field::FieldType, fit, form::Kind};

/// `min_items` or `max_items` without a `multi_select`: either that
/// was forgotten, or the rule is the wrong one.
#[track_caller]
pub const fn items<T>(field: FieldType<T>, attribute: &str, written: &str) {
    let property = &field.property;
    match &property.kind {
        kind if is_list_of_options(kind, written) || kind.has_supplied_options() => {
            message(property.name)
                .quoted(attribute)
                .text(" needs `multi_select` beside it")
                .help(MULTI_SELECT)
                .fail()
        }
        Kind::Refused(_) => {}
        _ => misfit(property, attribute, "multi-selects")
            .help(MULTI_SELECT)
            .fail(),
    }
}

const MULTI_SELECT: &str = "`multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of an enum \
     that derives `Elicit`, and with `choices` on one of `String`";

/// `min_items` is not above the number of options, where it is known: a person
/// chooses each of them once.
#[track_caller]
pub const fn min_items<T>(field: FieldType<T>, items: u64) {
    let property = &field.property;
    if let Some(variants) = fit::declared(&property.kind)
        && !fit::items(&property.kind, items)
    {
        message(property.name)
            .quoted("min_items")
            .text(" is ")
            .count(items)
            .text(", and the number of options is ")
            .count(variants.len() as u64)
            .fail()
    }
}
