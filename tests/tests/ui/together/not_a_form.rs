//! A struct that does not derive `Elicit`, used as a form

use elicit_core::{Ask, AskError, Elicit, Outcome, Revision};

struct Deploy {
    branch: String,
}

async fn named(ask: Ask) -> Result<String, AskError> {
    let deploy = ask.form::<Deploy>("deploy", "What?").or_end().await?;
    Ok(deploy.branch)
}

async fn inferred(ask: Ask) -> Result<String, AskError> {
    let deploy: Deploy = ask.form("deploy", "What?").or_end().await?;
    Ok(deploy.branch)
}

async fn with_everything(ask: Ask, last: &Deploy) -> Result<(), AskError> {
    let outcome = ask
        .form::<Deploy>("deploy", "What?")
        .prefill(last)
        .check(|deploy| Ok(drop(deploy.branch.len())))
        .attempts(1)
        .await?;
    if let Outcome::Accepted(deploy) = outcome {
        drop(deploy.branch);
    }
    Ok(())
}

fn without_a_client() {
    let _ = Deploy::requested_schema(Revision::LATEST);
}

fn generic<T>() {
    let _ = elicit_core::from_str::<T>("{}");
}

fn main() {
    let _ = elicit_core::from_str::<Deploy>("{}");
}
