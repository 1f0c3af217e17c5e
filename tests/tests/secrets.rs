//! Secrets: fields that do not pass through the client.

use elicit_core::{
    __private::DerivedForm, Elicit, InvalidContent, NoRunTimeChoices, NoSecrets, Revision,
    form::Kind, from_slice, from_str, from_value,
};
use proptest::prelude::*;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

#[derive(Debug, Elicit)]
struct Account {
    /// In the provider's settings, under "API keys"
    #[elicit(title = "API key", min_length = 4, max_length = 8)]
    api_key: Key,
    /// Digits
    #[elicit(pattern = "^[0-9]+$")]
    pin: Option<SecretString>,
    #[elicit(title = "Web hook", format = "uri")]
    secret_hook: SecretString,
    workspace: String,
}

#[derive(Debug, Elicit)]
struct Key(SecretString);

/// The same with nothing to hide.
#[derive(Debug, Elicit)]
struct Plain {
    #[elicit(min_length = 4, max_length = 8)]
    key: String,
    /// Digits
    #[elicit(pattern = "^[0-9]+$")]
    digits: Option<String>,
    #[elicit(format = "uri")]
    hook: String,
    workspace: String,
}

fn account(key: &str, pin: Option<&str>, hook: &str) -> Result<Account, InvalidContent> {
    let answer = json!({"api_key": key, "pin": pin, "secret_hook": hook, "workspace": "atlas"});
    from_value(&answer)
}

#[test]
fn a_secret_is_read() {
    let account =
        account("k3y!", Some("1234"), "https://example.org/a").expect("the answer is valid");
    assert_eq!(account.api_key.0.expose_secret(), "k3y!");
    assert_eq!(
        account.pin.as_ref().map(ExposeSecret::expose_secret),
        Some("1234")
    );
    assert_eq!(account.secret_hook.expose_secret(), "https://example.org/a");
    assert_eq!(account.workspace, "atlas");
}

#[test]
fn an_empty_optional_secret_is_none() {
    for pin in [None, Some("")] {
        let account = account("k3y!", pin, "https://example.org").expect("the answer is valid");
        assert!(account.pin.is_none());
    }
}

#[test]
fn a_form_knows_its_secret_fields() {
    let is_secret = |name| match Account::FORM
        .property(name)
        .expect("the property exists")
        .kind()
    {
        Kind::Text(rules) => rules.is_secret(),
        _ => false,
    };
    assert!(Account::FORM.has_secret());
    assert!(["api_key", "pin", "secret_hook"].into_iter().all(is_secret));
    assert!(!is_secret("workspace"));
    assert!(!Plain::FORM.has_secret());
}

#[test]
fn a_secret_is_not_prefilled() {
    let account =
        account("k3y!", Some("1234"), "https://example.org/a").expect("the answer is valid");
    let content = account.content();
    assert_eq!(
        content.into_iter().collect::<Vec<_>>(),
        [("workspace".into(), json!("atlas"))]
    );
}

#[test]
fn debug_output_does_not_show_a_secret() {
    let account =
        account("k3y!", Some("1234"), "https://example.org/a").expect("the answer is valid");
    for text in [format!("{account:?}"), format!("{account:#?}")] {
        assert!(text.contains("atlas"), "{text}");
        for secret in ["k3y!", "1234", "https"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}

/// Only code that asks through the client requires a form without secrets.
#[test]
fn generic_code_accepts_forms_with_and_without_secrets() {
    fn schema<T: NoSecrets + NoRunTimeChoices>() -> &'static str {
        T::requested_schema(Revision::LATEST)
    }
    fn count<T: NoRunTimeChoices>() -> usize {
        T::FORM.properties().len()
    }
    assert!(schema::<Plain>().contains("hook"));
    assert_eq!(count::<Plain>(), count::<Account>());
}

/// What is wrong with an answer.
fn violations<T: NoRunTimeChoices>(document: &Value) -> Vec<(String, String)> {
    let invalid = from_value::<T>(document).err();
    let violations = invalid.iter().flat_map(InvalidContent::violations);
    let found = violations.map(|violation| {
        let message = violation.message().into_owned();
        (violation.keyword().to_owned(), message)
    });
    found.collect()
}

proptest! {
    #[test]
    fn a_secret_is_validated_like_a_text_and_never_quoted(
        key in "[A-Z\u{e9}\n]{0,10}ZQ?",
        digits in proptest::option::of("([0-9]{0,3}|[A-Z]{2}ZQ)\n?"),
        hook in "(https://)?[A-Z ]{0,4}ZQ",
    ) {
        let secret = json!({"api_key": key, "pin": digits, "secret_hook": hook, "workspace": ""});
        let plain = json!({"key": key, "digits": digits, "hook": hook, "workspace": ""});
        prop_assert_eq!(violations::<Account>(&secret), violations::<Plain>(&plain));
        let text = secret.to_string();
        for read in [from_value::<Account>(&secret), from_slice(text.as_bytes()), from_str(&text)] {
            let said = match read {
                Ok(account) => format!("{account:?}"),
                Err(invalid) => {
                    format!("{invalid} {invalid:?} {}", serde_json::to_string(&invalid).unwrap())
                }
            };
            prop_assert!(!said.contains("ZQ"), "{said}");
        }
    }
}

#[test]
fn a_secret_that_is_not_a_text_is_refused() {
    let invalid =
        from_str::<Account>(r#"{"api_key": 12345, "secret_hook": ["a"], "workspace": ""}"#);
    let invalid = invalid.unwrap_err();
    assert_eq!(
        invalid.to_string(),
        "api_key: must be a text; secret_hook: must be a text",
    );
}
