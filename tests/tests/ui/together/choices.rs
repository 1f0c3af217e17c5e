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
    let target: Target = ask.form_with("target", "Where?", found).or_end().await?;
    Ok(target.environment)
}

async fn named(ask: Ask) -> Result<String, AskError> {
    let question = ask.form_with::<Target>("target", "Where?", vec!["eu", "us"]);
    Ok(question.or_end().await?.environment)
}

async fn of_a_form_without(ask: Ask) -> Result<u8, AskError> {
    let scale: Scale = ask.form_with("scale", "How many?", ["1", "2"]).or_end().await?;
    Ok(scale.replicas)
}

fn main() {}
