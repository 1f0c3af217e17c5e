//! Options that are known only when the form is asked, and the schema that it is asked
//! with.

use std::{
    collections::{BTreeSet, HashSet},
    pin::pin,
    task::{Context, Poll, Waker},
};

use elicit_core::{
    __private::DerivedForm,
    AskError, Choices, Elicit, InvalidContent, Outcome, Revision, from_value_with,
    testing::{End, User},
};
use elicit_tests::forms::RustTypes;
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{Asked, document::Document, run, schema, values::SUPPLIED};

#[derive(Debug, PartialEq, Serialize, Elicit)]
struct Picked {
    #[elicit(choices)]
    one: String,
    #[elicit(choices)]
    perhaps: Option<String>,
    #[elicit(choices, multi_select)]
    list: Vec<String>,
    #[elicit(choices, multi_select, min_items = 1, max_items = 3)]
    set: Option<BTreeSet<String>>,
    #[elicit(choices, multi_select)]
    hash_set: Option<HashSet<String>>,
    replicas: Option<u8>,
}

fn choices() -> PickedChoices {
    let values = || {
        SUPPLIED
            .iter()
            .map(|(value, _)| *value)
            .collect::<Choices>()
    };
    let titled = || Choices::from(SUPPLIED.to_vec());
    PickedChoices {
        one: titled(),
        perhaps: values(),
        list: titled(),
        set: values(),
        hash_set: titled(),
    }
}

impl Asked for Picked {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| {
            matches!(property.name(), "perhaps" | "set" | "hash_set" | "replicas")
        },
        ..RustTypes::OF_SCHEMA
    };

    fn schema(revision: Revision) -> Value {
        let user = User::new().declines("picked");
        let end = now(user.run(revision, async |ask| {
            let question = ask.form_with::<Self>("picked", "Which?", choices());
            question.await
        }));
        assert!(matches!(end, End::Returned(Ok(_))), "{end:?}");
        user.asked()[0]["requestedSchema"].clone()
    }

    fn read(document: &Document) -> Result<Self, InvalidContent> {
        from_value_with(&document.value(), &choices())
    }
}

/// A scripted user answers at once.
pub(crate) fn now<T>(call: impl Future<Output = T>) -> T {
    match pin!(call).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(end) => end,
        Poll::Pending => panic!("the call waits"),
    }
}

#[test]
fn run_time_choices_agree_with_the_sent_schema() {
    schema::agrees::<Picked>();
}

#[test]
fn an_answer_gives_the_same_value_as_reading_its_content() {
    run::<Picked>(1, |document| {
        let revision = Revision::LATEST;
        let user = User::new().responds(
            "picked",
            json!({"action": "accept", "content": document.value()}),
        );
        let end = now(user.run(revision, async |ask| {
            let question = ask.form_with::<Picked>("picked", "Which?", choices());
            question.attempts(1).await
        }));
        let read = Picked::read(document);
        match (end, read) {
            (End::Returned(Ok(Outcome::Accepted(answer))), Ok(read)) => {
                for written in [Value::Object(read.content()), json!(read)] {
                    let again = from_value_with::<Picked>(&written, &choices());
                    prop_assert_eq!(again.as_ref(), Ok(&read), "{}", written);
                }
                prop_assert_eq!(answer, read);
            }
            // An answer to another form is told apart.
            (End::Returned(Err(AskError::Invalid(told))), Err(_))
                if told.violations()[0].keyword() == "properties" => {}
            (End::Returned(Err(AskError::Invalid(told) | AskError::Empty(told))), Err(read)) => {
                prop_assert_eq!(told, read);
            }
            (end, read) => prop_assert!(false, "{:?}, and {:?}", end, read),
        }
        Ok(())
    });
}
