//! Carried state, as an attacker would have it.

use std::collections::BTreeMap;

use elicit_core::{
    Ask, AskError, Elicitation, KeyError, Keys, Revision,
    adapter::{Asker, Call, RpcError, RunEnd, Session},
};
use elicit_tests::drive::Drive as _;
use proptest::prelude::*;
use serde_json::{Value, json};

fn call(state: Option<String>) -> Call {
    let mut call = Call::new(
        Revision::LATEST,
        "tools/call",
        "delete",
        json!({"what": "everything"}),
    );
    call.principal = Some("ann".to_owned());
    call.form = true;
    call.url = true;
    call.input_responses = BTreeMap::from_iter([(
        "sure".to_owned(),
        json!({"action": "accept", "content": {"confirm": true}}),
    )]);
    call.request_state = state;
    call
}

async fn handler(asker: Asker) -> Result<(), AskError> {
    // The call ends with the error, whatever a handler makes of it.
    let Ok(ask): Result<Ask, _> = asker.take() else {
        return Ok(());
    };
    let secret = ask.remember("secret", async || Ok::<_, AskError>("hunter2".to_owned()));
    assert_eq!(secret.await.unwrap(), "hunter2");
    ask.confirm("sure", "Delete everything?").await.map(drop)
}

fn drive(elicitation: &Elicitation, call: Call) -> RunEnd<Result<(), AskError>> {
    let session = Session::new();
    let run = elicitation.run(call, &session, None, handler);
    at_once(run)
}

/// The runs in here never wait for anything outside of them.
pub(crate) fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut context) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("the run waits"),
    }
}

/// A state of a call that asks.
fn state(elicitation: &Elicitation) -> String {
    let mut first = call(None);
    first.input_responses = BTreeMap::new();
    match drive(elicitation, first) {
        RunEnd::InputRequired(required) => required.state,
        other => panic!("{other:?}"),
    }
}

fn is_refused(run_end: &RunEnd<Result<(), AskError>>) -> bool {
    matches!(run_end, RunEnd::Error(RpcError { code: -32602, message, .. })
        if message == "invalid requestState")
}

#[test]
fn a_state_with_a_flipped_bit_is_refused() {
    let elicitation = Elicitation::default();
    let state = state(&elicitation);
    let mut flipped = 0;
    for place in 0..state.len() {
        for bit in 0..8 {
            let mut bytes = state.clone().into_bytes();
            bytes[place] ^= 1 << bit;
            let Ok(forged) = String::from_utf8(bytes) else {
                continue;
            };
            let run_end = drive(&elicitation, call(Some(forged)));
            assert!(is_refused(&run_end), "byte {place}, bit {bit}: {run_end:?}");
            flipped += 1;
        }
    }
    assert_eq!(flipped, state.len() * 7);
    assert!(matches!(
        drive(&elicitation, call(Some(state))),
        RunEnd::Returned(Ok(()))
    ));
}

#[test]
fn a_truncated_state_is_refused() {
    let elicitation = Elicitation::default();
    let state = state(&elicitation);
    for length in 0..state.len() {
        let run_end = drive(&elicitation, call(Some(state[..length].to_owned())));
        assert!(is_refused(&run_end), "{length}: {run_end:?}");
    }
}

/// A change to what a state is bound to.
type Change = fn(&mut Call);

