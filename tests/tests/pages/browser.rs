//! A browser: a few lines of HTTP, over the loopback interface or by calling a router of axum.

use std::{collections::HashMap, fmt::Write as _, sync::Mutex};

use axum::Router;
use elicit_core::pages::PagesService;
use http::Request;
use http_body_util::{BodyExt, Full};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tower_service::Service;

/// A browser of one person, with its cookies.
#[derive(Default)]
pub(crate) struct Browser {
    /// The pages of a server over HTTP, and who is logged in there.
    server: Option<Router>,
    visitor: Option<&'static str>,
    cookies: Mutex<HashMap<String, String>>,
    /// A cookie of another site on the same host.
    other_cookie: &'static str,
}

/// A request, in parts that a test may change.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) host: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

impl Reply {
    /// The token in the form.
    pub(crate) fn csrf(&self) -> String {
        let (_, rest) = self
            .body
            .split_once(r#"name="csrf" value=""#)
            .expect("a form");
        rest.split('"').next().unwrap().to_owned()
    }

    pub(crate) fn heading(&self) -> &str {
        let (_, rest) = self.body.split_once("<h1>").unwrap_or_default();
        rest.split("</h1>").next().unwrap()
    }
}

/// The address in its parts: origin, host and path.
fn parts(link: &str) -> (String, String, String) {
    let (scheme, rest) = link.split_once("://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    (
        format!("{scheme}://{host}"),
        host.to_owned(),
        format!("/{path}"),
    )
}

pub(crate) fn encoded(fields: &[(&str, &str)]) -> Vec<u8> {
    let escaped = |text: &str| -> String {
        text.bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => char::from(byte).to_string(),
                b' ' => "+".to_owned(),
                byte => format!("%{byte:02X}"),
            })
            .collect()
    };
    let pairs = fields
        .iter()
        .map(|(name, value)| format!("{}={}", escaped(name), escaped(value)));
    pairs.collect::<Vec<_>>().join("&").into_bytes()
}

/// As a browser opens a link.
pub(crate) fn opening(link: &str) -> Visit {
    let (_, host, path) = parts(link);
    Visit {
        method: "GET",
        path,
        host,
        headers: vec![("sec-fetch-mode", "navigate".to_owned())],
        body: Vec::new(),
    }
}

/// As a browser sends a form.
pub(crate) fn posting(link: &str, fields: &[(&str, &str)]) -> Visit {
    let (origin, host, path) = parts(link);
    Visit {
        method: "POST",
        path,
        host,
        headers: vec![
            ("origin", origin),
            ("sec-fetch-mode", "navigate".to_owned()),
            (
                "content-type",
                "application/x-www-form-urlencoded".to_owned(),
            ),
        ],
        body: encoded(fields),
    }
}

impl Browser {
    /// Another browser of somebody who is logged in under this name.
    pub(crate) fn of(service: &PagesService, visitor: Option<&'static str>) -> Self {
        Self {
            server: Some(Router::new().nest_service("/ask", service.clone())),
            visitor,
            ..Self::default()
        }
    }

    /// A browser on this computer that has a cookie of another site.
    pub(crate) fn with_cookie(other_cookie: &'static str) -> Self {
        Self {
            other_cookie,
            ..Self::default()
        }
    }

    /// A browser of somebody else, on the same pages.
    pub(crate) fn other(&self, visitor: Option<&'static str>) -> Self {
        Self {
            server: self.server.clone(),
            visitor,
            ..Self::default()
        }
    }

    pub(crate) async fn open(&self, link: &str) -> Reply {
        self.send(opening(link)).await
    }

    /// Opens the page, and sends its form with these fields.
    pub(crate) async fn fill(&self, link: &str, fields: &[(&str, &str)]) -> Reply {
        self.press(link, "accept", fields).await
    }

    pub(crate) async fn decline(&self, link: &str) -> Reply {
        self.press(link, "decline", &[]).await
    }

    async fn press(&self, link: &str, action: &str, fields: &[(&str, &str)]) -> Reply {
        let page = self.open(link).await;
        assert_eq!(page.status, 200, "{}", page.body);
        let csrf = page.csrf();
        let ours = [("csrf", csrf.as_str()), ("action", action)];
        self.send(posting(link, &[&ours, fields].concat())).await
    }

    pub(crate) async fn send(&self, mut visit: Visit) -> Reply {
        if let Some(cookie) = self.cookies.lock().unwrap().get(&visit.path) {
            visit
                .headers
                .push(("cookie", format!("other=1;{};{cookie}", self.other_cookie)));
        }
        if let Some(visitor) = self.visitor {
            visit.headers.push(("x-visitor", visitor.to_owned()));
        }
        let path = visit.path.clone();
        let reply = match &self.server {
            Some(server) => call(server, visit).await,
            None => connect(visit).await,
        };
        if let Some(cookie) = reply.headers.get("set-cookie") {
            let cookie = cookie.split(';').next().unwrap().to_owned();
            self.cookies.lock().unwrap().insert(path, cookie);
        }
        reply
    }

    /// Its cookie for a page.
    pub(crate) fn cookie(&self, link: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(&parts(link).2).cloned()
    }
}

async fn call(server: &Router, visit: Visit) -> Reply {
    let mut request = Request::builder().method(visit.method).uri(visit.path);
    request = request.header("host", visit.host);
    for (name, value) in visit.headers {
        request = request.header(name, value);
    }
    let request = request
        .body(Full::<bytes::Bytes>::from(visit.body))
        .unwrap();
    let response = server.clone().call(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let headers = parts.headers.iter();
    let headers =
        headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    Reply {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        body: String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap(),
    }
}

/// One request over a connection of its own, to the port of its host or of its `x-port`.
async fn connect(visit: Visit) -> Reply {
    let port = visit.headers.iter().find(|(name, _)| *name == "x-port");
    let address = port.map_or(&visit.host, |(_, address)| address);
    let mut stream = TcpStream::connect(address).await.expect("a listener");
    let mut head = format!(
        "{} {} HTTP/1.1\r\nhost: {}\r\n",
        visit.method, visit.path, visit.host
    );
    for (name, value) in &visit.headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "content-length: {}\r\n\r\n", visit.body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server may answer before it has read everything.
    let _ = stream.write_all(&visit.body).await;
    let mut reply = Vec::new();
    let _ = stream.read_to_end(&mut reply).await;
    let reply = String::from_utf8(reply).unwrap();
    let (head, body) = reply.split_once("\r\n\r\n").expect("a response");
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    Reply {
        status: status.parse().unwrap(),
        headers: headers
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: body.to_owned(),
    }
}
