//! A form with a secret, asked in form mode

use elicit_core::{Ask, AskError, Elicit, Outcome, Revision};
use secrecy::SecretString;

#[derive(Elicit)]
struct Account {
    #[elicit(title = "API key", min_length = 20)]
    api_key: SecretString,
    workspace: String,
}

async fn named(ask: Ask) -> Result<String, AskError> {
    let account = ask.form::<Account>("connect", "Connect your account").or_end().await?;
    Ok(account.workspace)
}

async fn inferred(ask: Ask) -> Result<String, AskError> {
    let account: Account = ask.form("connect", "Connect your account").or_end().await?;
    Ok(account.workspace)
}

async fn with_everything(ask: Ask, last: &Account) -> Result<(), AskError> {
    let outcome = ask
        .form::<Account>("connect", "Connect your account")
        .prefill(last)
        .check(|account| Ok(drop(account.workspace.len())))
        .attempts(1)
        .await?;
    if let Outcome::Accepted(account) = outcome {
        drop(account.workspace);
    }
    Ok(())
}

fn main() {
    let _ = Account::requested_schema(Revision::LATEST);
    // It sends nothing.
    let _ = elicit_core::from_str::<Account>("{}");
}
