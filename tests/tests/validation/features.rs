//! The features of `serde_json` that another crate may turn on are on when this
//! package is asked for them: otherwise the runs with them would prove nothing.

use serde_json::Value;

#[test]
fn arbitrary_precision_is_on_if_its_feature_is() {
    let keeps_digits = serde_json::from_str::<Value>("1e400").is_ok();
    assert_eq!(keeps_digits, cfg!(feature = "arbitrary-precision"));
}

/// Order may be preserved without this feature, since the adapter of the SDK turns it on as well.
#[cfg(feature = "preserve-order")]
#[test]
fn order_is_preserved_with_the_feature_preserve_order() {
    let value: Value = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();
    assert_eq!(value.to_string(), r#"{"b":1,"a":2}"#);
}
