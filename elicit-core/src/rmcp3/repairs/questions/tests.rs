use std::{collections::VecDeque, sync::Arc, task::Waker};

use http::HeaderMap;
use http_body_util::BodyExt as _;

use super::{super::event_ids::FindKeys, *};
use crate::Keys;

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
    sent_with(text, size, trailers, None)
}

fn sent_with(
    text: &str,
    size: usize,
    trailers: bool,
    event_ids: Option<EventIds>,
) -> (String, bool) {
    let pieces = text.as_bytes().chunks(size);
    let mut frames: VecDeque<_> = pieces
        .map(|piece| Frame::data(Bytes::copy_from_slice(piece)))
        .collect();
    frames.extend(trailers.then(|| Frame::trailers(HeaderMap::new())));
    let mut body = Restored::new(ResponseBody::new(Pieces(frames).boxed()), event_ids);
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
fn messages_without_questions_are_unchanged() {
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
fn other_meta_of_a_result_is_kept() {
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

#[test]
fn event_ids_are_tagged_wherever_a_message_is_cut() {
    let keys = Keys::random();
    let keys: Arc<FindKeys> = Arc::new(move || Some(keys.clone()));
    let of_session = |session: &str| EventIds::new(&keys, Some(session.to_owned()));
    let text = "data: {\"id: 1\":2}\nid: 7/a.b\nretry: 0\n\n:id: 3\n\nid:8\ndata: id: 9\n\n";
    let whole = sent_with(text, text.len(), false, Some(of_session("ann"))).0;
    let ids: Vec<_> = whole
        .lines()
        .filter_map(|line| line.strip_prefix("id: "))
        .collect();
    let without_tags = ids.iter().fold(whole.clone(), |whole, id| {
        let (id_alone, _) = id.rsplit_once('.').unwrap();
        whole.replace(id, id_alone)
    });
    assert_eq!(without_tags, text.replace("id:8", "id: 8"));
    for size in 1..text.len() {
        for trailers in [false, true] {
            let event_ids = Some(of_session("ann"));
            assert_eq!(
                sent_with(text, size, trailers, event_ids),
                (whole.clone(), trailers)
            );
        }
    }

    // What comes back is the id of the SDK, in its session, and nothing that was changed.
    let named = |id: &str, session| {
        let request = http::Request::get("/").header("last-event-id", id);
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let event_ids = EventIds::new(&keys, session);
        let admitted = event_ids.admits(&mut parts);
        admitted.then(|| parts.headers["last-event-id"].to_str().unwrap().to_owned())
    };
    let ann = || Some("ann".to_owned());
    assert_eq!(named(ids[0], ann()).as_deref(), Some("7/a.b"));
    assert_eq!(named(ids[1], ann()).as_deref(), Some("8"));
    let (id, tag) = ids[0].rsplit_once('.').unwrap();
    let shorter = &ids[0][..ids[0].len() - 1];
    let other = [format!("8.{tag}"), format!("{id}.{id}"), format!("{id}.")];
    for id in other
        .iter()
        .map(String::as_str)
        .chain([shorter, id, "", "."])
    {
        assert_eq!(named(id, ann()), None, "{id}");
    }
    for session in [None, Some("bob".to_owned()), Some(String::new())] {
        assert_eq!(named(ids[0], session), None);
    }
}

#[test]
fn without_keys_events_have_no_ids() {
    let no_keys: Arc<FindKeys> = Arc::new(|| None);
    let event_ids = EventIds::new(&no_keys, None);
    let text = "data: {}\nid: 7\n\n";
    let (sent, _) = sent_with(text, 3, false, Some(event_ids));
    assert_eq!(sent, "data: {}\n\n");
}
