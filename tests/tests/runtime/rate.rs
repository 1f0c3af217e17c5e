//! How often a user may be asked.

use std::num::NonZeroU32;

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    testing::{End, User},
};
use serde_json::json;

/// A user with an answer to each of `n` questions.
fn user(n: usize) -> User {
    let answer = |user: User, i| user.accepts(&format!("q{i}"), json!({"confirm": true}));
    (0..n).fold(User::new(), answer)
}

/// Asks `n` questions and says how many were answered before an error.
async fn ask(ask: Ask, n: usize) -> (usize, Option<AskError>) {
    for i in 0..n {
        if let Err(error) = ask.confirm(format!("q{i}"), "Sure?").await {
            return (i, Some(error));
        }
    }
    (n, None)
}

#[tokio::test]
async fn ten_a_minute_unless_set() {
    for revision in Revision::ALL {
        // So many rounds that they are not what ends it.
        let many = Elicitation::default().rounds(100);
        let user = user(12);
        let end = user
            .run_with(&many, revision, async |a| ask(a, 12).await)
            .await;
        assert_eq!(
            end,
            End::Returned((10, Some(AskError::RateLimited))),
            "{revision}"
        );
        assert_eq!(user.asked().len(), 10);
    }
}

#[tokio::test]
async fn as_many_as_it_is_set_to() {
    for revision in Revision::ALL {
        let three = Elicitation::default().rate(NonZeroU32::new(3));
        let end = user(5)
            .run_with(&three, revision, async |a| ask(a, 5).await)
            .await;
        assert_eq!(
            end,
            End::Returned((3, Some(AskError::RateLimited))),
            "{revision}"
        );
        // Another connection has its own; a second call over the first has not.
        let second = user(3);
        let end = second
            .run_with(&three, revision, async |a| ask(a, 3).await)
            .await;
        assert_eq!(end, End::Returned((3, None)), "{revision}");
        let end = second
            .run_with(&three, revision, async |a| ask(a, 1).await)
            .await;
        assert_eq!(
            end,
            End::Returned((0, Some(AskError::RateLimited))),
            "{revision}"
        );
    }
}

#[tokio::test]
async fn no_limit_if_there_is_to_be_none() {
    for revision in Revision::ALL {
        let free = Elicitation::default().rate(None).rounds(100);
        let end = user(30)
            .run_with(&free, revision, async |a| ask(a, 30).await)
            .await;
        assert_eq!(end, End::Returned((30, None)), "{revision}");
    }
}

#[tokio::test]
async fn a_question_that_is_asked_again_counts_again() {
    for revision in Revision::ALL {
        let two = Elicitation::default().rate(NonZeroU32::new(2));
        let wrong = || json!({"confirm": "maybe"});
        let user = User::new().accepts("q0", wrong()).accepts("q0", wrong());
        let end = user
            .run_with(&two, revision, async |a| ask(a, 1).await)
            .await;
        assert_eq!(
            end,
            End::Returned((0, Some(AskError::RateLimited))),
            "{revision}"
        );
        assert_eq!(user.asked().len(), 2);
    }
}
