//! A call that waits for the answer: before 2026-07-28, and where the server opens the browser.

use serde_json::Value;

use super::{Asking, open_page::OpenPage, stored_answer::NO_BROWSER};
use crate::{
    pages::{Browser, ticket::AskedPage},
    runtime::{
        error::AskError,
        outcome::{Action, Outcome},
        question::{
            completer::Completer,
            elicit_result::{ElicitResult, Judge, Made},
        },
        run::audit,
    },
};

/// Closes a page also where the call is dropped. A later run may still wait for a page of
/// 2026-07-28.
struct CloseOnDrop<'a> {
    page: OpenPage<'a>,
    is_due: bool,
}

impl Asking<'_> {
    /// Before 2026-07-28: asks, and waits for the answer.
    pub(super) async fn wait(&self, judge: Judge<'_>) -> Result<Outcome<Made>, AskError> {
        self.admit()?;
        // The end of the call closes it if this future is dropped.
        let ticket = self.new_ticket()?;
        self.page(&ticket).ask(self.first_page(1)?, judge).await
    }
}

impl OpenPage<'_> {
    /// Asks and waits for the answer, until it is valid.
    pub(super) async fn ask(
        &self,
        mut asked: AskedPage,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        let (asking, run) = (self.asking, self.asking.run);
        let is_legacy = run.is_legacy();
        loop {
            let closing = CloseOnDrop {
                page: *self,
                is_due: is_legacy,
            };
            let answer = self.attempt(&asked).await;
            // Before the answer is judged: nobody keeps the value over an `await`.
            closing.close(asked.attempt, &answer).await;
            let answer = answer?;
            if !is_legacy {
                asking.keep(asked.attempt, &answer);
            }
            // As in a form, a client of 2026-07-28 decides how often something is judged.
            match run.judged(asking.question, answer, !is_legacy, &mut *judge)? {
                Ok(outcome) => return Ok(outcome),
                Err(rejected) => asked = asking.next_page(asked.attempt, &rejected)?,
            }
        }
    }

    fn open_browser(&self, address: &str) -> Result<Option<Browser>, AskError> {
        let opened = self.asking.pages.open_browser(address, self.ticket);
        opened.map_err(|_| NO_BROWSER)
    }

    /// Opens the page, sends the person there and waits for the answer.
    async fn attempt(&self, asked: &AskedPage) -> Result<ElicitResult, AskError> {
        let (asking, attempt) = (self.asking, asked.attempt);
        let run = asking.run;
        let address = self.open(asked).await?;
        let begun = run.wire.as_ref().map(|wire| wire.now());
        let id = run.link_id(asking.question.key, attempt);
        let browser = if asking.by_browser() {
            audit::asked(run, asking.question, attempt, None);
            self.open_browser(&address)?
        } else {
            let message = asking.message(attempt);
            let link = asking.link(&message, &address, &id);
            link.check(run.elicitation.url_limit)?;
            let mut agreed = |_: &Value, _| Ok(Ok(Box::new(()) as Made));
            let no = |action| Ok(ElicitResult::without_content(action));
            match run
                .wait(&link, &mut agreed)
                .await
                .map(|said| said.map(drop))
            {
                not_shown if asking.turns_to_browser(&not_shown) => self.open_browser(&address)?,
                said => match said? {
                    Outcome::Accepted(()) => None,
                    Outcome::Declined => return no(Action::Decline),
                    Outcome::Cancelled => return no(Action::Cancel),
                },
            }
        };
        let answer = self.answer_in_time(attempt, browser).await?;
        if let (Some(begun), Some(wire)) = (begun, &run.wire) {
            let latency = Some(wire.since(begun));
            run.progress().question_mut(asking.question.key).latency = latency;
        }
        if !asking.by_browser() {
            // Whether or not the client hears it, the page is answered.
            let _ = Completer::new(run, &id).complete().await;
        }
        Ok(answer)
    }
}

impl CloseOnDrop<'_> {
    async fn close(mut self, attempt: u8, answer: &Result<ElicitResult, AskError>) {
        // A later run of 2026-07-28 waits on.
        let waits = matches!(answer, Err(AskError::Suspended | AskError::Gone));
        if self.is_due || !waits {
            self.page.close(attempt).await;
        }
        self.is_due = false;
    }
}

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        if self.is_due {
            self.page.close_now();
        }
    }
}
