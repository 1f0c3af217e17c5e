//! The pages of a test: in the store alone, without a browser or a network.

use std::{collections::HashMap, fmt, mem::take, sync::Mutex};

use super::{
    forms::PageForm,
    question_page::FormError,
    record::{PageAnswer, PageRecord, Ticket},
    service::PagesConfig,
};
use crate::{form::FormSchema, runtime::lock::lock};

/// A host that does not exist: RFC 6761.
const BASE: &str = "https://pages.test/";

/// The pages that the test user is sent to.
#[derive(Default)]
pub(crate) struct TestPages(Mutex<OpenPages>);

#[derive(Default)]
struct OpenPages {
    forms: HashMap<Ticket, PageForm>,
    /// The pages that the server has opened itself.
    in_browser: Vec<Ticket>,
}

impl TestPages {
    pub(super) fn address(&self, ticket: &Ticket, form: &PageForm) -> String {
        lock(&self.0).forms.insert(ticket.clone(), form.clone());
        format!("{BASE}{}", ticket.as_str())
    }

    /// The ticket in the address of one of these pages.
    pub(crate) fn ticket(address: &str) -> Option<Ticket> {
        Ticket::parse(address.strip_prefix(BASE)?)
    }

    pub(super) fn open_browser(&self, ticket: &Ticket) {
        lock(&self.0).in_browser.push(ticket.clone());
    }

    /// The pages that the server has opened since the last call of this.
    pub(crate) fn opened(&self) -> Vec<Ticket> {
        take(&mut lock(&self.0).in_browser)
    }

    pub(super) fn forget(&self, ticket: &Ticket) {
        lock(&self.0).forms.remove(ticket);
    }

    /// The key of the question on a page, while the page is open.
    pub(crate) async fn key(&self, config: &PagesConfig, ticket: &Ticket) -> Option<String> {
        let records = &config.records;
        let page = PageRecord { records, ticket }.page().await;
        Some(page.ok()??.key)
    }

    /// The form on a page, while the page is open.
    pub(crate) fn form(&self, ticket: &Ticket) -> Option<&'static FormSchema> {
        lock(&self.0).forms.get(ticket).map(|form| form.schema)
    }

    /// Answers a page, if it is open, as a browser does.
    ///
    /// # Errors
    ///
    /// The errors that the page shows for an invalid answer.
    pub(crate) async fn answer(
        &self,
        config: &PagesConfig,
        ticket: &Ticket,
        answer: &PageAnswer,
    ) -> Result<(), Vec<String>> {
        let form = lock(&self.0).forms.get(ticket).cloned();
        // If the store fails, the run that waits for the answer reports it.
        let records = &config.records;
        let record = PageRecord { records, ticket };
        let (Some(form), Ok(Some(page))) = (form, record.page().await) else {
            return Ok(());
        };
        if let PageAnswer::Accepted(content) = answer {
            let options = page.options.restored();
            let valid = form.validated(content, &options, config.answer_limit);
            valid.map_err(|invalid| {
                let errors = FormError::all(&invalid, form.schema, &*config.words);
                let sentences = errors.into_iter().map(|error| error.sentence);
                sentences.collect::<Vec<_>>()
            })?;
        }
        let _ = record.claim(page.attempt, &page.lease, answer).await;
        Ok(())
    }
}

impl fmt::Debug for TestPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestPages").finish_non_exhaustive()
    }
}
