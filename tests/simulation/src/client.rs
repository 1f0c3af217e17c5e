//! Clients of the three revisions, and the people in front of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::pending,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use elicit_core::{
    Ask,
    adapter::{Asker, Backchannel, Call, RunEnd, Session, WireError},
    store::BoxFuture,
};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use crate::{
    browser::visit,
    handler::{BASE, OTHER, Run, TAKEN},
    sim::Sim,
    world::{A_SECOND, CallPlan, Round, Said, Step, What},
};

/// A call may come back so often, with each limit of the configuration used up.
const MOST_ROUNDS: usize = 400;

/// A client that accepts a link sooner has not shown it.
const MOST_HASTE: Duration = Duration::from_millis(100);

/// A client while it makes a call.
#[derive(Clone)]
pub(crate) struct Client(Arc<Inner>);

struct Inner {
    sim: Sim,
    call: usize,
    session: Session,
    /// How many questions the person has seen, to how many pages they were sent, and how many runs
    /// have begun.
    seen: AtomicUsize,
    visits: AtomicUsize,
    runs: AtomicUsize,
    is_gone: AtomicBool,
    /// The questions to which the person has given a valid answer.
    settled: Mutex<BTreeSet<String>>,
}

/// One request.
#[derive(Clone, Default)]
struct Sent {
    state: Option<String>,
    /// When the request was sent that has brought the state, and when the state was sealed.
    asked: Duration,
    sealed: Duration,
    responses: BTreeMap<String, Value>,
    is_stolen: bool,
}

/// What a client does with a question: after how long, and which result or error it sends, if any.
type Reply = (Duration, Result<Option<Value>, WireError>);

/// The one that is due, where a list begins again at its end.
fn turn<T: Clone>(list: &[T], number: usize, plain: T) -> T {
    list.get(number % list.len().max(1))
        .cloned()
        .unwrap_or(plain)
}

impl Client {
    pub(crate) fn new(sim: &Sim, call: usize) -> Self {
        Self(Arc::new(Inner {
            sim: sim.clone(),
            call,
            session: Session::new().named("simulated"),
            seen: AtomicUsize::new(0),
            visits: AtomicUsize::new(0),
            runs: AtomicUsize::new(0),
            is_gone: AtomicBool::new(false),
            settled: Mutex::default(),
        }))
    }

    fn plan(&self) -> &CallPlan {
        &self.0.sim.world().calls[self.0.call]
    }

    fn has_rounds(&self) -> bool {
        self.plan().revision().asks_in_result()
    }

    fn settled(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.settled.lock().unwrap()
    }

    /// Makes the call, in as many rounds as it takes.
    pub(crate) async fn run(self) {
        let Inner { sim, call, .. } = &*self.0;
        sim.sleep(self.plan().begins.time()).await;
        sim.tell(|| format!("call {call} begins"));
        let mut sent = Sent::default();
        let mut oldest: Option<Sent> = None;
        if self.plan().rounds.first() == Some(&Round::Adds) {
            sent.responses = self.unasked();
        }
        for number in 0..MOST_ROUNDS {
            let round = turn(&self.plan().rounds, number, Round::Plain);
            let asked = sim.now();
            let Some(response) = self.round(&sent, round).await else {
                return;
            };
            let Some(requests) = response["ask"].as_object() else {
                return self.hear(&response);
            };
            sent.state = response["state"].as_str().map(str::to_owned);
            (sent.asked, sent.sealed) = (asked, sim.now());
            let Some(responses) = self.answers(requests, round).await else {
                return;
            };
            sent.responses = responses;
            let oldest = oldest.get_or_insert_with(|| sent.clone());
            if round == Round::OldState {
                oldest.responses.clone_from(&sent.responses);
                drop(self.send(oldest));
            }
        }
        sim.wrong(format!("call {call} asks for ever"));
    }

    /// Sends a request, and what else the client sends in this round. `None`: there is no response.
    async fn round(&self, sent: &Sent, round: Round) -> Option<Value> {
        let sim = &self.0.sim;
        match round {
            _ if sent.state.is_none() => {}
            Round::Repeats(after) => self.later(after.time(), sent.clone()),
            Round::Changes(after) => {
                let mut other = sent.clone();
                for (key, response) in &mut other.responses {
                    *response = json!({"action": "decline"});
                    self.says(key, json!("decline"));
                }
                self.settled().clear();
                self.later(after.time(), other);
            }
            Round::Steals => drop(self.send(&Sent {
                is_stolen: true,
                ..sent.clone()
            })),
            Round::HangsUp(after) => {
                drop(self.send(sent));
                sim.sleep(after.time()).await;
            }
            _ => {}
        }
        for _ in 0..4 {
            sim.come_back(self.0.call);
            if let Ok(response) = self.send(sent).await {
                return Some(response);
            }
            sim.tell(|| format!("call {} has lost its connection", self.0.call));
            if !self.has_rounds() {
                break;
            }
            sim.sleep(A_SECOND.time()).await;
        }
        None
    }

