//! Rules of the server's own, given to a question.

use std::cell::Cell;

use elicit_core::{
    AskError, Elicit, Revision, Violations,
    testing::{End, User},
};
use serde_json::json;

#[derive(Debug, Elicit)]
struct Stay {
    from: String,
    until: String,
}

fn wrong() -> Violations {
    Violations::new()
        .property("until", "is too late")
        .property("from", "is too early")
        .form("a week has seven days")
        .property("until", "is a Sunday")
}

#[tokio::test]
async fn violations_of_a_check_are_in_the_order_of_the_form() {
    for revision in Revision::all() {
        let answer = || json!({"from": "1", "until": "2"});
        let user = User::new()
            .accepts("stay", answer())
            .accepts("stay", answer());
        let end = user
            .run(revision, async |ask| {
                ask.form::<Stay>("stay", "When?")
                    .check(|_| Err(wrong()))
                    .attempts(2)
                    .await
            })
            .await;
        let End::Returned(Err(AskError::Invalid(invalid))) = end else {
            panic!("{revision}: {end:?}");
        };
        let found = "a week has seven days; from: is too early; until: is too late; is a Sunday";
        assert_eq!(invalid.to_string(), found, "{revision}");
        // A person reads the titles.
        assert_eq!(
            user.asked()[1]["message"],
            "Please correct your answer. A week has seven days. “From” is too early. \
             “Until” is too late; is a Sunday. \n\nWhen?",
        );
    }
}

thread_local! {
    static CHECKED: Cell<u8> = const { Cell::new(0) };
}

#[derive(Debug, PartialEq, Elicit)]
#[elicit(check = counted)]
struct Counted {
    replicas: u8,
}

#[expect(clippy::unnecessary_wraps, reason = "a check may find something")]
fn counted(_: &Counted) -> Result<(), Violations> {
    CHECKED.set(CHECKED.get() + 1);
    Ok(())
}

#[tokio::test]
async fn the_check_of_a_form_runs_once_for_each_answer() {
    for revision in Revision::all() {
        CHECKED.set(0);
        let user = User::new().accepts("counted", json!({"replicas": 3}));
        let end = user
            .run(revision, async |ask| {
                ask.form::<Counted>("counted", "How many?").or_end().await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(Counted { replicas: 3 })));
        assert_eq!(CHECKED.get(), 1, "{revision}");
    }
}
