//! What the attributes of a field make of its type: the calls that the derive writes.

use crate::{
    field::FieldType,
    form::{Literal, TypeLimit},
    rules::{Rule, default},
};

/// The name of a field and its attributes, one method each.
impl<T: 'static> FieldType<T> {
    /// The name on the wire.
    pub const fn named(mut self, name: &'static str) -> Self {
        self.property.name = name;
        self
    }

    /// `title`
    pub const fn with_title(mut self, title: &'static str) -> Self {
        self.property.title = Some(title);
        self
    }

    /// The name on the wire of a field without a title, and the name in Rust in words, which is its
    /// title if its type has none.
    pub const fn named_in_words(mut self, name: &'static str, words: &'static str) -> Self {
        self.property.name = name;
        if self.property.title.is_none() {
            self.property.title = Some(words);
        }
        self
    }

    /// `description`, or the doc comment.
    pub const fn with_description(mut self, description: &'static str) -> Self {
        self.property.description = Some(description);
        self
    }

    /// `parse`, after the description, which says in words what the type takes.
    pub const fn with_parse(mut self) -> Self {
        self.property.type_limit = TypeLimit::FromText(match self.property.description {
            Some(description) => description,
            None => "",
        });
        self
    }

    /// The type without the rules of the field: what rules that contradict each other are checked
    /// against.
    pub const fn without_rules(mut self) -> Self {
        self.property.kind = self.of_type;
        self
    }

    /// A rule, if it fits.
    pub const fn with(mut self, rule: Rule) -> Self {
        self.verdicts[rule.index()] = rule.add(&self.of_type, &mut self.property);
        self
    }

    /// `default`
    pub const fn with_default(mut self, default: Literal) -> Self {
        default::add(&mut self.property, default);
        self
    }

    /// `required`, beside a default.
    pub const fn with_required(mut self) -> Self {
        self.property.required = true;
        self
    }
}
