//! A received schema, read as a form.
//!
//! It knows what servers can rely on with every client: text, numbers, yes or
//! no, one of a list, several of a list. What it checks is a service to the
//! person who types; the server is the judge, and it alone knows what a
//! `pattern` means.

use std::fmt;

use serde_json::{Map, Number, Value};

/// The fields of a form, in the order in which they were sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The fields.
    pub fields: Vec<Field>,
}

/// One property of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The property's name, which the answer has it under.
    pub name: String,
    /// What a person reads in place of the name.
    pub title: Option<String>,
    /// What the server has to say about it.
    pub description: Option<String>,
    /// Whether the answer must have it.
    pub required: bool,
    /// What it takes.
    pub kind: Kind,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A text.
    Text(Text),
    /// A number.
    Number(Range),
    /// Yes or no.
    Flag {
        /// What it is unless said otherwise.
        default: Option<bool>,
    },
    /// One of a list.
    One {
        /// The list.
        options: Vec<Choice>,
        /// What it is unless said otherwise.
        default: Option<String>,
    },
    /// Several of a list.
    Several(Several),
}

/// The rules of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The fewest characters.
    pub min_length: Option<u64>,
    /// The most characters.
    pub max_length: Option<u64>,
    /// `email`, `uri`, `date` or `date-time`.
    pub format: Option<String>,
    /// A regular expression.
    pub pattern: Option<String>,
    /// What it is unless said otherwise.
    pub default: Option<String>,
}

/// The rules of a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Range {
    /// Whether it is an integer.
    pub whole: bool,
    /// The smallest.
    pub minimum: Option<Number>,
    /// The largest.
    pub maximum: Option<Number>,
    /// What it is unless said otherwise.
    pub default: Option<Number>,
}

/// The rules of a selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several {
    /// The list.
    pub options: Vec<Choice>,
    /// The fewest.
    pub min_items: Option<u64>,
    /// The most.
    pub max_items: Option<u64>,
    /// What it is unless said otherwise.
    pub default: Option<Vec<String>>,
}

/// An option of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What the answer has.
    pub value: String,
    /// What a person reads.
    pub title: String,
}

/// A schema that is not a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAForm(String);

impl fmt::Display for NotAForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server sent a schema that is not a form: {}", self.0)
    }
}

impl std::error::Error for NotAForm {}

impl Form {
    /// Reads a `requestedSchema`.
    ///
    /// # Errors
    ///
    /// When a property is of a kind that no form can have, or of no kind at all.
    pub fn read(schema: &Value) -> Result<Self, NotAForm> {
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.ok_or_else(|| NotAForm("it has no `properties`".into()))?;
        let required: Vec<&str> = match schema.get("required") {
            None => Vec::new(),
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            Some(_) => return Err(NotAForm("its `required` is not a list".into())),
        };
        let fields = properties.iter().map(|(name, property)| {
            let property = property.as_object();
            let property = property.ok_or_else(|| NotAForm(format!("`{name}` has no schema")))?;
            Ok(Field {
                name: name.clone(),
                title: text(property, "title"),
                description: text(property, "description"),
                required: required.contains(&name.as_str()),
                kind: kind(property).map_err(|why| NotAForm(format!("`{name}` {why}")))?,
            })
        });
        let fields = fields.collect::<Result<_, _>>()?;
        Ok(Self { fields })
    }

    /// Takes an earlier answer as the defaults of a form that is asked again, except
    /// for the fields that the correction names.
    pub fn prefill(&mut self, earlier: &Map<String, Value>, correction: &str) {
        for field in &mut self.fields {
            if let Some(value) = earlier.get(&field.name)
                && !correction.contains(field.label())
            {
                field.prefill(value);
            }
        }
    }
}

impl Field {
    /// What to call it: the title, else the name.
    #[must_use]
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }

    fn prefill(&mut self, value: &Value) {
        match (&mut self.kind, value) {
            (Kind::Text(Text { default, .. }) | Kind::One { default, .. }, Value::String(text)) => {
                *default = Some(text.clone());
            }
            (Kind::Number(Range { default, .. }), Value::Number(number)) => {
                *default = Some(number.clone());
            }
            // An optional field without a default is left out by a third option, which
            // a default would take away.
            (Kind::Flag { default }, Value::Bool(yes)) if self.required || default.is_some() => {
                *default = Some(*yes);
            }
            (Kind::Several(Several { default, .. }), Value::Array(values)) => {
                let texts = values.iter().filter_map(Value::as_str);
                *default = Some(texts.map(str::to_owned).collect());
            }
            _ => {}
        }
    }
}

