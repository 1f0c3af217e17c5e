//! The schema of a question as a value, with the options, the title and the defaults of run time.
//!
//! It has the keywords of the text in the same order. A test compares the two for each form of the
//! test suite.

use std::borrow::Cow;

use serde_json::{Map, Number, Value, json};

use super::options::{self, OptionsKeyword};
use crate::{
    form::{
        FormSchema, Kind, Literal, Options, Property,
        choices::{Choices, RunTimeOptions},
    },
    plain_text::visible,
    reading::canonical,
    revision::Revision,
    rules,
};

/// The texts of the only property of a form that are known only at run time.
#[derive(Clone, Copy, Default)]
pub(crate) struct RunTimeTexts<'a> {
    pub(crate) title: Option<&'a str>,
    pub(crate) description: Option<&'a str>,
}

/// The schema of a form. `prefilled` has the values that replace declared defaults, by the name of the property.
pub(crate) fn requested_schema<'v>(
    form: &'static FormSchema,
    choices: &dyn RunTimeOptions,
    texts: RunTimeTexts<'_>,
    revision: Revision,
    prefilled: impl Fn(&str) -> Option<&'v Value>,
) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (index, property) in form.properties().iter().enumerate() {
        let choices = choices.choices(index);
        let property = &property.at_run_time(choices);
        let default = first_value(property, choices, prefilled(property.name()));
        let schema = property_schema(property, choices, texts, revision, default);
        properties.insert(property.name().to_owned(), schema);
        if property.is_required() {
            required.push(property.name());
        }
    }
    let mut schema = Keywords::of_type("object");
    schema.add("properties", properties);
    if !required.is_empty() {
        schema.add("required", required);
    }
    schema.into()
}

/// What a form shows before anybody has typed anything.
pub(crate) fn first_value(
    property: &Property,
    choices: Option<&Choices>,
    prefilled: Option<&Value>,
) -> Option<Value> {
    prefilled
        .and_then(|value| canonical(property, choices, value))
        .or_else(|| Some(literal(&property.default()?)))
}

fn property_schema(
    property: &Property,
    supplied: Option<&Choices>,
    texts: RunTimeTexts<'_>,
    revision: Revision,
    default: Option<Value>,
) -> Value {
    let kind = property.kind;
    let mut schema = Keywords::of_type(kind.type_name());
    let text = |own: Option<&str>, declared: Option<&'static str>| {
        own.map(visible)
            .or(declared.map(Cow::Borrowed))
            .map(Cow::into_owned)
    };
    schema.add_some("title", text(texts.title, property.title()));
    schema.add_some("description", text(texts.description, property.description));
    for (name, value) in rules::keywords(&kind) {
        schema.add_some(name, value.as_ref().map(literal));
    }
    if let Kind::Choice(options) | Kind::MultiSelect { options, .. } = kind {
        let list = OptionList::of(options, supplied);
        let keywords = list.keywords(&kind, revision);
        if let Kind::MultiSelect { .. } = kind {
            schema.add("items", keywords);
        } else {
            schema.0.extend(keywords);
        }
    }
    schema.add_some("default", default);
    schema.into()
}

/// A bound or a default.
#[expect(
    clippy::cast_precision_loss,
    reason = "to the nearest `f64`, as a parser reads it"
)]
fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Decimal(decimal) => Number::from_f64(decimal.value).into(),
        Literal::Integer(integer) => Number::from_i128(*integer)
            .or_else(|| Number::from_f64(*integer as f64))
            .into(),
        Literal::Boolean(boolean) => (*boolean).into(),
        Literal::Text(text) => (*text).into(),
        Literal::List(items) => (*items).into(),
    }
}

/// The keywords of a schema, in the order in which they are added.
struct Keywords(Map<String, Value>);

impl Keywords {
    fn of_type(name: &str) -> Self {
        Self(Map::from_iter([("type".to_owned(), name.into())]))
    }

    fn add(&mut self, keyword: &str, value: impl Into<Value>) {
        self.0.insert(keyword.to_owned(), value.into());
    }

    fn add_some(&mut self, keyword: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.add(keyword, value);
        }
    }
}

impl From<Keywords> for Value {
    fn from(keywords: Keywords) -> Self {
        keywords.0.into()
    }
}

/// The options of a select: the value of each, and its title as it is sent.
struct OptionList<'a>(Vec<(&'a str, Option<Cow<'a, str>>)>);

impl<'a> OptionList<'a> {
    fn of(options: Options, supplied: Option<&'a Choices>) -> Self {
        let entries = options.entries(supplied);
        let shown = entries.map(|(value, title)| {
            let shown = visible(title.unwrap_or(value));
            // Nobody sees the value as it is.
            let hides = matches!(shown, Cow::Owned(_));
            (value, (hides || title.is_some()).then_some(shown))
        });
        Self(shown.collect())
    }

    fn keywords(&self, kind: &Kind, revision: Revision) -> Map<String, Value> {
        let is_titled = self.0.iter().any(|(_, title)| title.is_some());
        let keywords = options::keywords(kind, is_titled, revision.titled_choice());
        let keywords = keywords.iter();
        keywords
            .map(|(name, value)| ((*name).to_owned(), self.listed(*value)))
            .collect()
    }

    fn listed(&self, options: OptionsKeyword) -> Value {
        if let OptionsKeyword::Type = options {
            return "string".into();
        }
        let options = self.0.iter().map(|(value, title)| {
            // If one option has a title, those without are titled by their values.
            let title = title.as_deref().unwrap_or(value);
            match options {
                OptionsKeyword::Titled => json!({"const": value, "title": title}),
                OptionsKeyword::Titles => title.into(),
                OptionsKeyword::Values | OptionsKeyword::Type => (*value).into(),
            }
        });
        options.collect()
    }
}
