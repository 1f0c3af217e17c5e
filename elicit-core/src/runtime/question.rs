//! One question: what makes it this one, what is wrong with it, and the
//! parameters of `elicitation/create` that it becomes.

pub(crate) mod address;
pub(super) mod all;
pub(crate) mod argument;
pub(crate) mod completer;
pub(super) mod confirm;
pub(super) mod elicit_result;
pub(super) mod form_question;
pub(super) mod link;
pub(super) mod needed_argument;
pub(crate) mod one_value;
pub(super) mod or_end;
#[cfg(feature = "pages")]
pub(super) mod page;

use std::{borrow::Cow, iter, time::Duration};

use serde_json::{Map, Value};

use super::{
    error::AskError,
    outcome::Mode,
    state::digest::{Digest, Fields},
    words::Words,
};
use crate::{
    form::{
        FormSchema, Kind, Property,
        choices::{Choice, Choices, RunTimeOptions},
    },
    plain_text::{credentials, find_invisible, has_link, is_blank, visible},
    revision::Revision,
    schema::value::{RunTimeTexts, requested_schema},
};
use elicit_result::RejectedAnswer;

/// A question, without the type of its answer.
pub(super) struct Question<'a> {
    pub(super) key: &'a str,
    pub(super) message: &'a str,
    pub(super) attempts: u8,
    pub(super) timeout: Duration,
    /// Whether the person answers it on a page of the server.
    pub(super) is_on_page: bool,
    pub(super) body: Body<'a>,
}

pub(super) enum Body<'a> {
    Form {
        form: &'static FormSchema,
        choices: &'a dyn RunTimeOptions,
        /// The values that the fields begin with.
        prefill: &'a Map<String, Value>,
        /// Those of the only property.
        texts: RunTimeTexts<'a>,
    },
    Link {
        url: &'a str,
        /// `elicitationId`.
        id: &'a str,
    },
}

