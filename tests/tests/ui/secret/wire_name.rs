//! A name on the wire that asks for a credential

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(rename_all = "kebab-case")]
struct Login {
    #[elicit(rename = "password")]
    word: String,
    #[elicit(rename = "apiKey")]
    key: String,
    #[elicit(rename = "APIKey")]
    key2: String,
    #[elicit(rename = "ACCESS_TOKEN")]
    value: String,
    #[elicit(rename = "card-number")]
    card: String,
    refresh_token: String,
    #[elicit(rename = "national id")]
    number: String,
}

fn main() {
    let _ = Login::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Login>("{}");
}
