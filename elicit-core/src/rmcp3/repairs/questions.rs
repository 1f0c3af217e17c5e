//! Writes into a response what the SDK has no room for: questions, and tags of event ids.
//!
//! Repairs: a `ServerHandler` returns its questions in a type of the SDK that sorts them by their keys. So
//! they leave the handler beside it, in `_meta`, and are put in their place in the body. Ends with a
//! release whose `InputRequests` keep their order.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    convert::Infallible,
    mem,
    pin::Pin,
    task::{Context, Poll, ready},
};

use ::rmcp::model::{InputRequests, InputRequiredResult, MetaObject};
use bytes::Bytes;
use http_body::{Body, Frame};
use serde_json::Value;

use super::event_ids::EventIds;
use crate::{adapter::InputRequired, response_body::ResponseBody};

/// Where questions are, in the `_meta` of a result, until they are restored.
const QUESTIONS: &str = "elicit-core/questions";

/// A response in the SDK's types, with the questions as they are in its `_meta`.
pub(in crate::rmcp3) fn carried(required: InputRequired) -> InputRequiredResult {
    let mut meta = MetaObject::new();
    meta.0
        .insert(QUESTIONS.to_owned(), required.requests.into());
    InputRequiredResult::new(Some(InputRequests::new()), Some(required.state)).with_meta(meta)
}

/// A body in which questions are put back in their place, and events have ids of their session.
///
/// A message is a line, in JSON as in an event stream, and so is an id. A line is looked at when
/// all of it is there.
pub(in crate::rmcp3) struct Restored {
    body: ResponseBody,
    /// Those of an event stream.
    event_ids: Option<EventIds>,
    /// The begin of a line.
    line: Vec<u8>,
    /// What follows the last line.
    trailers: Option<Frame<Bytes>>,
}

impl Restored {
    pub(in crate::rmcp3) fn new(body: ResponseBody, event_ids: Option<EventIds>) -> Self {
        Self {
            body,
            event_ids,
            line: Vec::new(),
            trailers: None,
        }
    }

    /// The lines that are whole with this data, if any are.
    fn lines(&mut self, data: &[u8]) -> Option<Bytes> {
        self.line.extend_from_slice(data);
        let end = self.line.iter().rposition(|&byte| byte == b'\n')? + 1;
        let rest = self.line.split_off(end);
        let lines = mem::replace(&mut self.line, rest);
        Some(self.restored(lines))
    }

    /// What came without the end of a line.
    fn last_line(&mut self) -> Option<Bytes> {
        let line = mem::take(&mut self.line);
        (!line.is_empty()).then(|| self.restored(line))
    }

    /// Whole lines, as they are sent.
    fn restored(&self, lines: Vec<u8>) -> Bytes {
        // A whole line is text.
        let is_carried = str::from_utf8(&lines).is_ok_and(|lines| lines.contains(QUESTIONS));
        if !is_carried && self.event_ids.is_none() {
            return lines.into();
        }
        let lines = lines.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| match (&self.event_ids, line.strip_prefix(b"id:")) {
            (Some(event_ids), Some(id)) => id_line(event_ids, id).into(),
            _ if is_carried => restored_line(line).map_or(Cow::Borrowed(line), Cow::Owned),
            _ => Cow::Borrowed(line),
        });
        lines.collect::<Vec<_>>().concat().into()
    }
}

impl Body for Restored {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        let frame = loop {
            if let Some(trailers) = this.trailers.take() {
                break Some(trailers);
            }
            let Some(Ok(frame)) = ready!(Pin::new(&mut this.body).poll_frame(context)) else {
                break this.last_line().map(Frame::data);
            };
            let lines = match frame.into_data() {
                Ok(data) => this.lines(&data),
                Err(trailers) => {
                    this.trailers = Some(trailers);
                    this.last_line()
                }
            };
            if let Some(lines) = lines {
                break Some(Frame::data(lines));
            }
        };
        Poll::Ready(frame.map(Ok))
    }

    fn is_end_stream(&self) -> bool {
        self.line.is_empty() && self.trailers.is_none() && self.body.is_end_stream()
    }
}

/// The line of an id, without what names it. An id that cannot be sent is left out.
fn id_line(event_ids: &EventIds, id: &[u8]) -> Vec<u8> {
    let id = str::from_utf8(id).ok().map(str::trim);
    let id = id.and_then(|id| event_ids.sent(id));
    id.map_or_else(Vec::new, |id| format!("id: {id}\n").into_bytes())
}

/// A line with its questions in their place, if it has any.
fn restored_line(line: &[u8]) -> Option<Vec<u8>> {
    // Before it is the name of the field, in an event.
    let begin = line.iter().position(|&byte| byte == b'{')?;
    let end = line.iter().rposition(|&byte| byte == b'}')? + 1;
    let mut message: Value = serde_json::from_slice(line.get(begin..end)?).ok()?;
    restore(&mut message)?;
    let message = serde_json::to_vec(&message).ok()?;
    Some([&line[..begin], &message, &line[end..]].concat())
}

/// Puts the questions of a response in their place.
fn restore(message: &mut Value) -> Option<()> {
    let result = message.get_mut("result")?.as_object_mut()?;
    if result.get("resultType")? != "input_required" {
        return None;
    }
    let meta = result.get_mut("_meta")?.as_object_mut()?;
    let questions = meta.remove(QUESTIONS)?;
    if meta.is_empty() {
        result.remove("_meta");
    }
    result.insert("inputRequests".to_owned(), questions);
    Some(())
}