    fn later(&self, after: Duration, sent: Sent) {
        let this = self.clone();
        self.0.sim.executor().spawn(None, async move {
            this.0.sim.sleep(after).await;
            if let Ok(response) = this.send(&sent).await {
                this.hear(&response);
            }
        });
    }

    /// What the client hears of a response, if it is the last.
    fn hear(&self, response: &Value) {
        let Inner { sim, call, .. } = &*self.0;
        if response["ask"].is_object() {
            return;
        }
        sim.tell(|| format!("the client of call {call} hears {response}"));
        let text = response.to_string();
        sim.check_private("a response", &text);
        if text.contains("too large for the state") {
            sim.check_size(*call);
        }
        if let Some(key) = response["paid"].as_str() {
            sim.check_paid(*call, key);
        }
    }

    /// The answers to the questions of a round. `None`: the client does not come back.
    async fn answers(
        &self,
        requests: &Map<String, Value>,
        round: Round,
    ) -> Option<BTreeMap<String, Value>> {
        let mut responses = BTreeMap::new();
        // Without a question, the client comes back when the server has waited.
        let mut longest = Duration::from_millis(u64::from(requests.is_empty()));
        for (key, request) in requests {
            if round == Round::Omits && responses.is_empty() && requests.len() > 1 {
                continue;
            }
            let (after, reply) = self.asks(key, &request["params"])?;
            longest = longest.max(after);
            if let Ok(Some(result)) = reply {
                responses.insert(key.clone(), result);
            }
        }
        self.0.sim.sleep(longest).await;
        if round == Round::Adds {
            let others = self.unasked().into_iter();
            responses.extend(others.filter(|(key, _)| !requests.contains_key(key)));
        }
        Some(responses)
    }

    fn says(&self, key: &str, said: Value) {
        self.0
            .sim
            .of(self.0.call, |facts| facts.said.push((key.to_owned(), said)));
    }

    /// Answers to questions that many handlers ask, before they are asked.
    fn unasked(&self) -> BTreeMap<String, Value> {
        let yes = json!({"confirm": true});
        self.says("0", yes.clone());
        self.says("0", Value::Null);
        self.says("1", json!("decline"));
        let yes = json!({"action": "accept", "content": {"confirm": "yes"}});
        BTreeMap::from([
            ("0".to_owned(), yes),
            ("1".to_owned(), json!({"action": "decline"})),
        ])
    }

