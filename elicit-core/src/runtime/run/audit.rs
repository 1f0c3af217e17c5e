//! What the log has of a call, beside its questions. Names, numbers and sentences of this crate,
//! never a value. Some names are not this crate's: the keys, the name of the client and the URI of a
//! resource that it reads. They are escaped and cut.

use tracing::{error, info, warn};

use super::Run;
use crate::runtime::{
    error::{failure::Failure, rpc_error::RpcError},
    log_name::log_name,
    state::records::RecordError,
};

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
pub(in crate::runtime) use of_call;

/// The call ends with an error, whatever its handler makes of it. What is not the fault of a
/// question is reported only here.
pub(super) fn ended(run: &Run, code: i32, failure: &Failure) {
    macro_rules! ended {
        ($level:ident) => {
            of_call!(
                $level, run,
                {code, reason = %failure, help = failure.help(),},
                "the call ends with an error"
            )
        };
    }
    match code {
        // The client reads what to do.
        RpcError::MISSING_CAPABILITY | RpcError::URL_REQUIRED => ended!(info),
        RpcError::INTERNAL_ERROR => ended!(error),
        _ => ended!(warn),
    }
}

/// A retry that was made before: it gets what the first one got, and the handler does not run.
pub(in crate::runtime) fn repeated(run: &Run) {
    of_call!(warn, run, "the same retry came again");
}

/// A retry whose state has expired.
pub(super) fn starts_over(run: &Run) {
    of_call!(
        warn,
        run,
        "the state has expired, so the call starts over; see `Elicitation::expiry`"
    );
}

/// A handler gets this error, and may make another one of it.
pub(super) fn taken_twice(run: &Run) {
    of_call!(
        error,
        run,
        "the `Ask` of a request was taken twice: take it once, and pass it on by reference"
    );
}

/// The store could not be asked, or has no room.
pub(in crate::runtime) fn no_record(run: &Run, failure: &RecordError) {
    of_call!(error, run, {reason = %failure,}, "the store failed");
}

/// A value that `Ask::remember` cannot keep.
pub(in crate::runtime) fn not_remembered(run: &Run, key: &str) {
    of_call!(
        warn, run, {key = log_name(key),},
        "the value cannot be read back from JSON, so it is computed again in each round"
    );
}
