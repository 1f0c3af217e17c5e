//! Restoring a session before a request gets into it.
//!
//! Repairs: while the SDK restores a session from a store, it lets other requests into it, and only
//! then it is known whose the session is. So a session is restored first, by a message without any
//! other effect, one at a time. Ends with a release that lets no request in until then.

use ::http::{HeaderValue, Method, header, request::Parts};
use bytes::Bytes;
use http_body_util::Full;

/// A message whose only effect is that the SDK restores the session: a response to a request that was
/// not sent.
pub(in crate::rmcp3) fn restoring(mut parts: Parts) -> (Parts, Full<Bytes>) {
    let message = r#"{"jsonrpc":"2.0","id":"elicit-core","result":{}}"#;
    parts.method = Method::POST;
    let headers = &mut parts.headers;
    for of_the_original in ["mcp-protocol-version", "content-length", "content-encoding"] {
        headers.remove(of_the_original);
    }
    for (name, value) in [
        (header::ACCEPT, "application/json, text/event-stream"),
        (header::CONTENT_TYPE, "application/json"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    (parts, Full::from(message))
}
