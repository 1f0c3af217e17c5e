//! The forms of the tests, each beside what `jsonschema` says of it.

#[path = "../../tests/differential/oracle.rs"]
#[allow(dead_code, reason = "the validator of the tests is not used")]
pub(crate) mod oracle;

use elicit_core::{Format, NoRunTimeChoices, Revision, form::FormSchema, from_slice, from_value};
use elicit_tests::forms::*;
use jsonschema::{Draft, Validator};
use oracle::{Oracle, failures};
use serde_json::Value;

pub struct Form {
    pub schema: &'static FormSchema,
    oracle: Oracle<'static>,
    check: fn(&[u8], &Oracle<'static>),
}

impl Form {
    fn new<T: Sample>() -> Self {
        let sent = serde_json::from_str(T::requested_schema(Revision::LATEST)).unwrap();
        Self {
            schema: T::FORM,
            oracle: Oracle::new(T::FORM, T::RUST_TYPES, validator, &sent),
            check: check::<T>,
        }
    }

    /// This crate says of the document what `jsonschema` says.
    pub fn check(&self, text: &[u8]) {
        (self.check)(text, &self.oracle);
    }
}

/// Without the formats of `jsonschema`: tests of their own say where it is wrong.
pub(crate) fn validator(schema: &Value) -> Validator {
    use Format::{Date, DateTime, Email, Uri};
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    let formats = [Date, DateTime, Email, Uri].into_iter();
    let options = formats.fold(options.should_validate_formats(true), |options, format| {
        options.with_format(format.as_str(), move |text: &str| format.accepts(text))
    });
    options.build(schema).unwrap()
}

fn check<T: NoRunTimeChoices>(text: &[u8], oracle: &Oracle<'_>) {
    let of_text = failures(&from_slice::<T>(text));
    let Ok(value @ Value::Object(_)) = serde_json::from_slice(text) else {
        return;
    };
    let of_value = failures(&from_value::<T>(&value));
    assert_eq!(of_value, oracle.failures(&value));
    // A `Value` has each key once.
    if of_text.iter().all(|(_, keyword)| *keyword != "duplicate") {
        assert_eq!(of_text, of_value);
    }
}

macro_rules! forms {
    ($($name:ident: $form:ident,)*) => {
        vec![$(Form::new::<$form>()),*]
    };
}

pub fn forms() -> Vec<Form> {
    elicit_tests::for_each_form!(forms)
}
