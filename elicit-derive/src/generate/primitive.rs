//! What the tokens of a field show to be right, unless a name means another type here. Of
//! what is less plain the core knows more.

use crate::{
    model::{Field, Role, Rule},
    primitive::Primitive,
    values::{DefaultValue, Numeral},
};

impl Primitive {
    /// What the field seems to be.
    pub(super) fn of(field: &Field) -> Option<Self> {
        (field.role == Role::Plain).then(|| Self::of_value(&field.ty))?
    }

    /// Whether a rule fits, beside the other rules of the field.
    pub(super) fn takes(self, rule: &Rule, field: &Field) -> bool {
        match (self, rule) {
            (Self::Number(holds), Rule::Minimum(bound) | Rule::Maximum(bound)) => {
                matches!(bound.value, Numeral::Integer(bound) if holds(bound))
            }
            // Texts of a format, or that a pattern matches, have lengths of their own.
            (Self::Text, Rule::MinLength(_) | Rule::MaxLength(_)) => !field
                .rules
                .iter()
                .any(|rule| matches!(rule, Rule::Format(_) | Rule::Pattern(_))),
            (Self::Text, Rule::Format(_)) => true,
            (Self::Text, Rule::Pattern(pattern)) => {
                !pattern.compiled.takes_steps()
                    && !field
                        .rules
                        .iter()
                        .any(|rule| matches!(rule, Rule::Format(_)))
            }
            _ => false,
        }
    }

    /// Whether a default is one of its values, whatever the rules.
    pub(super) fn holds(self, default: &DefaultValue) -> bool {
        matches!((self, default), (Self::Boolean, DefaultValue::Boolean(_)))
    }
}
