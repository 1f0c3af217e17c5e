//! What `multi_select`, `choices` and `parse` go on.

use super::renderable;
use crate::{
    compile_time::{
        role::{Role, Roles},
        unsupported::UnsupportedType,
    },
    field::{FieldType, FromText},
    form::{Kind, OptionSource},
    rules::message::message,
};

/// Asserts that the type fits the role of the field.
#[track_caller]
pub const fn role<T>(field: FieldType<T>, roles: &Roles<T>, written: &str) {
    if roles.fitting().is_some() {
        return;
    }
    if let Some(plain) = &roles.plain
        && let Some(UnsupportedType::OptionOfOption) = plain.unsupported
    {
        // No role would help.
        renderable(field, written);
    }
    if is_secret(roles) {
        message(field.name)
            .quoted(written)
            .text(" is a secret, which a person types and cannot choose from options")
            .help(match roles.role {
                Role::MultiSelect => "remove `multi_select`",
                Role::Choice => "remove `choices`",
                Role::MultiChoice => "remove `multi_select` and `choices`",
            })
            .fail()
    }
    let [why, way_out] = match roles.role {
        Role::MultiSelect => [
            "cannot hold the answer to a multi-select",
            instead_of_multi_select(roles),
        ],
        Role::Choice => [
            "cannot hold an option that is known only at run time",
            instead_of_choice(roles),
        ],
        Role::MultiChoice => [
            "cannot hold several options that are known only at run time",
            instead_of_multi_choice(roles),
        ],
    };
    message(field.name)
        .quoted(written)
        .text(" ")
        .text(why)
        .help(way_out)
        .fail()
}

const fn instead_of_multi_select<T>(roles: &Roles<T>) -> &'static str {
    if is_enum(roles) {
        return "for several variants, write a `Vec`, `BTreeSet` or `HashSet` of the enum";
    }
    if roles.multi_choice.is_some() {
        return "for options that are known only at run time, write `#[elicit(multi_select, \
                choices)]`; for fixed options, write an enum that derives `Elicit`";
    }
    "`multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of an enum that derives `Elicit` \
     (for a `BTreeSet` it derives `Ord` too, for a `HashSet` `Eq` and `Hash`), and with `choices` \
     on a list of `String`"
}

const fn instead_of_choice<T>(roles: &Roles<T>) -> &'static str {
    if is_enum(roles) {
        return "its variants are its options: remove `choices`, or write `String`";
    }
    if roles.multi_select.is_some() {
        return "the variants of the enum are its options: write `multi_select` in place of \
                `choices`";
    }
    if roles.multi_choice.is_some() {
        return "for several options, write `#[elicit(multi_select, choices)]`";
    }
    "`choices` goes on a `String`, an `Option<String>`, or with `multi_select` on a `Vec`, \
     `BTreeSet` or `HashSet` of `String`"
}

const fn instead_of_multi_choice<T>(roles: &Roles<T>) -> &'static str {
    if is_enum(roles) {
        return "its variants are its options: remove `choices`, and write a `Vec`, `BTreeSet` or \
                `HashSet` of the enum";
    }
    if roles.multi_select.is_some() {
        return "the variants of the enum are its options: remove `choices`";
    }
    if roles.choice.is_some() {
        return "for one option, remove `multi_select`; for several, write a `Vec`, `BTreeSet` or \
                `HashSet` of `String`";
    }
    "`choices` with `multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of `String`"
}

const fn is_secret<T>(roles: &Roles<T>) -> bool {
    matches!(&roles.plain, Some(field) if field.meaning.is_secret())
}

/// Whether it is an enum whose variants are options.
const fn is_enum<T>(roles: &Roles<T>) -> bool {
    match &roles.plain {
        Some(field) => matches!(field.meaning.kind, Kind::Choice(OptionSource::Declared(_))),
        None => false,
    }
}

/// Asserts that the type reads a text by its `FromStr`, and is not a field without `parse`.
#[track_caller]
pub const fn parse<T>(field: FieldType<T>, from_text: &FromText<T>, written: &str) {
    match (from_text.plain, from_text.reads_text()) {
        (Some(plain), reads_text) if plain.is_supported() => {
            if !(reads_text && is_wide(&plain)) {
                message(field.name)
                    .quoted(written)
                    .text(" is a field type by itself, and its values are read without `parse`")
                    .help("remove `parse`")
                    .fail()
            }
        }
        (_, true) => {}
        (Some(plain), false) if !could_read_text(&plain) => {
            renderable(plain.named(field.name), written);
        }
        (_, false) => message(field.name)
            .quoted(written)
            .text(" does not implement `FromStr`, which `parse` requires")
            .help("implement it, or write a newtype that does")
            .fail(),
    }
}

/// Whether the mistake is that it, or a newtype of it, has no `FromStr`.
const fn could_read_text<T>(plain: &FieldType<T>) -> bool {
    use UnsupportedType::{Form, List, Map, Nothing, Tuple};

    matches!(plain.unsupported, Some(Form | List | Map | Nothing | Tuple))
}

/// An integer that may be larger than clients in JavaScript can send.
const fn is_wide<T>(plain: &FieldType<T>) -> bool {
    matches!(plain.of_type, Kind::Integer(rules) if rules.most() > u32::MAX as i128)
}
