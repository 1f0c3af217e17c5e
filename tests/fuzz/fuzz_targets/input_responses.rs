//! `inputResponses`: a handler gets valid values only, the same as on an older revision.

#![no_main]

use std::num::NonZeroU16;

use elicit_core::{
    __private::DerivedForm,
    Ask, AskError, Elicitation, Outcome, Revision,
    adapter::RunEnd,
    from_value,
    testing::{End, User},
};
use elicit_fuzz::{Responses, at_once, round};
use elicit_tests::forms::Everything;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

const CITIES: [&str; 3] = ["Bergen", "Oslo", "Tromsø"];

#[derive(Debug, PartialEq)]
struct Answers {
    form: Outcome<Everything>,
    sure: Outcome<()>,
    city: Outcome<String>,
    cities: Outcome<Vec<String>>,
    port: Outcome<NonZeroU16>,
    note: Outcome<Option<String>>,
    link: bool,
}

async fn ask_all(ask: Ask) -> Result<Answers, AskError> {
    let link = ask.url("link", "https://example.org/", "Please log in.");
    Ok(Answers {
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

fn are_valid(answers: &Answers) {
    if let Outcome::Accepted(form) = &answers.form {
        let content = Value::Object(form.content());
        assert_eq!(from_value::<Everything>(&content).as_ref(), Ok(form));
    }
    let is_offered = |city: &String| CITIES.contains(&&**city);
    if let Outcome::Accepted(city) = &answers.city {
        assert!(is_offered(city));
    }
    if let Outcome::Accepted(cities) = &answers.cities {
        assert!(cities.iter().all(is_offered));
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(responses) = serde_json::from_slice::<Responses>(data) else {
        return;
    };
    let elicitation = Elicitation::default().rate(None);
    match round(&elicitation, responses.clone(), None, ask_all) {
        RunEnd::Done(Ok(answers)) => {
            are_valid(&answers);
            let user = responses
                .into_iter()
                .fold(User::new(), |user, (key, response)| {
                    user.garbage(&key, response)
                });
            let end = at_once(user.run(Revision::V2025_11_25, ask_all));
            assert_eq!(end, End::Returned(Ok(answers)));
        }
        // The same answers again, to what was asked.
        RunEnd::InputRequired(required) => {
            match round(&elicitation, responses, Some(required.state), ask_all) {
                RunEnd::Done(Ok(answers)) => are_valid(&answers),
                RunEnd::Done(Err(_)) | RunEnd::InputRequired(_) => {}
                run_end => panic!("{run_end:?}"),
            }
        }
        RunEnd::Done(Err(error)) => {
            assert!(!matches!(error, AskError::BadQuestion { .. }), "{error}")
        }
        run_end => panic!("{run_end:?}"),
    }
});
