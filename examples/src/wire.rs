//! Listening to the server's raw lines.
//!
//! The SDK reads a schema into a model of its own, which has no place for every
//! keyword and keeps no order. A form must be shown, and its schema printed, as
//! it was sent, so [`Tap`] takes the questions from the bytes on their way to the
//! SDK. There a question is found again by its id.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    io::Result as IoResult,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use serde::Deserialize;
use serde_json::{Map, Value, from_str, value::RawValue};
use tokio::{
    io::{AsyncRead, ReadBuf},
    sync::watch,
};

/// A question of the server.
#[derive(Clone, Debug)]
pub struct Question {
    /// The id of the request, or the question's key in an `InputRequiredResult`.
    pub id: String,
    /// What the person is asked.
    pub message: String,
    /// What is wanted of the person.
    pub wanted: Wanted,
}

/// What a question wants.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A form with this schema, character for character.
    Form(Box<RawValue>),
    /// A visit of the page at this address.
    Page(String),
    /// Something of another mode.
    Other(String),
}

/// Why nothing more comes from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It closed its output.
    Closed,
    /// It wrote this line, which is no message of the protocol.
    Nonsense(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => write!(f, "the server ended before the tool had a result"),
            Self::Nonsense(line) => {
                write!(
                    f,
                    "the server wrote a line that is no JSON-RPC message: {line}"
                )
            }
        }
    }
}

/// The questions of one line, in the order in which they were sent: none, one
/// (`elicitation/create`) or several (`InputRequiredResult`).
///
/// # Errors
///
/// When the line is no JSON-RPC message.
pub fn questions(line: &str) -> Result<Vec<Question>, End> {
    let nonsense = || End::Nonsense(excerpt(line));
    let message: Message<'_> = from_str(line).map_err(|_| nonsense())?;
    if message.jsonrpc != "2.0" {
        return Err(nonsense());
    }
    match message {
        Message {
            method: Some(method),
            id,
            params,
            ..
        } => {
            let question = id.and_then(id_text).zip(params).filter(|_| method == ASK);
            Ok(question
                .and_then(|(id, asked)| read(id, asked))
                .into_iter()
                .collect())
        }
        Message {
            result: Some(result),
            ..
        } => Ok(input_requests(result).unwrap_or_default()),
        Message { error: Some(_), .. } => Ok(Vec::new()),
        Message { .. } => Err(nonsense()),
    }
}

const ASK: &str = "elicitation/create";

#[derive(Deserialize)]
struct Message<'a> {
    jsonrpc: String,
    method: Option<String>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// A request that stands in a result: without an id, under a key.
#[derive(Deserialize)]
struct Request<'a> {
    method: String,
    #[serde(borrow)]
    params: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InputRequired<'a> {
    #[serde(borrow)]
    input_requests: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params<'a> {
    mode: Option<String>,
    message: String,
    url: Option<String>,
    #[serde(borrow)]
    requested_schema: Option<&'a RawValue>,
}

fn read(id: String, params: &RawValue) -> Option<Question> {
    let params: Params<'_> = from_str(params.get()).ok()?;
    let wanted = match (params.mode.as_deref(), params.requested_schema, params.url) {
        (None | Some("form"), Some(schema), _) => Wanted::Form(schema.to_owned()),
        (Some("url"), _, Some(address)) => Wanted::Page(address),
        (mode, ..) => Wanted::Other(mode.unwrap_or("form").to_owned()),
    };
    Some(Question {
        id,
        message: params.message,
        wanted,
    })
}

fn input_requests(result: &RawValue) -> Option<Vec<Question>> {
    let InputRequired { input_requests } = from_str(result.get()).ok()?;
    // A map of raw values has no order, an ordered map no raw values.
    let order: Map<String, Value> = from_str(input_requests.get()).ok()?;
    let requests: HashMap<String, &RawValue> = from_str(input_requests.get()).ok()?;
    let questions = order.keys().filter_map(|key| {
        let request: Request<'_> = from_str(requests.get(key)?.get()).ok()?;
        (request.method == ASK).then(|| read(key.clone(), request.params))?
    });
    Some(questions.collect())
}

fn id_text(id: &RawValue) -> Option<String> {
    match from_str(id.get()).ok()? {
        Value::String(id) => Some(id),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

fn excerpt(line: &str) -> String {
    match line.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// What was heard and is not dealt with yet.
#[derive(Debug, Default)]
pub struct Heard {
    questions: Mutex<VecDeque<Question>>,
    end: watch::Sender<Option<End>>,
}

impl Heard {
    /// The oldest question that nobody took yet.
    pub fn next(&self) -> Option<Question> {
        self.waiting().pop_front()
    }

    /// Forgets a question that the server took back.
    pub fn forget(&self, id: &str) {
        self.waiting().retain(|question| question.id != id);
    }

    /// Whether nothing more comes, and why.
    pub fn ended(&self) -> Option<End> {
        self.end.borrow().clone()
    }

    /// Waits until nothing more comes.
    pub async fn end(&self) -> End {
        let mut end = self.end.subscribe();
        // The sender is a field of `self`: the wait cannot fail.
        match end.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(end)) => end.clone(),
            _ => End::Closed,
        }
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Question>> {
        self.questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        if line.trim().is_empty() {
            return;
        }
        match questions(line.trim()) {
            Ok(questions) => self.waiting().extend(questions),
            Err(end) => self.over(end),
        }
    }

    fn over(&self, end: End) {
        self.end.send_if_modified(|known| {
            let first = known.is_none();
            known.get_or_insert(end);
            first
        });
    }
}

/// A reader that takes note of the questions that pass through it.
///
/// A question is noted before the SDK can see its line.
#[derive(Debug)]
pub struct Tap<R> {
    inner: R,
    line: Vec<u8>,
    heard: Arc<Heard>,
}

/// The longest line, as in the SDK, so that no server can fill the memory.
const LONGEST: usize = 16 * 1024 * 1024;

impl<R> Tap<R> {
    /// Listens to `inner`.
    pub fn new(inner: R, heard: Arc<Heard>) -> Self {
        Self {
            inner,
            line: Vec::new(),
            heard,
        }
    }

    fn listen(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.heard.line(&self.line);
                self.line.clear();
            } else if self.line.len() > LONGEST {
                self.heard
                    .over(End::Nonsense("a line without an end".into()));
                self.line.clear();
            }
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Tap<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<IoResult<()>> {
        let before = buffer.filled().len();
        let room = buffer.remaining() > 0;
        let read = ready!(Pin::new(&mut self.inner).poll_read(cx, buffer));
        let bytes = &buffer.filled()[before..];
        if read.is_err() || (bytes.is_empty() && room) {
            self.heard.over(End::Closed);
        } else {
            self.listen(bytes);
        }
        Poll::Ready(read)
    }
}
