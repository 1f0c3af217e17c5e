use std::{collections::VecDeque, task::Waker};

use http::HeaderMap;
use http_body_util::BodyExt as _;

use super::*;

const CARRIED: &str = r#"{"id":1,"result":{"resultType":"input_required","inputRequests":{},"requestState":"s","_meta":{"elicit-core/questions":{"é":{"b":"—","a":1.0}}}}}"#;
const RESTORED: &str = r#"{"id":1,"result":{"resultType":"input_required","inputRequests":{"é":{"b":"—","a":1.0}},"requestState":"s"}}"#;

/// A body in pieces. The SDK sends a message in one; nothing says that it must.
struct Pieces(VecDeque<Frame<Bytes>>);

impl Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(Ok))
    }
}

/// What is sent of a text that comes in pieces of `size`, and its trailers.
fn sent(text: &str, size: usize, trailers: bool) -> (String, bool) {
    let pieces = text.as_bytes().chunks(size);
    let mut frames: VecDeque<_> = pieces
        .map(|piece| Frame::data(Bytes::copy_from_slice(piece)))
        .collect();
    frames.extend(trailers.then(|| Frame::trailers(HeaderMap::new())));
    let mut body = Restored::new(Pieces(frames).boxed(), Asked::new(true));
    let (mut bytes, mut ended) = (Vec::new(), false);
    let mut context = Context::from_waker(Waker::noop());
    while let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut body).poll_frame(&mut context) {
        assert!(!ended, "something follows the trailers");
        match frame.into_data() {
            Ok(data) => bytes.extend_from_slice(&data),
            Err(_) => ended = true,
        }
    }
    (String::from_utf8(bytes).unwrap(), ended)
}

#[test]
fn questions_are_restored_wherever_a_message_is_cut() {
    let event = |message| format!(":\n\nid: 7\ndata: {message}\n\n: end {{\n\n");
    for (carried, restored) in [
        (CARRIED.to_owned(), RESTORED.to_owned()),
        (event(CARRIED), event(RESTORED)),
    ] {
        for size in 1..=carried.len() {
            for trailers in [false, true] {
                assert_eq!(sent(&carried, size, trailers), (restored.clone(), trailers));
            }
        }
    }
}

#[test]
fn what_carries_no_question_is_left_as_it_is() {
    for text in [
        "",
        "\n",
        "data: elicit-core/questions\n\n",
        "data: {\"elicit-core/questions\"\n\n",
        "data: }{\"elicit-core/questions\n\n",
        r#"{"result":{"structuredContent":{"_meta":{"elicit-core/questions":{}}}}}"#,
        r#"{"method":"log","params":{"_meta":{"elicit-core/questions":{}}}}"#,
        r#"{"result":{"_meta":"elicit-core/questions"}}"#,
        r#"{"result":{"_meta":{"elicit-core/questions":{}}}}"#,
    ] {
        assert_eq!(sent(text, 5, false), (text.to_owned(), false));
    }
}

#[test]
fn what_else_the_result_says_of_itself_stays() {
    let carried = r#"{"result":{"resultType":"input_required","_meta":{"a":1,"elicit-core/questions":{},"b":2}}}"#;
    let (text, _) = sent(carried, 100, false);
    let message: Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({
        "resultType": "input_required",
        "_meta": {"a": 1, "b": 2},
        "inputRequests": {},
    });
    assert_eq!(message["result"], expected);
}
