//! Rules of the server's own, given to a question.

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
async fn what_it_finds_is_in_the_order_of_the_form() {
    for revision in Revision::ALL {
        let answer = || json!({"from": "1", "until": "2"});
        let user = User::new()
            .accepts("stay", answer())
            .accepts("stay", answer());
        let end = user
            .run(revision, async |ask| {
                ask.form::<Stay>("stay", "When?")
                    .check(|_| Err(wrong()))
                    .attempts(2)
                    .or_end()
                    .await
            })
            .await;
        let End::Returned(Err(AskError::Invalid(invalid))) = end else {
            panic!("{revision}: {end:?}");
        };
        let found = "a week has seven days; from: is too early; until: is too late; is a Sunday";
        assert_eq!(invalid.to_string(), found, "{revision}");
        let message = &user.asked()[1]["message"];
        assert_eq!(*message, format!("When?\n\nPlease correct: {found}"));
    }
}
