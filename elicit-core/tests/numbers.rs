//! Numbers in text, read with only the features of `serde_json` that this crate turns on. The
//! other tests are built with crates that turn on more.

use elicit_core::{Elicit, from_str};

#[derive(Elicit)]
struct Answer {
    whole: i64,
    number: f64,
}

#[test]
fn numbers_are_read_without_losing_digits() {
    // Each of them is one off with a parser that does not care for the last place.
    for whole in [
        9_007_199_254_740_991_i64,
        8_589_588_553_934_377,
        -7_036_874_417_766_401,
    ] {
        let document = format!(r#"{{"whole": {whole}.0, "number": {whole}.0}}"#);
        let answer: Answer = from_str(&document).expect("the numbers are within the bounds");
        assert_eq!(answer.whole, whole);
        assert_eq!(format!("{:?}", answer.number), format!("{whole}.0"));
    }
}

#[test]
fn a_number_beyond_f64_is_a_syntax_error() {
    for (document, column) in [
        (r#"{"whole": 1e400, "number": -1e400}"#, 15),
        (r#"{"whole": 1, "number": -1e400}"#, 29),
    ] {
        let Err(invalid) = from_str::<Answer>(document) else {
            panic!("{document} is accepted");
        };
        let place = format!("must be JSON (line 1, column {column})");
        assert_eq!(invalid.to_string(), place);
    }
}
