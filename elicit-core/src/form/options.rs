//! The options of a choice.

use super::{
    Kind,
    choices::{ChoiceOption, Choices},
};

/// Where the options of a choice come from ([example](crate::form)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionSource {
    /// The variants of an enum.
    Declared(&'static [Variant]),
    /// Supplied when the question is asked: `#[elicit(choices)]`.
    Supplied,
}

impl OptionSource {
    /// The options that are declared and those that are supplied. One of the lists is empty.
    fn lists(self, supplied: Option<&Choices>) -> (&'static [Variant], &[ChoiceOption]) {
        match self {
            Self::Declared(variants) => (variants, &[]),
            Self::Supplied => (&[], supplied.map_or(&[], Choices::options)),
        }
    }

    /// The values with their titles, also of those that are known only when the question is asked.
    pub(crate) fn entries(
        self,
        supplied: Option<&Choices>,
    ) -> impl Iterator<Item = (&str, Option<&str>)> {
        let (variants, choices) = self.lists(supplied);
        let variants = variants.iter().map(|one| (one.value, one.title));
        let choices = choices.iter().map(|one| (one.value(), one.title()));
        variants.chain(choices)
    }

    /// The index of the option with this value, or else of the only one with this title: clients
    /// show titles, and let people type.
    pub(crate) fn index_of(self, text: &str, supplied: Option<&Choices>) -> Option<usize> {
        self.index_from(0, text, supplied)
    }

    /// The same. A value is searched from this index to the end, and then from the beginning.
    pub(crate) fn index_from(
        self,
        start: usize,
        text: &str,
        supplied: Option<&Choices>,
    ) -> Option<usize> {
        let (variants, choices) = self.lists(supplied);
        index_from(start, variants, |one| one.value == text)
            .or_else(|| index_from(start, choices, |one| one.value() == text))
            .or_else(|| self.index_of_title(text, supplied))
    }

    fn index_of_title(self, text: &str, supplied: Option<&Choices>) -> Option<usize> {
        let entries = self.entries(supplied).enumerate();
        let mut found = entries.filter(|(_, (_, title))| *title == Some(text));
        let (index, _) = found.next()?;
        found.next().is_none().then_some(index)
    }

    /// The value of the option at this index.
    #[cfg(any(feature = "dynamic", feature = "runtime"))]
    pub(crate) fn value_at(self, index: usize, supplied: Option<&Choices>) -> Option<&str> {
        let (variants, choices) = self.lists(supplied);
        let variant = variants.get(index).map(|one| one.value);
        variant.or_else(|| choices.get(index).map(ChoiceOption::value))
    }
}

/// `None` as well if the list does not reach to `start`.
fn index_from<T>(start: usize, all: &[T], is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let (before, after) = all.split_at_checked(start)?;
    let after = after.iter().position(&is_it).map(|index| start + index);
    after.or_else(|| before.iter().position(is_it))
}

impl Kind {
    const fn options(&self) -> Option<OptionSource> {
        match self {
            Self::Choice(options) | Self::MultiSelect { options, .. } => Some(*options),
            _ => None,
        }
    }

    /// Whether the options come at run time. No other rule applies then.
    pub(crate) const fn has_supplied_options(&self) -> bool {
        matches!(self.options(), Some(OptionSource::Supplied))
    }

    /// The variants to choose from, if they are declared. Only an enum whose derive has failed has
    /// none.
    pub(crate) const fn declared_variants(&self) -> Option<&'static [Variant]> {
        match self.options() {
            Some(OptionSource::Declared(variants)) if !variants.is_empty() => Some(variants),
            _ => None,
        }
    }
}

/// A variant of an enum as a person sees it. The enum has the list:
/// [`ChoiceEnum::VARIANTS`](crate::ChoiceEnum::VARIANTS).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    pub(crate) value: &'static str,
    pub(crate) title: Option<&'static str>,
}

/// A variant of an enum.
#[must_use]
pub const fn variant(value: &'static str, title: Option<&'static str>) -> Variant {
    Variant { value, title }
}

impl Variant {
    /// The value on the wire.
    #[must_use]
    pub const fn value(&self) -> &'static str {
        self.value
    }

    /// The text a client shows. Either every variant of an enum has one, or none.
    #[must_use]
    pub const fn title(&self) -> Option<&'static str> {
        self.title
    }

    /// How to speak of the variant to a person: its title, else its value.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self.title {
            Some(title) => title,
            None => self.value,
        }
    }
}
