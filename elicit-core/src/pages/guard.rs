//! Who may see and answer a page.

use std::sync::Arc;

use http::{Method, StatusCode, header, header::HeaderName, request::Parts};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{
    posted::is_same_token,
    record::{PageQuestion, PageRecord, Ticket},
    response::NoticeReply,
    text::Notice,
};
use crate::runtime::state::random_token::random_token;

/// Returns the visitor of a page, from what the login has put into the request.
pub(super) type Visitor = dyn Fn(&Parts) -> Option<String> + Send + Sync;

/// Who may see and answer a page.
pub(super) enum Guard {
    /// The first browser that opens it on this computer.
    Browser {
        /// The `Host` that a request must have: `127.0.0.1:1234`.
        host: String,
    },
    /// The principal of the call that asks.
    Visitor(VisitorGuard),
}

pub(super) struct VisitorGuard {
    pub(super) base: Arc<str>,
    /// What browsers send as the origin of a page at this address.
    pub(super) origin: String,
    pub(super) login: Option<Arc<str>>,
    pub(super) visitor: Arc<Visitor>,
}

/// The name of the cookie that a browser is known by.
const COOKIE: &str = "elicit";

impl Guard {
    /// Looks at where a request comes from and goes to: DNS rebinding, and forms of other sites.
    pub(super) fn check_origin(&self, parts: &Parts) -> Result<(), NoticeReply> {
        let origin = match self {
            Self::Browser { host } => {
                // An editor in a browser rewrites the link to its own host, and DNS rebinding makes
                // the name of another site mean this computer.
                if header(parts, &header::HOST) != Some(host) {
                    return Err(NoticeReply::forbidden(Notice::AnotherAddress, "host"));
                }
                &format!("http://{host}")
            }
            Self::Visitor(guard) => &guard.origin,
        };
        // Browsers send it with every form that is posted.
        if parts.method == Method::POST && header(parts, &header::ORIGIN) != Some(origin) {
            return Err(NoticeReply::malformed(StatusCode::FORBIDDEN, "origin"));
        }
        Ok(())
    }

    /// Who visits, if there is a login. It is asked before anything is said of the page.
    pub(super) fn visitor(
        &self,
        parts: &Parts,
        ticket: &Ticket,
    ) -> Result<Option<String>, NoticeReply> {
        let Self::Visitor(guard) = self else {
            return Ok(None);
        };
        match (guard.visitor)(parts).filter(|visitor| !visitor.is_empty()) {
            Some(visitor) => Ok(Some(visitor)),
            None => Err(NoticeReply {
                link: guard.way_to_log_in(ticket),
                ..NoticeReply::new(StatusCode::UNAUTHORIZED, Notice::NotLoggedIn)
            }),
        }
    }

    /// Whether this visitor may see the page. Returns the cookie to set.
    pub(super) async fn admit(
        &self,
        parts: &Parts,
        visitor: Option<&str>,
        record: PageRecord<'_>,
        page: &PageQuestion,
    ) -> Result<Option<String>, NoticeReply> {
        if let Self::Visitor(_) = self {
            return if visitor.is_some() && visitor == page.principal.as_deref() {
                Ok(None)
            } else {
                Err(NoticeReply::forbidden(Notice::SomebodyElse, "visitor"))
            };
        }
        let bound = if is_visit(parts) {
            let value = random_token().ok_or_else(NoticeReply::unavailable)?;
            // With `Strict`, a link in a web page would come without it.
            let path = record.ticket.as_str();
            let cookie = format!("{COOKIE}={value}; Path=/{path}; HttpOnly; SameSite=Lax");
            match record.bind(page, &value).await {
                Ok(None) => return Ok(Some(cookie)),
                Ok(bound) => bound,
                // The store may have carried it out, and then no other browser can answer.
                Err(error) => return Err(NoticeReply::from(error).with_cookie(cookie)),
            }
        } else {
            record.browser().await?
        };
        match bound {
            Some(bound) if has_cookie(parts, &bound) => Ok(None),
            Some(_) => Err(NoticeReply::forbidden(Notice::AnotherBrowser, "browser")),
            None => Err(NoticeReply::forbidden(Notice::NoVisit, "not a visit")),
        }
    }
}

impl VisitorGuard {
    /// The address of the login. The way back is made of the ticket alone, and of nothing else
    /// that is in the request.
    fn way_to_log_in(&self, ticket: &Ticket) -> Option<String> {
        let login = self.login.as_deref()?;
        let back = format!("{}/{}", self.base, ticket.as_str());
        let back = utf8_percent_encode(&back, NON_ALPHANUMERIC);
        let separator = if login.contains('?') { '&' } else { '?' };
        Some(format!("{login}{separator}return_to={back}"))
    }
}

/// Whether a request comes from the browser that has this cookie.
fn has_cookie(parts: &Parts, expected: &str) -> bool {
    let headers = parts.headers.get_all(header::COOKIE).iter();
    // Other programs of this computer set cookies for the same host, and not all of them are ASCII.
    let mut cookies = headers.flat_map(|header| header.as_bytes().split(|byte| *byte == b';'));
    cookies.any(|cookie| {
        let value = cookie.trim_ascii_start().strip_prefix(COOKIE.as_bytes());
        let value = value.and_then(|value| value.strip_prefix(b"="));
        value.is_some_and(|value| is_same_token(value, expected.as_bytes()))
    })
}

/// Whether a browser shows the page to a person. Browsers say so since 2023, also on the loopback
/// interface, and programs that look at a link do not.
fn is_visit(parts: &Parts) -> bool {
    let header = |name| header(parts, &HeaderName::from_static(name));
    parts.method == Method::GET
        && header("sec-fetch-mode") == Some("navigate")
        && header("sec-purpose").is_none()
}

fn header<'p>(parts: &'p Parts, name: &HeaderName) -> Option<&'p str> {
    parts.headers.get(name)?.to_str().ok()
}
