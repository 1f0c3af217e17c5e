//! How large an answer may be.

use std::cell::Cell;

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Keys, Limit, Outcome, Revision,
    adapter::{Asker, RunEnd, Session},
    testing::{End, User},
};
use elicit_tests::drive::Drive as _;
use serde_json::{Value, json};

use crate::{adapter::call, seal::at_once};

#[derive(Debug, PartialEq, Elicit)]
struct Note {
    /// As many x as you like.
    #[elicit(pattern = "^x*$")]
    text: Option<String>,
}

async fn note(ask: Ask) -> Result<Note, AskError> {
    ask.form::<Note>("note", "What?").or_end().await
}

/// What the client sends. (The kit's own `accepts` takes the properties of the form only.)
fn accept(content: &Value) -> Value {
    json!({"action": "accept", "content": content})
}

fn text(bytes: usize) -> String {
    "x".repeat(bytes)
}

#[tokio::test]
async fn the_size_of_an_answer_is_the_length_of_its_json() {
    for content in [
        json!({}),
        json!({"text": null}),
        json!({"text": "xxx"}),
        json!({"other": "ä\n\u{1}", "\"": [true, null, [], {}, {"a": ["b"]}]}),
        json!({"one": 7, "two": -0.5, "three": 18_446_744_073_709_551_615_u64}),
    ] {
        let size = content.to_string().len();
        for revision in Revision::all() {
            for (limit, is_within) in [(size, true), (size - 1, false)] {
                let elicitation = Elicitation::default().answer_limit(Some(limit)).attempts(1);
                let user = User::new().responds("note", accept(&content));
                let end = user.run_with(&elicitation, revision, note).await;
                let is_accepted = matches!(end, End::Returned(Ok(_)));
                assert_eq!(is_accepted, is_within, "{revision}: {content}: {end:?}");
            }
        }
    }
}

/// The correction names the limit and does not repeat the answer.
#[tokio::test]
async fn an_answer_over_the_limit_is_asked_again() {
    for revision in Revision::all() {
        for large in [
            json!({"text": text(64 << 10)}),
            json!({"text": "x", "other": text(64 << 10)}),
            json!({"text": "x", "other": vec![0; 64 << 10]}),
            json!({"text": text(64 << 10), "other": text(10 << 20)}),
            Value::String(text(64 << 10)),
        ] {
            let user = User::new()
                .responds("note", accept(&large))
                .accepts("note", json!({"text": "xx"}));
            let end = user.run(revision, note).await;
            let text = Some("xx".to_owned());
            assert_eq!(end, End::Returned(Ok(Note { text })), "{revision}");
            let asked = user.asked();
            assert_eq!(asked.len(), 2, "{revision}");
            assert_eq!(
                asked[1]["message"],
                "Please correct your answer. The answer must be shorter: at most 32768 bytes. \n\nWhat?"
            );
            assert_eq!(asked[0]["requestedSchema"], asked[1]["requestedSchema"]);
        }
    }
}

/// Also in the runs after the one that has read the answer.
#[tokio::test]
async fn answers_over_the_limit_count_as_attempts() {
    for revision in Revision::all() {
        let large = || json!({"text": text(64 << 10)});
        let user = User::new()
            .accepts("note", large())
            .accepts("note", large())
            .accepts("one", json!({"text": "x"}))
            .accepts("two", json!({"text": "xx"}));
        let end = user
            .run(revision, async |ask| {
                let note = ask.form::<Note>("note", "What?").attempts(2).await;
                let one = ask.form::<Note>("one", "And this?").await?;
                let two = ask.form::<Note>("two", "And that?").await?;
                Ok::<_, AskError>((note, one, two))
            })
            .await;
        let End::Returned(Ok((Err(AskError::Invalid(invalid)), one, two))) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(invalid.to_string(), "must be shorter: at most 32768 bytes");
        let violation = &invalid.violations()[0];
        assert_eq!(violation.keyword(), "size");
        assert_eq!(violation.property(), None);
        assert!(matches!(violation.limit(), Some(Limit::Bytes(32768))));
        for (outcome, text) in [(one, "x"), (two, "xx")] {
            let text = Some(text.to_owned());
            assert_eq!(outcome, Outcome::Accepted(Note { text }), "{revision}");
        }
        let asked = user.asked_keys();
        assert_eq!(asked, ["note", "note", "one", "two"], "{revision}");
    }
}