impl Question<'_> {
    pub(super) fn mode(&self) -> Mode {
        match self.body {
            Body::Form { .. } if !self.is_on_page => Mode::Form,
            Body::Form { .. } | Body::Link { .. } => Mode::Url,
        }
    }

    pub(super) fn form(&self) -> Option<&'static FormSchema> {
        match self.body {
            Body::Form { form, .. } => Some(form),
            Body::Link { .. } => None,
        }
    }

    /// Whether the form has a property of this name.
    pub(super) fn has_property(&self, name: &str) -> bool {
        self.form()
            .is_some_and(|form| form.property(name).is_some())
    }

    pub(super) fn bad(&self, reason: impl Into<Cow<'static, str>>) -> AskError {
        AskError::bad_question(self.key, reason)
    }

    /// Tells this question from others. What is added when it is asked again does not count.
    pub(super) fn digest(&self) -> Digest {
        let asked = match &self.body {
            Body::Link { url, .. } => (*url).into(),
            // Only the rounds of the latest revision take a digest.
            Body::Form {
                form,
                choices,
                texts,
                ..
            } => requested_schema(form, *choices, *texts, Revision::LATEST, |_| None),
        };
        Fields::new("elicit-core/v1/question\0")
            .field(self.key.as_bytes())
            .field(self.message.as_bytes())
            .field(self.mode().as_str().as_bytes())
            .field(asked.to_string().as_bytes())
            .digest()
    }

    /// Looks at what only exists at run time. `url_limit` is in bytes.
    pub(super) fn check(&self, url_limit: Option<usize>) -> Result<(), AskError> {
        if self.key.is_empty() {
            return Err(self.bad("the key is empty, and answers are kept by key"));
        }
        if is_blank(&visible(self.message)) {
            return Err(self.bad("its message is blank"));
        }
        match &self.body {
            Body::Link { url, .. } => match address::fault(url, url_limit) {
                Some(fault) => Err(self.bad(format!("its address {fault}"))),
                None => Ok(()),
            },
            Body::Form { texts, .. } => {
                for (name, text) in [("title", texts.title), ("description", texts.description)] {
                    if text.is_some_and(|text| is_blank(&visible(text))) {
                        return Err(self.bad(format!("its {name} is blank")));
                    }
                }
                for (property, choices) in self.supplied() {
                    let fault = choices.fault().map(Cow::Borrowed);
                    let fault = fault.or_else(|| no_count(property, choices));
                    if let Some(reason) = fault {
                        return Err(self.bad(format!("options of `{}`: {reason}", property.name())));
                    }
                }
                Ok(())
            }
        }
    }

    /// Whether a text that only exists at run time has a link. A value without a title may be an
    /// address: it is what there is to choose.
    pub(super) fn has_link(&self, rejected: Option<&RejectedAnswer>) -> bool {
        let titles = self.options().filter_map(Choice::title);
        let mut texts = self.texts(rejected).chain(titles);
        texts.any(has_link)
    }

    /// Whether a text that only exists at run time has a character that is escaped.
    pub(super) fn has_invisible(&self, rejected: Option<&RejectedAnswer>) -> bool {
        let labels = self.options().map(Choice::label);
        let hides = |text: &str| {
            text.split("\r\n")
                .any(|part| find_invisible(part).is_some())
        };
        self.texts(rejected).chain(labels).any(hides)
    }

    /// The texts of run time but those of the options.
    fn texts<'s>(&'s self, rejected: Option<&'s RejectedAnswer>) -> impl Iterator<Item = &'s str> {
        let of_answer = rejected.into_iter().flat_map(RejectedAnswer::texts);
        let of_property = match self.body {
            Body::Link { .. } => RunTimeTexts::default(),
            Body::Form { texts, .. } => texts,
        };
        iter::once(self.message)
            .chain(of_answer)
            .chain(of_property.title)
            .chain(of_property.description)
    }

    /// The options that are known only now.
    fn options(&self) -> impl Iterator<Item = &Choice> {
        self.supplied().flat_map(|(_, choices)| choices.options())
    }

    /// The properties whose options are known only now.
    fn supplied(&self) -> impl Iterator<Item = (&'static Property, &Choices)> {
        let properties = self.properties();
        properties.filter_map(|(property, choices)| Some((property, choices?)))
    }

    /// The properties of the form, with the options that are known only now.
    pub(super) fn properties(&self) -> impl Iterator<Item = (&'static Property, Option<&Choices>)> {
        let (form, choices) = match self.body {
            Body::Link { .. } => (&[][..], &() as &dyn RunTimeOptions),
            Body::Form { form, choices, .. } => (form.properties(), choices),
        };
        let properties = form.iter().enumerate();
        properties.map(|(index, property)| (property, choices.choices(index)))
    }

    /// The title of a property that is known only now.
    pub(super) fn title(&self) -> Option<&str> {
        match self.body {
            Body::Link { .. } => None,
            Body::Form { texts, .. } => texts.title,
        }
    }

    /// How the form shows a property.
    fn label<'s>(&'s self, name: &'s str) -> &'s str {
        let declared = || Some(self.form()?.property(name)?.label());
        self.title().or_else(declared).unwrap_or(name)
    }

    /// A word of a run-time text that seems to ask for a credential. This is a guess, and only
    /// worth a warning.
    pub(super) fn credential(&self) -> Option<String> {
        // Credentials are what a page is for.
        if self.mode() == Mode::Url {
            return None;
        }
        let prefilled = match self.body {
            Body::Link { .. } => None,
            Body::Form { prefill, .. } => Some(prefill.values().filter_map(Value::as_str)),
        };
        self.texts(None)
            .chain(self.options().map(Choice::label))
            .chain(prefilled.into_iter().flatten())
            .flat_map(credentials)
            // In a sentence a pin is an ordinary thing, too: `Pin the version?`
            .find(|credential| credential != "pin")
    }

    /// What is unusual about the address of a page, which is worth a warning.
    pub(super) fn oddity(&self) -> Option<&'static str> {
        match &self.body {
            Body::Link { url, .. } => address::oddity(url),
            Body::Form { .. } => None,
        }
    }

    /// The parameters of `elicitation/create`.
    pub(super) fn params(
        &self,
        revision: Revision,
        words: &dyn Words,
        rejected: Option<&RejectedAnswer>,
    ) -> Value {
        let mut params = Map::new();
        // A form names its mode where there is another one, and a page always does.
        if self.mode() != Mode::Form || revision.has_url_mode() {
            params.insert("mode".to_owned(), self.mode().as_str().into());
        }
        let message = match rejected {
            Some(rejected) => rejected
                .message(self.message, |name| self.label(name), words)
                .into(),
            None => Cow::Borrowed(self.message),
        };
        params.insert("message".to_owned(), visible(&message).into());
        match &self.body {
            Body::Form {
                form,
                choices,
                prefill,
                texts,
            } => {
                let again = rejected.map(|rejected| rejected.shown_again(prefill));
                let schema =
                    requested_schema(form, *choices, *texts, revision, |name| match &again {
                        Some(again) => again(name),
                        None => prefill.get(name),
                    });
                params.insert("requestedSchema".to_owned(), schema);
            }
            Body::Link { url, id, .. } => {
                params.insert("url".to_owned(), (*url).into());
                // 2026-07-28 has none, and clients on `rmcp` before 3.9 cannot read a link without.
                params.insert("elicitationId".to_owned(), (*id).into());
            }
        }
        Value::Object(params)
    }
}

/// Why no number of options is a valid answer: a person chooses each option once. If the options and
/// the bounds are declared, the derive checks that.
fn no_count(property: &Property, choices: &Choices) -> Option<Cow<'static, str>> {
    let number = choices.options().len() as u64;
    let Kind::MultiSelect {
        min_items,
        max_items,
        ..
    } = property.at_run_time(Some(choices)).kind
    else {
        return None;
    };
    let [least, most] = match [choices.min_items, choices.max_items] {
        [None, None] => ["min_items", "max_items"],
        _ => ["at_least", "at_most"],
    };
    Some(match (min_items, max_items) {
        (Some(fewest), _) if !property.optional && fewest > number => {
            format!("`{least}` is {fewest}, and the number of options is {number}").into()
        }
        (_, Some(0)) => format!("`{most}` is 0, so there is nothing to choose").into(),
        (Some(fewest), Some(largest)) if fewest > largest => {
            format!("`{least}` is {fewest}, and `{most}` is {largest}").into()
        }
        _ => return None,
    })
}
