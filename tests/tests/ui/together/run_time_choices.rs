//! A form with run-time choices, used as if it had none

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Deploy {
    #[elicit(choices)]
    branch: String,
}

async fn asked(ask: elicit_core::Ask) -> Result<String, elicit_core::AskError> {
    let deploy: Deploy = ask.form("deploy", "What?").or_end().await?;
    Ok(deploy.branch)
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
