//! What the log has of a question: when it was asked, how it was answered, and why it failed. Names,
//! numbers, keywords and sentences of this crate, never a value. The keys are the server's; they are
//! escaped and cut.

use std::iter;

use serde_json::Value;
use tracing::{Instrument as _, Level, Span, enabled, error, info, info_span, warn};

use elicit_text::{Role, credential, first_invisible, has_link};

use super::{Body, Question, address, rejected_answer::RejectedAnswer};
use crate::{
    form::{FormSchema, choices::ChoiceOption},
    runtime::{
        error::{AskError, split_help},
        log_name::log_name,
        outcome::{Action, AnsweredBy, Mode},
        received_answer::ReceivedAnswer,
        run::audit::of_call,
    },
    violation::InvalidContent,
};

/// One event of a question, with the fields that all of them have.
macro_rules! event {
    ($level:ident, $question:expr, $({$($field:tt)*},)? $text:literal) => {
        of_call!(
            $level, $question.run,
            {key = log_name($question.key()), mode = $question.mode().as_str(), $($($field)*)?},
            $text
        )
    };
}

impl Question<'_> {
    /// Around everything that happens to the question in one run.
    pub(super) fn span(&self) -> Span {
        info_span!(
            target: "elicit_core",
            "elicitation",
            key = log_name(self.key()),
            tool = log_name(&self.run.call.target),
            revision = self.run.call.revision.as_str(),
        )
    }

    /// Awaits a part of the question in its span, and logs an error.
    pub(super) async fn logged<T>(
        &self,
        span: &Span,
        part: impl Future<Output = Result<T, AskError>>,
    ) -> Result<T, AskError> {
        let result = part.instrument(span.clone()).await;
        if let Err(error) = &result {
            span.in_scope(|| self.log_failure(error));
        }
        result
    }

    pub(super) fn log_asked(&self, attempt: u8, rejected: Option<&RejectedAnswer>) {
        event!(info, self, {attempt,}, "asked");
        self.log_findings(rejected);
        if self.key().ends_with(['?', '!', '.', '…', '。', '？', '！']) {
            event!(
                warn, self, {finding = "key",},
                "the key reads as a sentence: it comes before the message, and is a constant such as \
                 `delete`"
            );
            self.report_mistake(|key| {
                format!(
                    "the key `{key}` reads as a sentence: the key of a question comes before its \
                     message, and is a constant such as `delete`"
                )
            });
        }
    }

    /// Tells a test of a mistake that is otherwise only in the log.
    fn report_mistake(&self, mistake: impl FnOnce(&str) -> String) {
        if let Some(on_mistake) = &self.run.elicitation.on_mistake {
            on_mistake(mistake(&log_name(self.key())));
        }
    }

    /// What the texts of a question have that a reader of the log should know.
    pub(super) fn log_findings(&self, rejected: Option<&RejectedAnswer>) {
        // This searches all texts of the question, and only the log needs it.
        if !enabled!(target: "elicit_core", Level::WARN) {
            return;
        }
        if self.has_link(rejected) {
            event!(
                warn, self, {finding = "link",},
                "the question has a link, which a client may make clickable"
            );
        }
        if self.has_invisible(rejected) {
            event!(
                warn, self, {finding = "invisible character",},
                "the question has an invisible character, which was escaped"
            );
        }
        if let Some(word) = self.credential() {
            let word = word.as_str();
            event!(
                warn, self, {word,},
                "the question seems to ask for a credential, which elicitation must not do"
            );
        }
        if let Body::Link { url, .. } = self.body
            && let Some(reason) = address::oddity(url)
        {
            event!(warn, self, {reason,}, "the address of the page is unusual");
        }
    }

    pub(super) fn log_answered(&self, answer: &ReceivedAnswer) {
        // Otherwise the client has answered by itself.
        let by = (!answer.is_too_fast).then_some(answer.by().as_str());
        event!(
            info, self,
            {
                attempt = answer.attempt,
                action = answer.action.as_str(),
                by,
                latency_ms = answer.latency_ms,
            },
            "answered"
        );
    }

    /// The client cannot be asked, and an argument of the tool is the answer.
    pub(super) fn log_argument(&self, reason: Option<&str>) {
        event!(
            info, self,
            {action = Action::Accept.as_str(), by = AnsweredBy::Argument.as_str(), reason,},
            "answered"
        );
    }

    pub(super) fn log_invalid(&self, attempt: u8, invalid: &InvalidContent) {
        for violation in invalid.violations() {
            event!(
                info, self,
                {
                    attempt,
                    property = violation.property().map(log_name),
                    keyword = violation.keyword(),
                },
                "the answer is invalid"
            );
            let unknown = violation.property().filter(|name| {
                let has = |form: &FormSchema| form.property(name).is_some();
                violation.keyword() == "check" && !self.form().is_some_and(has)
            });
            let Some(name) = unknown else { continue };
            event!(
                warn, self, {finding = "check", property = log_name(name),},
                "a check reports a property that the question does not have; `Violations::form` \
                 reports the answer as a whole"
            );
            self.report_mistake(|key| {
                format!(
                    "a check of `{key}` reports the property `{name}`, which the question does not \
                     have; `Violations::form` reports the answer as a whole"
                )
            });
        }
    }

    /// The error of the question, unless an earlier run has logged it.
    pub(super) fn log_failure(&self, failure: &AskError) {
        if !self.handle.entry(|entry| entry.live.is_logged) {
            self.log_error(failure);
        }
    }

    pub(super) fn log_error(&self, failure: &AskError) {
        // The setting, or what to write: no model reads it.
        let help = failure.help();
        match failure {
            AskError::TimedOut => event!(warn, self, {help,}, "timed out"),
            AskError::TooFast => {
                event!(warn, self, {help,}, "answered sooner than a person can");
            }
            AskError::LinkNotShown { .. } => {
                event!(warn, self, {help,}, "the client did not show the link");
            }
            AskError::Unsupported(_) => {
                event!(info, self, "refused: the client cannot be asked");
            }
            AskError::NoSession => event!(
                warn,
                self,
                "refused: the server has no session with the client"
            ),
            AskError::RateLimited { retry_after } => event!(
                warn, self, {retry_after_s = retry_after.as_secs_f64(), help,},
                "refused: too many questions a minute"
            ),
            AskError::TooManyAnswers { retry_after } => event!(
                warn, self, {retry_after_s = retry_after.as_secs_f64(), help,},
                "refused: too many answers were checked in a minute"
            ),
            AskError::NotChecked(_) => event!(error, self, "a check of the answer failed"),
            AskError::SchemaRefused { reason } => {
                event!(error, self, {reason = &**reason,}, "the client refused the schema");
            }
            AskError::BadQuestion { reason, .. } => {
                let (reason, _) = split_help(reason);
                event!(error, self, {reason, help,}, "the question is wrong");
            }
            AskError::Refused { code, .. } => {
                event!(warn, self, {code,}, "the client answered with an error");
            }
            AskError::Gone => event!(info, self, "the client disconnected or cancelled"),
            AskError::Unreadable => event!(warn, self, "no readable answer"),
            AskError::Unfinished => event!(warn, self, "the page is not finished"),
            // The violations were written when the answer came.
            AskError::Invalid(_) => event!(warn, self, "no valid answer"),
            AskError::Empty(_) => event!(
                warn,
                self,
                "each answer was empty: the client may be unable to show this form"
            ),
            AskError::NoPage { reason } => {
                event!(error, self, {reason = &**reason,}, "the page failed");
            }
            // The violations were written when the argument was read.
            AskError::ArgumentNeeded(_) => event!(info, self, "an argument is needed"),
            AskError::Suspended => event!(
                warn, self, {help,},
                "asked in another task than the handler, which has ended"
            ),
        }
    }

    /// Whether a text that only exists at run time has a link. A value without a title may be an
    /// address, which the person chooses.
    fn has_link(&self, rejected: Option<&RejectedAnswer>) -> bool {
        let titles = self.options().filter_map(ChoiceOption::title);
        let mut texts = self.texts(rejected).chain(titles);
        texts.any(|text| has_link(text, Role::Message))
    }

    /// Whether a text that only exists at run time has a character that is escaped.
    fn has_invisible(&self, rejected: Option<&RejectedAnswer>) -> bool {
        let labels = self.options().map(ChoiceOption::label);
        let hides = |text: &str| {
            let mut parts = text.split("\r\n");
            parts.any(|part| first_invisible(part, Role::Message).is_some())
        };
        self.texts(rejected).chain(labels).any(hides)
    }

    /// The texts of run time but those of the options.
    fn texts<'s>(&'s self, rejected: Option<&'s RejectedAnswer>) -> impl Iterator<Item = &'s str> {
        let of_answer = rejected.into_iter().flat_map(RejectedAnswer::texts);
        iter::once(self.message)
            .chain(of_answer)
            .chain(self.texts.title)
            .chain(self.texts.description)
    }

    /// The options that are known only now.
    fn options(&self) -> impl Iterator<Item = &ChoiceOption> {
        self.supplied().flat_map(|(_, choices)| choices.options())
    }

    /// A word of a run-time text that seems to ask for a credential. This is a guess, and only
    /// worth a warning.
    fn credential(&self) -> Option<String> {
        // Credentials are what a page is for.
        if self.mode() == Mode::Url {
            return None;
        }
        let prefilled = match self.body {
            Body::Link { .. } => None,
            Body::Form { prefill, .. } => Some(prefill.values().filter_map(Value::as_str)),
        };
        self.texts(None)
            .chain(self.options().map(ChoiceOption::label))
            .chain(prefilled.into_iter().flatten())
            .find_map(|text| credential(text, Role::Message))
    }
}
