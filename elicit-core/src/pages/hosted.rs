//! Pages of a server over HTTP.

use std::{borrow::Cow, error::Error, fmt, io, net::IpAddr, sync::Arc, time::Duration};

use fluent_uri::Uri;

use super::{
    guard::{Guard, Visitor, VisitorGuard},
    page_host::PageHost,
    question_page::{Forms, PageForm},
    record::Ticket,
    service::{PagesService, Server, Site},
};
use crate::{
    elicit::Elicit,
    runtime::{elicitation::Elicitation, error::HELP, question::address, state::random_token},
};

/// Pages of a server over HTTP: [`Pages::at`](super::Pages::at).
#[derive(Clone)]
#[must_use]
pub struct HostedPages {
    site: Site,
    forms: Forms,
    base: Arc<str>,
    login: Option<Arc<str>>,
    visitor: Arc<Visitor>,
}

/// Why the pages of a server cannot be visited as they are configured:
/// [`HostedPages::service`]. The text says what to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagesError(Cow<'static, str>);

impl HostedPages {
    /// Registers a form that is asked on a page.
    pub fn form<T: Elicit>(mut self) -> Self {
        let form = PageForm::new::<T>();
        self.forms.insert(form.digest.clone(), form);
        self
    }

    /// Sets the address at which visitors log in. If a visitor is not logged in, the page links to it,
    /// with the parameter `return_to`: the address of the page.
    ///
    /// It is `https`, or `http` on this machine. A login must send people back to addresses of its own
    /// server only.
    pub fn login(self, address: impl Into<String>) -> Self {
        Self {
            login: Some(address.into().into()),
            ..self
        }
    }

    /// Sets the name of the server, as the pages show it. The default is the host of the address.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.site.name = Some(name.into().into());
        self
    }

    /// As [`LocalPages::stylesheet`](super::LocalPages::stylesheet).
    pub fn stylesheet(mut self, css: impl Into<Arc<str>>) -> Self {
        self.site.stylesheet = css.into();
        self
    }

    /// The pages as a `tower` service, to mount at the address that was given to
    /// [`Pages::at`](super::Pages::at).
    ///
    /// Create it from the finished [`Elicitation`] that asks, or from an equal one in another process:
    /// the service uses its keys, store, words, audience and answer limit. Wrap it in the layer that
    /// `visitor` depends on.
    ///
    /// # Errors
    ///
    /// - The address given to [`Pages::at`](super::Pages::at) cannot be shown to a person: it is neither
    ///   `https` nor `http` on this machine; it has user information, a query or a fragment; it has
    ///   no host, or one that browsers write in another way (percent-encoded, or a number such as
    ///   `0xC0.168.0.1`); or the address of a page is longer than
    ///   [`Elicitation::url_limit`](crate::Elicitation::url_limit) allows.
    /// - The address of [`login`](Self::login) is neither `https` nor `http` on this machine, or it
    ///   has a fragment.
    /// - The keys come from [`Keys::new`](crate::Keys::new), and the
    ///   [store](crate::Elicitation::store) is not shared by replicas.
    ///
    /// A question on such a page ends with
    /// [`AskError::BadQuestion`](crate::AskError::BadQuestion) and the same text.
    ///
    /// ```
    /// use elicit_core::{Elicitation, pages::Pages};
    ///
    /// let pages = Pages::at("http://mcp.example.org/ask", |_| None);
    /// let elicitation = Elicitation::default().pages(pages.clone());
    /// let error = pages.service(&elicitation).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the address of the pages is not `https`, and `http` is allowed only on this machine\n\
    ///      help: see `Pages::at`",
    /// );
    /// ```
    pub fn service(&self, elicitation: &Elicitation) -> Result<PagesService, PagesError> {
        let guard = VisitorGuard {
            base: Arc::clone(&self.base),
            origin: self.check(elicitation).map_err(PagesError)?,
            login: self.login.clone(),
            visitor: Arc::clone(&self.visitor),
        };
        let (site, forms) = (self.site.clone(), self.forms.clone());
        let server = Server::new(site, elicitation, forms, Guard::Visitor(guard));
        Ok(PagesService(Arc::new(server)))
    }

    pub(super) fn new(base: &str, visitor: Arc<Visitor>) -> Self {
        let base = base.trim_end_matches('/');
        let host = base.split('/').nth(2).unwrap_or(base);
        Self {
            site: Site::new(Some(host.into())),
            forms: Forms::default(),
            base: base.into(),
            login: None,
            visitor,
        }
    }

    /// The address of the page with this name.
    fn page_address(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }

    /// Checks what is the same for every page. Returns the origin that browsers send.
    fn check(&self, elicitation: &Elicitation) -> Result<String, Cow<'static, str>> {
        let bad =
            |fault: Cow<'_, str>| format!("the address of the pages {fault}{HELP}see `Pages::at`");
        let page = self.page_address(&"a".repeat(random_token::LENGTH));
        if let Some(fault) = address::fault(&page, elicitation.url_limit) {
            return Err(bad(fault).into());
        }
        let origin = origin(&self.base).map_err(|fault| bad(fault.into()))?;
        if self.base.contains(['?', '#']) {
            let fault =
                "has a query or a fragment; remove it, because the pages are below the path";
            return Err(bad(fault.into()).into());
        }
        if let Some(login) = &self.login {
            let fault = address::fault(login, None);
            // The way back is appended to the query.
            let fault = fault.or_else(|| login.contains('#').then(|| "has a fragment".into()));
            if let Some(fault) = fault {
                let login = "the address of the login";
                return Err(format!("{login} {fault}{HELP}see `HostedPages::login`").into());
            }
        }
        elicitation.require_shared_store("`Pages::at`")?;
        Ok(origin)
    }
}

