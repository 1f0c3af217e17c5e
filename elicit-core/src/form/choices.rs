//! Options that are known only when the question is asked.

#[cfg(any(feature = "dynamic", feature = "runtime"))]
use std::collections::HashSet;
use std::{fmt, sync::Arc};

use super::const_bool::ConstBool;
#[cfg(any(feature = "dynamic", feature = "runtime"))]
use elicit_text::{is_blank, visible};

/// One option of a choice at run time: a value, and perhaps a title to show for it.
///
/// ```
/// use elicit_core::ChoiceOption;
///
/// let plain = ChoiceOption::from("eu-west-1");
/// let titled = ChoiceOption::from(("eu-west-1", format!("Europe ({})", "Ireland")));
/// assert_eq!(titled.value(), plain.value());
/// assert_eq!(titled.title(), Some("Europe (Ireland)"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceOption {
    value: String,
    title: Option<String>,
}

impl ChoiceOption {
    /// The value on the wire, and in the answer.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The text a client shows instead of the value.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// How to speak of the option to a person: its title, else its value.
    #[must_use]
    pub fn label(&self) -> &str {
        self.title().unwrap_or(&self.value)
    }
}

impl From<String> for ChoiceOption {
    fn from(value: String) -> Self {
        Self { value, title: None }
    }
}

impl From<&str> for ChoiceOption {
    fn from(value: &str) -> Self {
        Self::from(value.to_owned())
    }
}

impl<V: Into<String>, T: Into<String>> From<(V, T)> for ChoiceOption {
    /// Value, then title.
    fn from((value, title): (V, T)) -> Self {
        Self {
            value: value.into(),
            title: Some(title.into()),
        }
    }
}

/// The options of one field marked `#[elicit(choices)]`.
///
/// Cheap to clone. The options are validated when the question is asked, before anything is
/// sent: there has to be at least one; no value may be empty; no two values or titles may be
/// alike; no title may be the value of another option, because people type what they see; and each
/// option needs something to see. If one option has a title, those without are
/// titled by their values.
///
/// A title is shown as a [message](crate::Ask::form) is. A value is never altered: if it has an
/// invisible character and no title, it gets a title that shows it.
///
/// ```
/// use elicit_core::Choices;
///
/// let found: Choices = ["staging", "production"].into(); // or a `Vec`, or an iterator
/// assert_eq!(found.options().len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Choices {
    pub(crate) options: Arc<[ChoiceOption]>,
    /// How many can be chosen, if that is known only at run time.
    pub(crate) min_items: Option<u64>,
    pub(crate) max_items: Option<u64>,
}

impl Choices {
    /// The options, in the order in which they are shown.
    #[must_use]
    pub fn options(&self) -> &[ChoiceOption] {
        &self.options
    }

    /// What is wrong with the options themselves, if anything.
    #[cfg(any(feature = "dynamic", feature = "runtime"))]
    pub(crate) fn fault(&self) -> Option<&'static str> {
        if self.options.is_empty() {
            return Some("there are no options to choose from");
        }
        let values = self.options.iter().map(ChoiceOption::value);
        if values.collect::<HashSet<_>>().len() < self.options.len() {
            return Some("two options have the same value");
        }
        if self.options.iter().any(|option| option.value.is_empty()) {
            return Some("an option has an empty value");
        }
        // What has no title is shown as its value.
        let labels = self.options.iter().map(|option| visible(option.label()));
        let labels: Vec<_> = labels.collect();
        if labels.iter().any(|label| is_blank(label)) {
            return Some("an option has no visible text: both its title and its value are blank");
        }
        let labels = labels.iter().map(|label| label.trim());
        if labels.clone().collect::<HashSet<_>>().len() < self.options.len() {
            return Some("two options have the same title");
        }
        // No two values are alike, so a value that is a title belongs to one option.
        let mut values = self.options.iter().map(|option| option.value.trim());
        let shown = self.options.iter().zip(labels);
        let shown = shown.filter(|(option, label)| option.value.trim() != *label);
        let titles: HashSet<&str> = shown.map(|(_, label)| label).collect();
        if values.any(|value| titles.contains(value)) {
            return Some(
                "the title of an option is the value of another one, and people type titles",
            );
        }
        None
    }
}

impl<C: Into<ChoiceOption>, const N: usize> From<[C; N]> for Choices {
    fn from(options: [C; N]) -> Self {
        options.into_iter().collect()
    }
}

impl<C: Into<ChoiceOption>> From<Vec<C>> for Choices {
    fn from(options: Vec<C>) -> Self {
        options.into_iter().collect()
    }
}

impl<C: Into<ChoiceOption>> FromIterator<C> for Choices {
    fn from_iter<I: IntoIterator<Item = C>>(options: I) -> Self {
        Self {
            options: options.into_iter().map(Into::into).collect(),
            min_items: None,
            max_items: None,
        }
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&*self.options).finish()
    }
}

/// The run-time options of a whole form, by the index of the property.
pub trait RunTimeOptions: Send + Sync + 'static {
    /// Whether a property needs them, as a [`ConstBool`]. If each `choices` of a form is out of place,
    /// none does: that they are missing would be a second error.
    type Needed
    where
        Self: Sized;

    /// The options of the property at this index, if it takes them at run time.
    fn choices(&self, _index: usize) -> Option<&Choices> {
        None
    }
}

/// A form whose options are all declared needs nothing.
impl RunTimeOptions for () {
    type Needed = ConstBool<false>;
}

/// Those of each property, if it has any.
#[cfg(any(feature = "dynamic", feature = "pages"))]
impl RunTimeOptions for Arc<[Option<Choices>]> {
    type Needed = ConstBool<true>;

    fn choices(&self, index: usize) -> Option<&Choices> {
        self.get(index)?.as_ref()
    }
}

/// The only property has them.
impl RunTimeOptions for Choices {
    type Needed = ConstBool<true>;

    fn choices(&self, _index: usize) -> Option<&Choices> {
        Some(self)
    }
}
