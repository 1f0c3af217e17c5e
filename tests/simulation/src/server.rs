//! What a process of the server does with a request, and its way back to the client.

use std::{
    future::pending,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use elicit_core::{
    Ask,
    adapter::{Asker, Backchannel, Call, RunEnd, Session, WireError},
    store::BoxFuture,
};
use serde_json::{Value, json};

use crate::{
    client::{A_SECOND, Client, MOST_HASTE, Sent},
    executor::sleep,
    handler::{Account, Done, Run},
};

fn reordered(object: &Value) -> Value {
    let fields = object.as_object().into_iter().flatten().rev();
    fields
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

impl Client {
    fn request(&self, sent: &Sent) -> Call {
        let (plan, call) = (self.plan(), self.call);
        let order = |value: &Value| {
            if sent.is_reordered {
                reordered(value)
            } else {
                value.clone()
            }
        };
        let arguments = order(&json!({"call": call, "for": "an invoice"}));
        let mut request = Call::new(plan.revision(), "tools/call", "pay", arguments);
        let name = if sent.is_stolen { "thief" } else { "principal" };
        request.principal = Some(format!("{name} {call}"));
        request.form = !plan.has_no_forms;
        request.url = !plan.has_no_links && !plan.is_local;
        request.request_state.clone_from(&sent.state);
        let responses = sent.responses.iter();
        request.input_responses = responses
            .map(|(key, response)| (key.clone(), order(response)))
            .collect();
        request
    }

    /// What a process does with a request.
    pub(crate) async fn process(self, place: usize, sent: Sent, wire: Arc<Wire>) -> Value {
        let (sim, plan) = (&self.sim, self.plan());
        let expiry = Duration::from_secs(sim.world.server.expiry.saturating_sub(1));
        if sent.state.is_some() && sim.now().saturating_sub(sent.sealed) >= expiry {
            self.facts(|facts| {
                facts.settled.clear();
                facts.remembered.clear();
            });
        }
        for key in sent.responses.keys() {
            self.note_shown(key, sim.now().saturating_sub(sent.asked));
        }
        let request = self.request(&sent);
        self.check_private("a `Debug`", &format!("{request:?}"));
        // Without a way back, a page is awaited by the clock of the machine.
        let has_page = format!("{:?}", plan.handler).contains("Page");
        let needs_wire = !self.has_rounds() || has_page || !plan.has_no_wire;
        let wire = needs_wire.then_some(wire as Arc<dyn Backchannel>);
        let ended = Mutex::new(None);
        let handler = async |asker: Asker| {
            let ask = asker.take().map_err(|error| error.message.into_owned())?;
            let done = self.handle(place, ask, sent.is_stolen).await;
            *ended.lock().unwrap() = Some(sim.now());
            done
        };
        // Over HTTP, each request of the last revision is a connection of its own.
        let http = Session::new();
        let session = if self.has_rounds() {
            &http
        } else {
            &self.session
        };
        let elicitation = sim.process_at(place).elicitation;
        let respond = |end| response(place, end);
        let response = elicitation.drive_once(request, session, wire, handler, respond);
        let response = response.await;
        if let Some(ended) = ended.into_inner().unwrap() {
            self.check_moment("the response", ended);
        }
        response
    }

    async fn handle(&self, process: usize, ask: Ask, is_stolen: bool) -> Result<Done, String> {
        if is_stolen {
            self.wrong("was continued by another principal");
        }
        self.check_private("a `Debug`", &format!("{ask:?}"));
        let number = self.facts(|facts| {
            facts.runs += 1;
            facts.runs
        });
        let client = self.clone();
        let run = Run {
            client,
            process,
            number,
        };
        run.handle(ask).await
    }

    /// The server is beside the client, and opens its page by itself, in a browser to which nobody comes.
    pub(crate) async fn local(&self) {
        let local = self.sim.process_at(self.sim.balance(self.call)).local;
        let handler = async |asker: Asker| {
            let ask = asker.take().map_err(|error| error.to_string())?;
            let page = ask.page::<Account>("local", "Which account?");
            page.await.map(drop).map_err(|error| error.to_string())
        };
        let request = self.request(&Sent::default());
        tokio::select! {
            biased;
            () = sleep(A_SECOND * 10) => {}
            end = local.drive(request, &self.session, None, handler) => {
                if matches!(end, RunEnd::Returned(Err(error)) if error.contains("it was not opened")) {
                    self.wrong("has not waited for the browser");
                }
            }
        }
    }
}

/// The response, as an adapter would send it.
fn response(place: usize, run_end: RunEnd<Result<Done, String>>) -> Value {
    let returned = match run_end {
        RunEnd::Returned(returned) => Ok(returned),
        RunEnd::Unsupported(unsupported) => unsupported.resolve(|_| None),
        RunEnd::Error(error) => Err(error),
        RunEnd::Ended(ended) => {
            let debug = format!("{ended:?}");
            return json!({"text": ended.text(), "data": ended.rpc_error().data, "debug": debug});
        }
        RunEnd::InputRequired(required) => {
            return json!({"ask": required.requests, "state": required.state});
        }
    };
    match returned {
        Ok(Ok(Done::Paid(key))) => json!({"paid": key}),
        Ok(Ok(Done::Task(task))) => json!({"task": task, "at": place}),
        Ok(Err(text)) => json!({"text": text}),
        Err(error) => json!({"error": error.message, "data": error.data}),
    }
}

/// The way from the server to a client, for one request.
pub(crate) struct Wire {
    pub(crate) client: Client,
    pub(crate) is_gone: AtomicBool,
}

impl Backchannel for Wire {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        let client = &self.client;
        client.check_settled(key);
        if client.facts(|facts| facts.has_ended) {
            client.wrong(&format!("sends {key} although it has ended"));
        }
        let reply = client.asks(key, &params);
        Box::pin(async move {
            let (after, reply) = reply.ok_or(WireError::Gone)?;
            sleep(after).await;
            client.note_shown(key, after);
            let is_no = matches!(&reply, Ok(Some(result)) if result["action"] == "decline");
            // After an answer, a client that shows nothing is not suspected any more.
            let is_answered = client.facts(|facts| facts.answered.contains(key));
            let is_shown = after >= MOST_HASTE || is_answered;
            if matches!(&reply, Ok(Some(result)) if result["action"] == "accept") {
                client.facts(|facts| facts.answered.insert(key.to_owned()));
            }
            let is_end = is_no && client.plan().ends(key, is_shown);
            client.facts(|facts| facts.has_ended |= is_end);
            let is_gone = reply == Err(WireError::Gone);
            self.is_gone.fetch_or(is_gone, Ordering::Relaxed);
            match reply.transpose() {
                Some(result) => result,
                None => pending().await,
            }
        })
    }

    fn withdraw(&self, key: &str, _: &str) {
        self.client.facts(|facts| facts.settled.remove(key));
        self.client.tell(|| format!("withdraws {key}"));
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        _: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        let reads = Duration::from_millis(self.client.plan().reads);
        self.client
            .tell(|| format!("sends {method}, which takes {reads:?}"));
        let sleep = sleep(reads);
        Box::pin(async move {
            sleep.await;
            Ok(())
        })
    }

    fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed) || self.client.facts(|facts| facts.has_cancelled)
    }

    fn progress_token(&self) -> Option<Value> {
        self.client.plan().has_progress.then(|| json!(7))
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(sleep(time))
    }
}