/// The origin that browsers send with the form of a page at this address. The error follows "the
/// address".
fn origin(base: &str) -> Result<String, &'static str> {
    let uri = Uri::parse(base).map_err(|_| "is not a valid URI")?;
    let authority = uri.authority().ok_or("has no host")?;
    let scheme = uri.scheme().as_str().to_ascii_lowercase();
    let host = authority.host().to_ascii_lowercase();
    let host = match address::ip_address(&host) {
        Some(IpAddr::V4(ip)) => ip.to_string(),
        // Browsers write this one in groups, and Rust does not.
        Some(IpAddr::V6(ip)) if ip.to_ipv4_mapped().is_some() => {
            return Err("has an IPv4 address in an IPv6 address; write the IPv4 address");
        }
        Some(IpAddr::V6(ip)) => format!("[{ip}]"),
        None if address::is_numeric(&host) => {
            return Err(
                "has a host that browsers read as an IP address; write it as four decimal numbers",
            );
        }
        None if host.starts_with('[') => return Err("has an invalid IP address"),
        None => host,
    };
    let port = authority.port_to_u16().map_err(|_| "has an invalid port")?;
    let usual = if scheme == "https" { 443 } else { 80 };
    Ok(match port.filter(|port| *port != usual) {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    })
}

impl PageHost for HostedPages {
    fn fault(
        &self,
        form: &PageForm,
        principal: Option<&str>,
        elicitation: &Elicitation,
    ) -> Option<Cow<'static, str>> {
        if let Err(reason) = self.check(elicitation) {
            return Some(reason);
        }
        // A login may use an empty text for every visitor who is not logged in.
        let reason = if principal.is_none_or(str::is_empty) {
            "the call has no principal, so the page cannot tell who may answer it\nhelp: set \
             `Elicits::principal`"
        } else if !self.forms.contains_key(&form.digest) {
            "its form is not registered, and an answer may reach a process that has not asked\n\
             help: register it: `Pages::at(..).form::<T>()`"
        } else {
            return None;
        };
        Some(reason.into())
    }

    fn address(
        &self,
        ticket: &Ticket,
        _: &PageForm,
        _: &Elicitation,
        _: Duration,
    ) -> io::Result<String> {
        Ok(self.page_address(ticket.as_str()))
    }
}

impl fmt::Debug for HostedPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostedPages")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for PagesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PagesError {}
