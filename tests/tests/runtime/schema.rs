//! The schema that a question sends is the constant one, but for what only run time knows.

use elicit_core::{Ask, Elicit, NoRunTimeChoices, NoSecrets, Revision, testing::User};
use serde_json::Value;

/// The schema of the question that a handler asks with this form.
async fn asked<T: NoRunTimeChoices + NoSecrets>(revision: Revision) -> Value {
    let user = User::new();
    let _unanswered = user
        .run(revision, async |ask: Ask| {
            ask.form::<T>("key", "A question").await.is_ok()
        })
        .await;
    user.asked()[0]["requestedSchema"].clone()
}

async fn is_asked_with_its_constant_schema<T: NoRunTimeChoices + NoSecrets>() {
    for revision in Revision::all() {
        let text = T::requested_schema(revision);
        let constant: Value = serde_json::from_str(text).unwrap();
        let asked = asked::<T>(revision).await;
        assert_eq!(asked, constant);
        // In order as well.
        #[cfg(feature = "preserve-order")]
        assert_eq!(asked.to_string(), constant.to_string());
    }
}

macro_rules! each {
    ($($name:ident: $form:ident,)*) => {$(
        #[tokio::test]
        async fn $name() {
            is_asked_with_its_constant_schema::<elicit_tests::forms::$form>().await;
        }
    )*};
}

mod a_question_sends_the_constant_schema {
    use super::is_asked_with_its_constant_schema;

    elicit_tests::for_each_form!(each);

    each! {
        hinted: Hinted,
    }
}

#[derive(Elicit)]
struct Defaults {
    #[elicit(title = "A \"title\"", minimum = -3, default = 2.0)]
    integer: i64,
    #[elicit(minimum = 0, maximum = 2.50, default = 1.0)]
    number: f64,
    #[elicit(minimum = 1e-7, default = 1e10)]
    exponent: Option<f32>,
    #[elicit(minimum = -100_000_000_000_000_000_000, default = 200_000_000_000_000_000_000)]
    beyond_64_bits: f64,
    #[elicit(default = true)]
    boolean: bool,
    /// Anything "but" a backslash
    #[elicit(default = "é\n\"", max_length = 9, pattern = "^[^\\\\]+$")]
    text: String,
    #[elicit(format = "uri")]
    uri: Option<String>,
    large: u64,
    small: i64,
}

#[tokio::test]
async fn a_form_with_all_bounds_and_defaults_sends_its_constant_schema() {
    is_asked_with_its_constant_schema::<Defaults>().await;
}
