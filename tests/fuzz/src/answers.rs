//! A handler that asks a question of each kind, and what it may get.

use std::num::NonZeroU16;

use elicit_core::{__private::DerivedForm as _, Ask, AskError, Outcome, from_value};
use elicit_tests::forms::Everything;
use serde_json::Value;

const CITIES: [&str; 3] = ["Bergen", "Oslo", "Tromsø"];

#[derive(Debug, PartialEq)]
pub struct Answers {
    form: Outcome<Everything>,
    sure: Outcome<()>,
    city: Outcome<String>,
    cities: Outcome<Vec<String>>,
    port: Outcome<NonZeroU16>,
    note: Outcome<Option<String>>,
    link: bool,
}

impl Answers {
    pub async fn ask(ask: Ask) -> Result<Self, AskError> {
        let link = ask.url("link", "https://example.org/", "Please log in.");
        Ok(Self {
            form: ask.form("form", "Where?").await?,
            sure: ask.confirm("sure", "Sure?").await?,
            city: ask.pick("city", "Which city?", CITIES.to_vec()).await?,
            cities: ask
                .pick_several("cities", "Which?", CITIES.to_vec())
                .await?,
            port: ask.value("port", "Which port?").await?,
            note: ask.value("note", "Anything else?").await?,
            link: matches!(link.await?, Outcome::Accepted(_)),
        })
    }

    pub fn assert_valid(&self) {
        if let Outcome::Accepted(form) = &self.form {
            let content = Value::Object(form.content());
            assert_eq!(from_value::<Everything>(&content).as_ref(), Ok(form));
        }
        let is_offered = |city: &String| CITIES.contains(&&**city);
        if let Outcome::Accepted(city) = &self.city {
            assert!(is_offered(city));
        }
        if let Outcome::Accepted(cities) = &self.cities {
            assert!(cities.iter().all(is_offered));
        }
    }
}
