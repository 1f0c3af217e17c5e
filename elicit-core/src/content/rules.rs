//! The rules of JSON Schema, held against one value.

use std::cmp::Ordering;

use super::{
    LARGE,
    answer::Answer,
    given::Given,
    selection::{Choose, Selection},
};
use crate::{
    form::{Kind, Literal, Text, TypeLimit, ceiling, floor, whole},
    pattern::Pattern,
    violation::{Bound, Problem},
};

/// How a field type reads what was given: by the one method that is for its kind.
/// `None` means that a rule is broken, and that it was told.
impl<'g> Answer<'_, 'g> {
    /// Whether the text keeps the rules. Where none is expected, that is for the reading
    /// to say.
    pub(super) fn accepts_text(&self, text: &str) -> bool {
        match &self.property.kind {
            Kind::Text(rules) => keeps(rules, text, |_| {}),
            Kind::Choice(options) => options.find(|| self.choices(), text).is_some(),
            _ => true,
        }
    }

    #[cold]
    fn refuse<T>(&mut self, problem: Problem) -> Option<T> {
        self.tell(problem);
        None
    }

    #[cold]
    fn mistyped<T>(&mut self) -> Option<T> {
        self.refuse(Problem::Type(self.property.kind.type_name()))
    }

    pub(crate) fn boolean(&mut self) -> Option<bool> {
        match *self.given {
            Given::Boolean(boolean) => Some(boolean),
            _ => self.mistyped(),
        }
    }

    pub(crate) fn integer(&mut self) -> Option<i64> {
        // Most answers are one within the bounds, and need nothing of what `3.0` takes.
        if let Kind::Integer { minimum, maximum } = &self.property.kind
            && self.property.type_limit == TypeLimit::None
            && let Given::Integer(integer) = *self.given
            && (*minimum..=*maximum).contains(&i128::from(integer))
        {
            return Some(integer);
        }
        self.any_integer()
    }

    /// It stays a function of its own, for what it saves on the stack.
    #[inline(never)]
    fn any_integer(&mut self) -> Option<i64> {
        let (Kind::Integer { minimum, maximum }, Some(integer)) =
            (&self.property.kind, whole_of(self.given))
        else {
            return self.mistyped();
        };
        if integer < *minimum {
            self.refuse(Problem::Minimum(Bound(Literal::Integer(*minimum))))
        } else if integer > *maximum {
            self.refuse(Problem::Maximum(Bound(Literal::Integer(*maximum))))
        } else if integer == 0 && self.property.type_limit == TypeLimit::NotZero {
            self.refuse(Problem::Zero)
        } else {
            // The bounds of every type are within 64 bits.
            i64::try_from(integer).ok()
        }
    }

    pub(crate) fn number(&mut self) -> Option<f64> {
        // Most answers are one within bounds that are floats, and need no comparison of others.
        if let Kind::Number { minimum, maximum } = &self.property.kind
            && self.property.type_limit == TypeLimit::None
            && let Given::Number(number) = *self.given
            && number >= as_float(minimum.as_ref(), f64::MIN)
            && number <= as_float(maximum.as_ref(), f64::MAX)
        {
            return Some(number);
        }
        self.any_number()
    }

    /// The number, rounded to the nearest `f32`. An integer is rounded once: the nearest `f64` may
    /// lie between two of them where it does not.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "to the nearest one"
    )]
    pub(crate) fn single(&mut self) -> Option<f32> {
        let number = self.number()?;
        Some(match *self.given {
            Given::Integer(integer) => integer as f32,
            Given::Large(integer) => integer as f32,
            _ => number as f32,
        })
    }

    /// It stays a function of its own, for what it saves on the stack.
    #[inline(never)]
    fn any_number(&mut self) -> Option<f64> {
        let Kind::Number { minimum, maximum } = &self.property.kind else {
            return self.mistyped();
        };
        let Some(number) = Measured::of(self.given) else {
            return self.mistyped();
        };
        if let Some(bound) = minimum
            && number.cmp(bound) == Ordering::Less
        {
            return self.refuse(Problem::Minimum(Bound(*bound)));
        }
        if let Some(bound) = maximum
            && number.cmp(bound) == Ordering::Greater
        {
            return self.refuse(Problem::Maximum(Bound(*bound)));
        }
        let number = number.float;
        let limit = self.property.type_limit;
        let overflows = match limit {
            #[expect(clippy::cast_possible_truncation, reason = "whether it overflows")]
            TypeLimit::Single => (number as f32).is_infinite(),
            _ => number.is_infinite(),
        };
        if !overflows {
            Some(number)
        } else if number > 0.0 {
            let largest = Literal::Decimal(limit.largest());
            self.refuse(Problem::Maximum(Bound(largest)))
        } else {
            let smallest = Literal::Decimal(limit.smallest());
            self.refuse(Problem::Minimum(Bound(smallest)))
        }
    }

    #[inline]
    pub(crate) fn text(&mut self) -> Option<&'g str> {
        let (Kind::Text(rules), &mut Given::Text(text)) = (&self.property.kind, &mut *self.given)
        else {
            return self.mistyped();
        };
        self.keeps(rules, text).then_some(text)
    }

    /// It stays a function of its own, so that what reads a form has less to save on the stack.
    #[inline(never)]
    pub(crate) fn owned_text(&mut self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    /// A text that another crate has a type for. It may hold less than the format
    /// allows: not every year, say.
    #[cfg(any(
        feature = "chrono",
        feature = "jiff",
        feature = "time",
        feature = "url"
    ))]
    pub(crate) fn parsed<T>(&mut self, parse: fn(&str) -> Option<T>) -> Option<T> {
        let (Kind::Text(rules), &mut Given::Text(text)) = (&self.property.kind, &mut *self.given)
        else {
            return self.mistyped();
        };
        let keeps = self.keeps(rules, text);
        // It is refused already, and to parse it may take longer than to parse the document.
        if !keeps && text.len() > LARGE {
            return None;
        }
        match (parse(text), rules.format) {
            (Some(value), _) => keeps.then_some(value),
            (None, Some(format)) if format.accepts(text) => self.refuse(Problem::Format(format)),
            (None, _) => None,
        }
    }

    #[inline]
    fn keeps(&mut self, rules: &Text, text: &str) -> bool {
        keeps(rules, text, |problem| self.tell(problem))
    }

    /// The place of the option that was chosen.
    pub(crate) fn chosen(&mut self) -> Option<usize> {
        let (Kind::Choice(options), &mut Given::Text(text)) =
            (&self.property.kind, &mut *self.given)
        else {
            return self.mistyped();
        };
        let place = options.find(|| self.choices(), text);
        if place.is_none() {
            return self.refuse(options.unknown(self.choices()));
        }
        place
    }

    /// The option that was chosen.
    pub(crate) fn option(&mut self) -> Option<&'g str> {
        self.chosen()?;
        match *self.given {
            Given::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Hands out each option of a multi-select, in the order of the items. Where that ends
    /// in `None`, they break a rule, and are to be dropped.
    pub(crate) fn pick(&mut self, choose: &mut Choose<'_>) -> Option<()> {
        let Kind::MultiSelect {
            options, unique, ..
        } = &self.property.kind
        else {
            return self.mistyped();
        };
        let mut selection = Selection::new(options, self.choices(), choose, *unique);
        match self.given {
            Given::Values(items) => selection.take(items.iter().map(Given::of_value)),
            Given::Names(names) => selection.take(names.iter().copied().map(Given::Text)),
            Given::Items(items) => selection.take_each(&mut **items),
            _ => return self.mistyped(),
        }
        self.keeps_items(&selection)
    }

    /// Tells each rule that the items break.
    fn keeps_items(&mut self, selection: &Selection<'_>) -> Option<()> {
        let Kind::MultiSelect {
            options,
            min_items,
            max_items,
            ..
        } = &self.property.kind
        else {
            return None;
        };
        let choices = self.choices();
        let mut keeps = Some(());
        let mut break_rule = |problem| keeps = self.refuse(problem);
        if selection.is_mistyped {
            break_rule(Problem::Type("string"));
        }
        if selection.has_unknown {
            break_rule(options.unknown(choices));
        }
        if let Some(limit) = *min_items
            && selection.items < limit
        {
            break_rule(Problem::MinItems(limit));
        }
        if let Some(limit) = *max_items
            && selection.items > limit
        {
            break_rule(Problem::MaxItems(limit));
        }
        if selection.repeats == Some(true) {
            break_rule(Problem::UniqueItems);
        }
        keeps
    }
}

