//! Generic code over any form, where one without run-time choices is wanted

use elicit_core::{Ask, AskError, Elicit, InvalidContent, Revision};
use serde_json::Value;

fn schema<T: Elicit>() -> &'static str {
    T::requested_schema(Revision::LATEST)
}

fn read<T: Elicit>(content: &Value) -> Result<T, InvalidContent> {
    elicit_core::from_value(content)
}

async fn ask<T: Elicit>(ask: &Ask) -> Result<T, AskError> {
    ask.form::<T>("form", "What?").or_end().await
}

fn main() {}