type Schema = Map<String, Value>;

fn kind(property: &Schema) -> Result<Kind, String> {
    match property.get("type").and_then(Value::as_str) {
        Some("string") => match choices(property, "oneOf")? {
            Some(options) => Ok(Kind::One {
                options,
                default: text(property, "default"),
            }),
            None => Ok(Kind::Text(Text {
                min_length: count(property, "minLength"),
                max_length: count(property, "maxLength"),
                format: text(property, "format"),
                pattern: text(property, "pattern"),
                default: text(property, "default"),
            })),
        },
        Some(number @ ("integer" | "number")) => Ok(Kind::Number(Range {
            whole: number == "integer",
            minimum: number_at(property, "minimum"),
            maximum: number_at(property, "maximum"),
            default: number_at(property, "default"),
        })),
        Some("boolean") => Ok(Kind::Flag {
            default: property.get("default").and_then(Value::as_bool),
        }),
        Some("array") => {
            let items = property.get("items").and_then(Value::as_object);
            let options = items.map(|items| choices(items, "anyOf")).transpose()?;
            Ok(Kind::Several(Several {
                options: options.flatten().ok_or("has no options")?,
                min_items: count(property, "minItems"),
                max_items: count(property, "maxItems"),
                default: strings(property, "default"),
            }))
        }
        Some(other) => Err(format!("is of type `{other}`")),
        None => Err("has no single `type`".into()),
    }
}

/// The options of `enum` (with `enumNames`) or of `titled`: none where the schema
/// has neither.
fn choices(schema: &Schema, titled: &str) -> Result<Option<Vec<Choice>>, String> {
    let options = match (schema.get("enum"), schema.get(titled)) {
        (Some(values), _) => {
            let names = strings(schema, "enumNames").unwrap_or_default();
            let values = values.as_array().ok_or("has an `enum` that is no list")?;
            let mut names = names.into_iter();
            let choice = |value: &Value| {
                let value = value.as_str()?.to_owned();
                let title = names.next().unwrap_or_else(|| value.clone());
                Some(Choice { value, title })
            };
            values.iter().map(choice).collect::<Option<Vec<_>>>()
        }
        (None, Some(entries)) => {
            let entries = entries.as_array().ok_or("has options that are no list")?;
            let choice = |entry: &Value| {
                let entry = entry.as_object()?;
                let value = text(entry, "const")?;
                let title = text(entry, "title").unwrap_or_else(|| value.clone());
                Some(Choice { value, title })
            };
            entries.iter().map(choice).collect()
        }
        (None, None) => return Ok(None),
    };
    match options {
        Some(options) if !options.is_empty() => Ok(Some(options)),
        Some(_) => Err("has no options".into()),
        None => Err("has an option that is no text".into()),
    }
}

fn text(schema: &Schema, key: &str) -> Option<String> {
    schema.get(key)?.as_str().map(str::to_owned)
}

fn strings(schema: &Schema, key: &str) -> Option<Vec<String>> {
    let values = schema.get(key)?.as_array()?.iter();
    values
        .map(|value| value.as_str().map(str::to_owned))
        .collect()
}

fn count(schema: &Schema, key: &str) -> Option<u64> {
    schema.get(key)?.as_u64()
}

fn number_at(schema: &Schema, key: &str) -> Option<Number> {
    schema.get(key)?.as_number().cloned()
}

impl Text {
    /// Whether this may be sent.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words for the person who types it.
    pub fn check(&self, typed: &str) -> Result<(), String> {
        let length = u64::try_from(typed.chars().count()).unwrap_or(u64::MAX);
        if let Some(min) = self.min_length.filter(|min| length < *min) {
            return Err(format!("at least {}, not {length}", characters(min)));
        }
        if let Some(max) = self.max_length.filter(|max| length > *max) {
            return Err(format!("at most {}, not {length}", characters(max)));
        }
        match self.format.as_deref().and_then(shape) {
            Some((fits, wanted)) if !fits(typed) => Err(format!("this is not {wanted}")),
            _ => Ok(()),
        }
    }