/// Whether a text keeps the rules; `tell` hears of each that it breaks.
#[inline]
fn keeps(rules: &Text, text: &str, mut tell: impl FnMut(Problem)) -> bool {
    let mut keeps = true;
    let mut break_rule = |problem| {
        keeps = false;
        tell(problem);
    };
    if let Some(limit) = rules.min_length
        && is_shorter(text, limit)
    {
        break_rule(Problem::MinLength(limit));
    }
    if let Some(limit) = rules.max_length
        && is_longer(text, limit)
    {
        break_rule(Problem::MaxLength(limit));
        // To look at each character of it may take longer than it took to parse the document.
        if text.len() > LARGE || rules.pattern.is_some_and(Pattern::is_slow) {
            return false;
        }
    }
    if let Some(format) = rules.format
        && !format.accepts(text)
    {
        break_rule(Problem::Format(format));
    }
    if let Some(pattern) = rules.pattern
        && !pattern.is_match(text)
    {
        break_rule(Problem::Pattern {
            pattern: pattern.as_str(),
            rule: rules.rule,
        });
    }
    keeps
}

/// The integer that it is, if it is one.
pub(super) fn whole_of(given: &Given<'_>) -> Option<i128> {
    match *given {
        Given::Integer(integer) => Some(integer.into()),
        Given::Large(integer) => Some(integer.into()),
        Given::Number(number) => whole(number),
        _ => None,
    }
}

