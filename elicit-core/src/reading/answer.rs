//! The answer to one property.

#[cfg(any(feature = "dynamic", feature = "runtime"))]
pub(super) mod json;

use std::str::FromStr;

use super::input::{Collected, Input};
use crate::{
    form::{Kind, Literal, OptionSource, Property, TypeLimit, choices::Choices},
    rules::{not_held, validate_count, validate_integer, validate_number, validate_text},
    violation::{Limit, Problem, Violation},
};

/// The input of one property, to be read by the type of its field.
///
/// The type reads it by the one method that is for its kind. `None` means that a rule is
/// broken, and that this was reported.
pub struct Answer<'a> {
    property: &'a Property,
    input: Input<'a>,
    /// Whether the input is a text that is read without the line break at its end.
    drops_line_break: bool,
    /// The options of the property, if they are known only at run time.
    pub(crate) choices: Option<&'a Choices>,
    violations: &'a mut Vec<Violation>,
}

impl<'a> Answer<'a> {
    #[inline]
    pub(crate) fn new(
        property: &'a Property,
        input: Input<'a>,
        choices: Option<&'a Choices>,
        violations: &'a mut Vec<Violation>,
    ) -> Self {
        let drops_line_break = match input.as_text() {
            Some(text) => text.ends_with('\n') && drops_line_break(property, choices, text),
            None => false,
        };
        Self {
            property,
            input,
            drops_line_break,
            choices,
            violations,
        }
    }

    /// The answer, if there is something to read. If a value is required and absent, that is
    /// reported. A default never takes its place: it was shown, and not chosen.
    #[inline]
    pub(super) fn settled(self) -> Option<Self> {
        let problem = match self.input {
            Input::Collected(Collected::Repeated) => Problem::DUPLICATE,
            _ if !self.counts_as_absent() => return Some(self),
            _ if self
                .property
                .meaning
                .at_run_time(self.choices)
                .is_required() =>
            {
                Problem::REQUIRED
            }
            _ => return Some(self.left_out()),
        };
        report(self.violations, self.property, problem);
        None
    }

    /// Reads a value outside of a form. Only an `Option` can be absent there, and of other types
    /// `null` has the wrong type.
    pub(super) fn read_alone<T>(mut self, read: fn(&mut Answer<'_>) -> Option<T>) -> Option<T> {
        if self.property.meaning.optional && self.counts_as_absent() {
            self = self.left_out();
        }
        read(&mut self)
    }

    #[inline]
    fn left_out(self) -> Self {
        Self {
            input: Input::Absent,
            drops_line_break: false,
            ..self
        }
    }

    /// Whether the field was left out: nothing or `null` was sent, or for an `Option` what clients
    /// send for a field that was left alone, an empty text or a 0.
    #[inline]
    fn counts_as_absent(&self) -> bool {
        match self.as_text() {
            Some("") => means_absent(self.property, self.choices),
            Some(_) => false,
            None => self.input.is_null() || self.is_rejected_zero(),
        }
    }

    /// Whether it is a 0 in an `Option` of a number whose rules reject 0.
    fn is_rejected_zero(&self) -> bool {
        let is_zero = |number: Literal| number.as_f64() == Some(0.0);
        self.property.meaning.optional
            && self.input.as_number().is_some_and(is_zero)
            && rejects_zero(self.property)
    }

    /// The text, if the answer is one.
    #[inline]
    fn as_text(&self) -> Option<&'a str> {
        let text = self.input.as_text()?;
        if self.drops_line_break {
            line(text)
        } else {
            Some(text)
        }
    }

    /// Whether there is no value, and none is required.
    pub(crate) const fn is_absent(&self) -> bool {
        matches!(self.input, Input::Absent)
    }

    fn report(&mut self, problem: Problem) {
        report(self.violations, self.property, problem);
    }

    #[cold]
    pub(crate) fn reject<T>(&mut self, problem: Problem) -> Option<T> {
        self.report(problem);
        None
    }

    #[cold]
    fn mistyped<T>(&mut self) -> Option<T> {
        self.reject(Problem::not_of_type(self.property.meaning.kind.type_name()))
    }

    /// Whether it keeps the rules by which this validates it.
    fn keeps(&mut self, validate: impl FnOnce(&mut Self)) -> bool {
        let before = self.violations.len();
        validate(self);
        self.violations.len() == before
    }

    /// A box that is left out is not ticked.
    pub(crate) fn boolean(&mut self) -> Option<bool> {
        match self.input.as_boolean() {
            Some(boolean) => Some(boolean),
            None if self.is_absent() => Some(false),
            None => self.mistyped(),
        }
    }

