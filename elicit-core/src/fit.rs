//! Whether a rule fits the type of its field.
//!
//! One that does not is left out of the property, and an assertion says why. So nothing else
//! is held against it: no default, and no rule of a field that has the type. (A bound that is
//! only rounded is a value of the type, and stays.)

use crate::{
    Format,
    form::{Kind, Literal, Options, Precision, Text, Variant, ceiling, floor},
};

/// The least and the most that a value can be, if it is a number.
pub(crate) const fn limits(kind: &Kind) -> Option<(Literal, Literal)> {
    match kind {
        Kind::Integer {
            minimum, maximum, ..
        } => Some((Literal::Integer(*minimum), Literal::Integer(*maximum))),
        Kind::Number {
            minimum,
            maximum,
            precision,
        } => Some((
            match minimum {
                Some(minimum) => *minimum,
                None => precision.least(),
            },
            match maximum {
                Some(maximum) => *maximum,
                None => precision.most(),
            },
        )),
        _ => None,
    }
}

/// Whether a bound is a value of the type.
pub(crate) const fn bound(of_type: &Kind, bound: &Literal) -> bool {
    // By itself, for the compiler is asked it for each bound, and takes it step by step.
    if let Kind::Integer {
        minimum, maximum, ..
    } = of_type
    {
        return matches!(bound.as_integer(), Some(bound) if *minimum <= bound && bound <= *maximum);
    }
    match limits(of_type) {
        Some((least, most)) => !is_above(&least, bound) && !is_above(bound, &most),
        None => false,
    }
}

/// Whether a length is one that the type takes.
pub(crate) const fn length(of_type: &Text, length: u64) -> bool {
    let is_short = matches!(of_type.min_length, Some(least) if length < least);
    let is_long = matches!(of_type.max_length, Some(most) if length > most);
    !is_short && !is_long
}

/// Whether the type has no format yet, and takes a length that a text of this one has.
pub(crate) const fn format(of_type: &Text, format: Format) -> bool {
    of_type.format.is_none() && has_text(Some(format), of_type.min_length, of_type.max_length)
}

/// Whether some text has a length between these, of the format if there is one.
pub(crate) const fn has_text(
    format: Option<Format>,
    least: Option<u64>,
    most: Option<u64>,
) -> bool {
    let Some(format) = format else {
        return true;
    };
    let (shortest, longest) = format.lengths();
    let is_short = matches!(most, Some(most) if most < shortest);
    let is_long = matches!((least, longest), (Some(least), Some(longest)) if least > longest);
    !is_short && !is_long
}

/// Whether so many options can be chosen, each of them once, where their number is known.
pub(crate) const fn items(kind: &Kind, items: u64) -> bool {
    !matches!(declared(kind), Some(variants) if items > variants.len() as u64)
}

/// The variants to choose from, where they are declared. An enum whose derive has failed
/// has none, and no other enum has.
pub(crate) const fn declared(kind: &Kind) -> Option<&'static [Variant]> {
    match kind {
        Kind::Choice(Options::Declared(variants))
        | Kind::MultiSelect {
            options: Options::Declared(variants),
            ..
        } if !variants.is_empty() => Some(variants),
        _ => None,
    }
}

/// Whether a number is above another. Nothing that is not a number is.
pub(crate) const fn is_above(one: &Literal, other: &Literal) -> bool {
    match (one, other) {
        (Literal::Integer(one), Literal::Integer(other)) => *one > *other,
        (Literal::Integer(one), Literal::Decimal(other)) => *one > floor(other.value),
        (Literal::Decimal(one), Literal::Integer(other)) => ceiling(one.value) > *other,
        (Literal::Decimal(one), Literal::Decimal(other)) => one.value > other.value,
        _ => false,
    }
}

impl Precision {
    const fn least(self) -> Literal {
        Literal::Decimal(self.smallest())
    }

    const fn most(self) -> Literal {
        Literal::Decimal(self.largest())
    }
}
