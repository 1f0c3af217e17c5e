//! Pages over HTTP.

use std::{
    convert::Infallible,
    error::Error,
    num::NonZeroU32,
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header, request::Parts};
use http_body::Body;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tower_service::Service;

use super::{
    control::PageField,
    guard::Guard,
    log,
    posted::{self, Malformed, Posted},
    question_page::{FormError, Forms, PageForm, QuestionPage},
    record::{PageAnswer, PageQuestion, PageRecord, Ticket},
    response::{NoticePage, NoticeReply, PageResponse, css, html, set_cookie},
    text::Notice,
    typed_texts::TypedTexts,
};
use crate::{
    form::choices::{Choices, RunTimeOptions as _},
    opaque_debug::opaque_debug,
    response_body::ResponseBody,
    runtime::{elicitation::Elicitation, run::rate::RateLimit},
    store::BoxFuture,
};

type BoxError = Box<dyn Error + Send + Sync>;

/// How much longer a body may be than its values: the names of the fields, and the token.
const BESIDE_VALUES: usize = 64 << 10;

/// How many answers a minute one page accepts: more than a person sends.
const ANSWERS: NonZeroU32 = NonZeroU32::MIN.saturating_add(59);

const STYLESHEET: &str = "style.css";

/// Hides secrets of several lines, for which HTML has no input. An author cannot replace it.
const SECRETS: &str = "secrets.css";

/// The pages of a server as a `tower` service: [`HostedPages::service`](super::HostedPages::service).
#[derive(Clone)]
pub struct PagesService(pub(super) Arc<Server>);

/// How all pages of a server look.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) stylesheet: Arc<str>,
    pub(super) name: Option<Arc<str>>,
}

impl Site {
    pub(super) fn new(name: Option<Arc<str>>) -> Self {
        Self {
            stylesheet: include_str!("../../templates/style.css").into(),
            name,
        }
    }
}

/// Answers the requests for pages.
pub(super) struct Server {
    site: Site,
    /// Without its pages, which own the listener that owns this.
    elicitation: Elicitation,
    forms: Forms,
    guard: Guard,
    answers: RateLimit<Ticket>,
}

/// A page that its visitor may see.
struct Visit<'a> {
    record: PageRecord<'a>,
    page: PageQuestion,
    form: &'a PageForm,
    options: Arc<[Option<Choices>]>,
}

impl Server {
    pub(super) fn new(site: Site, elicitation: &Elicitation, forms: Forms, guard: Guard) -> Self {
        let mut elicitation = elicitation.clone();
        elicitation.pages = None;
        Self {
            site,
            elicitation,
            forms,
            guard,
            answers: RateLimit::new(ANSWERS),
        }
    }

    pub(super) async fn respond(
        &self,
        request: Request<impl Body<Error: Into<BoxError>>>,
    ) -> PageResponse {
        let (parts, body) = request.into_parts();
        match self.answer(&parts, body).await {
            Ok(response) => response,
            Err(refused) => self.notice(refused),
        }
    }

    async fn answer(
        &self,
        parts: &Parts,
        body: impl Body<Error: Into<BoxError>>,
    ) -> Result<PageResponse, NoticeReply> {
        let checked = self.guard.check_origin(parts);
        checked.map_err(|refused| refused.noted(None))?;
        let name = page_name(parts.uri.path());
        match (name, &parts.method) {
            (STYLESHEET, &Method::GET) => return Ok(css(self.site.stylesheet.to_string())),
            (SECRETS, &Method::GET) => {
                return Ok(css(include_str!("../../templates/secrets.css").to_owned()));
            }
            _ => {}
        }
        if parts.method != Method::GET && parts.method != Method::POST {
            return Err(NoticeReply::new(
                StatusCode::METHOD_NOT_ALLOWED,
                Notice::Malformed,
            ));
        }
        let ticket = Ticket::parse(name).ok_or_else(NoticeReply::closed)?;
        let visitor = self.guard.visitor(parts, &ticket)?;
        let record = PageRecord {
            records: &self.elicitation.records,
            ticket: &ticket,
        };
        let page = record.page().await?.ok_or_else(NoticeReply::closed)?;
        let admitted = self.guard.admit(parts, visitor.as_deref(), record, &page);
        let cookie = admitted
            .await
            .map_err(|refused| refused.noted(Some(&page)))?;
        let response = self.visited(parts, body, record, page).await;
        let mut response = response.unwrap_or_else(|refused| self.notice(refused));
        // The browser is the first one, even if it is turned away.
        set_cookie(&mut response, cookie);
        Ok(response)
    }

