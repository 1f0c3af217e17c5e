//! `parse` on a type that is named as a secret is

use elicit_core::Elicit;
use secrecy::SecretString;

#[derive(Elicit)]
struct Account {
    /// As in the settings
    #[elicit(parse)]
    first: SecretString,
    /// As in the settings
    #[elicit(parse)]
    second: Option<secrecy::SecretBox<str>>,
    /// As in the settings
    #[elicit(parse)]
    third: Secret<String>,
    /// How to sort
    #[elicit(parse, sensitive_name_ok = "a secret ballot")]
    fourth: Secret<u8>,
    /// As in the settings
    #[elicit(parse)]
    fifth: Alias,
}

type Alias = SecretString;

struct Secret<T>(T);

impl<T: std::str::FromStr> std::str::FromStr for Secret<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        text.parse().map(Self)
    }
}

fn main() {
    let _ = elicit_core::from_str::<Account>("{}");
}
