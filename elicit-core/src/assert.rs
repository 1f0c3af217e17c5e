//! What only the compiler can know of a field, asserted at compile time.
//!
//! The derive sees tokens: an alias, a newtype or a foreign enum means nothing to
//! it. So beside each attribute it writes `assert::…(…)` into a constant, with the
//! span of the user's own token, and the assertion, which does know the type, panics
//! with the message that the person reads under that token.

mod default;
mod items;
mod labels;
mod message;
mod number;
mod role;
mod text;

pub use default::{default, default_of_several};
pub use items::{items, min_items};
pub use labels::{
    comment, comment_target, description, is_boolean, no_credential, title, wire_name,
};
pub use number::bound;
pub use role::role;
pub use text::{format, length, length_of_type, no_match, pattern, pattern_in_words};

use crate::{
    field::FieldType,
    form::{Kind, Property},
    refused::{self, Reason},
};
use message::{Message, message, noun};

/// The type of the field can be rendered.
#[track_caller]
pub const fn renderable<T>(field: FieldType<T>, written: &str) {
    let property = &field.property;
    if let Kind::Refused(reason) = property.kind
        && !matches!(reason, Reason::Faulty)
    {
        let written = refused::subject(reason, written);
        let [explanation, way_out] = reason.explanation(written);
        message(property.name)
            .quoted(written)
            .text(" ")
            .text(explanation)
            .help(way_out)
            .fail()
    }
}

/// The type of the field can be rendered, or is a list that `multi_select` may be for.
#[track_caller]
pub const fn renderable_or_list<T>(field: FieldType<T>, written: &str) {
    if !is_list_of_options(&field.property.kind, written) {
        renderable(field, written);
    }
}

/// `required` says something: the type is not an `Option`.
#[track_caller]
pub const fn can_be_required<T>(field: FieldType<T>) {
    let property = &field.property;
    if property.optional && !is_refused(property) {
        message(property.name)
            .text("`required` contradicts the `Option`")
            .help("drop the `Option`, or drop `required`")
            .fail()
    }
}

/// An answer without the value is valid.
#[track_caller]
pub const fn can_be_left_out<T>(field: FieldType<T>) {
    let property = &field.property;
    if property.required && !is_refused(property) {
        message(property.name)
            .text("serde leaves it out at times, and an answer without it is not valid")
            .help("write an `Option`, or drop `skip_serializing_if`")
            .fail()
    }
}

/// Whether it is a list whose items may be options: not of a primitive, as far as its text shows.
const fn is_list_of_options(kind: &Kind, written: &str) -> bool {
    matches!(kind, Kind::Refused(Reason::List)) && !refused::is_list_of_primitive(written)
}

const NO_ANSWER: &str = ", so no answer would be valid";

/// Whether another assertion has the say: the type is refused as a whole.
const fn is_refused(property: &Property) -> bool {
    matches!(property.kind, Kind::Refused(_))
}

/// An attribute of another kind of field.
const fn misfit(property: &Property, attribute: &str, fits: &str) -> Message {
    let message = message(property.name).quoted(attribute);
    if property.kind.has_supplied_options() {
        return message
            .text(" says nothing beside `choices`: the options are the only valid answers");
    }
    message
        .text(" is a rule for ")
        .text(fits)
        .text(", and this field is ")
        .text(noun(&property.kind))
}