    /// The boolean, if the answer is one.
    #[cfg(feature = "runtime")]
    pub(crate) fn as_boolean(&self) -> Option<bool> {
        self.input.as_boolean()
    }

    pub(crate) fn integer(&mut self) -> Option<i64> {
        let (Kind::Integer(rules), Some(integer)) = (&self.property.meaning.kind, self.whole())
        else {
            return self.mistyped();
        };
        let type_limit = self.property.meaning.type_limit;
        let is_valid = self.keeps(|answer| {
            validate_integer(rules, integer, type_limit, |problem| answer.report(problem));
        });
        // The bounds of every type are within 64 bits.
        i64::try_from(integer).ok().filter(|_| is_valid)
    }

    /// The integer, if the answer is one: `3`, and also `3.0`.
    fn whole(&self) -> Option<i128> {
        self.input.as_number()?.as_i128()
    }

    pub(crate) fn number(&mut self) -> Option<f64> {
        let (Kind::Number(rules), Some(number)) =
            (&self.property.meaning.kind, self.input.as_number())
        else {
            return self.mistyped();
        };
        let Some(nearest) = number.as_f64().filter(|nearest| !nearest.is_nan()) else {
            return self.mistyped();
        };
        let type_limit = self.property.meaning.type_limit;
        let is_valid = self.keeps(|answer| {
            validate_number(rules, &number, nearest, type_limit, |problem| {
                answer.report(problem);
            });
        });
        is_valid.then_some(nearest)
    }

    /// The number, rounded to the nearest `f32`. An integer is rounded once: the nearest `f64`
    /// may lie between two of them where it does not.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "to the nearest one"
    )]
    pub(crate) fn nearest_f32(&mut self) -> Option<f32> {
        let number = self.number()?;
        Some(match self.input.as_number() {
            Some(Literal::Integer(integer)) => integer as f32,
            _ => number as f32,
        })
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let (Kind::Text(rules), Some(text)) = (&self.property.meaning.kind, self.as_text()) else {
            return self.mistyped();
        };
        let is_valid =
            self.keeps(|answer| validate_text(rules, text, |problem| answer.report(problem)));
        #[cfg(feature = "dynamic")]
        let is_valid = self.keeps(|answer| answer.match_pattern(text)) && is_valid;
        is_valid.then_some(text)
    }

    /// Validates a text by a pattern that is known only at run time.
    #[cfg(feature = "dynamic")]
    fn match_pattern(&mut self, text: &str) {
        let Some(pattern) = &self.property.pattern else {
            return;
        };
        if !pattern.is_match(text) {
            let expected = self.property.description().unwrap_or(pattern.as_str());
            let expected = expected.to_owned();
            self.report(Problem::new("pattern", "must match:").with_author_text(expected));
        }
    }

    /// A text that the type reads by its `FromStr`, if every rule of the schema holds.
    pub(crate) fn parse<T: FromStr>(&mut self) -> Option<T> {
        let text = self.text()?;
        // The error of the type may quote the text.
        let value = text.parse().ok().or_else(|| {
            let line = line(text).filter(|line| accepts(self.property, self.choices, line));
            line?.parse().ok()
        });
        match (value, self.property.meaning.type_limit) {
            (Some(value), _) => Some(value),
            (None, TypeLimit::FromText(rule)) => self.reject(unparsed(rule)),
            (None, _) => self.mistyped(),
        }
    }

    /// A text that another crate has a type for. It may hold less than the format
    /// allows: not every year, say. That is reported beside every broken rule. Only for a type with
    /// a format (`typed_text!`): without one, nothing says what the type does not hold.
    #[allow(dead_code, reason = "only the crates of features have such types")]
    pub(crate) fn parsed<T>(&mut self, parse: fn(&str) -> Option<T>) -> Option<T> {
        let is_valid = self.text().is_some();
        let (Kind::Text(rules), Some(text)) = (&self.property.meaning.kind, self.as_text()) else {
            return None;
        };
        match (parse(text), rules.format) {
            (Some(value), _) => is_valid.then_some(value),
            (None, Some(format)) if format.accepts(text) => self.reject(not_held(format, text)),
            (None, _) => None,
        }
    }

    /// The index of the option that was chosen.
    pub(crate) fn option(&mut self) -> Option<usize> {
        let (Kind::Choice(options), Some(text)) = (self.property.meaning.kind, self.as_text())
        else {
            return self.mistyped();
        };
        let index = options.index_of(text, self.choices);
        index.or_else(|| self.reject(no_option(options, self.choices)))
    }

    /// How many items there are, if it is a list.
    pub(crate) fn item_count(&self) -> usize {
        self.input.items().map_or(0, |items| items.len())
    }

    /// Hands out the indexes of the options of a multi-select that were chosen, in the order of the
    /// items, and counts them. What is none of the options is reported and left out. If the list is
    /// left out, none was chosen.
    pub(crate) fn options(&mut self, choose: &mut dyn FnMut(usize)) -> Option<usize> {
        if self.is_absent() {
            return Some(0);
        }
        let (
            Kind::MultiSelect {
                options,
                min_items,
                max_items,
                ..
            },
            Some(items),
        ) = (
            self.property.meaning.at_run_time(self.choices).kind,
            self.input.items(),
        )
        else {
            return self.mistyped();
        };
        let count = items.len();
        let mut chosen = 0;
        let (mut is_mistyped, mut is_unknown) = (false, false);
        // Clients send the items in the order of the options, so the search begins after the last.
        let mut start = 0;
        for item in items {
            match item.map(|text| options.index_from(start, text, self.choices)) {
                Some(Some(index)) => {
                    start = index + 1;
                    chosen += 1;
                    choose(index);
                }
                Some(None) => is_unknown = true,
                None => is_mistyped = true,
            }
        }
        if is_mistyped {
            self.report(Problem::not_of_type("string"));
        }
        if is_unknown {
            self.report(no_option(options, self.choices));
        }
        validate_count(count as u64, min_items, max_items, |problem| {
            self.report(problem);
        });
        Some(chosen)
    }
}

