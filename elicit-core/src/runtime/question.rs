//! One question: what makes it this one, what is wrong with it, and the
//! parameters of `elicitation/create` that it becomes.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

use serde_json::{Map, Value, json};

use super::{AskError, Mode, bind::Fields, guard, limited, link, state::Digest};
use crate::{
    Choice, Choices, InvalidContent, Revision,
    choices::Supply,
    form::{FormSchema, Kind, Property},
    reading::shown,
};

/// The longest value of an answer, in bytes of JSON, that is filled in when it is asked for again.
/// It goes to the client and comes back with each attempt, and people type less.
const LONGEST_DEFAULT: usize = 4 * 1024;

/// A question, without the type of its answer.
pub(super) struct Question<'a> {
    pub(super) key: &'a str,
    pub(super) message: &'a str,
    pub(super) attempts: u8,
    pub(super) timeout: Duration,
    pub(super) body: Body<'a>,
}

pub(super) enum Body<'a> {
    Form {
        form: &'static FormSchema,
        /// The text of the schema on the revision of the call.
        schema: &'static str,
        choices: &'a dyn Supply,
        /// The values that the fields have to begin with.
        prefill: &'a Map<String, Value>,
    },
    Link {
        url: &'a str,
        /// `elicitationId`, which 2025-11-25 has.
        id: &'a str,
    },
}

/// An answer that was not valid, to be asked for again.
pub(super) struct Again {
    pub(super) invalid: InvalidContent,
    pub(super) content: Arc<Value>,
}

impl Question<'_> {
    pub(super) fn mode(&self) -> Mode {
        match self.body {
            Body::Form { .. } => Mode::Form,
            Body::Link { .. } => Mode::Url,
        }
    }

    pub(super) fn form(&self) -> Option<&'static FormSchema> {
        match self.body {
            Body::Form { form, .. } => Some(form),
            Body::Link { .. } => None,
        }
    }

    pub(super) fn bad(&self, reason: impl Into<Cow<'static, str>>) -> AskError {
        AskError::BadQuestion {
            key: self.key.to_owned(),
            reason: reason.into(),
        }
    }

    /// What the author says, and none of what this crate adds when it asks again.
    pub(super) fn digest(&self) -> Digest {
        let mut fields = Fields::new("elicit-core/v1/question\0")
            .field(self.key.as_bytes())
            .field(self.message.as_bytes())
            .field(self.mode().as_str().as_bytes());
        match &self.body {
            Body::Link { url, .. } => fields = fields.field(url.as_bytes()),
            Body::Form {
                form,
                schema,
                choices,
                ..
            } => {
                fields = fields.field(schema.as_bytes());
                for (_, choices) in supplied(form, *choices) {
                    let options = choices.options();
                    // Without their number it would not say where those of the next begin.
                    fields = fields.field(&(options.len() as u64).to_be_bytes());
                    for option in options {
                        fields = fields
                            .field(option.value().as_bytes())
                            .optional(option.title());
                    }
                }
            }
        }
        Digest(fields.digest())
    }

    /// Looks at what only exists at run time.
    ///
    /// # Errors
    ///
    /// `BadQuestion`.
    pub(super) fn check(&self) -> Result<(), AskError> {
        if self.key.is_empty() {
            return Err(self.bad("the key is empty, and answers are kept by key"));
        }
        if let Some(reason) = guard::fault(self.message) {
            return Err(self.bad(reason));
        }
        match &self.body {
            Body::Link { id: "", .. } => Err(self.bad("the system has no randomness for its id")),
            Body::Link { url, .. } => {
                link::fault(url).map_or(Ok(()), |reason| Err(self.bad(reason)))
            }
            Body::Form { form, choices, .. } => {
                for (property, choices) in supplied(form, *choices) {
                    let mut options = choices.options().iter();
                    let fault = choices
                        .fault()
                        .or_else(|| options.find_map(guard::option_fault))
                        .or_else(|| too_few(property, choices));
                    if let Some(reason) = fault {
                        return Err(self.bad(format!("options of `{}`: {reason}", property.name())));
                    }
                }
                Ok(())
            }
        }
    }

    /// A word of a run-time text that seems to ask for a credential.
    pub(super) fn credential(&self) -> Option<&'static str> {
        let found = guard::credential(self.message);
        let Body::Form {
            form,
            choices,
            prefill,
            ..
        } = &self.body
        else {
            return found;
        };
        let mut labels = supplied(form, *choices)
            .flat_map(|(_, choices)| choices.options())
            .map(Choice::label);
        found
            .or_else(|| labels.find_map(guard::credential))
            .or_else(|| {
                prefill
                    .values()
                    .filter_map(Value::as_str)
                    .find_map(guard::credential)
            })
    }

    /// The parameters of `elicitation/create`.
    pub(super) fn params(&self, revision: Revision, again: Option<&Again>) -> Value {
        let mut params = Map::new();
        if revision > Revision::V2025_06_18 {
            params.insert("mode".to_owned(), self.mode().as_str().into());
        }
        let message = match (again, self.form()) {
            (Some(again), Some(form)) => again.message(self.message, form),
            _ => self.message.to_owned(),
        };
        params.insert("message".to_owned(), message.into());
        match &self.body {
            Body::Form {
                form,
                schema,
                choices,
                prefill,
            } => {
                let valid = again.and_then(Again::valid_values);
                let default = |name: &str| match &valid {
                    Some(valid) => valid(name),
                    None => prefill.get(name),
                };
                let schema = requested_schema(schema, form, *choices, revision, &default);
                params.insert("requestedSchema".to_owned(), schema);
            }
            Body::Link { url, id } => {
                params.insert("url".to_owned(), (*url).into());
                if revision < Revision::V2026_07_28 {
                    params.insert("elicitationId".to_owned(), (*id).into());
                }
            }
        }
        Value::Object(params)
    }
}

