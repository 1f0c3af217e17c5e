//! Assertions about what only the compiler can know of a field.
//!
//! The derive sees tokens: an alias, a newtype or a foreign enum means nothing to it. So it
//! writes `assert::…(…)` into a constant beside each attribute, with the span of the user's own
//! token. The assertion knows the type, and panics with the message that the person reads under
//! that token.

mod labels;
mod role_fits;

pub use labels::{distinct_titles, distinct_titles_of_types, fits_credential, no_credential};
pub use role_fits::{parse, role};

use super::unsupported::{ListOf, UnsupportedType};
use crate::{
    field::{FieldType, Judged},
    form::{FormSchema, Kind, Rule, TextRules},
    rules::{
        default,
        message::message,
        misfit::{Fault, Misfit, other_kind},
    },
};

/// Asserts that the type of the field can be rendered. A message names the type as it is written, or
/// that in its `Option`.
#[track_caller]
pub const fn renderable<T>(field: FieldType<T>, written: &str) {
    renderable_list(field, written, ListOf::Others);
}

/// Asserts the same of what looks like a list.
#[track_caller]
pub const fn renderable_list<T>(field: FieldType<T>, written: &str, list: ListOf) {
    if let Some(reason) = field.unsupported
        && !matches!(reason, UnsupportedType::Faulty)
    {
        let [explanation, way_out] = reason.explanation(list);
        message(field.name)
            .quoted(written)
            .text(" ")
            .text(explanation)
            .help(way_out)
            .fail()
    }
}

/// Asserts that the type can be rendered, or is a list that `multi_select` may be for.
#[track_caller]
pub const fn renderable_or_list<T>(field: FieldType<T>, written: &str, list: ListOf) {
    if !is_list_of_options(&field, list) {
        renderable_list(field, written, list);
    }
}

/// Asserts that no property is a secret, since the form can be the arguments of a tool.
#[track_caller]
pub const fn no_secret(form: &FormSchema) {
    if let Some(secret) = form.first_secret() {
        message(secret.name())
            .text(
                "a secret cannot be an argument of a tool: it would pass through the client and \
                   its model",
            )
            .help("remove `json_schema`, and ask with `page`")
            .fail()
    }
}

/// Asserts that an answer without the value is valid.
#[track_caller]
pub const fn can_be_left_out<T>(field: FieldType<T>) {
    if field.meaning.is_required() && field.is_supported() {
        message(field.name)
            .text("serde sometimes leaves out this field, and an answer without it is not valid")
            .help("write an `Option`, or remove `skip_serializing_if`")
            .fail()
    }
}

/// Asserts that the `default` of serde means what the form means: that an answer without a value is
/// valid, and has the value that is the default of the type.
#[track_caller]
pub const fn can_be_filled_in<T>(field: FieldType<T>, is_computed: bool) {
    if field.is_supported() && (field.meaning.is_required() || is_computed) {
        message(field.name)
            .text(
                "serde's `default` fills in a value that the person did not see, and a form \
                   never does",
            )
            .help(
                "write an `Option` for a field that may stay empty, or `#[elicit(default = …)]` \
                 for the value that the form shows first",
            )
            .fail()
    }
}

/// Whether the field is a list whose items may be options.
const fn is_list_of_options<T>(field: &FieldType<T>, list: ListOf) -> bool {
    matches!(field.unsupported, Some(UnsupportedType::List)) && !matches!(list, ListOf::Primitives)
}

/// Asserts that the rule at this index fits the type, and leaves an answer.
#[track_caller]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a reference in a constant costs the compiler more"
)]
pub const fn rule<T, const N: usize>(field: FieldType<T>, judged: Judged<T, N>, index: usize) {
    if let Some(misfit) = judged.misfits[index] {
        fail(&field, misfit);
    }
}

/// Asserts the same of a rule without the others.
#[track_caller]
pub const fn rule_alone<T>(field: FieldType<T>, rule: Rule) {
    if let [Some(misfit)] = field.without_rules().with_rules([rule]).misfits {
        fail(&field, misfit);
    }
}

/// Asserts the same of a type that can hold several options, if `multi_select` is missing.
#[track_caller]
pub const fn rule_of_several<T>(several: Option<FieldType<T>>, field: FieldType<T>, rule: Rule) {
    if let Some(several) = several {
        rule_alone(several.named(field.name), rule);
    }
}

/// Says why a rule does not fit, unless that is reported with the type, as a number of items on what is
/// no multi-select.
#[track_caller]
const fn fail<T>(field: &FieldType<T>, misfit: Misfit) {
    if field.is_supported() && !misfit.is_of_items() {
        misfit.fail(field.name)
    }
}

/// Asserts that a field with a `pattern` has a description: a person cannot read a pattern. If the
/// type is not a text, or has a pattern already, that is reported instead.
#[track_caller]
pub const fn pattern_in_words<T>(field: FieldType<T>) {
    if let (Kind::Text(TextRules { pattern: None, .. }), None) = (field.of_type, field.description)
    {
        message(field.name)
            .text("people cannot read a pattern, and clients may not show it")
            .help("describe the rule in a doc comment or a `description`")
            .fail()
    }
}

/// Reports that the default does not match the `pattern`, unless that did not become a rule. (The
/// derive has compared them.)
#[track_caller]
pub const fn no_match<T>(field: FieldType<T>) {
    if let (Kind::Text(of_type), Kind::Text(rules)) = (field.of_type, field.meaning.kind)
        && of_type.pattern.is_none()
        && rules.pattern.is_some()
    {
        Misfit::Default(Fault::Pattern).fail(field.name)
    }
}

/// Reports `min_items` or `max_items` without `multi_select`: the field needs something beside it, or
/// else the rule is the wrong one.
#[track_caller]
pub const fn items<T>(field: FieldType<T>, rule: Rule, list: ListOf) {
    let message = message(field.name);
    let needs = if is_list_of_options(&field, list) {
        Some(match list {
            ListOf::Texts => "`multi_select` and `choices`",
            _ => "`multi_select`",
        })
    } else if field.meaning.kind.has_supplied_options() {
        Some("`multi_select`")
    } else if field.is_supported() {
        None
    } else {
        return;
    };
    let message = match needs {
        Some(needs) => message.quoted(rule.name()).text(" requires ").text(needs),
        None => other_kind(rule, &field.meaning).after(message),
    };
    message
        .help(
            "`multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of an enum that derives \
             `Elicit`, and with `choices` on a list of `String`",
        )
        .fail()
}

/// Asserts that `default` keeps every rule of its property.
#[track_caller]
pub const fn default<T>(field: FieldType<T>) {
    if field.is_supported()
        && let Err(misfit) = default::judge(&field.of_type, &field.meaning)
    {
        misfit.fail(field.name)
    }
}

/// Asserts that a list as the `default` beside `multi_select` keeps every rule of its property.
#[track_caller]
pub const fn default_of_several<T>(field: FieldType<T>) {
    if field.is_supported()
        && let Err(misfit) = default::judge_several(&field.of_type, &field.meaning)
    {
        misfit.fail(field.name)
    }
}
