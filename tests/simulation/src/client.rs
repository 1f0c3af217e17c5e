//! Clients of the three revisions.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use elicit_core::adapter::Session;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use crate::{
    call_facts::CallFacts,
    executor::sleep,
    server::Wire,
    sim::Sim,
    world::{CallPlan, Round, turn},
};

/// A call may come back so often while a page is open, with each limit of the configuration used up.
const MOST_ROUNDS: usize = 400;

/// A client that accepts a link sooner has not shown it.
pub(crate) const MOST_HASTE: Duration = Duration::from_millis(100);

pub(crate) const A_SECOND: Duration = Duration::from_secs(1);

/// A client while it makes a call. What it remembers is among the facts of the call.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) sim: Sim,
    pub(crate) call: usize,
    pub(crate) session: Session,
}

/// One request.
#[derive(Clone, Default)]
pub(crate) struct Sent {
    pub(crate) state: Option<String>,
    /// When the request was sent that has brought the state, and when the state was sealed.
    pub(crate) asked: Duration,
    pub(crate) sealed: Duration,
    pub(crate) responses: BTreeMap<String, Value>,
    pub(crate) is_stolen: bool,
    pub(crate) is_reordered: bool,
}

impl Client {
    pub(crate) fn new(sim: &Sim, call: usize) -> Self {
        Self {
            sim: sim.clone(),
            call,
            session: Session::new().named("simulated"),
        }
    }

    pub(crate) fn plan(&self) -> &CallPlan {
        &self.sim.world.calls[self.call]
    }

    pub(crate) fn has_rounds(&self) -> bool {
        self.plan().revision().asks_in_result()
    }

    pub(crate) fn facts<R>(&self, look: impl FnOnce(&mut CallFacts) -> R) -> R {
        self.sim.of(self.call, look)
    }

    /// Adds a line to the story.
    pub(crate) fn tell(&self, what: impl FnOnce() -> String) {
        let line = || format!("call {} {}", self.call, what());
        self.sim.tell(line);
    }

    pub(crate) fn wrong(&self, what: &str) {
        self.sim.wrong(format!("call {} {what}", self.call));
    }

    /// Makes the call, in as many rounds as it takes.
    pub(crate) async fn run(self) {
        let (sim, plan) = (&self.sim, self.plan());
        sleep(plan.begins.time()).await;
        self.tell(|| "begins".to_owned());
        if plan.is_local {
            return self.local().await;
        }
        let mut sent = Sent::default();
        let mut oldest: Option<Sent> = None;
        if plan.rounds.first() == Some(&Round::Adds) {
            sent.responses = self.unasked();
        }
        // As often as a call may start over.
        let rounds = usize::from(sim.world.server.rounds) + 1;
        let mut may_ask = rounds * (rounds + 1);
        for number in 0..MOST_ROUNDS {
            let round = turn(&plan.rounds, number);
            let begun = sim.now();
            let Some(response) = self.round(&sent, round).await else {
                return;
            };
            let Some(requests) = response["ask"].as_object() else {
                return self.hear(&response).await;
            };
            if may_ask == 0 {
                break;
            }
            may_ask -= usize::from(!requests.is_empty());
            sent.state = response["state"].as_str().map(str::to_owned);
            (sent.asked, sent.sealed) = (begun, sim.now());
            let Some(responses) = self.answers(requests, round).await else {
                return;
            };
            sent.responses = responses;
            let oldest = oldest.get_or_insert_with(|| sent.clone());
            if round == Round::OldState {
                oldest.responses.clone_from(&sent.responses);
                self.later(Duration::ZERO, oldest.clone());
            }
        }
        self.wrong("asks for ever");
    }

