//! A default is an answer, and keeps the rules of its property like one.

use std::cmp::Ordering;

use super::message::message;
use crate::{
    field::FieldType,
    fit::{declared, is_above, limits},
    form::{Kind, Literal, Options, Property, Text, Variant},
};

/// The default keeps every rule of its property.
#[track_caller]
pub const fn default<T>(field: FieldType<T>) {
    let property = &field.property;
    if property.kind.has_supplied_options() {
        message(property.name)
            .text("the options are known only at run time, and so is a default")
            .help("prefill the form when it is asked")
            .fail()
    }
    if let Kind::Text(Text {
        pattern: Some(_), ..
    }) = field.of_type
    {
        message(property.name)
            .text(
                "the type of this field has a pattern, and nobody can hold a default against it \
                 at compile time",
            )
            .help("prefill the form when it is asked")
            .fail()
    }
    let Some(default) = &property.default else {
        return;
    };
    match (&property.kind, default) {
        (Kind::Refused(_), _) | (Kind::Boolean, Literal::Boolean(_)) => {}
        (Kind::Integer { .. } | Kind::Number { .. }, Literal::Integer(_) | Literal::Decimal(_)) => {
            default_number(property, default);
        }
        (Kind::Text(rules), Literal::Text(text)) => default_text(property, rules, text),
        (Kind::Choice(Options::Declared(_)), Literal::Text(text)) => {
            option(property, text);
        }
        (
            Kind::MultiSelect {
                min_items,
                max_items,
                unique,
                ..
            },
            Literal::List(items),
        ) => {
            within(property, items.len() as u64, "item", *min_items, *max_items);
            options(property, items, *unique);
        }
        (Kind::MultiSelect { .. }, _) => {
            broken(property, "this field takes a list: `default = [\"…\"]`")
        }
        (Kind::Boolean, _) => broken(property, "this field takes `true` or `false`"),
        (Kind::Integer { .. } | Kind::Number { .. }, _) => {
            broken(property, "this field takes a number")
        }
        (Kind::Text(_), _) => broken(property, "this field takes a text: `default = \"…\"`"),
        (Kind::Choice(_), _) => broken(
            property,
            "this field takes the wire name of one of its options: `default = \"…\"`",
        ),
    }
}

/// The same for a list beside `multi_select`. That the type does not take several options is
/// another mistake; what is none of them, is wrong for one as well.
#[track_caller]
pub const fn default_of_several<T>(field: FieldType<T>) {
    let property = &field.property;
    match (&property.kind, &property.default) {
        (Kind::MultiSelect { .. }, _) => default(field),
        (Kind::Choice(_), Some(Literal::List(items))) => options(property, items, false),
        _ => {}
    }
}

/// The number is within the bounds.
#[track_caller]
const fn default_number(property: &Property, default: &Literal) {
    let Some((least, most)) = limits(&property.kind) else {
        return;
    };
    if let Kind::Integer { zero, .. } = property.kind {
        match default.as_integer() {
            Some(0) if !zero => broken(property, "the type cannot hold 0"),
            Some(_) => {}
            None => broken(property, "this field takes whole numbers"),
        }
    }
    if is_above(&least, default) {
        beyond(property, "below the minimum", least)
    }
    if is_above(default, &most) {
        beyond(property, "above the maximum", most)
    }
}

#[track_caller]
const fn broken(property: &Property, why: &str) -> ! {
    message(property.name)
        .text("the default is not a valid answer: ")
        .text(why)
        .fail()
}

#[track_caller]
const fn beyond(property: &Property, side: &str, limit: Literal) -> ! {
    message(property.name)
        .text("the default is not a valid answer: it is ")
        .text(side)
        .text(", ")
        .number(&limit)
        .fail()
}

/// As many of something as there may be.
#[track_caller]
const fn within(
    property: &Property,
    count: u64,
    what: &str,
    least: Option<u64>,
    most: Option<u64>,
) {
    let is_fewer = matches!(least, Some(least) if count < least);
    let is_more = matches!(most, Some(most) if count > most);
    if is_fewer || is_more {
        message(property.name)
            .text("the default is not a valid answer: it has ")
            .count(count)
            .text(" ")
            .text(what)
            .text(if count == 1 { "" } else { "s" })
            .text(", and this field takes ")
            .range(least, most)
            .fail()
    }
}

#[track_caller]
const fn default_text(property: &Property, rules: &Text, text: &str) {
    let length = count_scalars(text);
    within(
        property,
        length,
        "character",
        rules.min_length,
        rules.max_length,
    );
    if let Some(format) = rules.format
        && !format.accepts(text)
    {
        message(property.name)
            .text("the default is not a valid answer: it is not ")
            .text(format.expected())
            .fail()
    }
    if let Some(format) = rules.format
        && rules.parsed
        && !format.is_surely_held(text)
    {
        message(property.name)
            .text(
                "the type of this field is of another crate, and nobody can tell at compile time \
                 whether it holds the default",
            )
            .help("prefill the form when it is asked")
            .fail()
    }
}

const fn count_scalars(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (mut count, mut i) = (0, 0);
    while i < bytes.len() {
        // Every byte but those that continue a scalar value.
        if bytes[i] & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        i += 1;
    }
    count
}

/// The texts are wire names of options, and each another one if they have to be.
#[track_caller]
const fn options(property: &Property, texts: &[&str], unique: bool) {
    // A bit for each place that there can be: to hold every text against every other takes the
    // compiler longer than it allows.
    let mut seen = [0_u64; 1 << 10];
    let mut i = 0;
    while i < texts.len() {
        if let Some(place) = option(property, texts[i])
            && unique
        {
            let (word, bit) = (place as usize / 64, 1 << (place % 64));
            if seen[word] & bit != 0 {
                broken(property, "it repeats an option, and a set does not")
            }
            seen[word] |= bit;
        }
        i += 1;
    }
}

/// The text is the wire name of an option: its place.
#[track_caller]
const fn option(property: &Property, text: &str) -> Option<u16> {
    let Some(variants) = declared(&property.kind) else {
        return None;
    };
    // A binary search in the order of values.
    let (mut from, mut until) = (0, variants.len());
    while from < until {
        let middle = usize::midpoint(from, until);
        let place = variants[middle].by_value;
        match compare(variants[place as usize].value, text) {
            Ordering::Less => from = middle + 1,
            Ordering::Equal => return Some(place),
            Ordering::Greater => until = middle,
        }
    }
    no_option(property, text, variants)
}

/// Apart, for the compiler evaluates this step by step, and so only where it is needed.
#[track_caller]
const fn no_option(property: &Property, text: &str, variants: &[Variant]) -> ! {
    let mut list = message(property.name)
        .text("the default is not a valid answer: ")
        .quoted(text)
        .text(" is none of the options ");
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

/// The order that values stand in: `Ord` of a `str` cannot be called here.
const fn compare(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    loop {
        match (one, other) {
            ([], []) => return Ordering::Equal,
            ([], _) => return Ordering::Less,
            (_, []) => return Ordering::Greater,
            ([first, ..], [second, ..]) if *first < *second => return Ordering::Less,
            ([first, ..], [second, ..]) if *first > *second => return Ordering::Greater,
            ([_, rest @ ..], [_, other_rest @ ..]) => (one, other) = (rest, other_rest),
        }
    }
}
