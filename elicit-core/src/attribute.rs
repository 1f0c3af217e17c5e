//! What the attributes of a field make of its type: the calls that the derive writes.

use crate::{
    Format,
    field::FieldType,
    fit,
    form::{Kind, Lengths, Literal, Text},
    pattern::Pattern,
};

/// The name of a field and its attributes, one method each. What does not fit the type
/// is left out here, and refused by the assertion that stands beside it in the same code.
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

    /// `minimum`
    #[must_use]
    pub const fn with_minimum(mut self, bound: Literal) -> Self {
        if fit::bound(&self.of_type, &bound) {
            match (&mut self.property.kind, bound.as_integer()) {
                (Kind::Integer { minimum, .. }, Some(bound)) => *minimum = bound,
                (Kind::Number { minimum, .. }, _) => *minimum = Some(bound),
                _ => {}
            }
        }
        self
    }

    /// `maximum`
    #[must_use]
    pub const fn with_maximum(mut self, bound: Literal) -> Self {
        if fit::bound(&self.of_type, &bound) {
            match (&mut self.property.kind, bound.as_integer()) {
                (Kind::Integer { maximum, .. }, Some(bound)) => *maximum = bound,
                (Kind::Number { maximum, .. }, _) => *maximum = Some(bound),
                _ => {}
            }
        }
        self
    }

    /// `min_length`
    #[must_use]
    pub const fn with_min_length(mut self, length: u64) -> Self {
        if let (Kind::Text(of_type), Kind::Text(rules)) = (&self.of_type, &mut self.property.kind)
            && fit::length(of_type, length)
            && fit::may_have_text(rules, Lengths::between(Some(length), None))
        {
            rules.min_length = Some(length);
        }
        self
    }

    /// `max_length`
    #[must_use]
    pub const fn with_max_length(mut self, length: u64) -> Self {
        if let (Kind::Text(of_type), Kind::Text(rules)) = (&self.of_type, &mut self.property.kind)
            && fit::length(of_type, length)
            && fit::may_have_text(rules, Lengths::between(None, Some(length)))
        {
            rules.max_length = Some(length);
        }
        self
    }

    /// `format`
    #[must_use]
    pub const fn with_format(mut self, format: Format) -> Self {
        if let (Kind::Text(of_type), Kind::Text(rules)) = (&self.of_type, &mut self.property.kind)
            && fit::format(of_type, format)
        {
            rules.format = Some(format);
            drop_lengths(rules, of_type, format.lengths());
        }
        self
    }

    /// `pattern`, behind the description.
    #[must_use]
    pub const fn with_pattern(mut self, pattern: &'static Pattern) -> Self {
        if let (Kind::Text(of_type), Kind::Text(rules)) = (&self.of_type, &mut self.property.kind)
            && fit::pattern(of_type, pattern)
            && fit::may_have_text(rules, pattern.lengths())
        {
            rules.pattern = Some(pattern);
            rules.rule = self.property.description;
            drop_lengths(rules, of_type, pattern.lengths());
        }
        self
    }

    /// `min_items`
    #[must_use]
    pub const fn with_min_items(mut self, items: u64) -> Self {
        let fits = fit::items(&self.property.kind, items);
        if let Kind::MultiSelect { min_items, .. } = &mut self.property.kind
            && fits
        {
            *min_items = Some(items);
        }
        self
    }

    /// `max_items`
    #[must_use]
    pub const fn with_max_items(mut self, items: u64) -> Self {
        if let Kind::MultiSelect { max_items, .. } = &mut self.property.kind {
            *max_items = Some(items);
        }
        self
    }

    /// `default`, after which the person need not send a value.
    #[must_use]
    pub const fn with_default(mut self, default: Literal) -> Self {
        self.property.default = Some(default);
        self.property.required = false;
        self
    }

    /// `required`, beside a default.
    #[must_use]
    pub const fn with_required(mut self) -> Self {
        self.property.required = true;
        self
    }
}

/// Takes back what was written of the length, where none of these has it: of the two rules
/// that is the one that is refused.
const fn drop_lengths(rules: &mut Text, of_type: &Text, lengths: Lengths) {
    if !Lengths::between(rules.min_length, None).meet(lengths) {
        rules.min_length = of_type.min_length;
    }
    if !Lengths::between(None, rules.max_length).meet(lengths) {
        rules.max_length = of_type.max_length;
    }
}
