//! The rules of JSON Schema, held against one value.

use std::{cmp::Ordering, collections::HashMap};

use crate::{
    Choices,
    answers::{Picks, Slot},
    form::{Kind, Literal, Options, Precision, Property, Text, ceiling, floor, whole},
    violation::{Bound, Problem},
};

/// A value of a document, as far as a form can use one.
#[derive(Clone, Copy)]
pub(crate) enum Scalar<'a> {
    Null,
    Boolean(bool),
    Integer(i64),
    /// An integer beyond [`i64::MAX`].
    Large(u64),
    Number(f64),
    Text(&'a str),
    /// An array where none is expected.
    List,
    /// An object.
    Object,
}

impl Scalar<'_> {
    /// An integer of any size.
    #[expect(
        clippy::cast_precision_loss,
        reason = "what does not fit into 64 bits is outside of every bound"
    )]
    pub(crate) fn integer(integer: i128) -> Self {
        if let Ok(integer) = i64::try_from(integer) {
            Self::Integer(integer)
        } else if let Ok(integer) = u64::try_from(integer) {
            Self::Large(integer)
        } else {
            Self::Number(integer as f64)
        }
    }

    /// The integer that it is, if it is one.
    fn whole(self) -> Option<i128> {
        match self {
            Self::Integer(integer) => Some(integer.into()),
            Self::Large(integer) => Some(integer.into()),
            Self::Number(number) => whole(number),
            _ => None,
        }
    }
}

/// Told of each rule that is broken.
pub(crate) type Report<'a> = &'a mut dyn FnMut(Problem);

/// Holds a value against the rules of a property.
pub(crate) fn judge<'c, 's>(
    property: &Property,
    choices: impl FnOnce() -> Option<&'c Choices>,
    scalar: Scalar<'s>,
    report: Report<'_>,
) -> Slot<'s> {
    let kind = &property.kind;
    match (kind, scalar) {
        (_, Scalar::Null) => Slot::Blank,
        (Kind::Boolean, Scalar::Boolean(boolean)) => Slot::Boolean(boolean),
        (Kind::Integer { .. }, _) => match scalar.whole() {
            Some(integer) => judge_integer(kind, integer, report),
            None => refuse(Problem::Type(kind.type_name()), report),
        },
        (Kind::Number { .. }, Scalar::Integer(_) | Scalar::Large(_) | Scalar::Number(_)) => {
            judge_number(kind, scalar, report)
        }
        (Kind::Text(rules), Scalar::Text(text)) => {
            let may_be_blank = !property.required && text.is_empty();
            if may_be_blank && !judge_text(property, rules, text, &mut |_| {}) {
                Slot::Blank
            } else if judge_text(property, rules, text, report) {
                Slot::Text(text)
            } else {
                Slot::Invalid
            }
        }
        (Kind::Choice(options), Scalar::Text(text)) => match find(options, choices(), text) {
            Ok(_) if matches!(options, Options::Supplied) => Slot::Text(text),
            Ok(place) => Slot::Variant(place),
            Err(_) if !property.required && text.is_empty() => Slot::Blank,
            Err(problem) => refuse(problem, report),
        },
        _ => refuse(Problem::Type(kind.type_name()), report),
    }
}