/// The next run may be in another process with another limit.
#[test]
fn an_answer_over_the_limit_stays_invalid_in_later_runs() {
    let keys = || Keys::new([[7; 32]]).unwrap();
    let handler = async |asker: Asker| {
        let ask = asker.take().unwrap();
        let note = ask.form::<Note>("note", "What?").attempts(1).await;
        let _ = ask.form::<Note>("next", "And this?").await;
        note.map(drop).map_err(|error| error.to_string())
    };
    let drive = |limit, call| {
        let elicitation = Elicitation::with_keys(keys())
            .answer_limit(limit)
            .accept_unsolicited_answers(true);
        at_once(elicitation.run(call, &Session::new(), None, handler))
    };
    let answer = |text: String| json!({"action": "accept", "content": {"text": text}});
    let mut first = call(Revision::V2026_07_28);
    first.input_responses = [("note".to_owned(), answer(text(50)))].into();
    let RunEnd::InputRequired(required) = drive(Some(50), first) else {
        panic!("the next question is not open");
    };
    let mut retry = call(Revision::V2026_07_28);
    retry.input_responses = [("next".to_owned(), answer(text(1)))].into();
    retry.request_state = Some(required.state);
    let RunEnd::Returned(Err(said)) = drive(None, retry) else {
        panic!("the run did not end with the invalid answer");
    };
    assert!(
        said.ends_with("must be shorter: at most 50 bytes"),
        "{said}"
    );
}

#[tokio::test]
async fn the_limit_can_be_removed_before_2026_07_28() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let text = text(3 << 20);
        let user = User::new().accepts("note", json!({"text": text}));
        let elicitation = Elicitation::default().answer_limit(None);
        let end = user.run_with(&elicitation, revision, note).await;
        assert!(
            end == End::Returned(Ok(Note { text: Some(text) })),
            "{revision}"
        );
    }
}

/// The limit does not matter, since the state carries the answers.
#[tokio::test]
async fn on_2026_07_28_an_answer_fits_into_the_state_or_is_invalid() {
    for limit in [None, Some(1 << 20)] {
        let elicitation = Elicitation::default().answer_limit(limit);
        let user = User::new()
            .accepts("one", json!({"text": text(40 << 10)}))
            .accepts("one", json!({"text": text(20 << 10)}))
            .accepts("two", json!({"text": text(20 << 10)}))
            .accepts("two", json!({"text": text(12 << 10)}))
            .accepts("three", json!({"text": text(10)}));
        let end = user
            .run_with(&elicitation, Revision::V2026_07_28, async |ask: Ask| {
                let mut sizes = Vec::new();
                for key in ["one", "two", "three"] {
                    let note = ask.form::<Note>(key, "What?").or_end().await?;
                    sizes.push(note.text.map_or(0, |text| text.len()));
                }
                Ok::<_, AskError>(sizes)
            })
            .await;
        assert_eq!(end, End::Returned(Ok(vec![20 << 10, 12 << 10, 10])));
        let asked = user.asked();
        let message = asked[1]["message"].as_str().unwrap();
        assert!(message.contains("must be shorter: at most 3"), "{message}");
        let message = asked[3]["message"].as_str().unwrap();
        assert!(message.contains("must be shorter: at most 1"), "{message}");
    }
}

#[tokio::test]
async fn on_2026_07_28_an_unsolicited_answer_fits_into_the_state_or_is_invalid() {
    let elicitation = Elicitation::default()
        .answer_limit(None)
        .accept_unsolicited_answers(true);
    let answer = json!({"action": "accept", "content": {"text": text(40 << 10)}});
    let mut early = call(Revision::V2026_07_28);
    early.input_responses = [("note".to_owned(), answer)].into();
    let handler = async |asker: Asker| note(asker.take().unwrap()).await.map(drop);
    let run_end = elicitation.run(early, &Session::new(), None, handler).await;
    let RunEnd::InputRequired(required) = run_end else {
        panic!("{run_end:?}");
    };
    let message = required.requests["note"]["params"]["message"].to_string();
    assert!(message.contains("must be shorter: at most 3"), "{message}");
}

