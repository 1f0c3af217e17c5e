//! A newtype or an enum that derives `Elicit`, used as a form

use elicit_core::{Ask, AskError, Elicit};

#[derive(Elicit)]
struct Port(#[elicit(minimum = 1024)] u16);

#[derive(Elicit)]
enum Region {
    Europe,
}

async fn asked(ask: Ask) -> Result<Region, AskError> {
    ask.form::<Region>("region", "Where?").or_end().await
}

fn main() {
    let _ = elicit_core::from_str::<Port>("8080");
}
