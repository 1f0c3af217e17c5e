//! What is in the fields of a page.

use std::{collections::HashMap, slice::from_ref};

use serde_json::{Map, Value};

use elicit_text::Format;

use crate::{
    form::{FormSchema, Kind, Property, choices::RunTimeOptions},
    reading::canonical,
    schema::value::literal,
};

/// What is in the fields of a page, as texts, by the names of the controls.
///
/// The names are indexes, because the author chooses the name of a property, and it may be the name of
/// another control. Options are indexes, too, because a browser would alter a value with a line break,
/// and because no value may be mistaken for "no answer".
#[derive(Default)]
pub(super) struct TypedTexts(HashMap<String, Vec<String>>);

/// The name of the control of the property at this index.
pub(super) fn control_name(index: usize) -> String {
    format!("f{index}")
}

/// The name of the second control of a date-time.
pub(super) fn offset_name(index: usize) -> String {
    format!("f{index}-offset")
}

impl TypedTexts {
    /// What a page shows at first: the values of a prefill, and the defaults. A secret is never
    /// shown.
    pub(super) fn at_first(
        form: &FormSchema,
        options: &dyn RunTimeOptions,
        prefill: &Map<String, Value>,
    ) -> Self {
        let mut typed = Self::default();
        for (index, property) in form.properties().iter().enumerate() {
            let choices = options.choices(index);
            let prefilled = prefill.get(property.name());
            let value = prefilled
                .and_then(|value| canonical(property, choices, value))
                .or_else(|| Some(literal(&property.default()?)));
            let Some(value) = value.filter(|_| !property.meaning.is_secret()) else {
                continue;
            };
            match property.kind() {
                Kind::Choice(options) | Kind::MultiSelect { options, .. } => {
                    let chosen = value.as_array().map_or(from_ref(&value), Vec::as_slice);
                    for chosen in chosen.iter().filter_map(Value::as_str) {
                        if let Some(option) = options.index_of(chosen, choices) {
                            typed.add(control_name(index), option.to_string());
                        }
                    }
                }
                _ if is_date_time(property) => {
                    let (local, offset) = split(value.as_str().unwrap_or_default());
                    typed.add(control_name(index), local.to_owned());
                    typed.add(offset_name(index), offset.to_owned());
                }
                _ => {
                    let text = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    typed.add(control_name(index), text);
                }
            }
        }
        typed
    }

    pub(super) fn add(&mut self, name: String, value: String) {
        self.0.entry(name).or_default().push(value);
    }

    /// All values of a control.
    pub(super) fn all(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// The value of a control with one value.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }
}

/// Whether it is a date with a time, which browsers have two controls for.
pub(super) fn is_date_time(property: &Property) -> bool {
    matches!(
        property.kind(),
        Kind::Text(rules) if rules.format() == Some(Format::DateTime) && !rules.is_secret()
    )
}

/// A date-time as browsers have it, and its offset: `2026-07-28T09:30:00` and `+02:00`.
fn split(text: &str) -> (&str, &str) {
    let offset = if text.ends_with(['Z', 'z']) {
        1
    } else {
        "+00:00".len()
    };
    let middle = text.len().saturating_sub(offset);
    text.split_at_checked(middle).unwrap_or((text, ""))
}

/// A date-time from its two controls. Browsers leave out seconds that are 0.
pub(super) fn date_time(local: &str, offset: &str) -> String {
    let seconds = if local.len() == "2026-07-28T09:30".len() {
        ":00"
    } else {
        ""
    };
    format!("{local}{seconds}{}", offset.replace('\u{2212}', "-"))
}

/// The values that may be shown again.
pub(crate) fn without_secrets<'a>(
    form: &FormSchema,
    value_of: impl Fn(&str) -> Option<&'a Value>,
) -> Map<String, Value> {
    let properties = form
        .properties()
        .iter()
        .filter(|property| !property.meaning.is_secret());
    let values = properties.filter_map(|property| {
        let value = value_of(property.name())?;
        Some((property.name().to_owned(), value.clone()))
    });
    values.collect()
}
