//! `default`, `choices` or `multi_select` on a secret

use elicit_core::Elicit;
use secrecy::SecretString;

#[derive(Elicit)]
struct Account {
    #[elicit(default = "letmein")]
    password: SecretString,
    #[elicit(default = "letmein")]
    second: Key,
    #[elicit(choices)]
    api_key: SecretString,
    #[elicit(choices)]
    other: Option<Key>,
    #[elicit(multi_select)]
    token: SecretString,
    #[elicit(multi_select, choices)]
    tokens: SecretString,
    #[elicit(multi_select, choices)]
    all: Vec<SecretString>,
    #[elicit(minimum = 1)]
    pin: SecretString,
}

#[derive(Elicit)]
struct Key(#[elicit(min_length = 20)] SecretString);

fn main() {
    let _ = elicit_core::from_str::<Account>("{}");
}
