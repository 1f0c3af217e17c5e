//! The person in front of a client.

use std::{collections::BTreeMap, time::Duration};

use elicit_core::adapter::WireError;
use serde_json::{Value, json};

use crate::{
    browser::Browser,
    client::{Client, MOST_HASTE},
    executor::sleep,
    handler::{BASE, OTHER, TAKEN},
    world::{What, turn},
};

/// What a client does with a question: after how long, and which result or error it sends, if any.
pub(crate) type Reply = (Duration, Result<Option<Value>, WireError>);

impl Client {
    pub(crate) fn says(&self, key: &str, said: Value) {
        self.facts(|facts| facts.said.push((key.to_owned(), said)));
    }

    /// Answers to questions that many handlers ask, before they are asked.
    pub(crate) fn unasked(&self) -> BTreeMap<String, Value> {
        self.says("0", json!({"confirm": true}));
        self.says("0", Value::Null);
        self.says("1", json!("decline"));
        let yes = json!({"action": "accept", "content": {"confirm": "yes"}});
        let no = json!({"action": "decline"});
        BTreeMap::from([("0".to_owned(), yes), ("1".to_owned(), no)])
    }

    /// A client that has waited has shown the question.
    pub(crate) fn note_shown(&self, key: &str, waited: Duration) {
        if waited >= MOST_HASTE {
            self.facts(|facts| facts.shown.insert(key.to_owned()));
        }
    }

    /// What the person says to a question. `None`: the client does not come back.
    pub(crate) fn asks(&self, key: &str, params: &Value) -> Option<Reply> {
        let typed = || self.sim.typed();
        let number = self.facts(|facts| {
            facts.asked.insert(key.to_owned());
            facts.seen += 1;
            facts.seen - 1
        });
        let (after, what) = self.plan().said(number);
        self.facts(|facts| facts.is_hasty |= after < MOST_HASTE);
        let message = params["message"].as_str().unwrap_or_default();
        self.tell(|| format!("asks {key} ({message:?}): {what:?} after {after:?}"));
        let url = params["url"].as_str();
        let is_no = matches!(what, What::Declined | What::Cancelled | What::NoMethod);
        if let Some(page) = url.filter(|url| url.starts_with(BASE) && !is_no) {
            self.visit(key, page);
        }
        let (said, result) = match what {
            What::HangsUp | What::Cancels if self.has_rounds() => return None,
            What::HangsUp => return Some((after, Err(WireError::Gone))),
            What::Nothing => return Some((after, Ok(None))),
            What::Cancels => {
                self.cancel(after);
                return Some((after, Ok(None)));
            }
            What::Error | What::NoMethod => {
                let code = if what == What::Error { -32603 } else { -32601 };
                let message = format!(r#"Invalid value: "my \"{}\" is", or {}"#, typed(), typed());
                return Some((after, Err(WireError::refused(code, message))));
            }
            What::Malformed => (None, json!({"content": {"value": typed()}})),
            What::UnknownAction => (None, json!({"action": "reject"})),
            What::Declined => (Some(json!("decline")), json!({"action": "decline"})),
            What::Cancelled => (Some(json!("cancel")), json!({"action": "cancel"})),
            _ if url.is_some() => (Some(Value::Null), json!({"action": "accept"})),
            What::Empty => (Some(json!({"confirm": false})), json!({"action": "accept"})),
            What::Invalid | What::Valid | What::Long | What::Taken => {
                let properties = params["requestedSchema"]["properties"].as_object();
                let properties = properties.into_iter().flatten();
                let filled = properties.filter(|(name, _)| *name != "count");
                let value = |name: &str, schema| (name.to_owned(), self.value(name, schema, what));
                let content: Value = filled.map(|(name, schema)| value(name, schema)).collect();
                let said = match &content["confirm"] {
                    Value::Null => content.clone(),
                    agreed => json!({"confirm": agreed == "yes"}),
                };
                if matches!(what, What::Valid | What::Long) && !message.contains(OTHER) {
                    self.facts(|facts| facts.settled.insert(key.to_owned()));
                }
                (Some(said), json!({"action": "accept", "content": content}))
            }
        };
        if let Some(said) = said {
            self.says(key, said);
        }
        Some((after, Ok(Some(result))))
    }

    fn value(&self, name: &str, schema: &Value, what: What) -> Value {
        let typed = || self.sim.typed();
        match (name, schema["enum"].get(0)) {
            _ if what == What::Invalid => json!([typed()]),
            ("confirm", _) => json!(if what == What::Taken { "no" } else { "yes" }),
            (_, Some(option)) => option.clone(),
            _ if what == What::Taken => json!(format!("{} {TAKEN}", typed())),
            ("value", _) if what == What::Long => json!(format!("{:.<450}", typed())),
            _ => json!(typed()),
        }
    }

    /// The client cancels the call after this time.
    fn cancel(&self, after: Duration) {
        let this = self.clone();
        self.sim.spawn(None, async move {
            sleep(after).await;
            this.facts(|facts| facts.has_cancelled = true);
        });
    }

    /// The person goes to a page.
    fn visit(&self, key: &str, page: &str) {
        let number = self.facts(|facts| {
            facts.visits += 1;
            facts.visits - 1
        });
        let browser = Browser {
            client: self.clone(),
            key: key.to_owned(),
            page: page.to_owned(),
        };
        let visit = browser.visit(turn(&self.plan().visits, number));
        self.sim.spawn(None, visit);
    }
}
