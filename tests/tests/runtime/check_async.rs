//! Rules of the server's own that await something.

use std::{
    error::Error as _,
    io,
    sync::atomic::{AtomicU8, Ordering::Relaxed},
};

use elicit_core::{
    Ask, AskError, CheckError, Elicit, Outcome, Revision, Violations,
    testing::{End, User},
};
use serde_json::json;
use tokio::task::yield_now;

#[derive(Debug, PartialEq, Elicit)]
struct Branch {
    name: String,
}

impl Branch {
    fn named(name: &str) -> Self {
        let name = name.to_owned();
        Self { name }
    }
}

/// What knows the branches, and counts how often it was asked.
#[derive(Default)]
struct Repository {
    begun: AtomicU8,
    done: AtomicU8,
    is_down: bool,
}

impl Repository {
    async fn has_branch(&self, name: &str) -> io::Result<bool> {
        self.begun.fetch_add(1, Relaxed);
        for _ in 0..3 {
            yield_now().await;
        }
        self.done.fetch_add(1, Relaxed);
        if self.is_down {
            return Err(io::Error::other(format!("no branch {name} in a table")));
        }
        Ok(name == "main")
    }

    async fn check(&self, branch: &str) -> Result<(), CheckError> {
        if self.has_branch(branch).await? {
            return Ok(());
        }
        Err(Violations::new().property("name", "does not exist").into())
    }

    async fn pick(&self, ask: &Ask) -> Result<Outcome<Branch>, AskError> {
        ask.form::<Branch>("branch", "Which branch?")
            .check_async(async |branch| self.check(&branch.name).await)
            .await
    }
}

#[tokio::test]
async fn a_query_runs_once_for_an_answer_that_it_accepts() {
    for revision in Revision::all() {
        let repository = Repository::default();
        let user = User::new()
            .accepts("branch", json!({"name": "main"}))
            .accepts("sure", json!({"confirm": true}))
            .accepts("really", json!({"confirm": true}));
        let end = user.run(revision, async |ask| {
            let branch = repository.pick(&ask).await?;
            ask.confirm("sure", "Sure?").or_end().await?;
            ask.confirm("really", "Really?").or_end().await?;
            Ok::<_, AskError>(branch)
        });
        let accepted = Outcome::Accepted(Branch::named("main"));
        assert_eq!(end.await, End::Returned(Ok(accepted)), "{revision}");
        assert_eq!(repository.done.load(Relaxed), 1, "{revision}");
    }
}

#[tokio::test]
async fn an_answer_that_a_query_rejects_is_asked_again() {
    for revision in Revision::all() {
        let repository = Repository::default();
        let user = User::new()
            .accepts("branch", json!({"name": "gone"}))
            .accepts("branch", json!({"name": "main"}));
        let end = user.run(revision, async |ask| repository.pick(&ask).await);
        let accepted = Outcome::Accepted(Branch::named("main"));
        assert_eq!(end.await, End::Returned(Ok(accepted)), "{revision}");
        assert_eq!(
            user.asked()[1]["message"],
            "Please correct your answer. “Name” does not exist. \n\nWhich branch?",
        );
        assert_eq!(repository.done.load(Relaxed), 2, "{revision}");
    }
}

#[tokio::test]
async fn a_query_runs_after_the_checks_that_need_not_wait() {
    for revision in Revision::all() {
        let repository = Repository::default();
        let user = User::new().accepts("branch", json!({"name": "main"}));
        let end = user.run(revision, async |ask| {
            ask.form::<Branch>("branch", "Which branch?")
                .check_async(async |branch| repository.check(&branch.name).await)
                .check(|_| Err("Not today.".into()))
                .attempts(1)
                .await
        });
        let end = end.await;
        assert!(
            matches!(end, End::Returned(Err(AskError::Invalid(_)))),
            "{revision}: {end:?}"
        );
        assert_eq!(repository.begun.load(Relaxed), 0, "{revision}");
    }
}

#[tokio::test]
async fn an_error_of_a_query_ends_the_question_and_is_no_invalid_answer() {
    for revision in Revision::all() {
        let repository = Repository {
            is_down: true,
            ..Repository::default()
        };
        let user = User::new().accepts("branch", json!({"name": "secret-plan"}));
        let end = user.run(revision, async |ask: Ask| {
            ask.form::<Branch>("branch", "Which branch?")
                .check_async(async |branch| repository.check(&branch.name).await)
                .or_end()
                .await
        });
        let end = end.await;
        let End::Returned(Err(error @ AskError::NotChecked(failure))) = &end else {
            panic!("{revision}: {end:?}");
        };
        assert!(failure.error().is::<io::Error>(), "{revision}");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("secret-plan"), "{shown}");
        // What prints the causes of an error would show it, too.
        assert!(error.source().is_none(), "{revision}");
        assert_eq!(user.asked().len(), 1, "{revision}");
        assert_eq!(repository.done.load(Relaxed), 1, "{revision}");
    }
}

/// Otherwise the query would begin in one round, and again in the next.
#[tokio::test]
async fn a_round_does_not_end_while_a_query_runs() {
    for revision in Revision::all() {
        let repository = Repository::default();
        let user = User::new()
            .accepts("branch", json!({"name": "main"}))
            .accepts("first", json!({"confirm": true}))
            .accepts("second", json!({"confirm": true}));
        let end = user.run(revision, async |ask| {
            let confirms = async {
                ask.confirm("first", "First?").or_end().await?;
                ask.confirm("second", "Second?").or_end().await
            };
            let (branch, confirmed) = tokio::join!(repository.pick(&ask), confirms);
            confirmed?;
            branch
        });
        let accepted = Outcome::Accepted(Branch::named("main"));
        assert_eq!(end.await, End::Returned(Ok(accepted)), "{revision}");
        assert_eq!(repository.begun.load(Relaxed), 1, "{revision}");
    }
}

#[tokio::test]
async fn a_query_checks_one_value_too() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("replicas", json!({"value": 40}))
            .accepts("replicas", json!({"value": 4}));
        let end = user.run(revision, async |ask| {
            ask.value::<u8>("replicas", "How many?")
                .check_async(async |replicas| match replicas {
                    0..10 => Ok(()),
                    _ => Err(Violations::from("There is no room for so many.").into()),
                })
                .or_end()
                .await
        });
        assert_eq!(end.await, End::Returned(Ok(4)), "{revision}");
    }
}

/// As on the revisions where the call waits.
#[tokio::test]
async fn a_query_asks_another_question() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("branch", json!({"name": "old"}))
            .accepts("old", json!({"confirm": true}));
        let end = user.run(revision, async |ask: Ask| {
            let branch = ask.form::<Branch>("branch", "Which branch?");
            let branch = branch.check_async(async |branch: &Branch| {
                if branch.name == "old" {
                    ask.confirm("old", "It is old. Take it?").or_end().await?;
                }
                Ok(())
            });
            branch.await
        });
        let end = tokio::time::timeout(std::time::Duration::from_secs(10), end).await;
        let accepted = Outcome::Accepted(Branch::named("old"));
        assert_eq!(
            end.expect("it hangs"),
            End::Returned(Ok(accepted)),
            "{revision}"
        );
    }
}
