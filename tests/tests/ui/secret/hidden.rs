//! A secret in an `Option`, behind an alias or in a newtype, asked in form mode

use elicit_core::{Ask, Elicit, Revision};
use secrecy::SecretString;

#[derive(Elicit)]
struct Optional {
    token: Option<SecretString>,
}

type Key = SecretString;

#[derive(Elicit)]
struct Aliased {
    workspace: std::string::String,
    key: Key,
}

#[derive(Elicit)]
struct ApiKey(#[elicit(min_length = 20)] SecretString);

#[derive(Elicit)]
struct WrappedAgain(Option<ApiKey>);

#[derive(Elicit)]
struct Wrapped {
    api_key: ApiKey,
}

#[derive(Elicit)]
struct Twice {
    api_key: WrappedAgain,
}

type String = SecretString;

#[derive(Elicit)]
struct Shadowed {
    password: String,
}

#[derive(Elicit)]
struct Chosen {
    #[elicit(choices)]
    workspace: std::string::String,
    api_key: SecretString,
}

async fn ask(ask: Ask) {
    let _ = ask.form::<Optional>("connect", "Connect");
    let _ = ask.form::<Aliased>("connect", "Connect");
    let _ = ask.form::<Wrapped>("connect", "Connect");
    let _ = ask.form::<Twice>("connect", "Connect");
    let _ = ask.form::<Shadowed>("connect", "Connect");
    let workspace = ["atlas"].into();
    let choices = ChosenChoices { workspace };
    let _ = ask.form_with::<Chosen>("connect", "Connect", choices).await;
}

fn main() {
    let _ = Optional::requested_schema(Revision::LATEST);
    let _ = Shadowed::requested_schema(Revision::LATEST);
}
