//! One question: what makes it this one, the parameters of `elicitation/create` that it becomes, and how
//! it stands in its run.

pub(crate) mod address;
pub(super) mod all;
pub(crate) mod argument;
mod asking;
pub(crate) mod async_check;
mod client_asking;
pub(crate) mod completer;
pub(super) mod confirm;
#[cfg(feature = "dynamic")]
mod dynamic;
mod fault;
pub(super) mod form_question;
pub(super) mod link;
mod log;
#[cfg(not(feature = "pages"))]
pub(super) mod no_page;
pub(crate) mod one_value;
pub(super) mod or_end;
#[cfg(feature = "pages")]
pub(super) mod page;
mod rejected_answer;

#[cfg(not(feature = "pages"))]
pub(super) use no_page as page;

use std::{
    borrow::Cow,
    sync::{Arc, OnceLock},
    time::Duration,
};

use serde_json::{Map, Value};

use elicit_text::visible;

use super::{
    error::{AskError, UnshownLink},
    ledger::{
        Ledger,
        entry::{Asked, Entry, Known, Open, Phase},
    },
    outcome::{AnsweredBy, Mode},
    received_answer::Evidence,
    run::{Run, progress::Handle},
    state::digest::{Digest, Fields},
};
use crate::{
    form::{
        FormSchema, Kind, Property,
        choices::{Choices, RunTimeOptions},
    },
    schema::{
        declared::Declared,
        value::{RunTimeTexts, requested_schema},
    },
    violation::InvalidContent,
};
use page::PageForm;
use rejected_answer::RejectedAnswer;

/// A question, without the type of its answer.
struct Question<'a> {
    run: &'a Run,
    handle: Handle<'a>,
    message: &'a str,
    attempts: u8,
    timeout: Duration,
    /// `_meta`, where the revision has a place for it.
    meta: Option<&'a Map<String, Value>>,
    /// Those of the only property.
    texts: RunTimeTexts<'a>,
    /// If it asks for a consent: when it is asked again, nobody has agreed.
    is_consent: bool,
    body: Body<'a>,
    /// Made when it is first used: it requires the schema.
    digest: OnceLock<Digest>,
}

enum Body<'a> {
    Form {
        form: &'a FormSchema,
        /// The declared schema, on the revision of the call.
        declared: Arc<Declared>,
        choices: &'a dyn RunTimeOptions,
        /// The values that the fields begin with.
        prefill: &'a Map<String, Value>,
        /// If the person answers on a page of the server.
        page: Option<&'a PageForm>,
    },
    Link {
        url: &'a str,
        /// `elicitationId`.
        id: &'a str,
    },
}