    /// What the person says to a question. `None`: the client does not come back.
    fn asks(&self, key: &str, params: &Value) -> Option<Reply> {
        let Inner { sim, call, .. } = &*self.0;
        sim.of(*call, |facts| facts.asked.insert(key.to_owned()));
        if self.settled().contains(key) {
            sim.wrong(format!(
                "call {call} asks for {key} again, and the answer was valid"
            ));
        }
        let number = self.0.seen.fetch_add(1, Ordering::Relaxed);
        let plain = Said {
            after: A_SECOND,
            what: What::Valid,
        };
        let Said { after, what } = turn(&self.plan().says, number, plain);
        let after = after.time();
        sim.tell(|| {
            format!(
                "call {call} asks {key} ({}): {what:?} after {after:?}",
                params["message"]
            )
        });
        let accepted = |content: Value| json!({"action": "accept", "content": content});
        let url = params["url"].as_str();
        let result = match what {
            What::HangsUp if self.has_rounds() => return None,
            What::HangsUp => return Some((after, Err(WireError::Gone))),
            What::Nothing => return Some((after, Ok(None))),
            What::Error | What::NoMethod => {
                let code = if what == What::Error { -32603 } else { -32601 };
                let typed = sim.typed();
                let message = format!(r#"Invalid value: "my \"{typed}\" is", or {typed}"#);
                return Some((after, Err(WireError::refused(code, message))));
            }
            What::Malformed => json!({"content": {"value": sim.typed()}}),
            What::UnknownAction => json!({"action": "reject"}),
            What::Declined | What::Cancelled => {
                let action = if what == What::Declined {
                    "decline"
                } else {
                    "cancel"
                };
                self.says(key, json!(action));
                json!({"action": action})
            }
            _ if url.is_some() => {
                self.says(key, Value::Null);
                if let Some(page) = url.filter(|url| url.starts_with(BASE)) {
                    let number = self.0.visits.fetch_add(1, Ordering::Relaxed);
                    visit(sim, *call, number, key, page);
                }
                json!({"action": "accept"})
            }
            What::Empty => {
                self.says(key, json!({"confirm": false}));
                json!({"action": "accept"})
            }
            What::Invalid => accepted(Self::fill(params, |_, _| json!([sim.typed()]))),
            What::Valid | What::Long | What::Taken => {
                let content = Self::fill(params, |name, schema| self.value(name, schema, what));
                let said = match &content["confirm"] {
                    Value::Null => content.clone(),
                    agreed => json!({"confirm": agreed == "yes"}),
                };
                self.says(key, said);
                let message = params["message"].as_str().unwrap_or_default();
                if what != What::Taken && !message.contains(OTHER) {
                    self.settled().insert(key.to_owned());
                }
                accepted(content)
            }
        };
        Some((after, Ok(Some(result))))
    }

    /// A form, with a value for each property but those that may be left out.
    fn fill(params: &Value, value: impl Fn(&str, &Value) -> Value) -> Value {
        let properties = params["requestedSchema"]["properties"]
            .as_object()
            .into_iter()
            .flatten();
        let filled = properties.filter(|(name, _)| *name != "count");
        filled
            .map(|(name, property)| (name.clone(), value(name, property)))
            .collect()
    }

    fn value(&self, name: &str, schema: &Value, what: What) -> Value {
        match (name, schema["enum"].get(0)) {
            ("confirm", _) => json!(if what == What::Taken { "no" } else { "yes" }),
            (_, Some(option)) => option.clone(),
            _ if what == What::Taken => json!(format!("{} {TAKEN}", self.0.sim.typed())),
            ("value", _) if what == What::Long => json!(format!("{:.<450}", self.0.sim.typed())),
            _ => json!(self.0.sim.typed()),
        }
    }

    /// Sends a request to one of the processes. The response is lost if that process ends.
    fn send(&self, sent: &Sent) -> oneshot::Receiver<Value> {
        let (sender, receiver) = oneshot::channel();
        let Inner { sim, call, .. } = &*self.0;
        let place = sim.balance(*call);
        let answers = sent.responses.keys();
        sim.tell(|| format!("call {call} sends a request to process {place}, answers {answers:?}"));
        let task = self.clone().process(place, sent.clone(), sender);
        sim.executor().spawn(Some(place), task);
        receiver
    }

    /// What a process does with a request.
    async fn process(self, place: usize, sent: Sent, respond_to: oneshot::Sender<Value>) {
        let Inner {
            sim, call, session, ..
        } = &*self.0;
        let (plan, process) = (self.plan(), sim.process_at(place));
        let expiry = Duration::from_secs(sim.world().server.expiry.saturating_sub(1));
        if sent.state.is_some() && sim.now().saturating_sub(sent.sealed) >= expiry {
            self.settled().clear();
        }
        if sim.now().saturating_sub(sent.asked) >= MOST_HASTE {
            sim.of(*call, |facts| {
                facts.shown.extend(sent.responses.keys().cloned());
            });
        }
        let mut request = Call::new(plan.revision(), "tools/call", "pay", json!({"call": call}));
        let principal = if sent.is_stolen {
            "thief".to_owned()
        } else {
            format!("principal {call}")
        };
        request.principal = Some(principal);
        (request.form, request.url) = (plan.form, plan.url);
        (request.request_state, request.input_responses) = (sent.state, sent.responses);
        let wire = Arc::new(Wire(self.clone()));
        sim.watch(Arc::downgrade(&wire));
        let wire = plan.needs_wire().then_some(wire as Arc<dyn Backchannel>);
        let ended = Mutex::new(None);
        let handler = async |asker: Asker| {
            let ask = asker.take().map_err(|error| error.message.into_owned())?;
            let done = self.handle(ask, sent.is_stolen).await;
            *ended.lock().unwrap() = Some(sim.now());
            done
        };
        // Over HTTP, each request of the last revision is a connection of its own.
        let session = if self.has_rounds() {
            Session::new()
        } else {
            session.clone()
        };
        let response = process
            .elicitation
            .drive_once(request, &session, wire, handler, response)
            .await;
        if let Some(ended) = ended.into_inner().unwrap() {
            sim.check_moment("the response", ended);
        }
        let _ = respond_to.send(response);
    }

    async fn handle(&self, ask: Ask, is_stolen: bool) -> Result<String, String> {
        let (sim, call) = (self.0.sim.clone(), self.0.call);
        if is_stolen {
            sim.wrong("a state was accepted from another principal");
        }
        sim.check_private("a `Debug`", &format!("{ask:?}"));
        let number = self.0.runs.fetch_add(1, Ordering::Relaxed);
        Run { sim, call, number }.handle(ask).await
    }
}

/// The response, as an adapter would send it.
fn response(run_end: RunEnd<Result<String, String>>) -> Value {
    let done = |done| match done {
        Ok(key) => json!({"paid": key}),
        Err(text) => json!({"text": text}),
    };
    match run_end {
        RunEnd::Done(returned) => done(returned),
        RunEnd::Unsupported(unsupported) => match unsupported.resolve(|_| None) {
            Ok(returned) => done(returned),
            Err(error) => json!({"error": error.message, "data": error.data}),
        },
        RunEnd::Ended(ended) => {
            json!({"text": ended.text(), "data": ended.rpc_error().data, "debug": format!("{ended:?}")})
        }
        RunEnd::InputRequired(required) => {
            json!({"ask": required.requests, "state": required.state})
        }
        RunEnd::Refused(error) => json!({"error": error.message, "data": error.data}),
    }
}

/// The way from the server to a client.
pub(crate) struct Wire(Client);

/// A question that was sent and is not answered.
struct Shown {
    client: Client,
    key: String,
    /// In which poll, if another question had no answer in the same one.
    poll: Option<usize>,
    is_answered: bool,
}

impl Drop for Shown {
    fn drop(&mut self) {
        let Inner { sim, call, .. } = &*self.client.0;
        let has_race = self
            .client
            .plan()
            .handler
            .iter()
            .any(|step| matches!(step, Step::Race(..)));
        if !self.is_answered && !has_race && self.poll == Some(sim.executor().polls()) {
            sim.wrong(format!(
                "call {call} sends {} although it has ended",
                self.key
            ));
        }
    }
}

impl Backchannel for Wire {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        let (client, key) = (self.0.clone(), key.to_owned());
        let reply = client.asks(&key, &params);
        let poll = Some(client.0.sim.executor().polls());
        let poll = poll.filter(|_| client.0.sim.of(client.0.call, |facts| facts.refused) == poll);
        let shown = Shown {
            client,
            key,
            poll,
            is_answered: false,
        };
        Box::pin(async move {
            let mut shown = shown;
            let Inner {
                sim, call, is_gone, ..
            } = &*shown.client.0;
            let (after, reply) = reply.ok_or(WireError::Gone)?;
            sim.sleep(after).await;
            let is_no = matches!(&reply, Ok(Some(result))
                if result["action"] == "decline" || result["content"]["confirm"] == "no");
            let is_end = is_no && shown.client.plan().ends(&shown.key);
            sim.of(*call, |facts| {
                facts.replied = sim.now();
                if after >= MOST_HASTE {
                    facts.shown.insert(shown.key.clone());
                }
                if is_end {
                    facts.refused = Some(sim.executor().polls());
                }
            });
            is_gone.fetch_or(reply == Err(WireError::Gone), Ordering::Relaxed);
            let Some(result) = reply.transpose() else {
                return pending().await;
            };
            shown.is_answered = true;
            result
        })
    }

    fn withdraw(&self, key: &str, _: &str) {
        self.0.settled().remove(key);
        let now = self.0.0.sim.now();
        self.0.0.sim.of(self.0.0.call, |facts| facts.replied = now);
        self.0.0.sim.tell(|| format!("{key} is withdrawn"));
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        _: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        let (sim, reads) = (&self.0.0.sim, self.0.plan().reads.time());
        sim.tell(|| format!("{method}, which takes {reads:?}"));
        Box::pin(async move {
            sim.sleep(reads).await;
            Ok(())
        })
    }

    fn is_gone(&self) -> bool {
        self.0.0.is_gone.load(Ordering::Relaxed)
    }

    fn progress_token(&self) -> Option<Value> {
        self.0.plan().has_progress.then(|| json!(7))
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(self.0.0.sim.executor().sleep(time))
    }

    fn now(&self) -> Instant {
        self.0.0.sim.instant()
    }
}
