//! Browsers of people who were sent to a page.

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use serde_json::json;
use tower_service::Service;

use crate::{
    handler::TAKEN,
    sim::{SentPage, Sim},
    world::{A_SECOND, Visit, Visitor},
};

/// A browser of the person who is asked.
#[derive(Clone)]
struct Browser {
    sim: Sim,
    call: usize,
    key: String,
    page: String,
}

/// What a page says.
struct Reply {
    status: u16,
    body: String,
}

/// The person opens a page that the client has shown.
pub(crate) fn visit(sim: &Sim, call: usize, number: usize, key: &str, page: &str) {
    let visits = &sim.world().calls[call].visits;
    let plain = Visit {
        opens: A_SECOND,
        sends: A_SECOND,
        what: Visitor::Fills,
    };
    let visit = visits
        .get(number % visits.len().max(1))
        .unwrap_or(&plain)
        .clone();
    let browser = Browser {
        sim: sim.clone(),
        call,
        key: key.to_owned(),
        page: page.to_owned(),
    };
    sim.executor().spawn(None, browser.visit(visit));
}

impl Browser {
    async fn visit(self, Visit { opens, sends, what }: Visit) {
        self.sim.sleep(opens.time()).await;
        if what == Visitor::Stranger {
            let reply = self.request("GET", "somebody else", Vec::new()).await;
            if reply.status == 200 || reply.body.contains("Which account") {
                self.sim.wrong("a page was shown to somebody else");
            }
        }
        let Some(token) = self.open().await else {
            return;
        };
        self.sim.sleep(sends.time()).await;
        match what {
            Visitor::Leaves => {}
            Visitor::Declines => self.send(&token, None).await,
            Visitor::Fills | Visitor::Stranger => self.send(&token, Some(self.sim.typed())).await,
            Visitor::Taken => {
                let answer = format!("{} {TAKEN}", self.sim.typed());
                self.send(&token, Some(answer)).await;
                // The page asks again, if the server has looked by then.
                self.sim.sleep(sends.time()).await;
                if let Some(token) = self.open().await {
                    self.send(&token, Some(self.sim.typed())).await;
                }
            }
            Visitor::Corrects => {
                self.send(&token, Some("zq".to_owned())).await;
                self.send(&token, Some(self.sim.typed())).await;
            }
            Visitor::FillsTwice => {
                let typed = self.sim.typed();
                let once = || self.send(&token, Some(typed.clone()));
                tokio::join!(once(), once());
            }
            Visitor::TwoTabs => {
                let other = self.open().await.unwrap_or_default();
                let typed = [self.sim.typed(), self.sim.typed()].map(Some);
                let [one, two] = typed;
                tokio::join!(self.send(&token, one), self.send(&other, two));
            }
        }
    }

    /// Opens the page. Returns its token, if it asks.
    async fn open(&self) -> Option<String> {
        let reply = self.request("GET", &self.visitor(), Vec::new()).await;
        self.sim.tell(|| {
            format!(
                "the browser of call {} opens {}: {}",
                self.call,
                self.key,
                reply.heading()
            )
        });
        let (_, rest) = reply.body.split_once(r#"name="csrf" value=""#)?;
        Some(rest.split('"').next()?.to_owned())
    }

    /// Sends the form, or declines.
    async fn send(&self, token: &str, typed: Option<String>) {
        let said = match &typed {
            Some(typed) => json!({"workspace": typed}),
            None => json!("decline"),
        };
        let fields = match &typed {
            Some(typed) => format!("csrf={token}&action=accept&f0={}", typed.replace(' ', "+")),
            None => format!("csrf={token}&action=decline"),
        };
        self.sim.of(self.call, |facts| {
            facts.said.push((self.key.clone(), said.clone()));
        });
        let reply = self
            .request("POST", &self.visitor(), fields.into_bytes())
            .await;
        let heading = reply.heading();
        self.sim.tell(|| {
            format!(
                "the browser of call {} sends {}: {heading}",
                self.call, self.key
            )
        });
        if heading == "Your answer was sent" || heading == "You have declined" {
            let (said, at) = ((self.key.clone(), said), self.sim.now());
            let is_due = !self.sim.world().calls[self.call]
                .revision()
                .asks_in_result();
            self.sim.of(self.call, |facts| {
                facts.sent.push(SentPage { said, at, is_due });
            });
        }
    }

    fn visitor(&self) -> String {
        format!("principal {}", self.call)
    }

    async fn request(&self, method: &str, visitor: &str, body: Vec<u8>) -> Reply {
        let place = self.sim.balance(self.call);
        let request = Request::builder()
            .method(method)
            .uri(&self.page)
            .header("visitor", visitor)
            .header("origin", "https://server.example")
            .header("sec-fetch-mode", "navigate")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Full::new(Bytes::from(body)))
            .unwrap();
        let mut pages = self.sim.process_at(place).pages;
        let response = pages.call(request).await.unwrap();
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        Reply {
            status,
            body: String::from_utf8_lossy(&body).into_owned(),
        }
    }
}

impl Reply {
    fn heading(&self) -> &str {
        let (_, rest) = self.body.split_once("<h1>").unwrap_or_default();
        rest.split("</h1>").next().unwrap_or_default()
    }
}
