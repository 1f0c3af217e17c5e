//! The client of a user, as a server reaches it.

use std::{
    future::{pending, ready},
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{
    User,
    script::{Reply, Scripted},
};
use crate::adapter::{Backchannel, BoxFuture, WireError};

impl User {
    /// What the script says to a question in the client, and how long it takes.
    pub(super) fn reply(&self, key: &str, params: Value) -> Option<Reply> {
        let reply = self.shared().script.next(key);
        let reply = reply.map(|reply| self.visits.in_client(&params, reply));
        if let Some(Reply {
            scripted: Scripted::Content(content),
            ..
        }) = &reply
        {
            let properties = &params["requestedSchema"]["properties"];
            self.reject_unknown_properties(key, content, &|name| properties.get(name).is_some());
        }
        self.shared().asked.push((key.to_owned(), params));
        reply
    }

    /// Notes that the test answers with a property that the question does not have.
    pub(super) fn reject_unknown_properties(
        &self,
        key: &str,
        content: &Value,
        has: &dyn Fn(&str) -> bool,
    ) {
        let mut names = content.as_object().into_iter().flatten();
        if let Some((stranger, _)) = names.find(|(name, _)| !has(name)) {
            let mistake = format!(
                "the answer to `{key}` has a property `{stranger}`, which the question does not have; \
                 the property of a question of one value is `value`, and the property of a \
                 confirmation is `confirm`"
            );
            self.shared().mistake.get_or_insert(mistake);
            self.clock.wake_keeper();
        }
    }
}

/// The client of a user, to the server.
pub(super) struct Client(pub(super) User);

impl Backchannel for Client {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        let Some(Reply { takes, scripted }) = self.0.reply(key, params) else {
            self.0.shared().unanswered.push(key.to_owned());
            self.0.clock.wake_keeper();
            return Box::pin(pending());
        };
        let result = match scripted {
            Scripted::Error(code) => Err(WireError::refused(code, "")),
            other => match other.into_result() {
                Some(result) => Ok(result),
                None => return Box::pin(pending()),
            },
        };
        let wait = self.0.clock.answer(takes);
        Box::pin(async {
            wait.await;
            result
        })
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        self.0.shared().notified.push((method, params));
        Box::pin(ready(Ok(())))
    }

    fn progress_token(&self) -> Option<Value> {
        Some("testing::User".into())
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let (user, wait) = (self.0.clone(), self.0.clock.sleep(time));
        Box::pin(async move {
            user.visits.visit_pages(&user).await;
            wait.await;
        })
    }

    fn now(&self) -> Instant {
        self.0.begun + self.0.clock.now()
    }
}
