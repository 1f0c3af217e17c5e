//! What the attributes of a field make of its type: the calls that the derive writes.

use crate::{
    field::FieldType,
    form::Literal,
    format::Format,
    pattern::Pattern,
    rules::{self, Side},
};

/// The name of a field and its attributes, one method each.
impl<T: 'static> FieldType<T> {
    /// The name on the wire.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.property.name = name;
        self
    }

    /// `title`
    #[must_use]
    pub const fn with_title(mut self, title: &'static str) -> Self {
        self.property.title = Some(title);
        self
    }

    /// `description`, or the doc comment.
    #[must_use]
    pub const fn with_description(mut self, description: &'static str) -> Self {
        self.property.description = Some(description);
        self
    }

    /// JSON escapes something in what the derive gives as name, title or description.
    #[must_use]
    pub const fn with_escapes(mut self) -> Self {
        self.property.is_escaped = true;
        self
    }

    /// The type without the rules of the field: what rules that contradict each other are checked
    /// against.
    #[must_use]
    pub const fn without_rules(mut self) -> Self {
        self.property.kind = self.of_type;
        self
    }

    /// `minimum`
    #[must_use]
    pub const fn with_minimum(mut self, bound: Literal) -> Self {
        self.verdicts.minimum =
            rules::add_bound(&self.of_type, &mut self.property, Side::Minimum, &bound);
        self
    }

    /// `maximum`
    #[must_use]
    pub const fn with_maximum(mut self, bound: Literal) -> Self {
        self.verdicts.maximum =
            rules::add_bound(&self.of_type, &mut self.property, Side::Maximum, &bound);
        self
    }

    /// `format`
    #[must_use]
    pub const fn with_format(mut self, format: Format) -> Self {
        self.verdicts.format = rules::add_format(&self.of_type, &mut self.property, format);
        self
    }

    /// `pattern`, after the description and the format.
    #[must_use]
    pub const fn with_pattern(mut self, pattern: &'static Pattern) -> Self {
        self.verdicts.pattern = rules::add_pattern(&self.of_type, &mut self.property, pattern);
        self
    }

    /// `min_length`, after the format and the pattern.
    #[must_use]
    pub const fn with_min_length(mut self, length: u64) -> Self {
        self.verdicts.min_length =
            rules::add_length(&self.of_type, &mut self.property, Side::Minimum, length);
        self
    }

    /// `max_length`, after the format and the pattern.
    #[must_use]
    pub const fn with_max_length(mut self, length: u64) -> Self {
        self.verdicts.max_length =
            rules::add_length(&self.of_type, &mut self.property, Side::Maximum, length);
        self
    }

    /// `min_items`
    #[must_use]
    pub const fn with_min_items(mut self, items: u64) -> Self {
        self.verdicts.min_items = rules::add_items(&mut self.property, Side::Minimum, items);
        self
    }

    /// `max_items`
    #[must_use]
    pub const fn with_max_items(mut self, items: u64) -> Self {
        rules::add_items(&mut self.property, Side::Maximum, items);
        self
    }

    /// `default`
    #[must_use]
    pub const fn with_default(mut self, default: Literal) -> Self {
        rules::add_default(&mut self.property, default);
        self
    }

    /// `required`, beside a default.
    #[must_use]
    pub const fn with_required(mut self) -> Self {
        self.property.required = true;
        self
    }
}
