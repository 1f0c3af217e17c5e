//! What a person reads, as far as it depends on types. The derive judges the texts themselves.

use crate::{const_str::is_same, field::FieldType, form::Property, rules::message::message};

/// Asserts that the titles differ where types give some of them. All others differ, as the derive
/// saw, so most forms need no comparison, which the compiler is slow at.
#[track_caller]
pub const fn distinct_titles_of_types<const N: usize>(properties: &[Property; N]) {
    let mut rest = properties.as_slice();
    while let [property, after @ ..] = rest {
        if property.is_titled_by_type {
            return distinct_titles(properties);
        }
        rest = after;
    }
}

/// Asserts that a person can tell the properties of a form apart: a correction names them by their
/// titles.
#[track_caller]
pub const fn distinct_titles<const N: usize>(properties: &[Property; N]) {
    // Of each two labels, only those with equal sums are compared: the compiler limits how long it
    // evaluates.
    let mut sums = [0; N];
    let mut index = 0;
    while index < N {
        sums[index] = sum(properties[index].label());
        let mut before = 0;
        while before < index {
            if sums[before] == sums[index] {
                not_the_same_title(&properties[before], &properties[index]);
            }
            before += 1;
        }
        index += 1;
    }
}

const fn sum(text: &str) -> u64 {
    let (mut sum, mut rest) = (0_u64, text.as_bytes());
    while let [byte, after @ ..] = rest {
        sum = sum.wrapping_mul(257).wrapping_add(*byte as u64);
        rest = after;
    }
    sum
}

#[track_caller]
const fn not_the_same_title(one: &Property, other: &Property) {
    if is_same(one.label(), other.label()) {
        message(other.name())
            .quoted(one.name())
            .text(" also has the title ")
            .quoted(one.label())
            .text(", and a person cannot tell the two apart")
            .help("write another `title` for one of the two fields")
            .fail()
    }
}

/// Reports a text that asks for a credential, unless none fits into the answer. A secret may ask for
/// one. A type that cannot be a field may be meant as a secret, so nothing is reported of it.
///
/// # Panics
///
/// If a credential fits.
#[track_caller]
pub const fn no_credential(message: &str, fits: bool) {
    assert!(!fits, "{}", message);
}

/// Whether a credential may be the answer to a field.
#[must_use]
pub const fn fits_credential<T>(field: FieldType<T>) -> bool {
    field.is_supported() && field.meaning.fits_credential()
}
