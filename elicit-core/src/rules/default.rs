//! `default`: what the form shows first, an answer that keeps the rules of its property.

use elicit_text::{CountRange, Format};

use super::{
    in_words::Unit,
    message::{Message, message},
};
use crate::form::{Kind, Literal, Options, Property, TypeLimit, Variant};

/// Adds a default to a property. That of an integer is written as one: one client rejects `3.0`.
pub(crate) const fn add(property: &mut Property, default: Literal) {
    property.default = Some(match (&property.kind, default.as_integer()) {
        (Kind::Integer(_), Some(integer)) => Literal::Integer(integer),
        _ => default,
    });
}

/// Reports a default that breaks a rule of its property.
#[track_caller]
pub(crate) const fn report(of_type: &Kind, property: &Property) {
    if property.is_secret() {
        message(property.name)
            .text("a default is in the source and on the page, where a secret must not be")
            .help("remove it; if the person may leave the field empty, write an `Option`")
            .fail()
    }
    if let Some(why) = read_at_run_time(of_type, property) {
        message(property.name)
            .text(why)
            .help("prefill the form when it is asked")
            .fail()
    }
    let Some(default) = &property.default else {
        return;
    };
    match (&property.kind, default) {
        (Kind::Boolean, Literal::Boolean(_)) => {}
        (Kind::Integer(_) | Kind::Number(_), Literal::Integer(_) | Literal::Decimal(_))
        | (Kind::Text(_), Literal::Text(_)) => super::report_default(property, default),
        (Kind::Choice(Options::Declared(_)), Literal::Text(text)) => {
            option(property, text, 0);
        }
        (Kind::MultiSelect { unique, .. }, Literal::List(items)) => {
            super::report_default(property, default);
            options(property, items, *unique);
        }
        (kind, _) => invalid(property)
            .text("this field requires ")
            .text(match kind {
                Kind::Boolean => "`true` or `false`",
                Kind::Integer(_) | Kind::Number(_) => "a number",
                Kind::Text(_) => "a text: `default = \"…\"`",
                Kind::Choice(_) => "the wire name of one of its options: `default = \"…\"`",
                Kind::MultiSelect { .. } => "a list: `default = [\"…\"]`",
            })
            .fail(),
    }
}

/// Why only the running program can tell whether a default is valid, if so.
const fn read_at_run_time(of_type: &Kind, property: &Property) -> Option<&'static str> {
    if property.kind.has_supplied_options() {
        return Some(
            "the options are known only at run time, so a default cannot be checked at compile \
             time",
        );
    }
    Some(match (property.type_limit, of_type) {
        (TypeLimit::FromText(_), _) => {
            "the `FromStr` of the type reads this field, and cannot read a default at compile time"
        }
        (TypeLimit::Parsed, Kind::Text(rules)) if !matches!(rules.format, Some(Format::Date)) => {
            "the type of this field is from another crate, which cannot read a default at compile \
             time"
        }
        (_, Kind::Text(rules)) if rules.pattern.is_some() => {
            "the type of this field has a pattern, and a default cannot be matched with it at \
             compile time"
        }
        _ => return None,
    })
}

/// Reports a list beside `multi_select` that breaks a rule. That the type does not take several
/// options is another mistake; an item that is not one of its options is wrong in any case.
#[track_caller]
pub(crate) const fn report_several(of_type: &Kind, property: &Property) {
    match (&property.kind, &property.default) {
        (Kind::MultiSelect { .. }, _) => report(of_type, property),
        (Kind::Choice(_), Some(Literal::List(items))) => options(property, items, false),
        _ => {}
    }
}

pub(super) const fn invalid(property: &Property) -> Message {
    message(property.name).text("the default is not a valid answer: ")
}

#[track_caller]
pub(super) const fn broken(property: &Property, why: &str) -> ! {
    invalid(property).text(why).fail()
}

/// Reports a number of options or characters outside of its limits.
#[track_caller]
pub(super) const fn report_count(property: &Property, count: u64, unit: Unit, takes: CountRange) {
    if !takes.overlaps(CountRange::between(Some(count), Some(count))) {
        invalid(property)
            .text("it has ")
            .count(count)
            .text(" ")
            .text(unit.noun(count))
            .text(", and this field allows ")
            .counts(takes)
            .fail()
    }
}

/// The texts are wire names of options, none of them twice if they have to be unique.
#[track_caller]
const fn options(property: &Property, texts: &[&str], unique: bool) {
    // A bit for each option that there can be.
    let mut seen = [0_u64; 1 << 10];
    let (mut rest, mut start) = (texts, 0);
    while let [text, after @ ..] = rest {
        if let Some(index) = option(property, text, start) {
            let (word, bit) = (index / 64, 1 << (index % 64));
            if unique && seen[word] & bit != 0 {
                broken(
                    property,
                    "it repeats an option, and a set holds each option once",
                )
            }
            seen[word] |= bit;
            start = index + 1;
        }
        rest = after;
    }
}

/// The index of the option that has the text as its wire name. The search begins at `start`: a
/// default often lists options in their order, and the compiler limits how long it evaluates.
#[track_caller]
const fn option(property: &Property, text: &str, start: usize) -> Option<usize> {
    let Some(variants) = property.kind.declared_variants() else {
        return None;
    };
    let mut step = 0;
    while step < variants.len() {
        let index = (start + step) % variants.len();
        if is_same(variants[index].value, text) {
            return Some(index);
        }
        step += 1;
    }
    no_option(property, text, variants)
}

#[track_caller]
const fn no_option(property: &Property, text: &str, variants: &[Variant]) -> ! {
    let mut list = invalid(property)
        .quoted(text)
        .text(" is not one of the options ");
    let mut i = 0;
    while i < variants.len() {
        if i > 0 {
            list = list.text(", ");
        }
        list = list.quoted(variants[i].value);
        i += 1;
    }
    list.fail()
}

/// `==` of a `str` cannot be called in a constant.
pub(crate) const fn is_same(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    while let ([first, rest @ ..], [second, other_rest @ ..]) = (one, other) {
        if *first != *second {
            return false;
        }
        (one, other) = (rest, other_rest);
    }
    true
}