fn refuse(problem: Problem, report: Report<'_>) -> Slot<'static> {
    report(problem);
    Slot::Invalid
}

fn judge_integer(kind: &Kind, integer: i128, report: Report<'_>) -> Slot<'static> {
    match *kind {
        Kind::Integer { minimum, .. } if integer < minimum => {
            refuse(Problem::Minimum(Bound(Literal::Integer(minimum))), report)
        }
        Kind::Integer { maximum, .. } if integer > maximum => {
            refuse(Problem::Maximum(Bound(Literal::Integer(maximum))), report)
        }
        Kind::Integer { zero: false, .. } if integer == 0 => refuse(Problem::Zero, report),
        // The bounds of every type are within 64 bits.
        _ => i64::try_from(integer).map_or(Slot::Invalid, Slot::Integer),
    }
}

fn judge_number(kind: &Kind, scalar: Scalar<'_>, report: Report<'_>) -> Slot<'static> {
    let Kind::Number {
        minimum,
        maximum,
        precision,
    } = kind
    else {
        return Slot::Invalid;
    };
    #[expect(clippy::cast_precision_loss, reason = "a number is a float in Rust")]
    let number = match scalar {
        Scalar::Integer(integer) => integer as f64,
        Scalar::Large(integer) => integer as f64,
        Scalar::Number(number) if !number.is_nan() => number,
        _ => return refuse(Problem::Type("number"), report),
    };
    if let Some(bound) = minimum
        && compare(scalar, bound) == Ordering::Less
    {
        return refuse(Problem::Minimum(Bound(*bound)), report);
    }
    if let Some(bound) = maximum
        && compare(scalar, bound) == Ordering::Greater
    {
        return refuse(Problem::Maximum(Bound(*bound)), report);
    }
    let overflows = match precision {
        #[expect(clippy::cast_possible_truncation, reason = "whether it overflows")]
        Precision::Single => (number as f32).is_infinite(),
        Precision::Double => number.is_infinite(),
    };
    if !overflows {
        Slot::Number(number)
    } else if number > 0.0 {
        let largest = Literal::Decimal(precision.largest());
        refuse(Problem::Maximum(Bound(largest)), report)
    } else {
        let smallest = Literal::Decimal(precision.smallest());
        refuse(Problem::Minimum(Bound(smallest)), report)
    }
}

/// Compares without rounding: an integer beyond 2^53 has no `f64` of its own.
fn compare(scalar: Scalar<'_>, bound: &Literal) -> Ordering {
    let ordering = match (scalar, bound) {
        (Scalar::Number(number), Literal::Integer(bound)) => {
            compare_mixed(*bound, number).map(Ordering::reverse)
        }
        (Scalar::Number(number), Literal::Decimal(bound)) => number.partial_cmp(&bound.value),
        (scalar, bound) => match (scalar.whole(), bound) {
            (Some(integer), Literal::Integer(bound)) => Some(integer.cmp(bound)),
            (Some(integer), Literal::Decimal(bound)) => compare_mixed(integer, bound.value),
            _ => None,
        },
    };
    ordering.unwrap_or(Ordering::Equal)
}

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

/// Whether the text keeps every rule. Reports each that it breaks.
fn judge_text(property: &Property, rules: &Text, text: &str, report: Report<'_>) -> bool {
    let mut valid = true;
    let mut refuse = |problem| {
        valid = false;
        report(problem);
    };
    if let Some(limit) = rules.min_length
        && is_shorter(text, limit)
    {
        refuse(Problem::MinLength(limit));
    }
    if let Some(limit) = rules.max_length
        && is_longer(text, limit)
    {
        refuse(Problem::MaxLength(limit));
    }
    if let Some(format) = rules.format
        && !(format.accepts(text) && (rules.holds)(text))
    {
        refuse(Problem::Format(format));
    }
    if let Some(pattern) = rules.pattern
        && !pattern.is_match(text)
    {
        refuse(Problem::Pattern {
            pattern: pattern.as_str(),
            rule: property.description,
        });
    }
    valid
}

/// Lengths are counted in Unicode scalar values, of one to four bytes each, so
/// the number of bytes often decides already.
fn is_shorter(text: &str, limit: u64) -> bool {
    let bytes = text.len() as u64;
    bytes < limit || (bytes / 4 < limit && (text.chars().count() as u64) < limit)
}

fn is_longer(text: &str, limit: u64) -> bool {
    text.len() as u64 > limit && text.chars().count() as u64 > limit
}

/// The place of the option with this value.
fn find(options: &Options, choices: Option<&Choices>, value: &str) -> Result<usize, Problem> {
    match (options, choices) {
        (Options::Declared(variants), _) => variants
            .iter()
            .position(|variant| variant.value == value)
            .ok_or(Problem::Variant(variants)),
        (Options::Supplied, Some(choices)) => choices
            .position(value)
            .ok_or_else(|| Problem::Choice(choices.shared())),
        (Options::Supplied, None) => Err(Problem::Variant(&[])),
    }
}

/// The items of a multi-select, one after the other.
pub(crate) struct Selection<'a> {
    options: &'a Options,
    choices: Option<&'a Choices>,
    min_items: Option<u64>,
    max_items: Option<u64>,
    /// Where repeats are refused: whether each option was seen.
    seen: Option<Vec<bool>>,
    picks: Vec<usize>,
    /// Where each variant stands, once there are many items.
    index: HashMap<&'static str, usize>,
    items: u64,
    mistyped: bool,
    unknown: Option<Problem>,
    repeated: bool,
}

impl<'a> Selection<'a> {
    /// `None` where the property takes one value.
    pub(crate) fn of(property: &'a Property, choices: Option<&'a Choices>) -> Option<Self> {
        let Kind::MultiSelect {
            options,
            min_items,
            max_items,
            unique,
        } = &property.kind
        else {
            return None;
        };
        Some(Self {
            options,
            choices,
            min_items: *min_items,
            max_items: *max_items,
            seen: unique.then(Vec::new),
            picks: Vec::new(),
            index: HashMap::new(),
            items: 0,
            mistyped: false,
            unknown: None,
            repeated: false,
        })
    }

    pub(crate) fn push(&mut self, scalar: Scalar<'_>) {
        self.items += 1;
        let Scalar::Text(text) = scalar else {
            self.mistyped = true;
            return;
        };
        match self.find(text) {
            Ok(place) if self.is_repeat(place) => self.repeated = true,
            Ok(place) => self.picks.push(place),
            Err(problem) => self.unknown = Some(problem),
        }
    }

    /// A few items are looked for one variant after the other. With an index the work
    /// for many is not their number times that of the variants, which a client that
    /// means harm could make large.
    fn find(&mut self, value: &str) -> Result<usize, Problem> {
        const FEW: u64 = 32;
        match self.options {
            Options::Declared(variants) if self.items > FEW => {
                if self.index.is_empty() {
                    let places = variants.iter().enumerate();
                    self.index
                        .extend(places.map(|(place, variant)| (variant.value, place)));
                }
                let place = self.index.get(value).copied();
                place.ok_or(Problem::Variant(variants))
            }
            options => find(options, self.choices, value),
        }
    }

    fn is_repeat(&mut self, place: usize) -> bool {
        let Some(seen) = &mut self.seen else {
            return false;
        };
        if seen.len() <= place {
            seen.resize(place + 1, false);
        }
        std::mem::replace(&mut seen[place], true)
    }

    /// `None` where a rule is broken.
    pub(crate) fn finish(self, report: Report<'_>) -> Option<Picks> {
        let mut valid = true;
        let mut refuse = |problem| {
            valid = false;
            report(problem);
        };
        if self.mistyped {
            refuse(Problem::Type("string"));
        }
        if let Some(problem) = self.unknown {
            refuse(problem);
        }
        if let Some(limit) = self.min_items
            && self.items < limit
        {
            refuse(Problem::MinItems(limit));
        }
        if let Some(limit) = self.max_items
            && self.items > limit
        {
            refuse(Problem::MaxItems(limit));
        }
        if self.repeated {
            refuse(Problem::UniqueItems);
        }
        valid.then(|| Picks {
            places: self.picks,
            choices: self.choices.map(Choices::shared),
        })
    }
}
