//! Values that stay for a call, and the end of asking.

use std::cell::Cell;

use elicit_core::{
    Ask, AskError, Revision, Settled, Violations,
    adapter::RpcError,
    testing::{End, User},
};
use serde_json::json;

use crate::forms::Scale;

fn user() -> User {
    let yes = || json!({"confirm": true});
    User::new().accepts("a", yes()).accepts("b", yes())
}

async fn two_questions(ask: &Ask) -> Result<(), AskError> {
    ask.confirm("a", "A?").or_end().await?;
    ask.confirm("b", "B?").or_end().await
}

#[tokio::test]
async fn a_value_is_computed_once() {
    for revision in Revision::all() {
        let computed = Cell::new(0);
        let end = user()
            .run(revision, async |ask: Ask| {
                // What makes the future runs once, too.
                let compute = || {
                    computed.set(computed.get() + 1);
                    let number = computed.get();
                    async move { Ok::<_, AskError>(vec![number, 7]) }
                };
                let value = ask.remember("value", compute).await?;
                two_questions(&ask).await?;
                Ok::<_, AskError>(value)
            })
            .await;
        assert_eq!(end, End::Returned(Ok(vec![1, 7])), "{revision}");
        assert_eq!(computed.get(), 1, "{revision}");
    }
}

#[tokio::test]
async fn a_key_cannot_be_used_for_two_values() {
    for revision in Revision::all() {
        let end = user()
            .run(revision, async |ask: Ask| {
                let one = ask.remember("value", async || Ok::<_, AskError>(1)).await?;
                let two = ask.remember("value", async || Ok::<_, AskError>(2)).await?;
                two_questions(&ask).await?;
                Ok::<_, AskError>((one, two))
            })
            .await;
        let End::Error(RpcError { code, message, .. }) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(code, -32603, "{revision}");
        assert!(message.contains("`value`"), "{message}");
    }
}

#[tokio::test]
async fn an_error_is_not_remembered() {
    let computed = Cell::new(0);
    let end = user()
        .run(Revision::LATEST, async |ask: Ask| {
            let compute = async || {
                computed.set(computed.get() + 1);
                if computed.get() == 1 {
                    Err("no")
                } else {
                    Ok(computed.get())
                }
            };
            let value = ask.remember("value", compute).await;
            two_questions(&ask).await.map(|()| value)
        })
        .await;
    assert_eq!(end, End::Returned(Ok(Ok(2))));
}

#[tokio::test]
async fn a_value_of_another_type_is_computed_again() {
    let run = Cell::new(0);
    let end = user()
        .run(Revision::LATEST, async |ask: Ask| {
            run.set(run.get() + 1);
            if run.get() == 1 {
                let _ = ask
                    .remember("value", async || Ok::<_, ()>("text".to_owned()))
                    .await;
            }
            two_questions(&ask).await?;
            let number = ask.remember("value", async || Ok::<_, AskError>(7)).await?;
            Ok::<_, AskError>(number)
        })
        .await;
    assert_eq!(end, End::Returned(Ok(7)));
}

#[tokio::test]
async fn a_value_too_large_to_be_carried_is_an_error() {
    let end = user()
        .run(Revision::LATEST, async |ask: Ask| {
            let large = async || Ok::<_, AskError>("x".repeat(48 * 1024));
            let _ = ask.remember("large", large).await?;
            two_questions(&ask).await
        })
        .await;
    let End::Error(RpcError {
        code: -32603,
        message,
        ..
    }) = end
    else {
        panic!("{end:?}");
    };
    assert!(message.contains("too large for the state"), "{message}");
}

#[tokio::test]
async fn after_settling_the_handler_runs_once() {
    for revision in Revision::all() {
        let effects = Cell::new(0);
        let end = user()
            .run(revision, async |ask: Ask| {
                two_questions(&ask).await?;
                let settled: Settled = ask.settle();
                effects.set(effects.get() + 1);
                drop(settled);
                Ok::<_, AskError>(())
            })
            .await;
        assert_eq!(end, End::Returned(Ok(())));
        assert_eq!(effects.get(), 1, "{revision}");
    }
}

#[tokio::test]
async fn an_answer_that_a_check_refuses_later_is_asked_again() {
    let taken = Cell::new(0);
    let user = User::new()
        .accepts("scale", json!({"replicas": 3}))
        .accepts("b", json!({"confirm": true}))
        .accepts("scale", json!({"replicas": 4}));
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            let number = taken.get();
            let scale = ask
                .form::<Scale>("scale", "How many?")
                .check(move |scale| {
                    if scale.replicas == number {
                        return Err(Violations::new().property("replicas", "was just taken"));
                    }
                    Ok(())
                })
                .or_end()
                .await?;
            // Somebody else is faster, after the answer was recorded.
            taken.set(3);
            ask.confirm("b", "B?").or_end().await?;
            Ok::<_, AskError>(scale.replicas)
        })
        .await;
    assert_eq!(end, End::Returned(Ok(4)));
    assert_eq!(user.asked_keys(), ["scale", "b", "scale"]);
    let message = user.asked()[2]["message"].clone();
    assert_eq!(
        message,
        "Please correct your answer. “How many” was just taken. \n\nHow many?"
    );
}
