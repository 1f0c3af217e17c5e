//! The pages of a test: in the store alone, without a browser or a network.

use std::{collections::HashMap, fmt, mem::take, sync::Mutex};

use super::{question_page::PageForm, record::Ticket};
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

    /// The form of a page, while it is open.
    pub(crate) fn form(&self, ticket: &Ticket) -> Option<PageForm> {
        lock(&self.0).forms.get(ticket).cloned()
    }
}

impl fmt::Debug for TestPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestPages").finish_non_exhaustive()
    }
}
