//! What the attributes of a field make of its type: the calls that the derive writes.

use crate::{
    Format,
    form::{Kind, Literal, Options, Property},
    pattern::Pattern,
};

/// The attributes of a field, one method each. What does not fit the type is left
/// out here, and refused by the assertion that stands beside it in the same code.
impl Property {
    /// `title`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_title(self, title: &'static str) -> Self {
        Self {
            title: Some(title),
            ..self
        }
    }

    /// `description`, or the doc comment.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_description(self, description: &'static str) -> Self {
        Self {
            description: Some(description),
            ..self
        }
    }

    /// `minimum`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_minimum(mut self, bound: Literal) -> Self {
        match (&mut self.kind, bound.as_integer()) {
            (Kind::Integer { minimum, .. }, Some(bound)) => *minimum = bound,
            (Kind::Number { minimum, .. }, _) => *minimum = Some(bound),
            _ => {}
        }
        self
    }

    /// `maximum`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_maximum(mut self, bound: Literal) -> Self {
        match (&mut self.kind, bound.as_integer()) {
            (Kind::Integer { maximum, .. }, Some(bound)) => *maximum = bound,
            (Kind::Number { maximum, .. }, _) => *maximum = Some(bound),
            _ => {}
        }
        self
    }

    /// `min_length`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_min_length(mut self, length: u64) -> Self {
        if let Kind::Text(rules) = &mut self.kind {
            rules.min_length = Some(length);
        }
        self
    }

    /// `max_length`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_max_length(mut self, length: u64) -> Self {
        if let Kind::Text(rules) = &mut self.kind {
            rules.max_length = Some(length);
        }
        self
    }

    /// `format`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_format(mut self, format: Format) -> Self {
        if let Kind::Text(rules) = &mut self.kind {
            rules.format = Some(format);
        }
        self
    }

    /// `pattern`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_pattern(mut self, pattern: &'static Pattern) -> Self {
        if let Kind::Text(rules) = &mut self.kind {
            rules.pattern = Some(pattern);
        }
        self
    }

    /// `min_items`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_min_items(mut self, items: u64) -> Self {
        if let Kind::MultiSelect { min_items, .. } = &mut self.kind {
            *min_items = Some(items);
        }
        self
    }

    /// `max_items`
    #[doc(hidden)]
    #[must_use]
    pub const fn with_max_items(mut self, items: u64) -> Self {
        if let Kind::MultiSelect { max_items, .. } = &mut self.kind {
            *max_items = Some(items);
        }
        self
    }

    /// `default`, after which the person need not send a value.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_default(self, default: Literal) -> Self {
        Self {
            default: Some(default),
            required: false,
            ..self
        }
    }

    /// `required`, beside a default.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// The variants to choose from, where they are declared. An enum whose derive
    /// has failed has none, and no other enum has.
    pub(crate) const fn declared(&self) -> Option<&'static [crate::form::Variant]> {
        match self.kind {
            Kind::Choice(Options::Declared(variants))
            | Kind::MultiSelect {
                options: Options::Declared(variants),
                ..
            } if !variants.is_empty() => Some(variants),
            _ => None,
        }
    }
}
