//! A sealed state: what is not to the letter the one that was sealed is refused.
//!
//! The input is a state, and it is a list of changes to one that was sealed: two bytes say where,
//! one says what.

#![no_main]

use std::sync::LazyLock;

use elicit_core::{AskError, Elicitation, adapter::RunEnd};
use elicit_fuzz::{Responses, round};
use libfuzzer_sys::fuzz_target;

static ELICITATION: LazyLock<Elicitation> = LazyLock::new(|| Elicitation::default().rate_limit(None));

static SEALED: LazyLock<String> = LazyLock::new(|| match call(None) {
    RunEnd::InputRequired(required) => required.state,
    run_end => panic!("{run_end:?}"),
});

fn call(state: Option<String>) -> RunEnd<Result<(), AskError>> {
    round(&ELICITATION, Responses::new(), state, async |ask| {
        ask.confirm("sure", "Delete everything?").await.map(drop)
    })
}

fn is_refused(state: &[u8]) {
    let state = String::from_utf8_lossy(state).into_owned();
    let is_sealed = state == *SEALED;
    match call(Some(state)) {
        RunEnd::InputRequired(_) => assert!(is_sealed, "it is not the one that was sealed"),
        RunEnd::Error(refused) => assert!(!is_sealed && refused.code == -32602, "{refused:?}"),
        run_end => panic!("{run_end:?}"),
    }
}

fuzz_target!(|data: &[u8]| {
    is_refused(data);
    let mut changed = SEALED.clone().into_bytes();
    for change in data.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[place] = change[2];
    }
    is_refused(&changed);
});
