//! Options that are not in the struct that the derive wrote for them

use elicit_core::{Ask, AskError, Elicit};

#[derive(Elicit)]
struct Target {
    #[elicit(choices)]
    environment: String,
}

#[derive(Elicit)]
struct Scale {
    replicas: u8,
}

async fn inferred(ask: Ask, found: Vec<String>) -> Result<String, AskError> {
    let target: Target = ask.form("target", "Where?").choices(found).or_end().await?;
    Ok(target.environment)
}

async fn named(ask: Ask) -> Result<String, AskError> {
    let question = ask.form::<Target>("target", "Where?");
    Ok(question.choices(vec!["eu", "us"]).or_end().await?.environment)
}

async fn of_a_form_without(ask: Ask) -> Result<u8, AskError> {
    let scale: Scale = ask.form("scale", "How many?").choices(["1", "2"]).or_end().await?;
    Ok(scale.replicas)
}

fn main() {}
