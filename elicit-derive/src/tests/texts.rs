//! Every text that the core refuses gets an assertion.

use std::panic::{UnwindSafe, catch_unwind};

use elicit_core::__private::assert;
use proptest::{collection::vec, prelude::*, sample::select};

use crate::generate::is_plain;

fn is_refused(judge: impl FnOnce() + UnwindSafe) -> bool {
    catch_unwind(judge).is_err()
}

/// Parts of links, and what is invisible.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        select(vec![
            "https",
            "://",
            "www.",
            "WWW.",
            "Www.",
            "mailto:",
            "javascript:",
            "data:",
            ":",
            "](",
            "[a]",
            "a.b",
            ")",
            " ",
            "\t",
            "\n",
            "\u{7f}",
            "\u{200b}",
            "\u{a0}",
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,3}",
        any::<char>().prop_map(String::from),
    ];
    vec(part, 0..6).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_that_the_core_refuses_get_an_assertion(text in text()) {
        for judge in [assert::wire_name, assert::title, assert::description, assert::comment] {
            prop_assert!(!is_plain(&text) || !is_refused(|| judge("field", &text)), "{text:?}");
        }
    }
}

#[test]
fn ordinary_names_need_no_assertion() {
    for name in [
        "replicas",
        "branch",
        "Notify",
        "more_of",
        "Start on",
        "environment",
    ] {
        assert!(is_plain(name), "{name}");
    }
}