    /// Responds to a visitor who may see the page.
    async fn visited(
        &self,
        parts: &Parts,
        body: impl Body<Error: Into<BoxError>>,
        record: PageRecord<'_>,
        page: PageQuestion,
    ) -> Result<PageResponse, NoticeReply> {
        if record.is_answered(page.attempt).await? {
            let status = match parts.method {
                Method::POST => StatusCode::CONFLICT,
                _ => StatusCode::OK,
            };
            return Err(NoticeReply::new(status, Notice::Answered));
        }
        let Some(form) = self.forms.get(&page.form) else {
            log::unknown_form(&page);
            return Err(NoticeReply::unavailable());
        };
        let visit = Visit {
            options: page.options.restored(),
            record,
            page,
            form,
        };
        if parts.method == Method::POST {
            let posted = self.post(&visit, parts, body).await;
            return posted.map_err(|refused| refused.noted(Some(&visit.page)));
        }
        log::shown(&visit.page);
        let typed = TypedTexts::at_first(visit.form.schema, &visit.options, &visit.page.prefill);
        Ok(self.page(StatusCode::OK, &visit, &typed, &visit.page.errors))
    }

    /// Reads and claims an answer that was posted.
    async fn post(
        &self,
        visit: &Visit<'_>,
        parts: &Parts,
        body: impl Body<Error: Into<BoxError>>,
    ) -> Result<PageResponse, NoticeReply> {
        if self.answers.admit(visit.record.ticket).is_err() {
            let refused = NoticeReply::new(StatusCode::TOO_MANY_REQUESTS, Notice::TooOften);
            return Err(refused.because("too many answers"));
        }
        if !is_form(parts) {
            return Err(NoticeReply::malformed(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "content type",
            ));
        }
        let elicitation = &self.elicitation;
        let body = collected(body, largest_body(elicitation.limits.answer)).await?;
        let (page, form, options) = (&visit.page, visit.form, &visit.options);
        let malformed = |Malformed| NoticeReply::malformed(StatusCode::BAD_REQUEST, "malformed");
        let posted = posted::read(&body, form.schema, &page.csrf).map_err(malformed)?;
        let (answer, action, sent) = match posted {
            Posted::Decline => (PageAnswer::Declined, "decline", Notice::Declined),
            Posted::Answer(typed) => {
                let content = posted::content(form.schema, options, &typed).map_err(malformed)?;
                let valid = form.validated(&content, options, elicitation.limits.answer);
                if let Err(invalid) = valid {
                    log::invalid(page, &invalid);
                    let errors = FormError::all(&invalid, form.schema, &*elicitation.words);
                    let status = StatusCode::UNPROCESSABLE_ENTITY;
                    return Ok(self.page(status, visit, &typed, &errors));
                }
                (PageAnswer::Accepted(content), "accept", Notice::Sent)
            }
        };
        let claimed = visit.record.claim(page.attempt, &page.lease, &answer);
        if claimed.await.map_err(NoticeReply::unsure)?.is_some() {
            return Err(NoticeReply::new(StatusCode::CONFLICT, Notice::Answered));
        }
        log::answered(page, action);
        Ok(self.notice(NoticeReply::new(StatusCode::OK, sent)))
    }

    fn page(
        &self,
        status: StatusCode,
        visit: &Visit<'_>,
        typed: &TypedTexts,
        errors: &[FormError],
    ) -> PageResponse {
        let words = &*self.elicitation.words;
        let properties = visit.form.schema.properties().iter().enumerate();
        let fields = properties.map(|(index, property)| {
            let choices = visit.options.choices(index);
            PageField::new(index, property, choices, typed, errors, words)
        });
        let page = QuestionPage {
            server: self.site.name.as_deref(),
            message: &visit.page.message,
            csrf: &visit.page.csrf,
            errors,
            fields: fields.collect(),
            words,
        };
        html(status, &page)
    }

    fn notice(&self, refused: NoticeReply) -> PageResponse {
        let page = NoticePage {
            reply: &refused,
            words: &*self.elicitation.words,
        };
        let mut response = html(refused.status, &page);
        set_cookie(&mut response, refused.cookie);
        response
    }
}

/// The last segment of a path: a ticket, or the name of a stylesheet.
pub(super) fn page_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Whether the body is what a form sends.
fn is_form(parts: &Parts) -> bool {
    let content_type = parts.headers.get(header::CONTENT_TYPE);
    let media_type = content_type.and_then(|value| value.to_str().ok()?.split(';').next());
    let form = "application/x-www-form-urlencoded";
    media_type.is_some_and(|media_type| media_type.trim().eq_ignore_ascii_case(form))
}

/// How long a body may be for an answer of this size. A browser encodes one byte as up to three.
fn largest_body(answer_limit: Option<usize>) -> usize {
    answer_limit.map_or(usize::MAX, |limit| {
        limit.saturating_mul(3).saturating_add(BESIDE_VALUES)
    })
}

async fn collected(
    body: impl Body<Error: Into<BoxError>>,
    most: usize,
) -> Result<Bytes, NoticeReply> {
    match Limited::new(body, most).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            let refused = NoticeReply::new(StatusCode::PAYLOAD_TOO_LARGE, Notice::TooLarge);
            Err(refused.because("too large"))
        }
        Err(_) => Err(NoticeReply::new(StatusCode::BAD_REQUEST, Notice::Malformed)),
    }
}

impl<B> Service<Request<B>> for PagesService
where
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let server = Arc::clone(&self.0);
        Box::pin(async move { Ok(server.respond(request).await) })
    }
}

opaque_debug!(PagesService);
