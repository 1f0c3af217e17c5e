//! Who is in front of the browser: a login and a session of this server.

use std::sync::Arc;

use axum::{
    Form, Router,
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use oauth2::url::form_urlencoded;
use serde::Deserialize;
use tower_sessions::Session;

use crate::{Site, people, refused::Refused};

pub(crate) fn pages() -> Router<Arc<Site>> {
    Router::new().route("/login", get(Html(FORM)).post(log_in))
}

/// It posts to the address that it has, so `return_to` is still there.
const FORM: &str = r#"<!doctype html>
<html lang="en">
<title>Log in</title>
<form method="post">
  <p><label>Name <input name="name" autocomplete="username"></label></p>
  <p><label>Password <input name="password" type="password" autocomplete="current-password"></label></p>
  <p><button>Log in</button></p>
</form>
"#;

/// The place in a session for who has logged in.
const VISITOR: &str = "visitor";

pub(crate) async fn visitor(session: &Session) -> Result<Option<String>, Refused> {
    Ok(session.get(VISITOR).await?)
}

/// To the login, and then back here.
pub(crate) fn first(here: &Uri) -> Redirect {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("return_to", &here.to_string())
        .finish();
    Redirect::to(&format!("/login?{query}"))
}

#[derive(Deserialize)]
struct Back {
    return_to: String,
}

#[derive(Deserialize)]
struct Credentials {
    name: String,
    password: String,
}

async fn log_in(
    State(site): State<Arc<Site>>,
    session: Session,
    headers: HeaderMap,
    Query(back): Query<Back>,
    Form(credentials): Form<Credentials>,
) -> Result<Response, Refused> {
    // Otherwise a page of Eve's could log Ada in as Eve. Then Eve's link would be for the visitor.
    let own = site.address.origin().ascii_serialization();
    if headers
        .get(header::ORIGIN)
        .is_none_or(|origin| origin != own.as_str())
    {
        return Err(Refused::forbidden(
            "You did not come from the login of this server.",
        ));
    }
    // A link to the login could lead to a page that looks like this server, and is not.
    let back = site.address.join(&back.return_to).ok();
    let back = back.filter(|back| back.origin() == site.address.origin());
    let back = back.ok_or(Refused::forbidden(
        "The link to the login is not of this server.",
    ))?;

    let Some(name) = people::by_password(&credentials.name, &credentials.password) else {
        return Ok((StatusCode::UNAUTHORIZED, Html(FORM)).into_response());
    };
    // Whoever knew the session before is not logged in.
    session.cycle_id().await?;
    session.insert(VISITOR, name).await?;
    Ok(Redirect::to(back.as_str()).into_response())
}

/// What all pages have: they are in no frame and no cache, and their addresses, which have tickets
/// and codes in them, are not sent on.
pub(crate) async fn headers(mut response: Response) -> Response {
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}
