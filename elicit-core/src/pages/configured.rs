//! Where the pages of a server are, as its author configures it.

use std::sync::Arc;

use http::request::Parts;

use super::{hosted::HostedPages, local::LocalPages, page_host::PageHost};
use crate::runtime::elicitation::Elicitation;

/// Where the pages of a server are: [`Elicitation::pages`].
///
/// - [`Pages::local`], for a server that runs where its user is, as over stdio.
/// - [`Pages::at`], for a server over HTTP.
#[derive(Clone, Debug)]
pub struct Pages(pub(crate) Arc<dyn PageHost>);

impl Pages {
    /// Pages on this computer, for a server over stdio.
    ///
    /// A thread serves the pages on the loopback interface while a question is open. The system
    /// chooses the port. The server opens nothing by itself: the client shows the link. Only the
    /// first browser that opens a page can answer it. It must be Chrome, Edge, Firefox or Safari in
    /// a version since 2023, because these say that a person opens the page (`Sec-Fetch-Mode`). A
    /// preview of the link does not count as the first browser.
    ///
    /// ```
    /// use elicit_core::{Elicitation, pages::Pages};
    ///
    /// let elicitation = Elicitation::default().pages(Pages::local().named("Deploy server"));
    /// # let _ = elicitation;
    /// ```
    ///
    /// In a container, over SSH and in WSL, the person may be unable to reach the loopback interface of
    /// the server. Then the question ends when its [time-out](crate::Elicitation::timeout) passes.
    #[must_use]
    pub fn local() -> LocalPages {
        LocalPages::new()
    }

    /// Pages at an address of this server, for a server over HTTP.
    ///
    /// `base` is the address at which [`service`](HostedPages::service) is mounted: `https`, or
    /// `http` on this machine. `visitor` returns who visits a page, from what the server's own login
    /// has put into the request. The visitor must be the principal of the call that asks
    /// (`elicit_core::rmcp3::Elicits::principal`). A call without a principal cannot ask on a page.
    ///
    /// Each form has to be registered with [`form`](HostedPages::form), since an answer may reach
    /// a process in which nothing was asked.
    ///
    /// ```
    /// use elicit_core::{Elicit, Elicitation, pages::{Pages, PagesError, PagesService}};
    ///
    /// #[derive(Elicit)]
    /// struct Account {
    ///     workspace: String,
    /// }
    ///
    /// /// What the session layer puts among the request's extensions.
    /// #[derive(Clone)]
    /// struct Subject(String);
    ///
    /// fn pages() -> Result<(Elicitation, PagesService), PagesError> {
    ///     let visitor = |parts: &http::request::Parts| Some(parts.extensions.get::<Subject>()?.0.clone());
    ///     let pages = Pages::at("https://mcp.example.org/ask", visitor)
    ///         .form::<Account>()
    ///         .login("https://mcp.example.org/login");
    ///     let elicitation = Elicitation::default().pages(pages.clone());
    ///     // axum::Router::new().nest_service("/ask", service)
    ///     let service = pages.service(&elicitation)?;
    ///     Ok((elicitation, service))
    /// }
    /// # pages().unwrap();
    /// ```
    ///
    /// Protocol: [Identifying the User] and [Phishing] (2025-11-25, 2026-07-28).
    ///
    /// [Identifying the User]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#identifying-the-user
    /// [Phishing]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
    pub fn at(
        base: impl Into<String>,
        visitor: impl Fn(&Parts) -> Option<String> + Send + Sync + 'static,
    ) -> HostedPages {
        HostedPages::new(&base.into(), Arc::new(visitor))
    }
}

impl Elicitation {
    /// Over HTTP the user may be at another computer, where local pages cannot be opened.
    #[cfg(feature = "rmcp3-http")]
    pub(crate) fn warn_of_local_pages(&self) {
        if self.pages.as_ref().is_some_and(|pages| pages.is_local()) {
            tracing::warn!(
                target: "elicit_core",
                "the server is reached over HTTP, but its pages open only on its own computer"
            );
        }
    }

    /// Sets the pages on which [`Ask::page`](crate::Ask::page) asks. A server has none by default.
    ///
    /// The pages of a server over HTTP are served by
    /// [`HostedPages::service`](crate::pages::HostedPages::service), which is created from the finished
    /// `Elicitation`.
    pub fn pages(mut self, pages: impl Into<Pages>) -> Self {
        self.pages = Some(pages.into().0);
        self
    }
}

impl From<LocalPages> for Pages {
    fn from(pages: LocalPages) -> Self {
        Self(Arc::new(pages))
    }
}

impl From<HostedPages> for Pages {
    fn from(pages: HostedPages) -> Self {
        Self(Arc::new(pages))
    }
}