async fn values(ask: Ask, count: usize) -> Result<Vec<u8>, AskError> {
    let keys: Vec<_> = (0..count).map(|index| format!("q{index}")).collect();
    let questions = keys.iter().map(|key| ask.value::<u8>(&**key, "How many?"));
    ask.all(questions).or_end().await
}

#[tokio::test]
async fn an_open_question_gives_its_room_back_when_it_is_answered() {
    let elicitation = Elicitation::default().rate_limit(None);
    for (count, attempts) in [(250_u16, 1), (250, 3), (350, 1), (350, 3)] {
        let elicitation = elicitation.clone().attempts(attempts);
        let user = (0..count).fold(User::new(), |user, index| {
            user.accepts(&format!("q{index}"), json!({"value": index % 256}))
        });
        let end = user.run_with(&elicitation, Revision::V2026_07_28, async |ask| {
            values(ask, count.into()).await
        });
        let expected = (0..count).map(|index| index.to_le_bytes()[0]).collect();
        assert_eq!(end.await, End::Returned(Ok(expected)));
        assert_eq!(user.asked().len(), usize::from(count));
    }
}

#[tokio::test]
async fn sixty_answers_of_450_bytes_fit_into_the_state() {
    let elicitation = Elicitation::default().rate_limit(None);
    let content = json!({"text": text(450 - r#"{"text":""}"#.len())});
    let user = (0..60).fold(User::new(), |user, index| {
        user.accepts(&format!("q{index}"), content.clone())
    });
    let end = user.run_with(&elicitation, Revision::V2026_07_28, async |ask: Ask| {
        let keys: Vec<_> = (0..60).map(|index| format!("q{index}")).collect();
        let questions = keys.iter().map(|key| ask.form::<Note>(&**key, "What?"));
        ask.all(questions).or_end().await.map(|notes| notes.len())
    });
    assert_eq!(end.await, End::Returned(Ok(60)));
    assert_eq!(user.asked().len(), 60);
}

/// The author reads it, before a person has typed anything.
#[tokio::test]
async fn a_call_without_room_for_its_answers_is_too_large() {
    let elicitation = Elicitation::default().rate_limit(None);
    let user = User::new();
    let end = user.run_with(&elicitation, Revision::V2026_07_28, async |ask| {
        values(ask, 550).await
    });
    let end = end.await;
    let End::Error(rpc_error) = end else {
        panic!("{end:?}");
    };
    assert_eq!(rpc_error.code, -32603);
    let message = &rpc_error.message;
    assert!(message.contains("too large for the state"), "{message}");
    assert!(message.contains("fewer questions"), "{message}");
    assert!(user.asked().is_empty());
}

/// However much of the state is taken: either a right answer is accepted, or nobody is asked.
#[tokio::test]
async fn a_person_is_asked_only_where_there_is_room_for_an_answer() {
    #[derive(Debug, Elicit)]
    struct Branch {
        #[elicit(min_length = 40)]
        name: String,
        #[elicit(choices, multi_select, min_items = 2)]
        regions: Vec<String>,
    }
    let content = json!({"name": text(40), "regions": ["eu", "us"]});
    let (mut accepted, mut refused) = (0, 0);
    // Where long answers have no room any more, and where no answer has.
    let each = (34_300..34_900)
        .step_by(60)
        .chain((36_200..36_850).step_by(11));
    for (taken, attempts) in each.flat_map(|taken| [(taken, 1), (taken, 3)]) {
        let elicitation = Elicitation::default().attempts(attempts).rate_limit(None);
        let user = User::new()
            .accepts("branch", content.clone())
            .accepts("sure", json!({"confirm": true}));
        let answered = Cell::new(0);
        let end = user.run_with(&elicitation, Revision::V2026_07_28, async |ask: Ask| {
            let fill = async || Ok::<_, AskError>(text(taken));
            ask.remember("text", fill).await?;
            let regions = vec![("eu", "Europe"), ("us", "America")].into();
            let choices = BranchChoices { regions };
            let branch = ask.form_with::<Branch>("branch", "Which?", choices);
            branch.or_end().await.map(drop)?;
            answered.set(1);
            ask.confirm("sure", "Sure?").or_end().await?;
            answered.set(2);
            Ok::<_, AskError>(())
        });
        match end.await {
            End::Returned(Ok(())) => accepted += 1,
            End::Error(rpc_error) => {
                let message = &rpc_error.message;
                assert!(message.contains("too large for the state"), "{message}");
                refused += 1;
            }
            other => panic!("{taken}: {other:?}"),
        }
        assert_eq!(user.asked().len(), answered.get(), "{taken}");
    }
    assert!(accepted > 50 && refused > 10, "{accepted} {refused}");
}

/// A short answer fits, also after long ones.
#[tokio::test]
async fn long_answers_leave_room_for_short_ones() {
    let user = User::new()
        .accepts("one", json!({"text": text(32_000)}))
        .accepts("two", json!({"text": text(10_000)}))
        .accepts("two", json!({"text": text(2_480)}))
        .accepts("sure", json!({"confirm": true}))
        .accepts("really", json!({"confirm": true}));
    let end = user.run(Revision::V2026_07_28, async |ask: Ask| {
        for key in ["one", "two"] {
            ask.form::<Note>(key, "What?").or_end().await?;
        }
        ask.confirm("sure", "Sure?").or_end().await?;
        ask.confirm("really", "Really?").or_end().await
    });
    assert_eq!(end.await, End::Returned(Ok(())));
    assert_eq!(user.asked_keys(), ["one", "two", "two", "sure", "really"]);
}

/// Such an answer counts as an empty one.
#[tokio::test]
async fn an_answer_without_content_is_never_too_large() {
    for revision in Revision::all() {
        let elicitation = Elicitation::default().answer_limit(Some(2)).attempts(1);
        let user = User::new().agrees("note");
        let end = user.run_with(&elicitation, revision, note).await;
        assert!(end == End::Returned(Ok(Note { text: None })), "{revision}");
    }
}

/// As in a decline, or in the answer to a link.
#[tokio::test]
async fn content_that_is_not_read_is_not_limited() {
    let large = || json!({"text": text(64 << 10)});
    for limit in [Some(64 << 10), Some(2)] {
        let elicitation = Elicitation::default().answer_limit(limit);
        for revision in Revision::all() {
            let result = json!({"action": "decline", "content": large()});
            let user = User::new().responds("note", result);
            let ask = async |ask: Ask| ask.form::<Note>("note", "What?").await;
            let end = user.run_with(&elicitation, revision, ask).await;
            assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{revision}");
        }
        for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
            for user in [
                User::new().agrees("page"),
                User::new().responds("page", accept(&large())),
            ] {
                let ask = async |ask: Ask| {
                    let page = ask.url("page", "https://example.org", "Go?").await?;
                    let note = ask.form::<Note>("note", "What?").await?;
                    Ok::<_, AskError>((page.accepted().is_some(), note))
                };
                let user = user.declines("note");
                let end = user.run_with(&elicitation, revision, ask).await;
                let both = (true, Outcome::Declined);
                assert_eq!(end, End::Returned(Ok(both)), "{revision}: {limit:?}");
            }
        }
    }
}

/// Whatever limit the author sets, a person is not asked for an answer that no form has.
#[tokio::test]
async fn nobody_is_asked_for_an_answer_below_the_shortest_one() {
    #[derive(Debug, Elicit)]
    struct Branch {
        #[elicit(min_length = 40)]
        name: String,
    }
    let content = json!({"name": text(40)});
    let shortest = content.to_string().len();
    for revision in Revision::all() {
        for limit in [0, 1, 2, shortest - 1, shortest] {
            let elicitation = Elicitation::default().answer_limit(Some(limit));
            let user = User::new().responds("branch", accept(&content));
            let end = user.run_with(&elicitation, revision, async |ask: Ask| {
                ask.form::<Branch>("branch", "Which?").await
            });
            let end = end.await;
            let asked = user.asked().len();
            if limit == shortest {
                let is_accepted = matches!(end, End::Returned(Ok(Outcome::Accepted(_))));
                assert!(is_accepted && asked == 1, "{revision}: {end:?}");
            } else {
                let End::Returned(Err(AskError::BadQuestion { reason, .. })) = end else {
                    panic!("{revision}: {limit}: {end:?}: {:?}", user.asked());
                };
                assert!(reason.contains("`Elicitation::answer_limit`"), "{reason}");
                assert_eq!(asked, 0, "{revision}: {limit}");
            }
        }
    }
}
