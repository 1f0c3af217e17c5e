//! `min_items` and `max_items`.

use elicit_text::CountRange;

use super::{
    Side,
    default::report_count,
    hints::Hints,
    in_words::Unit,
    message::{message, misfit},
};
use crate::{
    form::{Kind, Literal, Options, Property},
    violation::{Limit, Problem},
    writer::Keyword,
};

/// Adds a limit of the number of items to a property, if it fits. That the property is not a
/// multi-select is reported with its type.
#[track_caller]
pub(super) const fn add(property: &mut Property, side: Side, items: u64, reports: bool) -> bool {
    // A person chooses each option once. The most is a limit to that, and not to the options.
    if let (Some(variants), Side::Minimum) = (property.kind.declared_variants(), side)
        && items > variants.len() as u64
    {
        return message(property.name)
            .quoted("min_items")
            .text(" is ")
            .count(items)
            .text(", and the number of options is ")
            .count(variants.len() as u64)
            .refused(reports);
    }
    if let Kind::MultiSelect {
        min_items,
        max_items,
        ..
    } = &mut property.kind
    {
        *side.of(min_items, max_items) = Some(items);
    }
    true
}

pub(super) const fn keywords(min_items: Option<u64>, max_items: Option<u64>) -> [Keyword; 2] {
    [
        ("minItems", Literal::count(min_items)),
        ("maxItems", Literal::count(max_items)),
    ]
}

/// Says how many of which options are chosen: `some`, where no number is a rule.
pub(super) const fn say(hints: &mut Hints<'_>, some: &str, counts: CountRange, options: Options) {
    if counts.is_limited() {
        hints.add("choose ");
        hints.writer.counts(counts);
    } else if let [_, ..] = hints.named(options) {
        hints.add(some);
    }
    hints.of(options);
}

/// Validates how many items an answer has.
pub(crate) fn validate_count(
    count: u64,
    min_items: Option<u64>,
    max_items: Option<u64>,
    mut report: impl FnMut(Problem),
) {
    if let Some(limit) = min_items.filter(|limit| count < *limit) {
        report(Problem::new("minItems", "must have at least").with_limit(Limit::Items(limit)));
    }
    if let Some(limit) = max_items.filter(|limit| count > *limit) {
        report(Problem::new("maxItems", "must have at most").with_limit(Limit::Items(limit)));
    }
}

/// Reports a `min_items` or `max_items` without a `multi_select`: the field needs something beside
/// it, or else the rule is the wrong one.
#[track_caller]
pub(crate) const fn report_without_multi_select(
    property: &Property,
    attribute: &str,
    needs: Option<&str>,
) {
    let message = match needs {
        Some(needs) => message(property.name)
            .quoted(attribute)
            .text(" requires ")
            .text(needs),
        None => misfit(property, attribute, "multi-selects"),
    };
    message
        .help(
            "`multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of an enum that derives \
             `Elicit`, and with `choices` on a list of `String`",
        )
        .fail()
}

/// Reports a default of another number of options.
#[track_caller]
pub(super) const fn report_default(property: &Property, takes: CountRange, count: u64) {
    report_count(property, count, Unit::Option, takes);
}
