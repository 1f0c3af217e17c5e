//! Numbers in text, as a server reads them that has no more of `serde_json` than this
//! crate asks for: the tests elsewhere are built with crates that ask for more.

use elicit_core::{Elicit, from_str};

#[derive(Elicit)]
struct Answer {
    whole: i64,
    number: f64,
}

#[test]
fn no_digit_is_lost() {
    // Each of them is one off with a parser that does not care for the last place.
    for whole in [
        9_007_199_254_740_991_i64,
        8_589_588_553_934_377,
        -7_036_874_417_766_401,
    ] {
        let document = format!(r#"{{"whole": {whole}.0, "number": {whole}.0}}"#);
        let answer: Answer = from_str(&document).expect("it is within the bounds");
        assert_eq!(answer.whole, whole);
        assert_eq!(format!("{:?}", answer.number), format!("{whole}.0"));
    }
}

#[test]
fn a_number_too_large_is_a_fault() {
    for (document, column) in [
        (r#"{"whole": 1e400, "number": -1e400}"#, 15),
        (r#"{"whole": 1, "number": -1e400}"#, 29),
    ] {
        let Err(invalid) = from_str::<Answer>(document) else {
            panic!("no `i64` and no `f64` holds it");
        };
        let place = format!("must be JSON (line 1, column {column})");
        assert_eq!(invalid.to_string(), place);
    }
}
