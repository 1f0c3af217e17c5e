//! Generic code that asks any form in form mode

use elicit_core::{Ask, AskError, Elicit, Fixed, InFormMode, Revision};

async fn any<T: Fixed>(ask: Ask) -> Result<T, AskError> {
    ask.form("any", "What?").or_end().await
}

fn schema<T: Elicit + Fixed>() -> &'static str {
    T::requested_schema(Revision::LATEST)
}

async fn open<T: Fixed + InFormMode>(ask: Ask) -> Result<T, AskError> {
    T::requested_schema(Revision::LATEST);
    ask.form("open", "What?").or_end().await
}

fn main() {}
