//! Pages on this computer.

use std::{borrow::Cow, fmt, io, sync::Arc, time::Duration};

use super::{
    guard::Guard,
    listener::Listener,
    page_host::PageHost,
    question_page::{Forms, PageForm},
    record::Ticket,
    service::{Server, Site},
};
use crate::runtime::elicitation::Elicitation;

/// Pages on this computer: [`Pages::local`](super::Pages::local).
#[derive(Clone)]
pub struct LocalPages {
    site: Site,
    listener: Arc<Listener>,
    /// Whether the server opens the browser if the client cannot.
    opens_browser: bool,
}

impl LocalPages {
    /// Opens the browser itself, if the client has not declared URL mode and so cannot send the person
    /// to a page. A local server can then ask for a secret in every client.
    ///
    /// The server tries the commands in the variable `BROWSER` one after the other (`firefox:chromium
    /// --new-window %s`). If it is not set, the command is `xdg-open`, `open`, or the shell of Windows.
    /// No shell reads the variable. A command does not inherit the server's standard input and output.
    /// The link is in its arguments, so other programs can see it in the list of processes, on Linux
    /// the programs of every user of the computer. If one of them opens the link first, the person
    /// cannot use it.
    ///
    /// In a container, over SSH and in WSL there may be no browser, or one that the person does not see.
    /// Then the question ends with [`AskError::NoPage`](crate::AskError::NoPage).
    ///
    /// ```
    /// use elicit_core::{Elicitation, pages::Pages};
    ///
    /// let elicitation = Elicitation::default().pages(Pages::local().open_browser());
    /// # let _ = elicitation;
    /// ```
    #[must_use]
    pub fn open_browser(self) -> Self {
        Self {
            opens_browser: true,
            ..self
        }
    }

    /// Sets the name of the server, as the pages show it.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.site.name = Some(name.into().into());
        self
    }

    /// Sets another stylesheet for the pages.
    ///
    /// The default one, `templates/style.css` in the source of this crate, has all classes. The rules
    /// that hide a secret of several lines are not in it, and stay.
    #[must_use]
    pub fn stylesheet(mut self, css: impl Into<Arc<str>>) -> Self {
        self.site.stylesheet = css.into();
        self
    }

    pub(super) fn new() -> Self {
        Self {
            site: Site::new(None),
            listener: Arc::default(),
            opens_browser: false,
        }
    }
}

impl PageHost for LocalPages {
    fn fault(&self, _: &PageForm, _: Option<&str>, _: &Elicitation) -> Option<Cow<'static, str>> {
        None
    }

    fn address(
        &self,
        ticket: &Ticket,
        form: &PageForm,
        elicitation: &Elicitation,
        lives: Duration,
    ) -> io::Result<String> {
        let host = self.listener.serve(ticket, lives, |address| {
            let forms = Forms::from([(form.digest.clone(), form.clone())]);
            let guard = Guard::Browser {
                host: address.to_string(),
            };
            Server::new(self.site.clone(), elicitation, forms, guard)
        })?;
        Ok(format!("http://{host}/{}", ticket.as_str()))
    }

    fn forget(&self, ticket: &Ticket) {
        self.listener.forget(ticket);
    }

    fn opens_browser(&self) -> bool {
        self.opens_browser
    }

    #[cfg(feature = "rmcp3-http")]
    fn is_local(&self) -> bool {
        true
    }
}

impl fmt::Debug for LocalPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalPages")
            .field("opens_browser", &self.opens_browser)
            .finish_non_exhaustive()
    }
}
