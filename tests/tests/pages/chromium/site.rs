//! A server over HTTP as a browser meets it: its pages, and a login with a cookie.

use std::{collections::HashMap, net::TcpListener, thread};

use axum::{
    Router,
    extract::{Path, Query},
    response::{AppendHeaders, IntoResponse, Redirect},
    routing::get,
};
use elicit_core::{Elicitation, pages::Pages};
use http::{HeaderMap, header};

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
        let router = Router::new()
            .nest_service("/ask", pages.service(&elicitation).unwrap())
            .route("/login/{name}", get(login));
        // What drives the browser waits for it, so the server has a thread of its own. It ends with
        // the process.
        thread::spawn(move || serve(listener, router));
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
async fn serve(listener: TcpListener, router: Router) {
    let listener = tokio::net::TcpListener::from_std(listener).unwrap();
    axum::serve(listener, router).await.unwrap();
}

async fn login(
    Path(name): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> impl IntoResponse {
    let session = format!("session={name}; Path=/; HttpOnly");
    let cookies = AppendHeaders([(header::SET_COOKIE, session)]);
    (cookies, Redirect::to(&query["return_to"]))
}

/// Who has logged in.
fn visitor(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut cookies = cookies.split("; ");
    cookies.find_map(|cookie| Some(cookie.strip_prefix("session=")?.to_owned()))
}
