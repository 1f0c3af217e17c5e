//! What a scripted user does on a page, and the pages where that is done.

use std::{
    borrow::Cow,
    collections::HashMap,
    io,
    mem::take,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    User,
    script::{Reply, Scripted},
};
use crate::{
    opaque_debug::opaque_debug,
    pages::{
        Browser, FormError, PageForm, Pages,
        page_host::PageHost,
        record::{PageAnswer, PageRecord, Ticket},
    },
    runtime::{elicitation::Elicitation, lock::lock},
};

/// A host that does not exist: RFC 6761.
const BASE: &str = "https://pages.test/";

/// What a user does on pages. Clones share the errors.
#[derive(Clone, Default)]
pub(super) struct Visits {
    /// The pages of the call that is running.
    call: Option<Arc<CallPages>>,
    errors: Arc<Mutex<Vec<String>>>,
}

/// The pages of one call.
struct CallPages {
    pages: Arc<TestPages>,
    elicitation: Elicitation,
    /// The pages that the user has agreed to open, and what to send there.
    agreed: Mutex<Vec<(Ticket, Value)>>,
}

impl Visits {
    /// What the client answers to a question. If it is a link to a page, the content is for the page.
    pub(super) fn in_client(&self, params: &Value, mut reply: Reply) -> Reply {
        if let Some(call) = &self.call
            && let Some(url) = params["url"].as_str()
            && let Some(ticket) = TestPages::ticket(url)
            && let Scripted::Content(content) = &mut reply.scripted
        {
            lock(&call.agreed).push((ticket, content.take()));
            reply.scripted = Scripted::Result(json!({"action": "accept"}));
        }
        reply
    }

    /// Visits the pages that the script has an answer for, while the server waits.
    pub(super) async fn visit_pages(&self, user: &User) {
        let Some(call) = &self.call else {
            return;
        };
        let agreed = take(&mut *lock(&call.agreed));
        for (ticket, content) in agreed {
            user.visit(call, &ticket, Some(PageAnswer::Accepted(content)))
                .await;
        }
        for ticket in call.pages.opened() {
            user.visit(call, &ticket, None).await;
        }
    }
}

/// The pages of a test, in place of those that the server has configured: without a browser or a
/// network.
struct TestPages {
    configured: Arc<dyn PageHost>,
    open: Mutex<OpenPages>,
}

#[derive(Default)]
struct OpenPages {
    forms: HashMap<Ticket, PageForm>,
    /// The pages that the server has opened itself.
    in_browser: Vec<Ticket>,
}

impl TestPages {
    /// The ticket in the address of one of these pages.
    fn ticket(address: &str) -> Option<Ticket> {
        Ticket::parse(address.strip_prefix(BASE)?)
    }

    /// The pages that the server has opened since the last call of this.
    fn opened(&self) -> Vec<Ticket> {
        take(&mut lock(&self.open).in_browser)
    }

    /// The form of a page, while it is open.
    fn form(&self, ticket: &Ticket) -> Option<PageForm> {
        lock(&self.open).forms.get(ticket).cloned()
    }
}

impl PageHost for TestPages {
    fn fault(
        &self,
        form: &PageForm,
        principal: Option<&str>,
        elicitation: &Elicitation,
    ) -> Option<Cow<'static, str>> {
        let principal = principal.or(Some("testing::User"));
        self.configured.fault(form, principal, elicitation)
    }

    fn address(
        &self,
        ticket: &Ticket,
        form: &PageForm,
        _: &Elicitation,
        _: Duration,
    ) -> io::Result<String> {
        lock(&self.open).forms.insert(ticket.clone(), form.clone());
        Ok(format!("{BASE}{}", ticket.as_str()))
    }

    fn forget(&self, ticket: &Ticket) {
        lock(&self.open).forms.remove(ticket);
    }

    fn opens_browser(&self) -> bool {
        self.configured.opens_browser()
    }

    fn open_browser(&self, _: &str, ticket: &Ticket) -> io::Result<Option<Browser>> {
        lock(&self.open).in_browser.push(ticket.clone());
        Ok(None)
    }
}

opaque_debug!(TestPages);

/// The configuration of a server whose author has set nothing but its pages.
pub(super) fn default_elicitation() -> Elicitation {
    Elicitation::default().pages(Pages::local())
}

impl User {
    /// The errors that the pages have shown: one sentence for each mistake in what was sent.
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
    /// for revision in Revision::all() {
    ///     let user = User::new()
    ///         .accepts("connect", json!({"api_key": "short"}))
    ///         .accepts("connect", json!({"api_key": "long enough"}));
    ///     assert_eq!(user.run(revision, connect).await, End::Returned(Ok(())));
    ///     assert_eq!(user.page_errors(), ["“API key” must have at least 8 characters."]);
    ///     assert_eq!(user.asked_keys(), ["connect"]);
    /// }
    /// # }
    /// ```
    // Always true here: it tells the documentation which feature the method needs.
    #[cfg(feature = "pages")]
    #[must_use]
    pub fn page_errors(&self) -> Vec<String> {
        lock(&self.visits.errors).clone()
    }

    /// The user at the pages of a server, and the server, whose pages are those of a test.
    pub(super) fn at_pages_of(&self, elicitation: Elicitation) -> (Self, Elicitation) {
        let mut user = self.clone();
        let Some(configured) = elicitation.pages.clone() else {
            user.visits.call = None;
            return (user, elicitation);
        };
        let pages = Arc::new(TestPages {
            configured,
            open: Mutex::default(),
        });
        let elicitation = elicitation.pages(Pages(Arc::clone(&pages) as _));
        user.visits.call = Some(Arc::new(CallPages {
            pages,
            elicitation: elicitation.clone(),
            agreed: Mutex::default(),
        }));
        (user, elicitation)
    }

    /// Answers a page, with the script's next answers after the first, until one is valid.
    async fn visit(&self, call: &CallPages, ticket: &Ticket, mut first: Option<PageAnswer>) {
        let elicitation = &call.elicitation;
        let records = &elicitation.records;
        let record = PageRecord { records, ticket };
        let Some(form) = call.pages.form(ticket) else {
            return;
        };
        // If the store fails, the run that waits for the answer reports it.
        let Ok(Some(page)) = record.page().await else {
            return;
        };
        while let Some(answer) = first.take().or_else(|| self.next_answer(&page.key)) {
            if let PageAnswer::Accepted(content) = &answer {
                let has = |name: &str| form.schema.property(name).is_some();
                self.reject_unknown_properties(&page.key, content, &has);
                let options = page.options.restored();
                if let Err(invalid) = form.validated(content, &options, elicitation.limits.answer) {
                    let errors = FormError::all(&invalid, form.schema, &*elicitation.words);
                    let sentences = errors.into_iter().map(|error| error.sentence);
                    lock(&self.visits.errors).extend(sentences);
                    continue;
                }
            }
            let _ = record.claim(page.attempt, &page.lease, &answer).await;
            return;
        }
    }

    /// What the script says next for a question, on its page. `None`: the page is left.
    fn next_answer(&self, key: &str) -> Option<PageAnswer> {
        let mut shared = self.shared();
        let Some(reply) = shared.script.next(key) else {
            shared.unanswered.push(key.to_owned());
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
