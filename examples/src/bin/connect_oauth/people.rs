//! Who is who. The same person calls tools with a token, and visits pages with a session.

use axum::{
    extract::Request,
    http::{StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use rmcp::{RoleServer, service::RequestContext};

/// Stands for a directory of people. A real server has no passwords and no tokens of its own: it
/// validates access tokens of its authorization server, where people log in as well. Then the
/// principal is the subject of both.
struct Person {
    name: &'static str,
    password: &'static str,
    token: &'static str,
}

const PEOPLE: [Person; 2] = [
    Person {
        name: "ada",
        password: "engine",
        token: "token-of-ada",
    },
    Person {
        name: "eve",
        password: "apple",
        token: "token-of-eve",
    },
];

/// Who has this password.
pub(crate) fn by_password(name: &str, password: &str) -> Option<&'static str> {
    let mut people = PEOPLE.iter();
    let person = people.find(|person| person.name == name && person.password == password)?;
    Some(person.name)
}

/// Who calls, among the extensions of an HTTP request.
#[derive(Clone)]
struct Caller(&'static str);

/// Lets nobody pass without a token.
pub(crate) async fn authenticate(mut request: Request, next: Next) -> Response {
    let header = request.headers().get(header::AUTHORIZATION);
    let token = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let Some(person) = PEOPLE.iter().find(|person| Some(person.token) == token) else {
        let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
        return (StatusCode::UNAUTHORIZED, challenge).into_response();
    };
    request.extensions_mut().insert(Caller(person.name));
    next.run(request).await
}

/// The principal of a call.
pub(crate) fn caller(context: &RequestContext<RoleServer>) -> Option<String> {
    let parts = context.extensions.get::<Parts>()?;
    let Caller(name) = parts.extensions.get()?;
    Some((*name).to_owned())
}