#[test]
fn a_state_of_another_call_is_refused() {
    let elicitation = Elicitation::with_keys(Keys::new([[7; 32]]).unwrap()).audience("one");
    let state = state(&elicitation);
    let changes: [(&str, Change); 8] = [
        ("method", |call| call.method = "prompts/get"),
        ("target", |call| call.target = "list".to_owned()),
        ("arguments", |call| {
            call.arguments = json!({"what": "nothing"});
        }),
        ("no arguments", |call| call.arguments = Value::Null),
        ("more arguments", |call| {
            call.arguments = json!({"what": "everything", "how": "now"});
        }),
        ("principal", |call| call.principal = Some("bob".to_owned())),
        ("no principal", |call| call.principal = None),
        // The fields are told apart, not only what they say together.
        ("shifted", |call| {
            call.method = "tools";
            call.target = "/calldelete".to_owned();
        }),
    ];
    for (what, change) in changes {
        let mut retry = call(Some(state.clone()));
        change(&mut retry);
        let run_end = drive(&elicitation, retry);
        assert!(is_refused(&run_end), "{what}: {run_end:?}");
    }
    let other = elicitation.clone().audience("two");
    assert!(is_refused(&drive(&other, call(Some(state.clone())))));
    assert!(matches!(
        drive(&elicitation, call(Some(state))),
        RunEnd::Returned(Ok(()))
    ));
}

/// Only the log cuts a long target.
#[test]
fn a_state_is_bound_to_all_of_a_long_target() {
    let elicitation = Elicitation::default();
    let with = |end, state| {
        let mut call = call(state);
        call.target = "x".repeat(1000) + end;
        call
    };
    let mut first = with("a", None);
    first.input_responses = BTreeMap::new();
    let RunEnd::InputRequired(required) = drive(&elicitation, first) else {
        panic!("the call does not ask");
    };
    let retry = |end| drive(&elicitation, with(end, Some(required.state.clone())));
    assert!(is_refused(&retry("b")));
    assert!(matches!(retry("a"), RunEnd::Returned(Ok(()))));
}

#[test]
fn a_state_is_refused_with_any_other_arguments() {
    let elicitation = Elicitation::default().rate_limit(None);
    let all = [
        json!(null),
        json!(true),
        json!(false),
        json!(""),
        json!("null"),
        json!(1),
        json!(1.0),
        json!(-1),
        json!("1"),
        json!([]),
        json!({}),
        json!([null]),
        json!([[]]),
        json!([[], []]),
        json!(["ab"]),
        json!(["a", "b"]),
        json!([["a"], "b"]),
        json!(["a", ["b"]]),
        json!({"a": "b"}),
        json!({"ab": ""}),
        json!({"": "ab"}),
        json!({"a": {"b": 1}}),
        json!({"a": {}, "b": 1}),
    ];
    let with = |arguments: &Value, state| {
        let mut call = call(state);
        call.arguments = arguments.clone();
        call.input_responses.clear();
        call
    };
    for sealed in &all {
        let RunEnd::InputRequired(required) = drive(&elicitation, with(sealed, None)) else {
            panic!("{sealed}");
        };
        for given in &all {
            let run_end = drive(&elicitation, with(given, Some(required.state.clone())));
            assert_eq!(is_refused(&run_end), sealed != given, "{sealed}, {given}");
        }
    }
}

