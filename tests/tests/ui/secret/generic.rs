//! Generic code that asks any form in form mode

use elicit_core::{Ask, AskError, Elicit, NoRunTimeChoices, NoSecrets, Revision};

async fn any<T: NoRunTimeChoices>(ask: Ask) -> Result<T, AskError> {
    ask.form("any", "What?").or_end().await
}

fn schema<T: Elicit + NoRunTimeChoices>() -> &'static str {
    T::requested_schema(Revision::LATEST)
}

async fn open<T: NoRunTimeChoices + NoSecrets>(ask: Ask) -> Result<T, AskError> {
    T::requested_schema(Revision::LATEST);
    ask.form("open", "What?").or_end().await
}

fn main() {}
