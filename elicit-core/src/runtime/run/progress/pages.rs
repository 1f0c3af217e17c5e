//! The pages of a call, and when a run may end that puts one into the store.

use std::{
    collections::BTreeMap,
    mem::{replace, take},
    sync::Arc,
};

use super::RunProgress;
use crate::runtime::state::CarriedPage;

impl RunProgress {
    /// Adds the page of a question.
    pub(in crate::runtime) fn add_page(&self, key: &str, page: CarriedPage) {
        self.lock().state.pages.insert(key.to_owned(), page);
    }

    /// The pages of the call: the key of the question, the ticket, and the attempt that is open.
    pub(in crate::runtime) fn pages(&self) -> Vec<(String, Arc<str>, u8)> {
        let kept = self.lock();
        let pages = kept.state.pages.iter();
        let of_page = |(key, page): (&String, &CarriedPage)| {
            let attempt = kept.state.open.get(key).map_or(1, |open| open.attempt);
            (key.clone(), Arc::clone(&page.ticket), attempt)
        };
        pages.map(of_page).collect()
    }

    /// Forgets a question that was not answered, and its page.
    pub(in crate::runtime) fn forget(&self, key: &str) {
        let state = &mut self.lock().state;
        state.open.remove(key);
        state.pages.remove(key);
    }

    /// The ticket of the page of a question, if it has one.
    pub(in crate::runtime) fn ticket(&self, key: &str) -> Option<Arc<str>> {
        let kept = self.lock();
        Some(Arc::clone(&kept.state.pages.get(key)?.ticket))
    }

    /// Until when the answer on a page is awaited, in milliseconds since the epoch: the first time
    /// that was given. Without a time it is not awaited any more.
    pub(in crate::runtime) fn await_page(&self, key: &str, until: Option<u64>) -> Option<u64> {
        let mut kept = self.lock();
        let page = kept.state.pages.get_mut(key)?;
        page.until = until.map(|until| page.until.unwrap_or(until));
        page.until
    }

    /// Notes whether a run has read the answer to the attempt on a page. Returns whether one had.
    pub(in crate::runtime) fn read_page(&self, key: &str, is_read: bool) -> bool {
        let mut kept = self.lock();
        let page = kept.state.pages.get_mut(key);
        page.is_some_and(|page| replace(&mut page.is_read, is_read))
    }

    /// Notes that a page is left open for the next call. Returns whether an earlier run has done so.
    pub(in crate::runtime) fn leave_page(&self, key: &str) -> bool {
        let mut kept = self.lock();
        let page = kept.state.pages.get_mut(key);
        page.is_some_and(|page| replace(&mut page.is_left, true))
    }

    /// The pages to close when the call ends.
    pub(in crate::runtime) fn take_pages(&self) -> BTreeMap<String, CarriedPage> {
        let mut pages = take(&mut self.lock().state.pages);
        pages.retain(|_, page| !page.is_left);
        pages
    }

    /// Keeps the run from ending while the page of a question is put into the store, so that
    /// questions that are awaited together go out together.
    pub(in crate::runtime) fn open_page<'a>(&'a self, key: &'a str) -> Opening<'a> {
        self.lock().opening.insert(key.to_owned());
        Opening {
            progress: self,
            key,
        }
    }
}

/// A question whose page is being put into the store.
pub(in crate::runtime) struct Opening<'a> {
    progress: &'a RunProgress,
    key: &'a str,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.progress.opened(self.key);
    }
}
