//! The schema of a question: the declared one, with what is known only at run time.

use std::borrow::Cow;

use serde_json::{Map, Number, Value, json};

use elicit_text::visible;

use super::{
    declared::Declared,
    options::{self, OptionsKeyword},
};
use crate::{
    form::{
        FormSchema, Kind, Literal,
        choices::{ChoiceOption, Choices, RunTimeOptions},
    },
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

/// The schema of a form that has this declared one. `prefilled` has the values that replace
/// declared defaults, by the name of the property.
pub(crate) fn requested_schema<'v>(
    declared: &Declared,
    form: &FormSchema,
    choices: &dyn RunTimeOptions,
    texts: RunTimeTexts<'_>,
    revision: Revision,
    prefilled: impl Fn(&str) -> Option<&'v Value>,
) -> Value {
    let mut schema = declared.schema().clone();
    let mut required = Vec::new();
    for (index, property) in form.properties().iter().enumerate() {
        let choices = choices.choices(index);
        let meaning = property.meaning.at_run_time(choices);
        if meaning.is_required() {
            required.push(property.name());
        }
        let Some(Value::Object(keywords)) = schema
            .get_mut("properties")
            .and_then(|properties| properties.get_mut(property.name()))
        else {
            continue;
        };
        for (name, text) in [("title", texts.title), ("description", texts.description)] {
            if let Some(text) = text {
                keywords.insert(name.to_owned(), visible(text).into());
            }
        }
        if let Some(choices) = choices {
            add_options(keywords, &meaning.kind, choices, revision);
        }
        let default = prefilled(property.name());
        if let Some(default) = default.and_then(|value| canonical(property, choices, value)) {
            keywords.insert("default".to_owned(), default);
        }
    }
    // How many options have to be chosen may be known only now.
    if required.is_empty() {
        schema.remove("required");
    } else {
        schema.insert("required".to_owned(), required.into());
    }
    schema.into()
}

/// A bound or a default.
#[expect(
    clippy::cast_precision_loss,
    reason = "to the nearest `f64`, as a parser reads it"
)]
pub(crate) fn literal(literal: &Literal) -> Value {
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

/// Adds the options of a select, and how many can be chosen.
fn add_options(
    keywords: &mut Map<String, Value>,
    kind: &Kind,
    choices: &Choices,
    revision: Revision,
) {
    let limits = rules::keywords(kind).into_iter();
    let limits = limits.filter_map(|(name, value)| Some((name.to_owned(), literal(&value?))));
    keywords.extend(limits);
    let shown = choices.options().iter().map(shown_option);
    let shown: Vec<_> = shown.collect();
    let is_titled = shown.iter().any(|(_, title)| title.is_some());
    let listed = options::keywords(kind, is_titled, revision.titled_choice()).iter();
    let listed = listed.map(|(name, value)| ((*name).to_owned(), list(*value, &shown)));
    if let Kind::MultiSelect { .. } = kind {
        let listed: Map<_, _> = listed.collect();
        keywords.insert("items".to_owned(), listed.into());
    } else {
        keywords.extend(listed);
    }
}

/// The value of an option, and its title as it is sent.
type ShownOption<'a> = (&'a str, Option<Cow<'a, str>>);

fn shown_option(option: &ChoiceOption) -> ShownOption<'_> {
    let shown = visible(option.label());
    // A person cannot see the value as it is.
    let hides = matches!(shown, Cow::Owned(_));
    let title = (hides || option.title().is_some()).then_some(shown);
    (option.value(), title)
}

fn list(keyword: OptionsKeyword, options: &[ShownOption<'_>]) -> Value {
    if let OptionsKeyword::Type = keyword {
        return "string".into();
    }
    let options = options.iter().map(|(value, title)| {
        // If one option has a title, those without are titled by their values.
        let title = title.as_deref().unwrap_or(value);
        match keyword {
            OptionsKeyword::Titled => json!({"const": value, "title": title}),
            OptionsKeyword::Titles => title.into(),
            OptionsKeyword::Values | OptionsKeyword::Type => (*value).into(),
        }
    });
    options.collect()
}
