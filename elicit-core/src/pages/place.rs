//! Where the pages of a server are, as its author says it.

use std::{fmt, io, sync::Arc, time::Duration};

use http::request::Parts;

use super::{
    forms::{Forms, PageForm},
    guard::{Guard, VisitorGuard},
    local::Listener,
    service::{PagesService, Server},
    site::{Site, Visitor},
    ticket::Ticket,
};
use crate::{elicit::Elicit, runtime::elicitation::Elicitation};

/// Where the pages of a server are: [`Elicitation::pages`](crate::Elicitation::pages).
///
/// - [`Pages::local`], for a server that runs where its user is, as over stdio.
/// - [`Pages::at`], for a server over HTTP.
#[derive(Clone, Debug)]
pub struct Pages(Arc<Place>);

#[derive(Debug)]
enum Place {
    Local(LocalPages),
    Hosted(HostedPages),
}

/// Pages on this computer: [`Pages::local`].
#[derive(Clone)]
pub struct LocalPages {
    site: Site,
    listener: Arc<Listener>,
    opens_browser: bool,
}

/// Pages of a server over HTTP: [`Pages::at`].
#[derive(Clone)]
pub struct HostedPages {
    site: Site,
    forms: Forms,
    base: Arc<str>,
    login: Option<Arc<str>>,
    visitor: Arc<Visitor>,
}

impl Pages {
    /// Pages on this computer, for a server over stdio.
    ///
    /// They are served on the loopback interface, on a port that the system chooses, while a
    /// question is open, by a thread of their own. Nothing is opened unasked: the client shows the
    /// link. The first browser that opens a page is the only one that can answer it.
    ///
    /// ```
    /// use elicit_core::{Elicitation, pages::Pages};
    ///
    /// let elicitation = Elicitation::default().pages(Pages::local().named("Deploy server"));
    /// # let _ = elicitation;
    /// ```
    ///
    /// In a container, over SSH and in WSL, the loopback interface of the server need not be that
    /// of the person, who then cannot reach the page. The question ends when its
    /// [time-out](crate::Elicitation::timeout) passes.
    #[must_use]
    pub fn local() -> LocalPages {
        LocalPages {
            site: Site::new(None),
            listener: Arc::default(),
            opens_browser: false,
        }
    }

    /// Pages at an address of this server, for a server over HTTP.
    ///
    /// `base` is the address at which [`service`](HostedPages::service) is mounted: `https`, or
    /// `http` on this machine. `visitor` says who visits a page, from what the server's own login
    /// has put into the request. It must be the principal of the call that asks
    /// (`elicit_core::rmcp::Elicits::principal`); a call without a principal cannot ask a page.
    ///
    /// Each form has to be registered with [`form`](HostedPages::form), since an answer may reach
    /// a process in which nothing was asked.
    ///
    /// ```
    /// use elicit_core::{Elicit, Elicitation, pages::{Pages, PagesService}};
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
    /// fn pages() -> (Elicitation, PagesService) {
    ///     let visitor = |parts: &http::request::Parts| Some(parts.extensions.get::<Subject>()?.0.clone());
    ///     let pages = Pages::at("https://mcp.example.org/ask", visitor)
    ///         .form::<Account>()
    ///         .login("https://mcp.example.org/login");
    ///     let elicitation = Elicitation::default().pages(pages.clone());
    ///     // axum::Router::new().nest_service("/ask", service)
    ///     let service = pages.service(&elicitation);
    ///     (elicitation, service)
    /// }
    /// # let _ = pages();
    /// ```
    ///
    /// Protocol: [Identifying the User] and [Phishing] (2025-11-25, 2026-07-28).
    ///
    /// [Identifying the User]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#identifying-the-user
    /// [Phishing]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
    #[must_use]
    pub fn at(
        base: impl Into<String>,
        visitor: impl Fn(&Parts) -> Option<String> + Send + Sync + 'static,
    ) -> HostedPages {
        let base = base.into();
        let base = base.trim_end_matches('/');
        let host = base.split('/').nth(2).unwrap_or(base);
        HostedPages {
            site: Site::new(Some(host.into())),
            forms: Forms::default(),
            base: base.into(),
            login: None,
            visitor: Arc::new(visitor),
        }
    }

