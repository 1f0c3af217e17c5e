//! Generic code over any form, where one without run-time choices is wanted

use elicit_core::{Ask, AskError, Elicit, NoSecrets, InvalidContent, Revision};

fn schema<T: Elicit + NoSecrets>() -> &'static str {
    T::requested_schema(Revision::LATEST)
}

fn read<T: Elicit + NoSecrets>(content: &str) -> Result<T, InvalidContent> {
    elicit_core::from_str(content)
}

async fn ask<T: Elicit + NoSecrets>(ask: &Ask) -> Result<T, AskError> {
    ask.form::<T>("form", "What?").or_end().await
}

fn main() {}