    /// Sends a request, and what else the client sends in this round. `None`: there is no response.
    async fn round(&self, sent: &Sent, round: Round) -> Option<Value> {
        let mut other = sent.clone();
        let after = match round {
            _ if sent.state.is_none() => None,
            Round::Repeats(after) => Some(after.time()),
            Round::Reorders(after) => {
                other.is_reordered = true;
                Some(after.time())
            }
            Round::Changes(after) => {
                for (key, response) in &mut other.responses {
                    *response = json!({"action": "decline"});
                    self.says(key, json!("decline"));
                }
                self.facts(|facts| facts.settled.clear());
                Some(after.time())
            }
            Round::Steals => {
                other.is_stolen = true;
                Some(Duration::ZERO)
            }
            Round::HangsUp(after) => {
                let (_, wire) = self.send(sent);
                sleep(after.time()).await;
                wire.is_gone.store(true, Ordering::Relaxed);
                None
            }
            Round::Plain | Round::Omits | Round::Adds | Round::OldState => None,
        };
        if let Some(after) = after {
            self.later(after, other);
        }
        for _ in 0..4 {
            self.come_back(sent);
            if let Ok(response) = self.send(sent).0.await {
                return Some(response);
            }
            self.tell(|| "has lost its connection".to_owned());
            if !self.has_rounds() {
                break;
            }
            if sent.state.is_none() {
                // Nothing tells it from another call.
                self.facts(|facts| {
                    facts.paid.clear();
                    facts.payments = 0;
                });
            }
            sleep(A_SECOND).await;
        }
        None
    }

    fn later(&self, after: Duration, sent: Sent) {
        let this = self.clone();
        self.sim.spawn(None, async move {
            sleep(after).await;
            if let Ok(response) = this.send(&sent).0.await {
                this.hear(&response).await;
            }
        });
    }

    /// What the client hears of a response, if it is the last.
    async fn hear(&self, response: &Value) {
        if let (Some(task), Some(place)) = (response["task"].as_str(), response["at"].as_u64()) {
            return self.task(task, usize::try_from(place).unwrap()).await;
        }
        if response["ask"].is_object() {
            return;
        }
        self.facts(|facts| facts.has_heard = true);
        let text = response.to_string();
        self.tell(|| format!("hears {text}"));
        self.check_private("a response", &text);
        if text.contains("too large for the state") {
            self.check_size();
        }
        if let Some(key) = response["paid"].as_str() {
            self.check_paid(key);
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
            self.check_settled(key);
            let (after, reply) = self.asks(key, &request["params"])?;
            longest = longest.max(after);
            if let Ok(Some(result)) = reply {
                responses.insert(key.clone(), result);
            }
        }
        sleep(longest).await;
        if round == Round::Adds {
            let others = self.unasked().into_iter();
            responses.extend(others.filter(|(key, _)| !requests.contains_key(key)));
        }
        Some(responses)
    }

    /// Answers the questions of a task, for as long as it runs.
    async fn task(&self, id: &str, place: usize) {
        let mut answered = BTreeSet::new();
        loop {
            sleep(A_SECOND).await;
            let tasks = self.sim.process_at(place).tasks;
            // Otherwise the process has restarted.
            let Ok(task) = tasks.get_task(id).map(|task| json!(task)) else {
                return;
            };
            match task["status"].as_str() {
                Some("working" | "input_required") => {}
                Some("completed") => {
                    let (result, key) = (&task["result"], "/content/0/text");
                    let is_error = result["isError"] == true;
                    let what = if is_error { "text" } else { "paid" };
                    let heard = json!({what: result.pointer(key)});
                    return Box::pin(self.hear(&heard)).await;
                }
                _ => return,
            }
            for (attempt, request) in task["inputRequests"].as_object().into_iter().flatten() {
                if answered.insert(attempt.clone()) {
                    let key = attempt.split(' ').next().unwrap_or_default();
                    let Some((after, reply)) = self.asks(key, &request["params"]) else {
                        let _ = tasks.cancel_task(id);
                        return;
                    };
                    sleep(after).await;
                    self.note_shown(key, MOST_HASTE);
                    let result = reply.ok().flatten().map(|result| (attempt.clone(), result));
                    let _ = tasks.update_task(id, result);
                }
            }
        }
    }

    /// Sends a request to one of the processes. The response is lost if that process ends.
    fn send(&self, sent: &Sent) -> (oneshot::Receiver<Value>, Arc<Wire>) {
        let (sender, receiver) = oneshot::channel();
        let place = self.sim.balance(self.call);
        let answers = sent.responses.len();
        self.tell(|| format!("sends a request to process {place}, {answers} answers"));
        let wire = Arc::new(Wire {
            client: self.clone(),
            is_gone: AtomicBool::new(false),
        });
        self.sim.facts().wires.push(Arc::downgrade(&wire));
        let (this, sent, to) = (self.clone(), sent.clone(), Arc::clone(&wire));
        self.sim.spawn(Some(place), async move {
            let _ = sender.send(this.process(place, sent, to).await);
        });
        (receiver, wire)
    }
}