/// The problem of a value that is none of the options.
fn no_option(options: OptionSource, choices: Option<&Choices>) -> Problem {
    let problem = Problem::new("enum", "must be one of");
    match (options, choices) {
        (OptionSource::Declared(variants), _) => problem.with_limit(Limit::Variants(variants)),
        (OptionSource::Supplied, Some(choices)) => problem.with_options(&choices.options),
        (OptionSource::Supplied, None) => problem.with_limit(Limit::Variants(&[])),
    }
}

/// The `FromStr` of the type rejects the text. The description says what it accepts.
fn unparsed(description: &'static str) -> Problem {
    Problem::new("check", "is not valid. Expected:")
        .with_author_text(description)
        .with_limit(Limit::Description(description))
}

/// Takes the list and not the answer. Otherwise the answer would be copied, which costs a fifth of the
/// time of reading.
#[cold]
fn report(violations: &mut Vec<Violation>, property: &Property, problem: Problem) {
    violations.push(Violation::on_property(property, problem));
}

/// Whether a text is read without the line break at its end, which is the Enter key of some clients:
/// if the rules reject the text for nothing else. Under `parse`, the type tries the text without it
/// later; only a line break alone counts as absent here.
#[cold]
fn drops_line_break(property: &Property, choices: Option<&Choices>, text: &str) -> bool {
    line(text).is_some_and(|line| {
        let is_refused = !accepts(property, choices, text);
        let is_nothing = line.is_empty() && means_absent(property, choices);
        (is_refused && accepts(property, choices, line))
            || (is_nothing && (is_refused || property.meaning.is_from_text()))
    })
}

/// Whether an empty text means that the field was left alone: in an `Option`, unless it is one of the
/// options.
#[cold]
fn means_absent(property: &Property, choices: Option<&Choices>) -> bool {
    let is_option =
        matches!(property.meaning.kind, Kind::Choice(_)) && accepts(property, choices, "");
    property.meaning.optional && !is_option
}

/// Whether the rules of a number reject 0.
#[cold]
fn rejects_zero(property: &Property) -> bool {
    let mut is_rejected = false;
    let report = |_| is_rejected = true;
    match &property.meaning.kind {
        Kind::Integer(rules) => validate_integer(rules, 0, property.meaning.type_limit, report),
        Kind::Number(rules) => {
            validate_number(
                rules,
                &Literal::Integer(0),
                0.0,
                property.meaning.type_limit,
                report,
            );
        }
        _ => {}
    }
    is_rejected
}

/// Whether a text keeps the rules. Where no text is expected, the type says so.
fn accepts(property: &Property, choices: Option<&Choices>, text: &str) -> bool {
    match &property.meaning.kind {
        Kind::Text(rules) => {
            let mut is_valid = true;
            validate_text(rules, text, |_| is_valid = false);
            #[cfg(feature = "dynamic")]
            if let Some(pattern) = &property.pattern {
                is_valid &= pattern.is_match(text);
            }
            is_valid
        }
        Kind::Choice(options) => options.index_of(text, choices).is_some(),
        _ => true,
    }
}

/// A text without the line break at its end, if it has one.
fn line(text: &str) -> Option<&str> {
    let line = text.strip_suffix('\n')?;
    Some(line.strip_suffix('\r').unwrap_or(line))
}
