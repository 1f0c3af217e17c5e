//! What is written to the log: which question, of which tool, to whom, and what
//! became of it; and of a call, with which error it ends. Names, numbers, keywords and
//! sentences of this crate; never a value. Some of the names are not this crate's: the keys,
//! the name of the client and the URI of a resource that it reads. They are escaped and cut.

use std::time::Duration;

use tracing::{Level, Span, enabled, error, info, info_span, warn};

use super::Run;
use crate::{
    runtime::{
        error::{AskError, failure::Failure, refusal::Refusal},
        log_name::log_name,
        outcome::{Action, AnsweredBy},
        question::{Question, elicit_result::RejectedAnswer},
        state::records::RecordError,
    },
    violation::InvalidContent,
};

/// One event of a question, with the fields that all of them have.
macro_rules! event {
    ($level:ident, $run:expr, $question:expr, $({$($field:tt)*},)? $text:literal) => {
        of_call!(
            $level, $run,
            {key = log_name($question.key), mode = $question.mode().as_str(), $($($field)*)?},
            $text
        )
    };
}

/// One event of a call.
macro_rules! of_call {
    ($level:ident, $run:expr, $({$($field:tt)*},)? $text:literal) => {
        $level!(
            target: "elicit_core",
            $($($field)*)?
            method = $run.call.method,
            tool = log_name(&$run.call.target),
            peer = $run.session.peer(),
            $text
        )
    };
}

/// Around everything that happens to one question in one run.
pub(super) fn span(run: &Run, question: &Question<'_>) -> Span {
    info_span!(
        target: "elicit_core",
        "elicitation",
        key = log_name(question.key),
        tool = log_name(&run.call.target),
        revision = run.call.revision.as_str(),
    )
}

pub(in crate::runtime) fn asked(
    run: &Run,
    question: &Question<'_>,
    attempt: u8,
    rejected: Option<&RejectedAnswer>,
) {
    event!(info, run, question, {attempt,}, "asked");
    findings(run, question, rejected);
}

/// What the texts of a question have that a reader of the log should know.
pub(super) fn findings(run: &Run, question: &Question<'_>, rejected: Option<&RejectedAnswer>) {
    // This searches all texts of the question, and only the log needs it.
    if !enabled!(target: "elicit_core", Level::WARN) {
        return;
    }
    if question.has_link(rejected) {
        event!(
            warn, run, question, {finding = "link",},
            "the question has a link, which a client may make clickable"
        );
    }
    if question.has_invisible(rejected) {
        event!(
            warn, run, question, {finding = "invisible character",},
            "the question has an invisible character, which was escaped"
        );
    }
    if let Some(word) = question.credential() {
        let word = word.as_str();
        event!(
            warn, run, question, {word,},
            "the question seems to ask for a credential, which elicitation must not do"
        );
    }
    if let Some(reason) = question.oddity() {
        event!(warn, run, question, {reason,}, "the address of the page is unusual");
    }
}

pub(super) fn answered(
    run: &Run,
    question: &Question<'_>,
    action: Action,
    attempt: u8,
    latency: Option<Duration>,
    is_too_fast: bool,
) {
    // Otherwise the client has answered by itself.
    let by = (!is_too_fast).then_some(AnsweredBy::Person.as_str());
    let latency_ms = latency.map(|latency| u64::try_from(latency.as_millis()).unwrap_or(u64::MAX));
    event!(
        info, run, question,
        {
            attempt,
            action = action.as_str(),
            by,
            latency_ms,
        },
        "answered"
    );
}

/// The client cannot be asked, and an argument of the tool has the answer.
pub(super) fn argued(run: &Run, question: &Question<'_>, reason: Option<&str>) {
    event!(
        info, run, question,
        {action = Action::Accept.as_str(), by = AnsweredBy::Argument.as_str(), reason,},
        "answered"
    );
}

