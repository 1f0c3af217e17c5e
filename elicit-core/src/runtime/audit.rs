//! What is written to the log: which question, of which tool, to whom, and what
//! became of it; and of a call, with which error it ends. Names, numbers, keywords and
//! sentences of this crate; never a value. Two of the names come from the client: its own,
//! and the URI of a resource that it reads. They are cut.

use std::{sync::Arc, time::Duration};

use tracing::{Level, Span, enabled, error, info, info_span, warn};

use super::{AskError, outcome::Action, question::Question, run::Run, seam::Refusal};
use crate::InvalidContent;

/// The most characters of a name that comes from a client. It is in every line, and a client may
/// make it as long as it likes.
const LONGEST: usize = 100;

/// A name that comes from a client, as it is in the log.
pub(super) fn name(whole: &str) -> Arc<str> {
    match whole.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &whole[..end]).into(),
        None => whole.into(),
    }
}

/// One event of a question, with the fields that all of them have.
macro_rules! event {
    ($level:ident, $run:expr, $question:expr, {$($field:tt)*}, $text:literal) => {
        of_call!(
            $level, $run,
            {key = $question.key, mode = $question.mode().as_str(),},
            {$($field)*},
            $text
        )
    };
}

/// One event of a call.
macro_rules! of_call {
    ($level:ident, $run:expr, {$($first:tt)*}, {$($field:tt)*}, $text:literal) => {
        $level!(
            target: "elicit_core",
            $($first)*
            method = $run.call.method,
            tool = &*$run.tool,
            peer = $run.session.peer(),
            $($field)*
            $text
        )
    };
}

/// Around everything that happens to one question in one run.
pub(super) fn span(run: &Run, question: &Question<'_>) -> Span {
    info_span!(
        target: "elicit_core",
        "elicitation",
        key = question.key,
        tool = &*run.tool,
        revision = run.call.revision.as_str(),
    )
}

pub(super) fn asked(run: &Run, question: &Question<'_>, attempt: u8) {
    event!(info, run, question, {attempt,}, "asked");
    // All of its texts are looked at, which is for the log alone.
    if enabled!(target: "elicit_core", Level::WARN)
        && let Some(word) = question.credential()
    {
        event!(
            warn, run, question, {word,},
            "the question seems to ask for a credential, which elicitation must not do"
        );
    }
}

pub(super) fn answered(
    run: &Run,
    question: &Question<'_>,
    action: Action,
    attempt: u8,
    latency: Option<Duration>,
) {
    let latency_ms = latency.map(|latency| u64::try_from(latency.as_millis()).unwrap_or(u64::MAX));
    event!(
        info, run, question,
        {attempt, action = action.as_str(), latency_ms,},
        "answered"
    );
}

pub(super) fn invalid(run: &Run, question: &Question<'_>, attempt: u8, invalid: &InvalidContent) {
    for violation in invalid.violations() {
        event!(
            info, run, question,
            {attempt, property = violation.property(), keyword = violation.keyword(),},
            "the answer is invalid"
        );
    }
}

pub(super) fn failed(run: &Run, question: &Question<'_>, failure: &AskError) {
    match failure {
        AskError::TimedOut => event!(warn, run, question, {}, "timed out"),
        AskError::Unsupported(_) => {
            event!(
                info,
                run,
                question,
                {},
                "refused: the client cannot be asked"
            );
        }
        AskError::RateLimited => event!(warn, run, question, {}, "refused: too many questions"),
        AskError::SchemaRefused { hint } => {
            event!(error, run, question, {hint,}, "the client refused the schema");
        }
        AskError::BadQuestion { reason, .. } => {
            event!(error, run, question, {reason = reason.as_ref(),}, "the question is wrong");
        }
        AskError::Refused { code, .. } => {
            event!(warn, run, question, {code,}, "the client answered with an error");
        }
        AskError::Gone => event!(info, run, question, {}, "the client went away"),
        AskError::Unreadable => event!(warn, run, question, {}, "no readable answer"),
        // The violations were written when the answer came.
        AskError::Invalid(_) => event!(warn, run, question, {}, "no valid answer"),
        AskError::Suspended => {}
    }
}

/// The call ends with an error, whatever its handler makes of it. What is no question's
/// fault is told here only.
pub(super) fn ended(run: &Run, refusal: &Refusal) {
    macro_rules! ended {
        ($level:ident) => {
            of_call!(
                $level, run, {},
                {code = refusal.code, reason = refusal.message.as_ref(),},
                "the call ends with an error"
            )
        };
    }
    match refusal.code {
        // The client is told what to do.
        Refusal::MISSING_CAPABILITY | Refusal::URL_REQUIRED => ended!(info),
        Refusal::INTERNAL_ERROR => ended!(error),
        _ => ended!(warn),
    }
}

/// A value that `Ask::remember` cannot keep.
pub(super) fn not_remembered(run: &Run, key: &str) {
    of_call!(
        warn, run, {key,}, {},
        "the value does not come back from JSON, and is computed again in each round"
    );
}
