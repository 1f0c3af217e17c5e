//! A title that asks for a credential

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Code(#[elicit(title = "Passcode")] String);

#[derive(Elicit)]
struct Login {
    #[elicit(title = "Your password, please")]
    word: String,
    #[elicit(title = "API key")]
    key: String,
    #[elicit(title = "Social Security Number")]
    number: String,
    #[elicit(title = "Credit card number")]
    card: String,
    #[elicit(title = "PIN")]
    digits: String,
    code: Code,
}

fn main() {
    let _ = Login::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Login>("{}");
}