impl Question<'_> {
    fn key(&self) -> &str {
        self.handle.key()
    }

    fn mode(&self) -> Mode {
        match self.body {
            Body::Form { page: None, .. } => Mode::Form,
            Body::Form { .. } | Body::Link { .. } => Mode::Url,
        }
    }

    fn form(&self) -> Option<&FormSchema> {
        match self.body {
            Body::Form { form, .. } => Some(form),
            Body::Link { .. } => None,
        }
    }

    fn bad(&self, reason: impl Into<Cow<'static, str>>) -> AskError {
        AskError::bad_question(self.key(), reason)
    }

    /// Tells this question from others. What is added when it is asked again does not count.
    fn digest(&self) -> &Digest {
        self.digest.get_or_init(|| self.new_digest())
    }

    fn new_digest(&self) -> Digest {
        let fields = Fields::new("elicit-core/v1/question\0")
            .field(self.key().as_bytes())
            .field(self.message.as_bytes())
            .field(self.mode().as_str().as_bytes());
        let declared = match &self.body {
            Body::Link { url, .. } => return fields.field(url.as_bytes()).digest(),
            Body::Form { declared, .. } => declared,
        };
        let declared = fields
            .field(declared.text().as_bytes())
            .optional(self.texts.title)
            .optional(self.texts.description);
        let with_options = self
            .supplied()
            .fold(declared, |fields, (property, choices)| {
                add_options(fields.field(property.name().as_bytes()), choices)
            });
        with_options.digest()
    }

    /// The properties whose options are known only now.
    fn supplied(&self) -> impl Iterator<Item = (&Property, &Choices)> {
        let properties = self.properties();
        properties.filter_map(|(property, choices)| Some((property, choices?)))
    }

    /// The properties of the form, with the options that are known only now.
    fn properties(&self) -> impl Iterator<Item = (&Property, Option<&Choices>)> {
        let (form, choices) = match self.body {
            Body::Link { .. } => (&[][..], &() as &dyn RunTimeOptions),
            Body::Form { form, choices, .. } => (form.properties(), choices),
        };
        let properties = form.iter().enumerate();
        properties.map(|(index, property)| (property, choices.choices(index)))
    }

    /// How the form shows a property.
    fn label<'s>(&'s self, name: &'s str) -> &'s str {
        let declared = || Some(self.form()?.property(name)?.label());
        self.texts.title.or_else(declared).unwrap_or(name)
    }

    /// The parameters of `elicitation/create`.
    fn params(&self, rejected: Option<&RejectedAnswer>) -> Value {
        let (revision, words) = (self.run.call.revision, self.run.words());
        let mut params = Map::new();
        if let Some(meta) = self.meta.filter(|_| revision.has_question_meta()) {
            params.insert("_meta".to_owned(), meta.clone().into());
        }
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
                declared,
                choices,
                prefill,
                ..
            } => {
                let again = rejected.filter(|_| !self.is_consent);
                let again = again.map(|rejected| rejected.shown_again(prefill));
                let prefilled = |name: &str| match &again {
                    Some(again) => again(name),
                    None => prefill.get(name),
                };
                let schema =
                    requested_schema(declared, form, *choices, self.texts, revision, prefilled);
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

impl Question<'_> {
    /// Counts the question, if the client can be asked and one more may be sent now. If something
    /// ends the run already, waits for that.
    async fn admit(&self) -> Result<(), AskError> {
        self.run.admit(&self.handle, self.mode()).await
    }

    /// What is known of the question from earlier runs. The log has a new answer.
    ///
    /// A first run keeps only those values of the answer that are properties of `form`.
    fn recall(&self, form: Option<&FormSchema>) -> Result<Known, AskError> {
        let (run, handle, digest) = (self.run, &self.handle, self.digest());
        let limits = &run.elicitation.limits;
        let take = |ledger: &mut Ledger| ledger.take_early(self.key(), digest, limits);
        if let Some(answered) = run.progress.with_ledger(take) {
            // As if the question had been sent, and answered at once.
            run.count(handle)?;
            handle.entry(|entry| entry.phase = Phase::Answered(answered));
        }
        let known = handle.recall(digest, self.attempts, form)?;
        if let Known::Answered(answer) = &known
            && answer.is_unread
        {
            self.log_answered(answer);
        }
        Ok(known)
    }

    /// Whether a limit of bytes leaves no room for any answer, because the call carries too much.
    fn has_no_room(&self, limit: usize) -> bool {
        limit < self.smallest_answer()
    }

    /// How many bytes of JSON the content of an answer has at least, as far as the lengths and the
    /// options say. A box may be left out, but clients send it, and to a consent there has to be room
    /// for a yes.
    fn smallest_answer(&self) -> usize {
        let is_consent = self.is_consent;
        let sent = self.properties().filter_map(|(property, choices)| {
            let meaning = property.meaning.at_run_time(choices);
            let is_box = !meaning.optional && matches!(meaning.kind, Kind::Boolean);
            let value = match choices.and_then(|choices| choices.options().last()) {
                Some(yes) if is_consent => yes.value().len() + 2,
                _ => meaning.kind.smallest(choices),
            };
            // With quotation marks, a colon and a comma.
            let size = (property.name().len() + 4).saturating_add(value);
            (is_box || is_consent || meaning.is_required()).then_some(size)
        });
        sent.fold(1, usize::saturating_add).max(2)
    }

    /// The attempt that follows an invalid answer. An error, if this was the last one.
    fn next_attempt(&self, attempt: u8, invalid: &InvalidContent) -> Result<u8, AskError> {
        let run = self.run;
        let is_new = run.waits_in_place() || self.handle.entry(Entry::make_invalid);
        if is_new {
            self.log_invalid(attempt, invalid);
        }
        // A client that answers another form does so again.
        if attempt < self.attempts && !invalid.is_foreign() {
            return Ok(attempt + 1);
        }
        self.handle.entry(|entry| entry.live.is_logged = !is_new);
        Err(self.invalid(invalid))
    }

    /// The error of a question whose last answer was invalid.
    fn invalid(&self, invalid: &InvalidContent) -> AskError {
        let mut properties = self.properties();
        let mut is_required = || {
            properties
                .any(|(property, choices)| property.meaning.at_run_time(choices).is_required())
        };
        let is_shown = self.mode() == Mode::Url
            || invalid.is_foreign()
            || self.evidence() == Evidence::FilledIn;
        if !is_shown && is_required() {
            AskError::Empty(invalid.clone())
        } else {
            AskError::Invalid(invalid.clone())
        }
    }

    /// Whether the question is a link, and this error says that the client has not shown it.
    fn is_unshown(&self, error: &AskError) -> bool {
        self.mode() == Mode::Url && matches!(error, AskError::TooFast) && self.evidence().is_none()
    }

    /// The error of a link that the client has not shown.
    ///
    /// `is_awaited`: the next call finds out what the person has done there.
    fn link_not_shown(&self, is_awaited: bool) -> AskError {
        match self.body {
            Body::Link { url, .. } => AskError::LinkNotShown {
                link: UnshownLink::new(url, is_awaited),
            },
            Body::Form { .. } => AskError::TooFast,
        }
    }

    fn note_answered_by(&self, by: AnsweredBy) {
        self.handle.entry(|entry| entry.live.answered_by = Some(by));
    }

    /// How far the answers show that a person has seen the question.
    fn evidence(&self) -> Evidence {
        self.handle.entry(|entry| entry.live.evidence)
    }

    /// Parks: the run ends with this question, among others, and a later run has the answer. The
    /// digest is that of the question that is answered.
    ///
    /// If the future is dropped earlier, as by `select!`, the question is not asked.
    async fn park(
        &self,
        digest: &Digest,
        attempt: u8,
        rejected: Option<&RejectedAnswer>,
    ) -> AskError {
        if let Err(error) = self.admit().await {
            return error;
        }
        let params = self.params(rejected);
        self.log_asked(attempt, rejected);
        let asked = self.run.elicitation.now().as_millis();
        let open = Open {
            digest: digest.clone(),
            attempt,
            earlier: Evidence::None,
            unknown_actions: 0,
            is_link: self.mode() == Mode::Url,
            asked: asked.try_into().unwrap_or(u64::MAX),
        };
        let least = self.smallest_answer();
        let asked = Asked {
            params,
            open,
            least,
        };
        self.handle.park(Some(asked)).await
    }
}

/// Adds what makes them other options to a digest.
fn add_options(fields: Fields, choices: &Choices) -> Fields {
    let limit = |limit: Option<u64>| limit.map(|limit| limit.to_string());
    let [least, most] = [choices.min_items, choices.max_items].map(limit);
    let number = choices.options().len().to_string();
    let fields = fields
        .optional(least.as_deref())
        .optional(most.as_deref())
        .field(number.as_bytes());
    choices.options().iter().fold(fields, |fields, option| {
        let fields = fields.field(option.value().as_bytes());
        fields.optional(option.title())
    })
}
