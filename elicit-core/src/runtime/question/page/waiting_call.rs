//! A call that waits for the answer: before 2026-07-28, and where the server opens the browser.

use super::open_page::{NO_BROWSER, OpenPage, received};
use crate::{
    pages::{Browser, record::AskedPage},
    runtime::{
        elicit_result::ElicitResult,
        error::AskError,
        outcome::Action,
        question::{client_asking::ClientAsking, completer::Completer},
        run::ReceivedAnswer,
    },
};

/// Closes a page also where the call is dropped. A later run may still wait for a page of
/// 2026-07-28.
struct CloseOnDrop<'a> {
    page: OpenPage<'a>,
    is_due: bool,
}

impl OpenPage<'_> {
    /// Asks, waits for the answer, and closes the page.
    pub(super) async fn ask(&self, asked: AskedPage) -> Result<ReceivedAnswer, AskError> {
        let asking = self.asking;
        let waits = asking.run.waits_in_place();
        let closing = CloseOnDrop {
            page: *self,
            is_due: waits,
        };
        let answer = self.attempt(&asked).await;
        closing.close(asked.attempt, &answer).await;
        let result = answer?;
        if !waits {
            asking.keep(asked.attempt, &result);
        }
        // As in a form, a client of 2026-07-28 decides how often something is checked.
        Ok(received(asked.attempt, result, !waits))
    }

    fn open_browser(&self, address: &str) -> Result<Option<Browser>, AskError> {
        let opened = self.asking.pages.open_browser(address, self.record.ticket);
        opened.map_err(|_| NO_BROWSER)
    }

    /// Opens the page, sends the person there and waits for the answer.
    async fn attempt(&self, asked: &AskedPage) -> Result<ElicitResult, AskError> {
        let (asking, attempt) = (self.asking, asked.attempt);
        let run = asking.run;
        let address = self.open(asked).await?;
        let begun = run.wire.as_ref().map(|wire| wire.now());
        let id = run.progress.link_id(asking.question.key, attempt);
        let browser = if asking.by_browser() {
            asking.question.log_asked(attempt, None);
            self.open_browser(&address)?
        } else {
            let message = asking.message(attempt);
            let link = asking.link(&message, &address, &id);
            link.check()?;
            let said = ClientAsking::new(&link).next().await;
            if asking.turns_to_browser(&said) {
                self.open_browser(&address)?
            } else {
                match said?.result.action {
                    Action::Accept => None,
                    no @ (Action::Decline | Action::Cancel) => {
                        return Ok(ElicitResult::without_content(no));
                    }
                }
            }
        };
        let answer = self.answer_in_time(attempt, browser).await?;
        if let (Some(begun), Some(wire)) = (begun, &run.wire) {
            let latency = wire.since(begun);
            let key = asking.question.key;
            run.progress
                .note(key, |question| question.latency = Some(latency));
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
