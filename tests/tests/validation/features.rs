//! The features of `serde_json` that another crate may turn on are on when this
//! package is asked for them: otherwise the runs with them would prove nothing.

use serde_json::Value;

#[test]
fn arbitrary_precision_is_as_asked_for() {
    let keeps_digits = serde_json::from_str::<Value>("1e400").is_ok();
    assert_eq!(keeps_digits, cfg!(feature = "arbitrary-precision"));
}

/// Not the other way round: the adapter of the SDK turns it on, too.
#[cfg(feature = "preserve-order")]
#[test]
fn order_is_preserved_where_asked_for() {
    let value: Value = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();
    assert_eq!(value.to_string(), r#"{"b":1,"a":2}"#);
}
