//! What is written to the log of pages: names, keywords and reasons, and nothing that was typed.

use tracing::{error, info, warn};

use super::record::PageQuestion;
use crate::{
    runtime::{log_name::log_name, state::records::RecordError},
    violation::InvalidContent,
};

macro_rules! event {
    ($level:ident, $page:expr, $({$($field:tt)*},)? $text:literal) => {
        $level!(
            target: "elicit_core",
            key = log_name(&$page.key),
            tool = log_name(&$page.tool),
            $($($field)*)?
            $text
        )
    };
}

pub(super) fn shown(page: &PageQuestion) {
    event!(info, page, {attempt = page.attempt,}, "the page was opened");
}

pub(super) fn answered(page: &PageQuestion, action: &'static str) {
    event!(info, page, {attempt = page.attempt, action,}, "the page was answered");
}

pub(super) fn invalid(page: &PageQuestion, invalid: &InvalidContent) {
    for violation in invalid.violations() {
        event!(
            info, page,
            {property = violation.property().map(log_name), keyword = violation.keyword(),},
            "the answer on the page is invalid"
        );
    }
}

/// A request that the person's browser does not send.
pub(super) fn refused(page: Option<&PageQuestion>, reason: &'static str) {
    if let Some(page) = page {
        event!(warn, page, {reason,}, "a request for the page was refused");
    } else {
        warn!(target: "elicit_core", reason, "a request for a page was refused");
    }
}

pub(super) fn no_record(failure: &RecordError) {
    error!(target: "elicit_core", reason = %failure, "the store failed");
}

/// Another release has asked, or the pages of the service are not those of the `Elicitation`.
pub(super) fn unknown_form(page: &PageQuestion) {
    event!(
        error,
        page,
        "a visited page has a form that is not registered in this process"
    );
}
