//! Pages on this computer.

use std::{fmt, io, sync::Arc, time::Duration};

use super::{
    forms::{Forms, PageForm},
    guard::Guard,
    listener::Listener,
    record::Ticket,
    service::{PagesConfig, Server, Site},
};

/// Pages on this computer: [`Pages::local`](super::Pages::local).
#[derive(Clone)]
pub struct LocalPages {
    site: Site,
    listener: Arc<Listener>,
    opens_browser: bool,
}

impl LocalPages {
    /// Opens the browser itself, if the client cannot send the person to a page: if it has not
    /// declared URL mode. So a local server can ask for a secret in every client.
    ///
    /// The commands are those of the variable `BROWSER`, one after the other (`firefox:chromium
    /// --new-window %s`), else that of the system: `xdg-open`, `open`, or the shell of Windows. No shell
    /// reads the variable. A command inherits nothing of the server's standard input and output. The
    /// link is in its arguments, so other programs can see it in the list of processes, on Linux those
    /// of every user of the computer. A link that one of them opens first is lost to the person.
    ///
    /// In a container, over SSH and in WSL there may be no browser, or one that the person does not see.
    /// Then the question ends with
    /// [`AskError::NoPage`](crate::AskError::NoPage).
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

    /// The name of the server, as the pages show it.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        let name: String = name.into();
        self.site.name = Some(name.into());
        self
    }

    /// Another stylesheet for the pages. The default one, `templates/style.css` in the source of
    /// this crate, shows the classes that there are. What hides a secret of several lines is not in
    /// it, and stays.
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

    /// The address of the page with this ticket, which is served for this time from here on.
    pub(super) fn address(
        &self,
        ticket: &Ticket,
        form: &PageForm,
        config: &PagesConfig,
        lives: Duration,
    ) -> io::Result<String> {
        let host = self.listener.serve(ticket, lives, |address| {
            let forms = Forms::default().with(form.clone());
            let guard = Guard::Browser {
                host: address.to_string(),
            };
            Server::new(self.site.clone(), config.clone(), forms, guard)
        })?;
        Ok(format!("http://{host}/{}", ticket.as_str()))
    }

    pub(super) fn forget(&self, ticket: &Ticket) {
        self.listener.forget(ticket);
    }

    pub(super) fn opens_browser(&self) -> bool {
        self.opens_browser
    }
}

impl fmt::Debug for LocalPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalPages")
            .field("opens_browser", &self.opens_browser)
            .finish_non_exhaustive()
    }
}
