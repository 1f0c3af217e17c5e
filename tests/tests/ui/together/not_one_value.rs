//! A question of one value, of a type that is not one

use std::{collections::HashMap, path::PathBuf};

use elicit_core::{Ask, AskError, Elicit};
use secrecy::SecretString;

#[derive(Elicit)]
struct Deploy {
    branch: String,
}

#[derive(Elicit)]
struct Token(SecretString);

async fn form(ask: Ask) -> Result<String, AskError> {
    let deploy = ask.value::<Deploy>("deploy", "What?").or_end().await?;
    Ok(deploy.branch)
}

async fn list(ask: Ask) -> Result<Vec<String>, AskError> {
    ask.value("names", "Which?").or_end().await
}

async fn text(ask: Ask) -> Result<PathBuf, AskError> {
    let question = ask.value::<PathBuf>("path", "Where?");
    question.prefill(&PathBuf::new()).attempts(1).or_end().await
}

async fn map(ask: Ask) -> Result<(), AskError> {
    ask.value::<HashMap<String, u8>>("numbers", "How many?").await?;
    Ok(())
}

async fn secret(ask: Ask) -> Result<(), AskError> {
    ask.value::<Token>("token", "Which token?").or_end().await?;
    Ok(())
}

fn main() {}
