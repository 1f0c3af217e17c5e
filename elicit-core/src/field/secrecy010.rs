//! The field type of the crate `secrecy`.

use secrecy::SecretString;

use super::{Field, FieldType};
use crate::form::{Kind, TextRules, const_bool::ConstBool};

#[diagnostic::do_not_recommend]
impl Field for SecretString {
    type IsSecret = ConstBool<true>;
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Text(TextRules {
            is_secret: true,
            ..TextRules::NONE
        }),
        |answer| answer.text().map(Self::from),
        // Nothing is prefilled with it.
        |_| None,
    );
}