/// A bound as a float; where that may be another number, one that no number keeps.
#[inline]
fn as_float(bound: Option<&Literal>, unbounded: f64) -> f64 {
    match bound {
        None => unbounded,
        Some(Literal::Decimal(decimal)) => decimal.value,
        Some(Literal::Integer(integer)) => i32::try_from(*integer).map_or(f64::NAN, f64::from),
        Some(_) => f64::NAN,
    }
}

/// A number that can be compared without rounding.
struct Measured {
    float: f64,
    /// Where the float may be another number.
    integer: Option<i128>,
}

impl Measured {
    #[expect(
        clippy::cast_precision_loss,
        reason = "what may lose some is kept besides"
    )]
    fn of(given: &Given<'_>) -> Option<Self> {
        let (float, integer) = match *given {
            Given::Number(number) if !number.is_nan() => (number, None),
            Given::Integer(integer) => (integer as f64, Some(integer.into())),
            Given::Large(integer) => (integer as f64, Some(integer.into())),
            _ => return None,
        };
        let integer = integer.filter(|&integer| exact(integer).is_none());
        Some(Self { float, integer })
    }

    fn cmp(&self, bound: &Literal) -> Ordering {
        let limit = match bound {
            Literal::Decimal(decimal) => Some(decimal.value),
            Literal::Integer(integer) => exact(*integer),
            _ => None,
        };
        let ordering = match (self.integer, limit, bound) {
            (None, Some(limit), _) => self.float.partial_cmp(&limit),
            (Some(integer), Some(limit), _) => compare_mixed(integer, limit),
            (Some(integer), None, Literal::Integer(bound)) => Some(integer.cmp(bound)),
            (None, None, Literal::Integer(bound)) => {
                compare_mixed(*bound, self.float).map(Ordering::reverse)
            }
            _ => None,
        };
        ordering.unwrap_or(Ordering::Equal)
    }
}

/// The integer as a float, if that is the same number whatever the integer is.
#[expect(
    clippy::cast_precision_loss,
    reason = "those that lose some are left out"
)]
fn exact(integer: i128) -> Option<f64> {
    let integer = i64::try_from(integer).ok()?;
    (integer.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS).then_some(integer as f64)
}

#[cold]
fn compare_mixed(integer: i128, number: f64) -> Option<Ordering> {
    if number.is_nan() {
        None
    } else if integer > floor(number) {
        Some(Ordering::Greater)
    } else if integer < ceiling(number) {
        Some(Ordering::Less)
    } else {
        Some(Ordering::Equal)
    }
}

/// Lengths are counted in Unicode scalar values, of one to four bytes each, so
/// the number of bytes often decides already.
fn is_shorter(text: &str, limit: u64) -> bool {
    let bytes = text.len() as u64;
    bytes < limit || (bytes / 4 < limit && length(text) < limit)
}

fn is_longer(text: &str, limit: u64) -> bool {
    let bytes = text.len() as u64;
    bytes > limit && (bytes / 4 > limit || length(text) > limit)
}

/// Most texts are ASCII, and to see that takes less than to count.
fn length(text: &str) -> u64 {
    let length = if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    };
    length as u64
}
