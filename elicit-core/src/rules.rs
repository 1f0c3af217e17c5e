//! The rules of JSON Schema that an attribute can add to a property, one file each.
//!
//! A rule is judged once, when it is added to the property ([`Verdict`]). If it does not fit, it
//! is left out, so that nothing else is checked against it, and an assertion beside the
//! attribute reports the verdict.

mod bounds;
mod default;
mod items;
mod lengths;
mod text_format;
mod text_pattern;

pub(crate) use bounds::{add_bound, report_bound};
pub(crate) use default::{add_default, report_default, report_default_of_several};
pub(crate) use items::{add_items, report_items, report_min_items};
pub(crate) use lengths::{add_length, report_length};
pub(crate) use text_format::{add_format, report_format};
pub(crate) use text_pattern::{
    add_pattern, report_default_mismatch, report_no_words, report_pattern,
};

use crate::{
    compile_time::message::{Message, message},
    form::{Kind, Property},
};

/// Whether a rule fits the type of its field.
#[derive(Clone, Copy)]
pub(crate) enum Verdict {
    Fits,
    /// It is a rule for another kind of property.
    AnotherKind,
    /// It allows more than the type does.
    WidensType,
    /// The bound of an integer has a fraction.
    NotWhole,
    /// The bound is no number of the type, and the nearest one is outside of it. It stays a rule.
    RoundsOutwards,
    /// The bounds leave 0 only, and the type does not hold it. It stays a rule.
    LeavesZero,
    /// The type has such a rule already, and a schema has room for one.
    Taken,
    /// No text has a length that the type allows.
    MissesType,
    /// No text has a length that texts of the format have.
    MissesFormat,
    /// No text has a length that texts have which match the pattern.
    MissesPattern,
}

/// The verdict on each rule of a field; one that it does not have fits.
#[derive(Clone, Copy)]
pub(crate) struct Verdicts {
    pub(crate) minimum: Verdict,
    pub(crate) maximum: Verdict,
    pub(crate) min_length: Verdict,
    pub(crate) max_length: Verdict,
    pub(crate) format: Verdict,
    pub(crate) pattern: Verdict,
    pub(crate) min_items: Verdict,
}

impl Verdicts {
    pub(crate) const ALL_FIT: Self = Self {
        minimum: Verdict::Fits,
        maximum: Verdict::Fits,
        min_length: Verdict::Fits,
        max_length: Verdict::Fits,
        format: Verdict::Fits,
        pattern: Verdict::Fits,
        min_items: Verdict::Fits,
    };
}

/// Which of two limits.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Minimum,
    Maximum,
}

impl Side {
    const fn of<'l, T>(self, minimum: &'l mut T, maximum: &'l mut T) -> &'l mut T {
        match self {
            Self::Minimum => minimum,
            Self::Maximum => maximum,
        }
    }
}

/// An attribute of another kind of field.
const fn misfit(property: &Property, attribute: &str, kinds: &str) -> Message {
    let message = message(property.name).quoted(attribute);
    if property.kind.has_supplied_options() {
        return message
            .text(" says nothing beside `choices`: the options are the only valid answers");
    }
    message
        .text(" is a rule for ")
        .text(kinds)
        .text(", and this field is ")
        .text(match property.kind {
            Kind::Boolean => "a boolean",
            Kind::Integer { .. } => "an integer",
            Kind::Number { .. } => "a number",
            Kind::Text(_) => "a text",
            Kind::Choice(_) => "a choice",
            Kind::MultiSelect { .. } => "a multi-select",
        })
}

const NO_ANSWER: &str = ", so no answer would be valid";

/// The type has a rule that a field cannot have twice.
#[track_caller]
const fn taken(property: &Property, attribute: &str) -> ! {
    message(property.name)
        .text("the type of this field has a ")
        .quoted(attribute)
        .text(" already, and a schema has room for one")
        .help("drop it here, or write `String`")
        .fail()
}
