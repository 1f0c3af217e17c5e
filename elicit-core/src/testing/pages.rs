//! What a scripted user does on a page.

use std::{
    mem::take,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};

use super::{
    User,
    script::{Reply, Scripted},
};
use crate::{
    pages::{
        PagesConfig, TestPages,
        ticket::{PageAnswer, Ticket},
    },
    runtime::{elicitation::Elicitation, lock::lock},
};

/// The pages of one call.
pub(super) struct Visits {
    pages: Arc<TestPages>,
    config: PagesConfig,
    /// The pages that the user has agreed to open, and what to send there.
    agreed: Mutex<Vec<(Ticket, Value)>>,
}

impl User {
    /// What the pages have said is wrong with what was sent there: one sentence for each mistake.
    ///
    /// A page shows them to the person, who corrects the answer there. So the client is not asked
    /// again, and the next answer in the script is the correction. It takes no time of the script.
    ///
    /// ```
    /// use elicit_core::{Ask, Elicit, Revision, testing::{End, User}};
    /// use secrecy::SecretString;
    /// use serde_json::json;
    ///
    /// #[derive(Elicit)]
    /// struct Account {
    ///     #[elicit(title = "API key", min_length = 8)]
    ///     api_key: SecretString,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let connect = async |ask: Ask| {
    ///     let account = ask.page::<Account>("connect", "Connect your account").or_end().await;
    ///     account.map(drop)
    /// };
    /// for revision in Revision::ALL {
    ///     let user = User::new()
    ///         .accepts("connect", json!({"api_key": "short"}))
    ///         .accepts("connect", json!({"api_key": "long enough"}));
    ///     assert_eq!(user.run(revision, connect).await, End::Returned(Ok(())));
    ///     assert_eq!(user.page_errors(), ["“API key” must have at least 8 characters."]);
    ///     assert_eq!(user.asked_keys(), ["connect"]);
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn page_errors(&self) -> Vec<String> {
        self.shared().page_errors.clone()
    }

    /// The user at the pages of a server, and the server, whose pages are those of a test.
    pub(super) fn at_pages_of(&self, elicitation: Elicitation) -> (Self, Elicitation) {
        let pages = Arc::<TestPages>::default();
        let elicitation = elicitation.with_test_pages(&pages);
        let visits = Visits {
            config: elicitation.pages_config(),
            pages,
            agreed: Mutex::default(),
        };
        let user = Self {
            visits: Some(Arc::new(visits)),
            ..self.clone()
        };
        (user, elicitation)
    }

    /// What the client answers to a question. If it is a link to a page, the content is for the page.
    pub(super) fn in_client(&self, params: &Value, mut reply: Reply) -> Reply {
        if let Some(visits) = &self.visits
            && let Some(url) = params["url"].as_str()
            && let Some(ticket) = TestPages::ticket(url)
            && let Scripted::Content(content) = &mut reply.scripted
        {
            lock(&visits.agreed).push((ticket, content.take()));
            reply.scripted = Scripted::Result(json!({"action": "accept"}));
        }
        reply
    }

    /// Visits the pages that the script has an answer for, while the server waits.
    pub(super) async fn visit_pages(&self) {
        let Some(visits) = &self.visits else {
            return;
        };
        let agreed = take(&mut *lock(&visits.agreed));
        for (ticket, content) in agreed {
            self.visit(visits, &ticket, Some(PageAnswer::Accepted(content)))
                .await;
        }
        for ticket in visits.pages.opened() {
            self.visit(visits, &ticket, None).await;
        }
    }

    /// Answers a page, with the script's next answers after the first, until one is valid.
    async fn visit(&self, visits: &Visits, ticket: &Ticket, mut first: Option<PageAnswer>) {
        let Some(key) = visits.pages.key(&visits.config, ticket).await else {
            return;
        };
        while let Some(answer) = first.take().or_else(|| self.next_answer(&key)) {
            if let (PageAnswer::Accepted(content), Some(form)) =
                (&answer, visits.pages.form(ticket))
            {
                self.look_for_strangers(&key, content, &|name| form.property(name).is_some());
            }
            let answered = visits.pages.answer(&visits.config, ticket, &answer).await;
            let Err(errors) = answered else {
                return;
            };
            self.shared().page_errors.extend(errors);
        }
    }

    /// What the script says next for a question, on its page. `None`: the page is left.
    fn next_answer(&self, key: &str) -> Option<PageAnswer> {
        let mut shared = self.shared();
        let Some(reply) = shared.script.next(key) else {
            shared.unanswered = true;
            drop(shared);
            self.clock.wake_keeper();
            return None;
        };
        match reply.scripted {
            Scripted::Result(result) if result["action"] == "decline" => Some(PageAnswer::Declined),
            Scripted::Content(content) => Some(PageAnswer::Accepted(content)),
            Scripted::Result(mut result) => content(&mut result).map(PageAnswer::Accepted),
            Scripted::Error(_) | Scripted::Silence => None,
        }
    }
}

/// Takes the content out of an accept.
fn content(result: &mut Value) -> Option<Value> {
    let is_accept = result["action"] == "accept";
    let content = result.as_object_mut()?.remove("content");
    content.filter(|_| is_accept)
}
