//! The rules of a property in words, below its label.

use super::text::PageText;
use crate::{
    form::{Kind, Property},
    format::Format,
    rules::hints::are_said,
    runtime::words::Words,
};

/// The rules in words, unless the description says them already (`#[elicit(hints)]`).
pub(super) fn limits(property: &Property, words: &dyn Words) -> Vec<String> {
    if are_said(property) {
        return Vec::new();
    }
    let mut limits = Vec::new();
    let mut say = |text| limits.push(words.on_page(text).into_owned());
    match property.kind() {
        // The options are shown.
        Kind::Boolean | Kind::Choice(_) => {}
        Kind::Integer(rules) => say(PageText::WholeNumber(rules.minimum(), rules.maximum())),
        Kind::Number(rules) => say(PageText::Number(rules.minimum(), rules.maximum())),
        Kind::Text(rules) => {
            match rules.format() {
                Some(format @ (Format::Email | Format::Uri)) => say(PageText::Format(format)),
                // Browsers show by themselves how to write a date.
                Some(Format::Date | Format::DateTime) | None => {}
            }
            let least = rules.min_length().filter(|least| *least > 1);
            if least.is_some() || rules.max_length().is_some() {
                say(PageText::Length(least, rules.max_length()));
            }
            if let Some(rule) = rules.rule
                && property.description() != Some(rule)
            {
                limits.push(rule.to_owned());
            }
        }
        Kind::MultiSelect {
            min_items,
            max_items,
            ..
        } => say(PageText::Items(*min_items, *max_items)),
    }
    limits
}
