//! `min_items` and `max_items`.

use elicit_text::CountRange;

use super::{
    hints::Hints,
    in_words::Unit,
    misfit::{Fault, Misfit, other_kind, outside},
};
use crate::{
    form::{Kind, Literal, Meaning, OptionSource, Rule, Side},
    violation::{Limit, Problem},
    writer::Keyword,
};

/// The kind of a property with a limit of the number of items, if it fits.
pub(super) const fn judge(
    rule: Rule,
    (side, items): (Side, u64),
    meaning: &Meaning,
) -> Result<Kind, Misfit> {
    // A person chooses each option once. The most is a limit to that, and not to the options.
    if let (Some(variants), Side::Minimum) = (meaning.kind.declared_variants(), side)
        && items > variants.len() as u64
    {
        let options = variants.len() as u64;
        return Err(Misfit::TooFewOptions { rule, options });
    }
    let mut kind = meaning.kind;
    let Kind::MultiSelect {
        min_items,
        max_items,
        ..
    } = &mut kind
    else {
        return Err(other_kind(rule, meaning));
    };
    *side.of(min_items, max_items) = Some(items);
    Ok(kind)
}

pub(super) const fn keywords(min_items: Option<u64>, max_items: Option<u64>) -> [Keyword; 2] {
    [
        ("minItems", Literal::count(min_items)),
        ("maxItems", Literal::count(max_items)),
    ]
}

/// Says how many of which options are chosen: `some`, where no number is a rule.
pub(super) const fn say(
    hints: &mut Hints<'_>,
    some: &str,
    counts: CountRange,
    options: OptionSource,
) {
    if counts.is_limited() {
        hints.add("choose ");
        hints.writer.counts(counts);
    } else if let [_, ..] = hints.named(options) {
        hints.add(some);
    }
    hints.of(options);
}

/// Validates how many items an answer has.
pub(super) fn validate(
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

/// What is wrong with the number of items of a default.
pub(super) const fn fault_of_default(
    count: u64,
    min_items: Option<u64>,
    max_items: Option<u64>,
) -> Option<Fault> {
    let takes = CountRange::between(min_items, max_items);
    outside(count, Unit::Option, takes)
}
