//! An argument in the place of a consent, of another type, or beside a secret

use elicit_core::{Ask, AskError, Elicit};
use secrecy::SecretString;
use serde_json::Value;

#[derive(Elicit)]
struct Scale {
    replicas: u8,
}

#[derive(Elicit)]
struct Account {
    key: SecretString,
}

async fn consent(ask: Ask, sure: Option<bool>) -> Result<(), AskError> {
    ask.confirm("delete", "Delete it?").or_argument(sure).or_end().await
}

async fn other_type(ask: Ask, replicas: Option<u8>) -> Result<(), AskError> {
    ask.form::<Scale>("scale", "How many?").or_argument(replicas).or_end().await?;
    ask.value::<u8>("replicas", "How many?").or_argument(3_u8).or_end().await?;
    Ok(())
}

async fn json(ask: Ask, replicas: Value) -> Result<(), AskError> {
    ask.value::<u8>("replicas", "How many?").or_argument(replicas).or_end().await?;
    Ok(())
}

async fn secret(ask: Ask, account: Option<Account>) -> Result<(), AskError> {
    ask.page::<Account>("account", "Which?").or_argument(account).or_end().await?;
    Ok(())
}

async fn page(ask: Ask, done: Option<bool>) -> Result<(), AskError> {
    ask.url("page", "https://example.org", "Open it").or_argument(done).or_end().await?;
    Ok(())
}

fn main() {}
