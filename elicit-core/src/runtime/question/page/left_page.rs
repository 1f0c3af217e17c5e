//! A page whose link the client has not shown. It is left open, the model gives the link to the person,
//! and the next call with the same arguments finds the page.

use std::{mem::replace, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{PageAsking, may_pass, open_page::OpenPage};
use crate::pages::record::Ticket;
use crate::runtime::{
    error::{AskError, UnshownLink},
    ledger::entry::Page,
    run::audit,
    state::{
        digest::Fields,
        records::{RecordError, RecordName},
    },
};

/// What the store has of it.
#[derive(Serialize, Deserialize)]
struct LeftPage {
    ticket: Arc<str>,
    attempt: u8,
}

impl PageAsking<'_> {
    /// The page that an earlier call has left open for this question, and the attempt at it. Of two calls
    /// at once, one gets the page.
    pub(super) async fn find_left_page(&self) -> Option<(Arc<str>, u8)> {
        let left = match self.run.elicitation.records.take(&self.left_name()).await {
            Ok(left) => left,
            Err(error) => {
                audit::no_record(self.run, &error);
                None
            }
        };
        let left = serde_json::from_slice::<LeftPage>(&left?).ok()?;
        Some((left.ticket, left.attempt))
    }

    /// Whether the page was left, and another call has taken it, or may take it. Then an answer on it is for
    /// that call. A call takes its own page back, unless another call was sooner.
    pub(super) async fn is_of_another_call(&self, ticket: &Ticket) -> Result<bool, AskError> {
        let records = &self.run.elicitation.records;
        let owner = match records.get(&call_name(ticket)).await {
            Ok(owner) => owner,
            // A store that is down for a moment does not end the wait.
            Err(error) if may_pass(&error) => {
                audit::no_record(self.run, &error);
                return Ok(false);
            }
            Err(error) => return Err(self.no_page(&error)),
        };
        if owner.is_none_or(|owner| *owner == *self.call_mark().as_bytes()) {
            return Ok(false);
        }
        match self.find_left_page().await {
            Some((left, _)) if *left == *ticket.as_str() => {
                self.bind(ticket, &self.call_mark()).await?;
                Ok(false)
            }
            _ => Ok(true),
        }
    }

    /// Says whose call the page is, of which there may be several. An empty text is of no call.
    pub(super) async fn bind(&self, ticket: &Ticket, mark: &str) -> Result<(), AskError> {
        let records = &self.run.elicitation.records;
        let name = call_name(ticket);
        let put = records.put(&name, mark.as_bytes(), &self.lease()).await;
        put.map_err(|error| self.no_page(&error))
    }

    /// What tells this call from others.
    pub(super) fn call_mark(&self) -> Arc<str> {
        self.question.handle.link_id(1)
    }

    /// Closes a page that was left open: an argument is the answer.
    pub(in crate::runtime::question) async fn abandon(&mut self) {
        let Some(ticket) = self.ticket.take() else {
            return;
        };
        // If the store fails, the page expires.
        let _ = self.run.elicitation.records.take(&self.left_name()).await;
        self.host.close(self.run, &ticket, u8::MAX).await;
    }

    /// The same caller, request and question.
    fn left_name(&self) -> RecordName {
        let run = self.run;
        let owner = run.session.owner(&run.call);
        let fields = Fields::new("elicit-core/v1/left-page\0")
            .field(owner.as_bytes())
            .field(&run.elicitation.binding(&run.call))
            .field(self.question.digest().as_str().as_bytes());
        RecordName::new("left-page", fields)
    }
}

impl OpenPage<'_, '_> {
    /// Notes that the page is left open for the next call. Returns whether an earlier run has done so.
    pub(super) fn note_left(&self) -> bool {
        let note = |page: &mut Page| replace(&mut page.is_left, true);
        let handle = &self.asking.question.handle;
        handle.page(note).unwrap_or_default()
    }

    /// Leaves the page open for the next call. Returns the error of this one, which has the link.
    pub(super) async fn leave(&self) -> AskError {
        match self.try_to_leave().await {
            Ok(link) => {
                self.note_left();
                AskError::LinkNotShown { link }
            }
            Err(error) => error,
        }
    }

    async fn try_to_leave(&self) -> Result<UnshownLink, AskError> {
        let asking = &*self.asking;
        let failed = |error: RecordError| asking.no_page(&error);
        if !self.prolong().await.map_err(failed)? {
            // It is closed: there is nothing to answer on.
            return Err(AskError::TimedOut);
        }
        // First, so that this call does not find an answer which the next one finds, too.
        asking.bind(&self.ticket, "").await?;
        let left = LeftPage {
            ticket: self.ticket.as_str().into(),
            attempt: self.attempt,
        };
        let json = serde_json::to_vec(&left).unwrap_or_default();
        let (records, name) = (&asking.run.elicitation.records, asking.left_name());
        let put = records.put(&name, &json, &asking.lease()).await;
        put.map_err(failed)?;
        asking
            .address(&self.ticket)
            .map(|address| UnshownLink::new(address, true))
    }
}

fn call_name(ticket: &Ticket) -> RecordName {
    let fields = Fields::new("elicit-core/v1/page-call\0").field(ticket.as_str().as_bytes());
    RecordName::new("page-call", fields)
}
