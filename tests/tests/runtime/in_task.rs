//! Questions in a task of the protocol, where the handler waits on every revision.

use std::time::Duration;

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    testing::{End, User},
};
use serde_json::json;

use crate::forms::Scale;

#[tokio::test]
async fn a_task_asks_again_in_one_run_on_every_revision() {
    for revision in Revision::all() {
        let user = User::new()
            .in_task()
            .accepts("scale", json!({"replicas": 0}))
            .accepts("scale", json!({"replicas": 3}))
            .answers("sure", true);
        let end = user
            .run(revision, async |ask: Ask| {
                user.note_work("begin");
                let scale: Scale = ask.form("scale", "How many?").or_end().await?;
                let kept = ask.remember("kept", async || Ok::<_, AskError>(scale.replicas));
                ask.value::<bool>("sure", "Sure?").or_end().await?;
                kept.await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(3)), "{revision}");
        assert_eq!(user.runs(), 1, "{revision}");
        user.assert_no_work_repeated();
        assert_eq!(user.asked_keys(), ["scale", "scale", "sure"], "{revision}");
    }
}

#[tokio::test]
async fn a_question_in_a_task_is_spelled_as_its_revision_demands() {
    for revision in Revision::all() {
        let task = User::new().in_task().declines("scale");
        let call = User::new().declines("scale");
        for user in [&task, &call] {
            let end = user.run(revision, async |ask: Ask| {
                ask.form::<Scale>("scale", "How many?").await.map(drop)
            });
            assert_eq!(end.await, End::Returned(Ok(())), "{revision}");
        }
        assert_eq!(task.asked(), call.asked(), "{revision}");
    }
}

#[tokio::test]
async fn questions_of_a_task_do_not_count_as_rounds() {
    for revision in Revision::all() {
        let user = (0..12).fold(User::new().in_task(), |user, place| {
            user.answers(&format!("days {place}"), place)
        });
        let elicitation = Elicitation::default().rounds(2);
        let asks = async |ask: Ask| {
            let mut sum = 0;
            for place in 0..12 {
                sum += ask
                    .value::<u8>(format!("days {place}"), "How long?")
                    .or_end()
                    .await?;
            }
            Ok::<_, AskError>(sum)
        };
        let end = user.run_with(&elicitation, revision, asks).await;
        assert_eq!(end, End::Returned(Ok(66)), "{revision}");
    }
}

#[tokio::test]
async fn a_question_of_a_task_times_out() {
    for revision in Revision::all() {
        let user = User::new()
            .in_task()
            .takes(Duration::from_secs(600))
            .answers("days", 7);
        let asks = async |ask: Ask| ask.value::<u8>("days", "How long?").await;
        let end = user.run(revision, asks).await;
        assert_eq!(end, End::Returned(Err(AskError::TimedOut)), "{revision}");
    }
}