    /// The rules, for a person.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        let length = match (self.min_length, self.max_length) {
            (Some(min), Some(max)) if min == max => Some(characters(min)),
            (Some(min), Some(max)) => Some(format!("{min} to {}", characters(max))),
            (Some(min), None) => Some(format!("at least {}", characters(min))),
            (None, Some(max)) => Some(format!("at most {}", characters(max))),
            (None, None) => None,
        };
        let format = self.format.as_deref();
        let format = format.map(|format| shape(format).map_or(format, |(_, wanted)| wanted));
        let pattern = self.pattern.as_ref().map(|p| format!("matches {p}"));
        let format = format.map(str::to_owned);
        length.into_iter().chain(format).chain(pattern).collect()
    }
}

fn characters(count: u64) -> String {
    match count {
        1 => "1 character".into(),
        count => format!("{count} characters"),
    }
}

type Shape = (fn(&str) -> bool, &'static str);

/// What a text of this format cannot lack, and what to call it. No more than
/// that: a rule that is too strict would keep a valid answer from the server.
fn shape(format: &str) -> Option<Shape> {
    Some(match format {
        "email" => (
            |text| {
                text.split_once('@')
                    .is_some_and(|(a, b)| !a.is_empty() && !b.is_empty())
            },
            "an e-mail address",
        ),
        "uri" => (
            |text| text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.contains(':'),
            "a URI such as https://example.org",
        ),
        "date" => (is_date, "a date such as 2026-07-28"),
        "date-time" => (
            |text| text.get(..10).is_some_and(is_date) && text.len() > 16,
            "a time such as 2026-07-28T09:30:00Z",
        ),
        _ => return None,
    })
}

fn is_date(text: &str) -> bool {
    let pattern = "dddd-dd-dd".chars();
    text.len() == 10
        && text.chars().zip(pattern).all(|(c, p)| match p {
            'd' => c.is_ascii_digit(),
            p => c == p,
        })
}

impl Range {
    /// The number that was typed, if it may be sent.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words for the person who types it.
    pub fn check(&self, typed: &str) -> Result<Number, String> {
        let wanted = if self.whole {
            "a whole number"
        } else {
            "a number"
        };
        let typed = typed.trim();
        let number = typed.parse::<i64>().map(Number::from);
        let number = number.or_else(|_| typed.parse::<u64>().map(Number::from));
        let number = number
            .ok()
            .or_else(|| typed.parse().ok().and_then(Number::from_f64))
            .filter(|number| !self.whole || is_whole(number))
            .ok_or_else(|| format!("this is not {wanted}"))?;
        if let Some(min) = self.minimum.as_ref().filter(|min| less(&number, min)) {
            return Err(format!("at least {min}"));
        }
        if let Some(max) = self.maximum.as_ref().filter(|max| less(max, &number)) {
            return Err(format!("at most {max}"));
        }
        Ok(number)
    }

    /// The rules, for a person.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        let wanted = if self.whole {
            "a whole number"
        } else {
            "a number"
        };
        vec![match (&self.minimum, &self.maximum) {
            (Some(min), Some(max)) => format!("{wanted} from {min} to {max}"),
            (Some(min), None) => format!("{wanted}, at least {min}"),
            (None, Some(max)) => format!("{wanted}, at most {max}"),
            (None, None) => wanted.to_owned(),
        }]
    }
}

fn is_whole(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|n| n.fract() == 0.0)
}

fn less(a: &Number, b: &Number) -> bool {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a < b,
        _ => a.as_f64() < b.as_f64(),
    }
}

impl Several {
    /// Whether so many may be sent.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words for the person who chooses.
    pub fn check(&self, chosen: usize) -> Result<(), String> {
        let chosen = u64::try_from(chosen).unwrap_or(u64::MAX);
        if let Some(min) = self.min_items.filter(|min| chosen < *min) {
            return Err(format!("choose at least {min}"));
        }
        if let Some(max) = self.max_items.filter(|max| chosen > *max) {
            return Err(format!("choose at most {max}"));
        }
        Ok(())
    }

    /// The rules, for a person.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        let rule = match (self.min_items.filter(|min| *min > 0), self.max_items) {
            (Some(min), Some(max)) if min == max => Some(format!("choose {min}")),
            (Some(min), Some(max)) => Some(format!("choose {min} to {max}")),
            (Some(min), None) => Some(format!("choose at least {min}")),
            (None, Some(max)) => Some(format!("choose at most {max}")),
            (None, None) => None,
        };
        rule.into_iter().collect()
    }
}
