//! The questions in the server's lines.

use std::sync::Arc;

use elicit_examples::wire::{End, Heard, Question, Tap, Wanted, questions};
use tokio::io::AsyncReadExt;

fn schema(question: &Question) -> &str {
    match &question.wanted {
        Wanted::Form(schema) => schema.get(),
        Wanted::Page(address) => address,
        Wanted::Other(mode) => mode,
    }
}

#[test]
fn a_question_is_read_from_a_request() {
    // Neither the order nor the spelling of anything is changed.
    let sent = r#"{"type": "object","properties":{"z":{"pattern":"^\u0061$","minimum":1.0,"type":"string"},"a":{"type":"boolean"}}}"#;
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{{"message":"Where?","requestedSchema":{sent}}}}}"#
    );
    let [question] = &questions(&line).unwrap()[..] else {
        panic!("the line does not have one question")
    };
    assert_eq!(
        (question.id.as_str(), question.message.as_str()),
        ("7", "Where?")
    );
    assert_eq!(schema(question), sent);
}

#[test]
fn several_questions_are_read_from_a_result() {
    let line = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s","inputRequests":{
        "z":{"method":"elicitation/create","params":{"mode":"form","message":"1","requestedSchema":{"b":1,"a":2}}},
        "r":{"method":"roots/list","params":{}},
        "l":{"method":"roots/list"},
        "u":{"method":"elicitation/create","params":{"mode":"url","message":"2","url":"https://example.org"}},
        "a":{"method":"elicitation/create","params":{"message":"3","requestedSchema":{}}}}}}"#;
    let found = questions(line).unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|q| (q.id.as_str(), q.message.as_str(), schema(q)))
        .collect();
    assert_eq!(
        found,
        [
            ("z", "1", r#"{"b":1,"a":2}"#),
            ("u", "2", "https://example.org"),
            ("a", "3", "{}")
        ]
    );
}

#[test]
fn other_messages_have_no_questions() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"inputRequests":null}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create"}"#,
        r#"{"jsonrpc":"2.0","id":[],"method":"elicitation/create","params":{"message":""}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":3}}"#,
    ] {
        assert!(questions(line).unwrap().is_empty(), "{line}");
    }
}

#[test]
fn invalid_messages_are_errors() {
    for line in [
        "starting",
        "{",
        "[]",
        "3",
        "{}",
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"1.0","id":1,"result":{}}"#,
    ] {
        assert_eq!(questions(line).unwrap_err(), End::Nonsense(line.into()));
    }
    let End::Nonsense(excerpt) = questions(&"é".repeat(1000)).unwrap_err() else {
        panic!("the end is not `Nonsense`")
    };
    assert_eq!(excerpt.chars().count(), 121);
}

const ASK: &str = r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"é?","requestedSchema":{}}}"#;

#[tokio::test]
async fn the_tap_passes_on_all_bytes_and_finds_questions() {
    // However the bytes are cut, within a character too.
    for capacity in 1..80 {
        let heard = Arc::new(Heard::default());
        let sent = format!("\r\n{ASK}\r\n{ASK}\n");
        let (mut server, client) = tokio::io::duplex(capacity);
        let bytes = sent.clone().into_bytes();
        let write = async move { tokio::io::AsyncWriteExt::write_all(&mut server, &bytes).await };
        let mut tap = Tap::new(client, heard.clone());
        let mut passed = String::new();
        let (written, read) = tokio::join!(write, tap.read_to_string(&mut passed));
        written.unwrap();
        read.unwrap();
        assert_eq!(passed, sent);
        assert_eq!(heard.next().expect("the first").message, "é?");
        heard.forget("q");
        assert!(heard.next().is_none());
        assert_eq!(heard.end().await, End::Closed);
    }
}

#[tokio::test]
async fn the_first_reason_for_the_end_is_kept() {
    let heard = Arc::new(Heard::default());
    assert_eq!(heard.ended(), None);
    let mut tap = Tap::new(&b"what?\nthis?\n"[..], heard.clone());
    tap.read_to_end(&mut Vec::new()).await.unwrap();
    assert_eq!(heard.end().await, End::Nonsense("what?".into()));
}
