//! A schema that comes from outside, on the first line, and an answer to its form after it.

#![no_main]

use elicit_fuzz::schema::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let line = data.iter().position(|byte| *byte == b'\n');
    let (schema, answer) = data.split_at(line.unwrap_or(data.len()));
    if let Ok(schema) = serde_json::from_slice(schema) {
        check(&schema, &serde_json::from_slice(answer).unwrap_or_default());
    }
});