pub(super) fn invalid(run: &Run, question: &Question<'_>, attempt: u8, invalid: &InvalidContent) {
    for violation in invalid.violations() {
        event!(
            info, run, question,
            {
                attempt,
                property = violation.property().map(log_name),
                keyword = violation.keyword(),
            },
            "the answer is invalid"
        );
    }
}

pub(super) fn failed(run: &Run, question: &Question<'_>, failure: &AskError) {
    match failure {
        AskError::TimedOut => event!(warn, run, question, "timed out"),
        AskError::TooFast => event!(warn, run, question, "answered sooner than a person can"),
        AskError::Unsupported(_) => {
            event!(info, run, question, "refused: the client cannot be asked");
        }
        AskError::NoSession => event!(
            warn,
            run,
            question,
            "refused: the server has no session with the client"
        ),
        AskError::RateLimited { retry_after } => event!(
            warn, run, question, {retry_after_s = retry_after.as_secs_f64(),},
            "refused: too many questions a minute; see `Elicitation::rate`"
        ),
        AskError::SchemaRefused { reason } => {
            event!(error, run, question, {reason,}, "the client refused the schema");
        }
        AskError::BadQuestion { reason, .. } => {
            event!(error, run, question, {reason = reason.as_ref(),}, "the question is wrong");
        }
        AskError::Refused { code, message } => event!(
            warn, run, question, {code, words = message,},
            "the client answered with an error"
        ),
        AskError::Gone => event!(info, run, question, "the client went away"),
        AskError::Unreadable => event!(warn, run, question, "no readable answer"),
        AskError::Unfinished => event!(warn, run, question, "the page is not finished"),
        // The violations were written when the answer came.
        AskError::Invalid(_) => event!(warn, run, question, "no valid answer"),
        AskError::Empty(_) => event!(
            warn,
            run,
            question,
            "each answer was empty: the client may be unable to show this form"
        ),
        AskError::NoPage { reason } => {
            event!(error, run, question, {reason,}, "the page failed");
        }
        // The violations were written when the argument was read.
        AskError::ArgumentNeeded(_) => event!(info, run, question, "an argument is needed"),
        AskError::Suspended => event!(
            warn,
            run,
            question,
            "asked in another task than the handler, which has ended"
        ),
    }
}

/// The call ends with an error, whatever its handler makes of it. What is no question's
/// fault is reported here only.
pub(super) fn ended(run: &Run, code: i32, failure: &Failure) {
    macro_rules! ended {
        ($level:ident) => {
            of_call!(
                $level, run,
                {code, reason = %failure,},
                "the call ends with an error"
            )
        };
    }
    match code {
        // The client reads what to do.
        Refusal::MISSING_CAPABILITY | Refusal::URL_REQUIRED => ended!(info),
        Refusal::INTERNAL_ERROR => ended!(error),
        _ => ended!(warn),
    }
}

/// A retry that was made before: it gets what the first one got, and the handler does not run.
pub(in crate::runtime) fn repeated(run: &Run) {
    of_call!(warn, run, "a retry came again");
}

/// The store could not be asked, or has no room.
pub(in crate::runtime) fn no_record(run: &Run, failure: &RecordError) {
    of_call!(error, run, {reason = %failure,}, "the store failed");
}

/// The store has failed where a ticket for a link was made or looked for.
pub(in crate::runtime) fn no_link_ticket(failure: &RecordError) {
    error!(target: "elicit_core", reason = %failure, "the store failed");
}

/// A link to a page of the server's own has reached somebody else.
pub(in crate::runtime) fn another_visitor(purpose: &str) {
    warn!(
        target: "elicit_core",
        purpose = log_name(purpose),
        reason = "visitor",
        "a link was visited by somebody else than the user who was asked"
    );
}

/// A value that `Ask::remember` cannot keep.
pub(in crate::runtime) fn not_remembered(run: &Run, key: &str) {
    of_call!(
        warn, run, {key = log_name(key),},
        "the value does not come back from JSON, and is computed again in each round"
    );
}
