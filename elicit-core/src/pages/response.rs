//! The HTTP responses of pages.

use askama::Template;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};

use super::{
    log,
    record::PageQuestion,
    text::{Notice, PageText},
};
use crate::{
    response_body::ResponseBody,
    runtime::{state::records::RecordError, words::Words},
    store::StoreError,
};

pub(super) type PageResponse = Response<ResponseBody>;

/// A page without a form: what has come of the answer, or why the form is not shown.
#[derive(Debug)]
pub(super) struct NoticeReply {
    pub(super) status: StatusCode,
    pub(super) notice: Notice,
    /// The address of the login, with the way back.
    pub(super) link: Option<String>,
    /// A cookie to set.
    pub(super) cookie: Option<String>,
    /// For the log, if it is worth a line.
    pub(super) reason: Option<&'static str>,
}

impl NoticeReply {
    pub(super) fn new(status: StatusCode, notice: Notice) -> Self {
        Self {
            status,
            notice,
            link: None,
            cookie: None,
            reason: None,
        }
    }

    /// A request that a page does not send.
    pub(super) fn malformed(status: StatusCode, reason: &'static str) -> Self {
        Self::new(status, Notice::Malformed).because(reason)
    }

    /// The visitor may not see the page.
    pub(super) fn forbidden(notice: Notice, reason: &'static str) -> Self {
        Self::new(StatusCode::FORBIDDEN, notice).because(reason)
    }

    pub(super) fn because(self, reason: &'static str) -> Self {
        Self {
            reason: Some(reason),
            ..self
        }
    }

    pub(super) fn with_cookie(self, cookie: String) -> Self {
        Self {
            cookie: Some(cookie),
            ..self
        }
    }

    /// Writes the reason to the log.
    pub(super) fn noted(self, page: Option<&PageQuestion>) -> Self {
        if let Some(reason) = self.reason {
            log::refused(page, reason);
        }
        self
    }

    pub(super) fn closed() -> Self {
        Self::new(StatusCode::NOT_FOUND, Notice::Closed)
    }

    /// The store has failed with what was sent.
    pub(super) fn unsure(error: RecordError) -> Self {
        let notice = match &error {
            // It may have done it.
            RecordError::Store(StoreError::Unavailable(_)) => Notice::Unsure,
            _ => Notice::Unavailable,
        };
        Self {
            notice,
            ..Self::from(error)
        }
    }

    pub(super) fn unavailable() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Notice::Unavailable)
    }
}

impl From<RecordError> for NoticeReply {
    fn from(error: RecordError) -> Self {
        log::no_record(&error);
        Self::unavailable()
    }
}

#[derive(Template)]
#[template(path = "notice.html")]
pub(super) struct NoticePage<'a> {
    pub(super) reply: &'a NoticeReply,
    pub(super) words: &'a dyn Words,
}

/// Has the browser keep this cookie.
pub(super) fn set_cookie(response: &mut PageResponse, cookie: Option<String>) {
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::try_from(cookie).ok()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
}

pub(super) fn html(status: StatusCode, page: &impl Template) -> PageResponse {
    // Writing to a text does not fail.
    let html = page.render().unwrap_or_default();
    response(status, "text/html; charset=utf-8", html)
}

pub(super) fn css(css: String) -> PageResponse {
    response(StatusCode::OK, "text/css; charset=utf-8", css)
}

fn response(status: StatusCode, content_type: &'static str, body: String) -> PageResponse {
    let mut response = Response::new(ResponseBody::full(body));
    *response.status_mut() = status;
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, content_type),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'",
        ),
        (header::CACHE_CONTROL, "no-store"),
        // With `no-referrer`, browsers send `Origin: null` with the form.
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