impl Again {
    /// What is wrong with a rule of the server's own, whose text is made at run time, and
    /// with it the name of a property that the form does not have.
    pub(super) fn fault(&self, form: Option<&FormSchema>) -> Option<Cow<'static, str>> {
        let mut checks = self
            .invalid
            .violations()
            .iter()
            .filter(|violation| violation.keyword() == "check");
        let is_unknown = |name: &&str| form.is_none_or(|form| form.property(name).is_none());
        checks.find_map(|violation| {
            let name = violation.property().filter(is_unknown);
            guard::fault(&violation.message()).or_else(|| guard::fault(name?))
        })
    }

    fn message(&self, message: &str, form: &FormSchema) -> String {
        let mut message = format!("{message}\n\nPlease correct: ");
        for (i, violation) in self.invalid.violations().iter().enumerate() {
            if i > 0 {
                message.push_str("; ");
            }
            if let Some(name) = violation.property() {
                message.push_str(
                    form.property(name)
                        .map_or(name, |property| property.label()),
                );
                message.push_str(": ");
            }
            message.push_str(&violation.message());
        }
        message
    }

    /// The values that need no correction and are not too long to be filled in, by name.
    /// `None`: there was no object.
    fn valid_values<'a>(&'a self) -> Option<impl Fn(&str) -> Option<&'a Value>> {
        let given = self.content.as_object()?;
        let invalid = self.invalid.properties();
        Some(move |name: &str| {
            given
                .get(name)
                .filter(|value| !invalid.contains(name) && limited::fits(value, LONGEST_DEFAULT))
        })
    }
}

/// The properties whose options are known only now.
fn supplied<'a>(
    form: &'static FormSchema,
    choices: &'a dyn Supply,
) -> impl Iterator<Item = (&'static Property, &'a Choices)> {
    let properties = form.properties().iter().enumerate();
    properties.filter_map(move |(place, property)| Some((property, choices.choices(place)?)))
}

/// Whether there is no answer, since a person chooses each option once. Where they are
/// declared, the derive looks.
fn too_few(property: &Property, choices: &Choices) -> Option<Cow<'static, str>> {
    let number = choices.options().len();
    match property.kind() {
        Kind::MultiSelect {
            min_items: Some(least),
            ..
        } if property.is_required() && *least > number as u64 => Some(Cow::Owned(format!(
            "`min_items` is {least}, and the number of options is {number}"
        ))),
        _ => None,
    }
}

/// The schema as it is sent: the text that the compiler made, and what is known
/// only now.
fn requested_schema<'d>(
    text: &'static str,
    form: &'static FormSchema,
    choices: &dyn Supply,
    revision: Revision,
    default: &dyn Fn(&str) -> Option<&'d Value>,
) -> Value {
    let mut schema = parsed(text);
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return schema;
    };
    for (place, property) in form.properties().iter().enumerate() {
        let Some(Value::Object(keywords)) = properties.get_mut(property.name()) else {
            continue;
        };
        // `default` is the last keyword of a property, and stays it.
        let declared = keywords.remove("default");
        if let Some(choices) = choices.choices(place) {
            let spelling = spelt(choices, property.kind(), revision);
            keywords.extend(
                spelling
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value)),
            );
        }
        let default = default(property.name())
            .and_then(|value| shown(property, choices.choices(place), value));
        if let Some(default) = default.or(declared) {
            keywords.insert("default".to_owned(), default);
        }
    }
    schema
}

/// The options as keywords. If one has a title, all have: its value else.
fn spelt(choices: &Choices, kind: &Kind, revision: Revision) -> Vec<(&'static str, Value)> {
    let options = choices.options();
    let values = || options.iter().map(Choice::value).collect::<Value>();
    let titled = || {
        let entry = |option: &Choice| json!({"const": option.value(), "title": option.label()});
        options.iter().map(entry).collect::<Value>()
    };
    let is_titled = options.iter().any(|option| option.title().is_some());
    match (kind, is_titled) {
        (Kind::MultiSelect { .. }, true) => vec![("items", json!({"anyOf": titled()}))],
        (Kind::MultiSelect { .. }, false) => {
            vec![("items", json!({"type": "string", "enum": values()}))]
        }
        (_, true) if revision == Revision::V2025_06_18 => vec![
            ("enum", values()),
            ("enumNames", options.iter().map(Choice::label).collect()),
        ],
        (_, true) => vec![("oneOf", titled())],
        (_, false) => vec![("enum", values())],
    }
}

/// A schema, parsed the first time that it is asked with.
fn parsed(text: &'static str) -> Value {
    type Cache = HashMap<(usize, usize), Value>;
    static CACHE: OnceLock<Mutex<Cache>> = OnceLock::new();
    let cache = CACHE.get_or_init(Mutex::default);
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    // A static text is known by its place: there are as many as there are forms.
    let place = (text.as_ptr().addr(), text.len());
    let schema = cache
        .entry(place)
        .or_insert_with(|| serde_json::from_str(text).unwrap_or_default());
    schema.clone()
}
