//! The schema of a question, with the options, the title and the defaults of run time.
//!
//! It has the keywords of [`Elicit::requested_schema`](crate::Elicit::requested_schema) in the
//! same order. A test compares the two for each form of the test suite.

use std::borrow::Cow;

use serde_json::{Map, Number, Value, json};

use crate::{
    form::choices::{Choices, RunTimeOptions},
    form::{FormSchema, Kind, Literal, Options, Property},
    format::Format,
    plain_text::visible,
    reading::canonical,
    revision::Revision,
    schema::Spelling,
};

/// The schema of a form. `title` is that of its only property, if it is known only at run time.
/// `prefilled` has the values that replace declared defaults, by the name of the property.
pub(super) fn requested_schema<'v>(
    form: &'static FormSchema,
    choices: &dyn RunTimeOptions,
    title: Option<&str>,
    revision: Revision,
    prefilled: impl Fn(&str) -> Option<&'v Value>,
) -> Value {
    let mut properties = Map::new();
    for (place, property) in form.properties().iter().enumerate() {
        let choices = choices.choices(place);
        let default = first_value(property, choices, prefilled(property.name()));
        let title = title.map(visible);
        let title = title.or(property.title().map(Cow::Borrowed));
        let schema = property_schema(property, choices, title, revision, default);
        properties.insert(property.name().to_owned(), schema);
    }
    let required = form.properties().iter().filter(|p| p.is_required());
    let required: Vec<_> = required.map(Property::name).collect();
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
    title: Option<Cow<'_, str>>,
    revision: Revision,
    default: Option<Value>,
) -> Value {
    let kind = property.kind();
    let mut schema = Keywords::of_type(kind.type_name());
    schema.add_some("title", title);
    schema.add_some("description", property.description());
    match kind {
        Kind::Boolean => {}
        Kind::Integer(rules) => {
            schema.add_some("minimum", rules.minimum().and_then(Number::from_i128));
            schema.add_some("maximum", rules.maximum().and_then(Number::from_i128));
        }
        Kind::Number(rules) => {
            schema.add_some("minimum", rules.minimum().as_ref().map(literal));
            schema.add_some("maximum", rules.maximum().as_ref().map(literal));
        }
        Kind::Text(rules) => {
            schema.add_some("minLength", rules.min_length());
            schema.add_some("maxLength", rules.max_length());
            schema.add_some("format", rules.format().map(Format::as_str));
            schema.add_some("pattern", rules.pattern());
        }
        Kind::Choice(options) => {
            let list = OptionList::of(*options, supplied);
            match (list.titled(), revision.titled_choice()) {
                (None, _) => schema.add("enum", list.values()),
                (Some(titled), Spelling::OneOf) => schema.add("oneOf", titled),
                (Some(_), Spelling::EnumNames) => {
                    schema.add("enum", list.values());
                    schema.add("enumNames", list.labels());
                }
            }
        }
        Kind::MultiSelect {
            options,
            min_items,
            max_items,
            ..
        } => {
            let (least, most) = Choices::item_counts(supplied, *min_items, *max_items);
            schema.add_some("minItems", least);
            schema.add_some("maxItems", most);
            let list = OptionList::of(*options, supplied);
            schema.add(
                "items",
                match list.titled() {
                    Some(titled) => json!({"anyOf": titled}),
                    None => json!({"type": "string", "enum": list.values()}),
                },
            );
        }
    }
    schema.add_some("default", default);
    schema.into()
}

/// A bound or a default.
fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Decimal(decimal) => decimal.as_str().parse::<Number>().ok().into(),
        Literal::Integer(integer) => Number::from_i128(*integer).into(),
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

    fn values(&self) -> Value {
        self.0.iter().map(|(value, _)| *value).collect()
    }

    fn labels(&self) -> Value {
        let labels = self.0.iter();
        labels
            .map(|(value, title)| title.as_deref().unwrap_or(value))
            .collect()
    }

    /// `None`: no option has a title. If one has a title, those without are titled by their
    /// values.
    fn titled(&self) -> Option<Value> {
        let is_titled = self.0.iter().any(|(_, title)| title.is_some());
        let entries = self.0.iter().map(|(value, title)| {
            let title = title.as_deref().unwrap_or(value);
            json!({"const": value, "title": title})
        });
        is_titled.then(|| entries.collect())
    }
}
