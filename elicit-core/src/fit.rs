//! Whether a rule fits the type of its field.
//!
//! One that does not is left out of the property, and an assertion says why. So nothing else
//! is held against it: no default, and no rule of a field that has the type. (A bound that is
//! only rounded is a value of the type, and stays.)

use crate::{
    Format,
    form::{Kind, Lengths, Literal, Options, Precision, Text, Variant, ceiling, floor},
    pattern::Pattern,
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
    of_type
        .lengths()
        .meet(Lengths::between(Some(length), Some(length)))
}

/// Whether the type has no format yet, and takes a text of this one for all that is known of
/// their lengths.
pub(crate) const fn format(of_type: &Text, format: Format) -> bool {
    of_type.format.is_none() && has_text(of_type, format.lengths())
}

/// Whether the type has no pattern yet, and takes a text that this one matches, in the same way.
pub(crate) const fn pattern(of_type: &Text, pattern: &Pattern) -> bool {
    of_type.pattern.is_none() && has_text(of_type, pattern.lengths())
}

/// Whether each rule by itself leaves a text of one of these lengths.
const fn has_text(rules: &Text, lengths: Lengths) -> bool {
    rules.lengths().meet(lengths) && may_have_text(rules, lengths)
}

/// Whether the format has a text of one of these lengths, and the pattern matches one.
pub(crate) const fn may_have_text(rules: &Text, lengths: Lengths) -> bool {
    let fits_format = match rules.format {
        Some(format) => format.lengths().meet(lengths),
        None => true,
    };
    let fits_pattern = match rules.pattern {
        Some(pattern) => pattern.lengths().meet(lengths),
        None => true,
    };
    fits_format && fits_pattern
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