#[test]
fn the_order_of_arguments_does_not_matter() {
    let elicitation = Elicitation::default();
    let parsed = |text| serde_json::from_str(text).expect("the text is JSON");
    let with = |arguments, state| {
        let mut call = call(state);
        call.arguments = parsed(arguments);
        call
    };
    let mut first = with(r#"{"a": {"b": 1, "c": 2}, "d": 3}"#, None);
    first.input_responses = BTreeMap::new();
    let RunEnd::InputRequired(required) = drive(&elicitation, first) else {
        panic!("the call does not ask");
    };
    let retry = with(r#"{"d": 3, "a": {"c": 2, "b": 1}}"#, Some(required.state));
    assert!(matches!(
        drive(&elicitation, retry),
        RunEnd::Returned(Ok(()))
    ));
}

/// What becomes of a call that remembers a text of this length.
fn with_a_text(elicitation: &Elicitation, length: usize) -> RunEnd<Result<(), AskError>> {
    let mut first = call(None);
    first.input_responses = BTreeMap::new();
    let session = Session::new();
    at_once(
        elicitation.run(first, &session, None, async |asker: Asker| {
            let ask = asker.take().expect("the first to take it");
            ask.remember("text", async || Ok::<_, AskError>("x".repeat(length)))
                .await?;
            ask.confirm("sure", "Delete everything?").await.map(drop)
        }),
    )
}

#[test]
fn a_state_may_have_48_kib_and_not_more() {
    const LARGEST: usize = 48 * 1024;
    let elicitation = Elicitation::default().rate_limit(None);
    let (mut fits, mut too_large) = (0, LARGEST);
    let mut largest = 0;
    while fits + 1 < too_large {
        let length = fits.midpoint(too_large);
        match with_a_text(&elicitation, length) {
            RunEnd::InputRequired(required) => {
                fits = length;
                largest = required.state.len();
            }
            RunEnd::Error(rpc_error) => {
                assert_eq!(rpc_error.code, -32603);
                assert!(rpc_error.message.contains("too large"), "{rpc_error:?}");
                too_large = length;
            }
            other => panic!("{other:?}"),
        }
    }
    // What is left is for the answer.
    assert!(
        (LARGEST - 200..=LARGEST).contains(&largest),
        "{largest} with a text of {fits}"
    );
}

#[test]
fn a_state_has_no_readable_words() {
    let state = state(&Elicitation::default());
    assert!(state.starts_with("e1."));
    for word in ["sure", "hunter2", "delete", "ann"] {
        assert!(!state.contains(word), "{word}");
    }
}

#[test]
fn two_states_of_the_same_call_differ() {
    let elicitation = Elicitation::default();
    assert_ne!(state(&elicitation), state(&elicitation));
}

#[test]
fn keys_are_made_of_secrets_or_refused_with_a_reason() {
    let none: [&[u8]; 0] = [];
    assert_eq!(Keys::new(none).unwrap_err(), KeyError::Empty);
    let short = Keys::new([&[1; 32][..], &[2; 31]]);
    assert_eq!(short.unwrap_err(), KeyError::TooShort { index: 1 });
    let twice = Keys::new([[1; 32], [2; 32], [1; 32]]);
    assert_eq!(twice.unwrap_err(), KeyError::Duplicate { index: 2 });
    let keys = Keys::new([vec![1; 32], vec![2; 64]]).unwrap();
    assert_eq!(format!("{keys:?}"), "Keys(2)");
}

proptest! {
    #[test]
    fn random_texts_are_refused_as_states(text in ".*") {
        prop_assert!(is_refused(&drive(&Elicitation::default(), call(Some(text)))));
    }

    #[test]
    fn random_tokens_are_refused_as_states(text in "e1\\.[A-Za-z0-9_-]{0,400}") {
        prop_assert!(is_refused(&drive(&Elicitation::default(), call(Some(text)))));
    }

    #[test]
    fn states_with_several_changed_bytes_are_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[A-Za-z0-9_-]"), 1..8),
    ) {
        let elicitation = Elicitation::default();
        let state = state(&elicitation);
        let mut forged = state.clone();
        for (place, character) in changes {
            let place = place.index(forged.len());
            forged.replace_range(place..=place, &character);
        }
        prop_assume!(forged != state);
        prop_assert!(is_refused(&drive(&elicitation, call(Some(forged)))));
    }

    #[test]
    fn no_answer_makes_the_run_panic(answer in json_value()) {
        let mut first = call(None);
        first.input_responses.insert("sure".to_owned(), answer.clone());
        let elicitation = Elicitation::default().accept_unsolicited_answers(true);
        match drive(&elicitation, first) {
            RunEnd::Returned(_) => {
                let action = &answer["action"];
                prop_assert!(action == "accept" || action == "decline" || action == "cancel");
            }
            RunEnd::InputRequired(_) => {}
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop_oneof![Just("accept"), Just("decline"), Just("cancel"), Just("")]
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let key = prop_oneof![
            Just("action"),
            Just("content"),
            Just("confirm"),
            Just("other")
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.prop_map(str::to_owned), inner, 0..4)
                .prop_map(|entries| entries.into_iter().collect::<Value>()),
        ]
    })
}
