//! What `multi_select` and `choices` go on.

use super::{is_list_of_options, message::message, renderable};
use crate::{
    field::FieldType,
    form::{Kind, Options},
    refused::{Reason, is_list_of_text},
};

/// The type can hold several variants of an enum.
#[track_caller]
pub const fn multi_select<T>(field: &FieldType<T>, written: &str) {
    if !matches!(
        field.property.kind,
        Kind::MultiSelect {
            options: Options::Declared(_),
            ..
        }
    ) {
        misplaced(
            field,
            written,
            "cannot hold the answer to a multi-select",
            match field.property.kind {
                Kind::Choice(Options::Declared(_)) => {
                    "for several of its variants, write a `Vec`, `BTreeSet` or `HashSet` of it"
                }
                Kind::Refused(Reason::List) if is_list_of_text(written) => {
                    "for options that are known only at run time, write \
                     `#[elicit(multi_select, choices)]`; for others, an enum that derives `Elicit`"
                }
                _ => {
                    "`multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of an enum that \
                     derives `Elicit` (for a `BTreeSet` it derives `Ord` too, for a `HashSet` `Eq` \
                     and `Hash`), and with `choices` on one of `String`"
                }
            },
        );
    }
}

/// The type can hold an option that is known only at run time.
#[track_caller]
pub const fn choice<T>(field: &FieldType<T>, written: &str) {
    if !matches!(field.property.kind, Kind::Choice(Options::Supplied)) {
        misplaced(
            field,
            written,
            "cannot hold an option that is known only at run time",
            match field.property.kind {
                Kind::Choice(Options::Declared(_)) => {
                    "its variants are its options: drop `choices`, or write `String`"
                }
                Kind::Refused(Reason::List) if is_list_of_text(written) => {
                    "for several of them, write `#[elicit(multi_select, choices)]`"
                }
                _ => {
                    "`choices` goes on a `String`, an `Option<String>`, or with `multi_select` on \
                     a `Vec`, `BTreeSet` or `HashSet` of `String`"
                }
            },
        );
    }
}

/// The same, or it is a list that `multi_select` may be for.
#[track_caller]
pub const fn choice_or_list<T>(field: &FieldType<T>, written: &str) {
    if !is_list_of_options(&field.property.kind, written) {
        choice(field, written);
    }
}

/// The type can hold several options that are known only at run time.
#[track_caller]
pub const fn multi_choice<T>(field: &FieldType<T>, written: &str) {
    if !matches!(
        field.property.kind,
        Kind::MultiSelect {
            options: Options::Supplied,
            ..
        }
    ) {
        misplaced(
            field,
            written,
            "cannot hold several options that are known only at run time",
            "`choices` with `multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of `String`",
        );
    }
}

#[track_caller]
const fn misplaced<T>(field: &FieldType<T>, written: &str, why: &str, way_out: &str) {
    let property = &field.property;
    // No attribute would help these.
    if let Kind::Refused(Reason::OptionOfOption | Reason::Unsized) = property.kind {
        renderable(field, written);
    }
    message(property.name)
        .quoted(written)
        .text(" ")
        .text(why)
        .help(way_out)
        .fail()
}