    /// What keeps a form from being asked here, for the author of the server.
    pub(crate) fn fault(
        &self,
        form: &PageForm,
        principal: Option<&str>,
        elicitation: &Elicitation,
    ) -> Option<&'static str> {
        let Place::Hosted(hosted) = &*self.0 else {
            return None;
        };
        if principal.is_none() {
            return Some(
                "nobody knows who is calling, so nobody could tell who may answer the page; set \
                 `Elicits::principal`",
            );
        }
        if !elicitation.records.are_complete() {
            return Some(
                "with keys of one's own, pages take a store that all replicas share; set it by \
                 `Elicitation::store`",
            );
        }
        hosted.forms.get(&form.digest).is_none().then_some(
            "its form is not registered, and an answer may reach a process that has not asked; \
             write `Pages::at(..).form::<T>()` with its type",
        )
    }

    /// The address of the page with this ticket, which lives for this time. On this computer, the
    /// page is served from here on.
    pub(crate) fn address(
        &self,
        ticket: &Ticket,
        form: &PageForm,
        elicitation: &Elicitation,
        lives: Duration,
    ) -> io::Result<String> {
        Ok(match &*self.0 {
            Place::Local(local) => {
                let host = local.listener.serve(ticket, lives, |address| {
                    let forms = Forms::default().with(form.clone());
                    let guard = Guard::Browser {
                        host: address.to_string(),
                    };
                    Server::new(local.site.clone(), elicitation.page_setup(), forms, guard)
                })?;
                format!("http://{host}/{}", ticket.as_str())
            }
            Place::Hosted(hosted) => format!("{}/{}", hosted.base, ticket.as_str()),
        })
    }

    /// Nobody waits for the page any more.
    pub(crate) fn forget(&self, ticket: &Ticket) {
        if let Place::Local(local) = &*self.0 {
            local.listener.forget(ticket);
        }
    }

    /// Whether the server opens the browser if the client cannot.
    pub(crate) fn opens_browser(&self) -> bool {
        matches!(&*self.0, Place::Local(local) if local.opens_browser)
    }
}

impl LocalPages {
    /// Opens the browser itself, if the client cannot send the person to a page: if it has not
    /// declared URL mode. So a local server can ask for a secret in every client.
    ///
    /// The command is that of the variable `BROWSER`, else that of the system: `xdg-open`, `open`,
    /// or the shell of Windows. It inherits nothing of the server's standard input and output. The
    /// link is in its arguments, so other programs can see it in the list of processes, on Linux those
    /// of every user of the computer. A link that one of them opens first is lost to the person.
    ///
    /// In a container, over SSH and in WSL there may be no browser. Then the question ends with
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
        self.site.name = Some(name.into().into());
        self
    }

    /// Another stylesheet for the pages. The default one, `templates/style.css` in the source of
    /// this crate, shows the classes that there are.
    #[must_use]
    pub fn stylesheet(mut self, css: impl Into<Arc<str>>) -> Self {
        self.site.stylesheet = css.into();
        self
    }
}

impl HostedPages {
    /// Registers a form that is asked on a page.
    #[must_use]
    pub fn form<T: Elicit>(self) -> Self {
        let forms = self.forms.with(PageForm::of::<T>());
        Self { forms, ..self }
    }

    /// The address at which a visitor logs in about whom nothing is known. The page links to it,
    /// with the parameter `return_to`: the address of the page.
    ///
    /// A login must send people back to addresses of its own server only.
    #[must_use]
    pub fn login(self, address: impl Into<String>) -> Self {
        Self {
            login: Some(address.into().into()),
            ..self
        }
    }

    /// The name of the server, as the pages show it: the host of the address unless set.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.site.name = Some(name.into().into());
        self
    }

    /// As [`LocalPages::stylesheet`].
    #[must_use]
    pub fn stylesheet(mut self, css: impl Into<Arc<str>>) -> Self {
        self.site.stylesheet = css.into();
        self
    }

    /// The pages as a `tower` service, for the path of the address that [`Pages::at`] was given.
    ///
    /// Make it of the finished [`Elicitation`] that asks, or of one like it in another process: the
    /// service uses its keys, store, words, audience and answer limit. Put the layer around it that
    /// `visitor` depends on.
    #[must_use]
    pub fn service(&self, elicitation: &Elicitation) -> PagesService {
        let guard = VisitorGuard::new(&self.base, self.login.clone(), Arc::clone(&self.visitor));
        PagesService::new(Server::new(
            self.site.clone(),
            elicitation.page_setup(),
            self.forms.clone(),
            Guard::Visitor(guard),
        ))
    }
}

impl From<LocalPages> for Pages {
    fn from(pages: LocalPages) -> Self {
        Self(Arc::new(Place::Local(pages)))
    }
}

impl From<HostedPages> for Pages {
    fn from(pages: HostedPages) -> Self {
        Self(Arc::new(Place::Hosted(pages)))
    }
}

impl fmt::Debug for LocalPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalPages")
            .field("opens_browser", &self.opens_browser)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for HostedPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostedPages")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}
