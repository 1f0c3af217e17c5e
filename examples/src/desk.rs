//! Answers the server's questions.

use std::{
    collections::{HashMap, HashSet},
    io, slice,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value};
use tokio::sync::Notify;

use crate::{
    arguments::Arguments,
    failure::Failure,
    form::Form,
    print, prompt,
    repeat::{Asked, Visit},
    script::{Reply, Script},
    terminal::Terminal,
    wire::{Question, Wanted},
};

/// Gives a prepared no, or a prepared agreement, as late as a person would. A server takes a faster one
/// for the client's own.
async fn as_by_a_person(reply: Reply) -> Reply {
    if let Reply::Decline | Reply::Cancel | Reply::Agree = reply {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    reply
}

/// Answers one question after the other, from the script or the terminal.
///
/// If it cannot, it cancels, so that the server does not wait in vain, and remembers
/// why.
#[derive(Debug)]
pub(crate) struct Desk {
    script: Script,
    /// What is left of the answers that are given where nobody else can answer.
    played: Mutex<slice::Iter<'static, &'static str>>,
    show_schema: bool,
    /// A script agrees to open pages.
    agrees: bool,
    /// The pages that were agreed to, and with which message. A server asks again while it waits for
    /// one, and with another message if something has to be corrected.
    agreed: Mutex<HashSet<(String, String)>>,
    terminal: Terminal,
    asked: Mutex<Asked>,
    /// The last question was asked because of an invalid answer.
    corrected: AtomicBool,
    /// The last question was declined or cancelled.
    refused: AtomicBool,
    /// What a person answered, by the number of the question.
    answered: Mutex<HashMap<usize, Map<String, Value>>>,
    interrupted: Notify,
    failure: Mutex<Option<Failure>>,
}

impl Desk {
    pub(crate) fn new(arguments: Arguments) -> Self {
        let rest = match (arguments.decline, arguments.cancel) {
            (true, _) => Some(Reply::Decline),
            (_, true) => Some(Reply::Cancel),
            _ => None,
        };
        Self {
            script: Script::new(arguments.accept, rest),
            played: Mutex::new(arguments.played.iter()),
            show_schema: arguments.show_schema,
            agrees: arguments.agree,
            agreed: Mutex::default(),
            terminal: Terminal::default(),
            asked: Mutex::default(),
            corrected: AtomicBool::default(),
            refused: AtomicBool::default(),
            answered: Mutex::default(),
            interrupted: Notify::new(),
            failure: Mutex::default(),
        }
    }

    /// The reply to a question of `server`.
    pub(crate) async fn reply(&self, server: &str, question: &Question) -> Reply {
        let reply = self.try_reply(server, question).await;
        let reply = reply.unwrap_or_else(|failure| {
            self.first_failure().get_or_insert(failure);
            Reply::Cancel
        });
        let refused = matches!(reply, Reply::Decline | Reply::Cancel);
        self.refused.store(refused, Ordering::Relaxed);
        reply
    }

    async fn try_reply(&self, server: &str, question: &Question) -> Result<Reply, Failure> {
        let schema = match &question.wanted {
            Wanted::Form(schema) => schema,
            Wanted::Page(address) => return self.page(server, question, address).await,
            Wanted::Other(mode) => {
                return Err(Failure::from(format!(
                    "the server asks in the mode `{mode}`, which this client did not offer"
                )));
            }
        };
        if self.show_schema {
            print::line(schema.get());
        }
        let schema: Value = serde_json::from_str(schema.get())?;
        let properties = schema.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flat_map(|all| all.keys().cloned());
        let visit = {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            asked.visit(&question.message, names.collect())
        };
        let corrected = visit.correction.is_some();
        self.corrected.store(corrected, Ordering::Relaxed);
        if !self.script.is_empty() {
            let reply = self.script.reply(visit.question).cloned();
            let reply = reply.ok_or_else(|| {
                Failure::from(format!(
                    "the tool asks {} questions or more: repeat --accept once for each, or end \
                     with --decline or --cancel. This one is: {}",
                    visit.question + 1,
                    question.message
                ))
            })?;
            return Ok(as_by_a_person(reply).await);
        }
        if let Some(content) = self.next_played() {
            let content: Map<String, Value> = serde_json::from_str(content)?;
            let earlier = self.answered().insert(visit.question, content.clone());
            let message = visit.correction.unwrap_or(&question.message);
            prompt::play(
                server,
                message,
                &Form::read(&schema)?,
                &content,
                earlier.as_ref(),
            );
            return Ok(Reply::Accept(content));
        }
        if !Terminal::is_there() {
            return Err(Failure::from(
                "there is no terminal to ask in: answer with --accept '<json object>', --decline \
                 or --cancel",
            ));
        }
        self.put(server, question, visit, Form::read(&schema)?)
            .await
    }

    /// Whether to open a page. This client prints the link, and opens nothing.
    async fn page(
        &self,
        server: &str,
        question: &Question,
        address: &str,
    ) -> Result<Reply, Failure> {
        let asked = (address.to_owned(), question.message.clone());
        if self.agreed().contains(&asked) {
            return Ok(Reply::Agree);
        }
        let reply = if self.agrees {
            print::note(&format!("{server} asks: {}\n{address}", question.message));
            as_by_a_person(Reply::Agree).await
        } else if !self.script.is_empty() {
            let reply = self.script.rest().cloned().ok_or_else(|| {
                Failure::from(format!(
                    "the tool asks on a page, which takes --agree: {}",
                    question.message
                ))
            })?;
            as_by_a_person(reply).await
        } else if Terminal::is_there() {
            let (server, (address, message)) = (server.to_owned(), asked.clone());
            self.at_terminal(move || prompt::visit(&server, &message, &address))
                .await?
        } else {
            return Err(Failure::from(
                "there is no terminal to ask in: answer with --agree, --decline or --cancel",
            ));
        };
        if reply == Reply::Agree {
            self.agreed().insert(asked);
        }
        Ok(reply)
    }

    /// Has a prompt shown, unless it is interrupted.
    async fn at_terminal(
        &self,
        prompt: impl FnOnce() -> io::Result<Reply> + Send + 'static,
    ) -> Result<Reply, Failure> {
        let reply = tokio::select! {
            reply = self.terminal.lend(prompt) => reply,
            () = self.interrupted.notified() => Ok(Reply::Cancel),
        };
        match reply {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(Reply::Cancel),
            reply => Ok(reply?),
        }
    }

    /// Puts a question to the person at the terminal.
    async fn put(
        &self,
        server: &str,
        question: &Question,
        visit: Visit<'_>,
        mut form: Form,
    ) -> Result<Reply, Failure> {
        if let (Some(correction), Some(earlier)) =
            (visit.correction, self.answered().get(&visit.question))
        {
            form.prefill(earlier, correction);
        }
        let server = server.to_owned();
        let message = question.message.clone();
        let correction = visit.correction.map(str::to_owned);
        let ask = move || prompt::ask(&server, &message, correction.as_deref(), &form);
        let reply = self.at_terminal(ask).await?;
        if let Reply::Accept(content) = &reply {
            self.answered().insert(visit.question, content.clone());
        }
        Ok(reply)
    }

    /// Whether the last question was asked because of an invalid answer.
    pub(crate) fn was_corrected(&self) -> bool {
        self.corrected.load(Ordering::Relaxed)
    }

    /// Whether the last question was declined or cancelled.
    pub(crate) fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// Cancels the question that a person is answering. Returns whether there is one.
    pub(crate) fn interrupt(&self) -> bool {
        let open = self.terminal.is_lent();
        if open {
            self.interrupted.notify_one();
        }
        open
    }

    /// Restores the terminal, and returns what went wrong first.
    pub(crate) fn close(&self) -> Option<Failure> {
        self.terminal.restore();
        self.first_failure().take()
    }

    fn next_played(&self) -> Option<&'static str> {
        let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        played.next().copied()
    }

    fn answered(&self) -> MutexGuard<'_, HashMap<usize, Map<String, Value>>> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn agreed(&self) -> MutexGuard<'_, HashSet<(String, String)>> {
        self.agreed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn first_failure(&self) -> MutexGuard<'_, Option<Failure>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
