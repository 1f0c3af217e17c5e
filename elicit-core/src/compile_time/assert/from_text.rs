//! What `parse` goes on.

use super::renderable;
use crate::{
    compile_time::unsupported::{UnsupportedType, in_option},
    field::{FieldType, FromText},
    form::Kind,
    rules::message::message,
};

/// The type reads a text by its `FromStr`, and is no field without.
#[track_caller]
pub const fn parse<T>(field: FieldType<T>, from_text: &FromText<T>, written: &str) {
    match (from_text.plain, from_text.reads_text()) {
        (Some(plain), reads_text) if plain.is_supported() => {
            if !(reads_text && is_wide(&plain)) {
                message(field.property.name)
                    .quoted(in_option(written))
                    .text(" is a field type by itself, and its values are read without `parse`")
                    .help("drop `parse`")
                    .fail()
            }
        }
        (_, true) => {}
        (Some(plain), false) if !could_read_text(&plain) => {
            renderable(plain.named(field.property.name), written);
        }
        (_, false) => message(field.property.name)
            .quoted(in_option(written))
            .text(" does not implement `FromStr`, which reads the text under `parse`")
            .help("implement it, or write a newtype that does")
            .fail(),
    }
}

/// Whether a `FromStr` for it, or for a newtype of it, is the way out.
const fn could_read_text<T>(plain: &FieldType<T>) -> bool {
    use UnsupportedType::{Form, List, Map, Nothing, Tuple};

    matches!(plain.unsupported, Some(Form | List | Map | Nothing | Tuple))
}

/// An integer that may be larger than clients in JavaScript can send.
const fn is_wide<T>(plain: &FieldType<T>) -> bool {
    match plain.of_type {
        Kind::Integer(rules) => rules.most() > u32::MAX as i128,
        _ => false,
    }
}
