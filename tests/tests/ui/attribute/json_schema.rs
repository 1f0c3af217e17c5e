//! `json_schema` where no schema is the same for every call, or where there is a secret

use elicit_core::Elicit;
use rmcp::schemars::JsonSchema;
use secrecy::SecretString;

#[derive(Elicit)]
#[elicit(json_schema)]
struct Rollback {
    #[elicit(choices)]
    release: String,
}

#[derive(Elicit)]
#[elicit(deserialize, json_schema)]
struct Account {
    workspace: String,
    api_key: Option<SecretString>,
}

#[derive(Elicit)]
#[elicit(json_schema = true)]
struct Valued {
    port: u8,
}

#[derive(Elicit)]
#[elicit(json_schema)]
enum Region {
    Europe,
}

#[derive(Elicit)]
#[elicit(json_schema)]
struct Port(u16);

/// Its own errors are the only ones.
#[derive(Elicit)]
#[elicit(deserialize, json_schema)]
struct Deploy {
    tags: Vec<String>,
    host: &'static str,
}

fn is_argument<T: JsonSchema>() {}

fn main() {
    is_argument::<Rollback>();
    is_argument::<Account>();
    is_argument::<Valued>();
    is_argument::<Deploy>();
}
