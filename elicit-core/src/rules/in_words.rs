//! Limits in words: `1 to 20`, `3 to 50 characters`. In a description, a message of the compiler, a
//! violation and a page they read alike.

use elicit_text::CountRange;

use crate::{form::Literal, writer::Writer};

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unit {
    Character,
    Option,
    Byte,
}

impl Unit {
    pub(crate) const fn noun(self, count: u64) -> &'static str {
        match (self, count) {
            (Self::Character, 1) => "character",
            (Self::Character, _) => "characters",
            (Self::Option, 1) => "option",
            (Self::Option, _) => "options",
            (Self::Byte, 1) => "byte",
            (Self::Byte, _) => "bytes",
        }
    }
}

impl Writer<'_> {
    /// `1 to 20`, `at least 1`, `exactly 3`. Without limits it is empty.
    pub(crate) const fn numbers(&mut self, minimum: Option<Literal>, maximum: Option<Literal>) {
        match (&minimum, &maximum) {
            (Some(minimum), Some(maximum)) if maximum.is_above(minimum) => {
                self.number(minimum);
                self.raw(&[b" to "]);
                self.number(maximum);
            }
            (Some(number), Some(_)) => self.limit("exactly ", number),
            (Some(minimum), None) => self.limit("at least ", minimum),
            (None, Some(maximum)) => self.limit("at most ", maximum),
            (None, None) => {}
        }
    }

    /// `3 to 50`, `1 or 2`. Without limits it is empty.
    pub(crate) const fn counts(&mut self, range: CountRange) {
        let CountRange { least, most } = range;
        match most {
            Some(most) if least > 0 && matches!(most.checked_sub(least), Some(1)) => {
                self.integer(least as i128);
                self.raw(&[b" or "]);
                self.integer(most as i128);
            }
            None | Some(1..) if least == 0 => self.numbers(None, Literal::count(most)),
            _ => self.numbers(Literal::count(Some(least)), Literal::count(most)),
        }
    }

    /// `3 to 50 characters`. Without limits it is empty.
    pub(crate) const fn counted(&mut self, range: CountRange, unit: Unit) {
        let last = match range {
            CountRange {
                least: 0,
                most: None,
            } => return,
            CountRange { least, most: None } => least,
            CountRange {
                most: Some(most), ..
            } => most,
        };
        self.counts(range);
        self.raw(&[b" ", unit.noun(last).as_bytes()]);
    }

    const fn limit(&mut self, words: &str, number: &Literal) {
        self.raw(&[words.as_bytes()]);
        self.number(number);
    }

    /// Without the fraction of a whole number: `1`, not `1.0`.
    pub(crate) const fn number(&mut self, number: &Literal) {
        match number.as_i128() {
            Some(integer) if integer.unsigned_abs() < 1 << f64::MANTISSA_DIGITS => {
                self.integer(integer);
            }
            _ => self.literal(number),
        }
    }
}
