//! The content of an answer: this crate says what `jsonschema` says.
//!
//! The first byte says which form. The rest is a document, and it is the values of the form's
//! properties, one a line.

#![no_main]

use elicit_fuzz::content::{Form, forms};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

thread_local! {
    static FORMS: Vec<Form> = forms();
}

fuzz_target!(|data: &[u8]| {
    let Some((which, text)) = data.split_first() else {
        return;
    };
    FORMS.with(|forms| {
        let form = &forms[usize::from(*which) % forms.len()];
        form.check(text);
        let lines = text.split(|byte| *byte == b'\n');
        let members = form.schema.properties().iter().zip(lines);
        let members = members.filter_map(|(property, line)| {
            let value = serde_json::from_slice(line).ok()?;
            Some((property.name().to_owned(), value))
        });
        let document = Value::from(members.collect::<Map<_, _>>());
        form.check(document.to_string().as_bytes());
    });
});
