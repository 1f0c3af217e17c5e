//! The pages of a test: in the store alone, without a browser or a network.

use std::{collections::HashMap, fmt, mem::take, sync::Mutex};

use super::{
    question_page::{FormError, PageForm},
    record::{AskedPage, PageAnswer, PageRecord, Ticket},
    service::PagesConfig,
};
use crate::runtime::lock::lock;

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

    /// A page, while it is open.
    pub(crate) async fn visit<'a>(
        &self,
        config: &'a PagesConfig,
        ticket: &'a Ticket,
    ) -> Option<TestVisit<'a>> {
        let form = lock(&self.0).forms.get(ticket).cloned()?;
        let records = &config.records;
        let record = PageRecord { records, ticket };
        // If the store fails, the run that waits for the answer reports it.
        let page = record.page().await.ok()??;
        Some(TestVisit {
            config,
            record,
            form,
            page,
        })
    }
}

/// A page on the screen of the test user.
pub(crate) struct TestVisit<'a> {
    config: &'a PagesConfig,
    record: PageRecord<'a>,
    pub(crate) form: PageForm,
    pub(crate) page: AskedPage,
}

impl TestVisit<'_> {
    /// Answers the page, as a browser does.
    ///
    /// # Errors
    ///
    /// The errors that the page shows for an invalid answer.
    pub(crate) async fn answer(&self, answer: &PageAnswer) -> Result<(), Vec<String>> {
        let (config, page) = (self.config, &self.page);
        if let PageAnswer::Accepted(content) = answer {
            let options = page.options.restored();
            let valid = self.form.validated(content, &options, config.answer_limit);
            valid.map_err(|invalid| {
                let errors = FormError::all(&invalid, self.form.schema, &*config.words);
                let sentences = errors.into_iter().map(|error| error.sentence);
                sentences.collect::<Vec<_>>()
            })?;
        }
        let _ = self.record.claim(page.attempt, &page.lease, answer).await;
        Ok(())
    }
}

impl fmt::Debug for TestPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestPages").finish_non_exhaustive()
    }
}
