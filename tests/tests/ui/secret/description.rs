//! A description that asks for a credential

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Connect {
    /// Your API key
    key: String,
    #[elicit(description = "The token of the bot, as the provider shows it")]
    value: Option<String>,
    /**
     * A personal access token
     * with the scope `repo`
     */
    access: String,
    key_of_type: Key,
    /// The owner of the API key
    owner: String,
    /// The PIN of the card
    digits: u16,
    /// Your password expires then
    #[elicit(format = "date")]
    expiry: String,
}

/// An API key of the provider
#[derive(Elicit)]
struct Key(String);

fn main() {
    let _ = Connect::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Connect>("{}");
}
