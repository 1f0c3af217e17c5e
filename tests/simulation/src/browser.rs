//! Browsers of people who were sent to a page.

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use serde_json::json;
use tower_service::Service;

use crate::{
    call_facts::SentPage,
    client::Client,
    executor::sleep,
    handler::TAKEN,
    world::{Visit, Visitor},
};

/// A browser of the person who is asked.
pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) key: String,
    pub(crate) page: String,
}

impl Browser {
    pub(crate) async fn visit(self, Visit { opens, sends, what }: Visit) {
        sleep(opens.time()).await;
        if what == Visitor::Stranger {
            let page = self.request("GET", "somebody else", String::new()).await;
            if page.contains("Which account") {
                self.client.wrong("a page was shown to somebody else");
            }
        }
        let Some(token) = self.open().await else {
            return;
        };
        sleep(sends.time()).await;
        match what {
            Visitor::Leaves => {}
            Visitor::Declines => self.send(&token, None).await,
            Visitor::Fills | Visitor::Stranger => {
                self.send(&token, Some(self.client.sim.typed())).await;
            }
            Visitor::Taken => {
                let answer = format!("{} {TAKEN}", self.client.sim.typed());
                self.send(&token, Some(answer)).await;
                // The page asks again, if the server has looked by then.
                sleep(sends.time()).await;
                if let Some(token) = self.open().await {
                    self.send(&token, Some(self.client.sim.typed())).await;
                }
            }
            Visitor::Corrects => {
                self.send(&token, Some("zq".to_owned())).await;
                self.send(&token, Some(self.client.sim.typed())).await;
            }
            Visitor::FillsTwice => {
                let typed = self.client.sim.typed();
                let once = || self.send(&token, Some(typed.clone()));
                tokio::join!(once(), once());
            }
            Visitor::TwoBrowsers => {
                let other = self.open().await.unwrap_or_default();
                let [one, two] = [self.client.sim.typed(), self.client.sim.typed()].map(Some);
                tokio::join!(self.send(&token, one), self.send(&other, two));
            }
        }
    }

    /// Opens the page. Returns its token, if it asks.
    async fn open(&self) -> Option<String> {
        let page = self.request("GET", &self.visitor(), String::new()).await;
        let Self { client, key, .. } = self;
        client.tell(|| format!("opens the page of {key}: {}", heading(&page)));
        let (_, rest) = page.split_once(r#"name="csrf" value=""#)?;
        Some(rest.split('"').next()?.to_owned())
    }

    /// Sends the form, or declines.
    async fn send(&self, token: &str, typed: Option<String>) {
        let (said, fields) = match typed {
            Some(typed) => {
                let field = typed.replace(' ', "+");
                (json!({"workspace": typed}), format!("accept&f0={field}"))
            }
            None => (json!("decline"), "decline".to_owned()),
        };
        let Self { client, key, .. } = self;
        let said = (key.clone(), said);
        client.facts(|facts| facts.said.push(said.clone()));
        let fields = format!("csrf={token}&action={fields}");
        let page = self.request("POST", &self.visitor(), fields).await;
        let heading = heading(&page);
        client.tell(|| format!("sends the page of {key}: {heading}"));
        if heading == "Your answer was sent" || heading == "You have declined" {
            let is_due = !client.has_rounds();
            let at = client.sim.now();
            let kept = at;
            let sent = SentPage {
                said,
                at,
                kept,
                is_due,
            };
            client.facts(|facts| facts.sent.push(sent));
        }
    }

    fn visitor(&self) -> String {
        format!("principal {}", self.client.call)
    }

    async fn request(&self, method: &str, visitor: &str, body: String) -> String {
        let sim = &self.client.sim;
        let place = sim.balance(self.client.call);
        let request = Request::builder()
            .method(method)
            .uri(&self.page)
            .header("visitor", visitor)
            .header("origin", "https://server.example")
            .header("sec-fetch-mode", "navigate")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Full::<Bytes>::from(body))
            .unwrap();
        let mut pages = sim.process_at(place).pages;
        let response = pages.call(request).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8_lossy(&body).into_owned()
    }
}

fn heading(page: &str) -> &str {
    let (_, rest) = page.split_once("<h1>").unwrap_or_default();
    rest.split("</h1>").next().unwrap_or_default()
}
