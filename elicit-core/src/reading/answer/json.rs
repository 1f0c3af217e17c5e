//! An answer as JSON, in the spelling of its schema.

use serde_json::Value;

use super::Answer;
#[cfg(feature = "dynamic")]
use crate::violation::InvalidContent;
use crate::{
    form::{Kind, Property, choices::Choices},
    reading::input::Input,
};

/// A valid value of the property as a form shows it before anybody has typed anything: as
/// [`Answer::canonical`]. `None` if it counts as absent.
pub(crate) fn canonical(
    property: &Property,
    choices: Option<&Choices>,
    value: &Value,
) -> Option<Value> {
    let mut violations = Vec::new();
    let answer = Answer::new(property, Input::Value(value), choices, &mut violations);
    if answer.counts_as_absent() {
        return None;
    }
    answer.canonical()
}

impl Answer<'_> {
    /// A valid value in the spelling of its schema, which answers need not have. An integer has no
    /// fraction, a text no line break that its rules refuse, and an option is its value.
    fn canonical(&self) -> Option<Value> {
        match (self.property.meaning.kind, self.input) {
            (Kind::Integer(_), _) => i64::try_from(self.whole()?).ok().map(Value::from),
            (Kind::Text(_), _) => self.as_text().map(Value::from),
            (Kind::Choice(options), _) => {
                let text = self.as_text()?;
                let index = options.index_of(text, self.choices)?;
                options.value_at(index, self.choices).map(Value::from)
            }
            (Kind::MultiSelect { options, .. }, _) => {
                let items = self.input.items()?.map(|text| {
                    let index = options.index_of(text?, self.choices)?;
                    options.value_at(index, self.choices).map(Value::from)
                });
                items.collect()
            }
            (Kind::Boolean | Kind::Number(_), Input::Value(value)) => Some(value.clone()),
            (Kind::Boolean | Kind::Number(_), _) => None,
        }
    }

    /// The valid value as JSON, for a property that no type reads. `None` also if it was left out.
    #[cfg(feature = "dynamic")]
    pub(crate) fn json(&mut self) -> Option<Value> {
        if self.is_absent() {
            return None;
        }
        match self.property.meaning.kind {
            Kind::Boolean => drop(self.boolean()?),
            Kind::Integer(_) => drop(self.integer()?),
            Kind::Number(_) => drop(self.number()?),
            Kind::Text(_) => drop(self.text()?),
            Kind::Choice(_) => drop(self.option()?),
            Kind::MultiSelect { .. } => {
                let before = self.violations.len();
                self.options(&mut |_| {})?;
                if self.violations.len() > before {
                    return None;
                }
            }
        }
        self.canonical()
    }
}

/// A value of a property that no type reads, as its schema spells it.
#[cfg(feature = "dynamic")]
pub(crate) fn json_value(
    property: &Property,
    choices: Option<&Choices>,
    value: &Value,
) -> Result<Value, InvalidContent> {
    let mut violations = Vec::new();
    let mut answer = Answer::new(property, Input::Value(value), choices, &mut violations);
    match answer.json() {
        Some(value) => Ok(value),
        None => Err(InvalidContent::new(violations)),
    }
}
