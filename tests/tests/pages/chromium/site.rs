//! A server over HTTP as a browser meets it: its pages, and a login with a cookie.

use std::{convert::Infallible, net::TcpListener, thread};

use bytes::Bytes;
use elicit_core::{
    Elicitation,
    pages::{Pages, PagesService},
};
use http::{HeaderMap, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tower_service::Service;

use super::Name;
use crate::server::Caller;

/// A server that asks for a [`Name`].
pub(super) struct Site {
    pub(super) origin: String,
    /// Ann calls it.
    pub(super) ann: Caller,
}

impl Site {
    pub(super) fn start(set: impl FnOnce(Elicitation) -> Elicitation) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let pages = Pages::at(format!("{origin}/ask"), |parts| visitor(&parts.headers))
            .form::<Name>()
            .login(format!("{origin}/login/ann"))
            .named("Atlas");
        let elicitation = set(Elicitation::default().pages(pages.clone()));
        let service = pages.service(&elicitation).unwrap();
        // What drives the browser waits for it, so the server has a thread of its own. It ends with
        // the process.
        thread::spawn(move || serve(listener, &service));
        Self {
            origin,
            ann: Caller::new(&elicitation),
        }
    }

    /// Where somebody logs in and is sent to this page.
    pub(super) fn login(&self, name: &str, link: &str) -> String {
        format!("{}/login/{name}?return_to={link}", self.origin)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn serve(listener: TcpListener, pages: &PagesService) {
    let listener = tokio::net::TcpListener::from_std(listener).unwrap();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let pages = pages.clone();
        let respond = service_fn(move |request| respond(pages.clone(), request));
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), respond));
    }
}

async fn respond(
    mut pages: PagesService,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let Some(name) = request.uri().path().strip_prefix("/login/") else {
        return pages.call(request).await;
    };
    let query = request.uri().query().unwrap_or_default();
    let (_, back) = url::form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "return_to")
        .expect("the way back");
    let response = Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, &*back)
        .header(
            header::SET_COOKIE,
            format!("session={name}; Path=/; HttpOnly"),
        );
    Ok(response.body(Full::default()).unwrap())
}

/// Who has logged in.
fn visitor(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut cookies = cookies.split("; ");
    cookies.find_map(|cookie| Some(cookie.strip_prefix("session=")?.to_owned()))
}
