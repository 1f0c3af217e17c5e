//! What a user answers, and how long it takes.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use serde_json::{Value, json};

use super::User;
use crate::runtime::question::one_value;

/// For each question, by its key, one answer after the other.
#[derive(Default)]
pub(super) struct Script(HashMap<String, VecDeque<Reply>>);

/// What comes of a question, and how long it takes.
pub(super) struct Reply {
    pub(super) takes: Duration,
    pub(super) scripted: Scripted,
}

pub(super) enum Scripted {
    /// An accept with this content.
    Content(Value),
    Result(Value),
    Error(i32),
    Silence,
}

impl Scripted {
    /// What the client sends in place of the result. Nothing: it never answers.
    pub(super) fn into_result(self) -> Option<Value> {
        match self {
            Self::Content(content) => Some(json!({"action": "accept", "content": content})),
            Self::Result(result) => Some(result),
            // On 2026-07-28 a response has no errors.
            Self::Error(_) => Some(Value::Null),
            Self::Silence => None,
        }
    }
}

impl Script {
    /// What it says next to a question.
    pub(super) fn next(&mut self, key: &str) -> Option<Reply> {
        self.0.get_mut(key)?.pop_front()
    }
}

impl User {
    fn scripts(self, key: &str, scripted: Scripted) -> Self {
        let reply = Reply {
            takes: self.takes,
            scripted,
        };
        let mut shared = self.shared();
        let replies = shared.script.0.entry(key.to_owned()).or_default();
        replies.push_back(reply);
        drop(shared);
        self
    }

    /// Sets how long each later answer of the script takes: a second by default. The test does not
    /// wait for it. An answer that takes longer than the time-out of its question comes too late
    /// (before 2026-07-28).
    ///
    /// ```
    /// use std::time::Duration;
    /// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// // A client that declines by itself.
    /// let client = User::new().takes(Duration::from_millis(5)).declines("sure");
    /// let delete = async |ask: Ask| ask.confirm("sure", "Delete it?").await;
    /// let end = client.run(Revision::LATEST, delete).await;
    /// assert_eq!(end, End::Returned(Err(AskError::TooFast)));
    /// # }
    /// ```
    pub fn takes(mut self, time: Duration) -> Self {
        self.takes = time;
        self
    }

    /// Sends the form with this content, valid or not.
    ///
    /// If the form is asked on a page (`Ask::page`), the user agrees to open it, and sends it off there.
    /// What the page rejects is corrected there: the next answer in the script is sent with it.
    ///
    /// A property that the question does not have is a mistake in the test, which fails. For a client
    /// that sends one, there is [`responds`](Self::responds).
    pub fn accepts(self, key: &str, content: Value) -> Self {
        self.scripts(key, Scripted::Content(content))
    }

    /// Answers a question of one value: sends its form with this value, valid or not. It is
    /// `accepts(key, json!({"value": value}))`. The property of a confirmation has another name:
    /// `accepts(key, json!({"confirm": true}))`.
    ///
    /// ```
    /// use elicit_core::{Ask, Revision, testing::{End, User}};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let port = async |ask: Ask| ask.value::<u16>("port", "Which port?").or_end().await;
    /// let user = User::new().answers("port", 8080);
    /// assert_eq!(user.run(Revision::LATEST, port).await, End::Returned(Ok(8080)));
    /// # }
    /// ```
    pub fn answers(self, key: &str, value: impl Into<Value>) -> Self {
        let content = [(one_value::NAME.to_owned(), value.into())];
        self.accepts(key, Value::Object(content.into_iter().collect()))
    }

    /// Agrees to open a page: an accept without content. A page of `Ask::page` is left as it is, until
    /// its time is over.
    pub fn agrees(self, key: &str) -> Self {
        self.scripts(key, Scripted::Result(json!({"action": "accept"})))
    }

    /// Declines in the client. If the server opens the browser itself (`LocalPages::open_browser`),
    /// the user declines on the page.
    pub fn declines(self, key: &str) -> Self {
        self.scripts(key, Scripted::Result(json!({"action": "decline"})))
    }

    /// Dismisses the question.
    pub fn cancels(self, key: &str) -> Self {
        self.scripts(key, Scripted::Result(json!({"action": "cancel"})))
    }

    /// Makes the client send this as the result: what is not valid, or has a `_meta`.
    pub fn responds(self, key: &str, result: Value) -> Self {
        self.scripts(key, Scripted::Result(result))
    }

    /// Makes the client answer with a JSON-RPC error. On 2026-07-28 a client cannot send one, and
    /// this counts as no answer.
    pub fn fails(self, key: &str, code: i32) -> Self {
        self.scripts(key, Scripted::Error(code))
    }

    /// Does not answer. Before 2026-07-28 the time-out passes. On 2026-07-28 the client does not
    /// come back, which is [`End::Unanswered`](super::End::Unanswered).
    pub fn never_answers(self, key: &str) -> Self {
        self.scripts(key, Scripted::Silence)
    }
}
