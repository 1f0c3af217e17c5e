//! Answers that come with the first request of a call, before anything was asked (2026-07-28).

use std::{collections::BTreeMap, sync::Mutex, time::SystemTime};

use elicit_core::{
    AnsweredBy, Ask, AskError, Elicitation, Outcome, Revision,
    adapter::{Asker, RunEnd, Session},
};
use elicit_tests::drive::Drive as _;
use serde_json::{Value, json};

use crate::{adapter::call, log::listen, once::once};

type Said = Result<Outcome<()>, AskError>;

/// One request, with the answer to `key`.
async fn send(
    elicitation: &Elicitation,
    state: Option<String>,
    (key, answer): (&str, Value),
    handler: impl AsyncFn(Ask) -> Said,
) -> RunEnd<Said> {
    let mut call = call(Revision::LATEST);
    call.url = true;
    call.input_responses = BTreeMap::from([(key.to_owned(), answer)]);
    call.request_state = state;
    let handler = async |asker: Asker| handler(asker.take().unwrap()).await;
    elicitation.run(call, &Session::new(), None, handler).await
}

fn answer(action: &str) -> Value {
    json!({"action": action, "content": {"confirm": true}})
}

async fn sure(ask: Ask) -> Said {
    ask.confirm("sure", "Delete everything?").await
}

async fn link(ask: Ask) -> Said {
    let link = ask.url("sure", "https://example.org", "Visit?").await?;
    Ok(link.map(drop))
}

#[tokio::test]
async fn an_answer_that_nobody_asked_for_does_not_count() {
    for action in ["accept", "decline", "cancel"] {
        let elicitation = Elicitation::default();
        for is_link in [false, true] {
            let answer = ("sure", answer(action));
            let (log, _guard) = listen();
            let run_end = if is_link {
                send(&elicitation, None, answer, link).await
            } else {
                send(&elicitation, None, answer, sure).await
            };
            let RunEnd::InputRequired(required) = run_end else {
                panic!("{action}: {run_end:?}");
            };
            assert!(required.requests.contains_key("sure"));
            let lines = log.lines.lock().unwrap().clone();
            assert!(
                !lines.iter().any(|line| line.contains("answered")),
                "{lines:?}"
            );
        }
    }
}

fn accepting() -> Elicitation {
    Elicitation::default().accept_unsolicited_answers(true)
}

type Seen = (Said, Option<AnsweredBy>);

/// Who has answered, in the run that got the answer and in a later one.
#[tokio::test]
async fn who_accepts_unsolicited_answers_can_tell_them_from_those_of_a_person() {
    // A decline counts at once, whether or not a person can be so fast.
    let outcomes = [
        ("accept", Outcome::Accepted(())),
        ("decline", Outcome::Declined),
        ("cancel", Outcome::Cancelled),
    ];
    for (action, outcome) in outcomes {
        for is_link in [false, true] {
            let seen = Mutex::new(Vec::new());
            let handler = async |ask: Ask| {
                let said = if is_link {
                    let link = ask.url("sure", "https://example.org", "Visit?").await?;
                    Ok(link.map(drop))
                } else {
                    ask.confirm("sure", "Delete everything?").await
                };
                let by = ask.answered_by("sure");
                seen.lock().unwrap().push((said, by));
                ask.confirm("next", "And now?").await
            };
            let (log, _guard) = listen();
            let run_end = send(&accepting(), None, ("sure", answer(action)), handler).await;
            let RunEnd::InputRequired(required) = run_end else {
                panic!("{action}: {run_end:?}");
            };
            let next = ("next", answer("accept"));
            let run_end = send(&accepting(), Some(required.state), next, handler).await;
            assert!(matches!(run_end, RunEnd::Returned(Ok(_))), "{run_end:?}");
            let expected: Seen = (Ok(outcome), Some(AnsweredBy::Unsolicited));
            assert_eq!(seen.into_inner().unwrap(), [expected.clone(), expected]);
            let lines = log.lines.lock().unwrap().clone();
            let answered =
                |line: &&String| line.contains("answered") && line.contains("key=\"sure\"");
            let lines: Vec<_> = lines.iter().filter(answered).collect();
            assert_eq!(lines.len(), 1, "{lines:?}");
            assert!(lines[0].contains(r#"by="unsolicited""#), "{lines:?}");
        }
    }
}

#[tokio::test]
async fn who_is_asked_after_an_unsolicited_answer_is_a_person() {
    let seen = Mutex::new(Vec::new());
    let handler = async |ask: Ask| {
        let said = ask.value::<u8>("sure", "How many?").await;
        seen.lock().unwrap().push(ask.answered_by("sure"));
        said.map(|said| said.map(drop))
    };
    let accept = |value: u16| {
        (
            "sure",
            json!({"action": "accept", "content": {"value": value}}),
        )
    };
    let run_end = send(&accepting(), None, accept(300), handler).await;
    let RunEnd::InputRequired(required) = run_end else {
        panic!("{run_end:?}");
    };
    let message = required.requests["sure"]["params"]["message"].as_str();
    assert!(
        message.unwrap().starts_with("Please correct"),
        "{message:?}"
    );
    let run_end = send(&accepting(), Some(required.state), accept(3), handler).await;
    assert!(matches!(run_end, RunEnd::Returned(Ok(_))), "{run_end:?}");
    assert_eq!(seen.into_inner().unwrap(), [Some(AnsweredBy::Person)]);
}

/// Nobody has seen it, so the client may be declining by itself.
#[tokio::test]
async fn a_decline_at_once_after_an_unsolicited_answer_is_too_fast() {
    let now = SystemTime::now();
    let elicitation = accepting().clock(move || now);
    let handler = async |ask: Ask| {
        let said = ask.value::<u8>("sure", "How many?").await?;
        Ok(said.map(drop))
    };
    let accept = json!({"action": "accept", "content": {"value": 300}});
    let run_end = send(&elicitation, None, ("sure", accept), handler).await;
    let RunEnd::InputRequired(required) = run_end else {
        panic!("{run_end:?}");
    };
    let decline = ("sure", answer("decline"));
    let run_end = send(&elicitation, Some(required.state), decline, handler).await;
    let RunEnd::Returned(Err(AskError::TooFast)) = run_end else {
        panic!("{run_end:?}");
    };
}

#[tokio::test]
async fn unsolicited_answers_never_count_under_once() {
    for elicitation in [accepting().once(), once().accept_unsolicited_answers(true)] {
        let run_end = send(&elicitation, None, ("sure", answer("accept")), sure).await;
        assert!(matches!(run_end, RunEnd::InputRequired(_)), "{run_end:?}");
    }
}
