//! What the asking side needs of the pages of a server, wherever they are.

use std::{borrow::Cow, fmt, io, time::Duration};

use super::{open_browser::Browser, question_page::PageForm, record::Ticket};
use crate::runtime::elicitation::Elicitation;

/// Where the pages of a server are.
pub(crate) trait PageHost: fmt::Debug + Send + Sync {
    /// Why a form cannot be asked here, for the author of the server.
    fn fault(
        &self,
        form: &PageForm,
        principal: Option<&str>,
        elicitation: &Elicitation,
    ) -> Option<Cow<'static, str>>;

    /// The address of the page with this ticket, which lives for this time. On this computer, the
    /// page is served from here on.
    fn address(
        &self,
        ticket: &Ticket,
        form: &PageForm,
        elicitation: &Elicitation,
        lives: Duration,
    ) -> io::Result<String>;

    /// Stops serving the page.
    fn forget(&self, _ticket: &Ticket) {}

    /// Whether the server opens the browser if the client cannot.
    fn opens_browser(&self) -> bool {
        false
    }

    /// Opens the browser at the address of this ticket. Returns the command, while it runs.
    fn open_browser(&self, address: &str, _ticket: &Ticket) -> io::Result<Option<Browser>> {
        Browser::open(address).map(Some)
    }

    /// Whether the pages open only on the computer of the server.
    #[cfg(feature = "rmcp3-http")]
    fn is_local(&self) -> bool {
        false
    }
}
