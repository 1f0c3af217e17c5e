//! A handler that is drawn from a grammar, and what it does with the answers.

use std::time::Duration;

use elicit_core::{AnsweredBy, Ask, AskError, Elicit, Outcome, Violations};
use rmcp::task_manager::TaskOptions;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    client::Client,
    executor::{Watched, sleep},
    sim::CANARY,
    world::{Asked, Kind, Leaf, Step},
};

/// The address of the pages.
pub(crate) const BASE: &str = "https://server.example/ask";

/// The message of a question that is another one in each run.
pub(crate) const OTHER: &str = "Where this time?";

/// What the check of each question rejects.
pub(crate) const TAKEN: &str = "taken";

/// A form in the client.
#[derive(Clone, Debug, Elicit, Serialize)]
struct Named {
    #[elicit(min_length = 3, max_length = 60)]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u8>,
}

/// A form on a page.
#[derive(Debug, Elicit, Serialize)]
pub(crate) struct Account {
    #[elicit(min_length = 3, max_length = 60)]
    workspace: String,
}

/// One run of a handler.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) client: Client,
    pub(crate) process: usize,
    /// The number of the run, which a question has in it that is another one in each run.
    pub(crate) number: usize,
}

/// What a handler comes to.
pub(crate) enum Done {
    /// The effect was carried out with this key.
    Paid(String),
    /// The rest is done in this task.
    Task(String),
}

/// Asks in one of two ways, and makes JSON of the answer.
macro_rules! outcome {
    ($question:expr, $or_end:expr, $json:expr) => {{
        let question = $question;
        let outcome = if $or_end {
            question.or_end().await.map(Outcome::Accepted)
        } else {
            question.await
        };
        outcome.map(|outcome| outcome.map($json))
    }};
}

fn free(text: &str) -> Result<(), Violations> {
    if text.contains(TAKEN) {
        return Err("is taken".into());
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "`map` hands it over")]
fn value(text: String) -> Value {
    json!({"value": text})
}

fn agreed() -> Value {
    json!({"confirm": true})
}

impl Run {
    /// The whole handler.
    pub(crate) async fn handle(self, ask: Ask) -> Result<Done, String> {
        let steps = &self.client.plan().handler;
        let begins_one =
            |step: &Step| matches!(step, Step::Task) && ask.revision().asks_in_result();
        let Some(place) = steps.iter().position(begins_one) else {
            return self.finish(ask, 0).await.map(Done::Paid);
        };
        self.steps(&ask, 0, place).await?;
        let (in_task, sim, run) = (ask.in_task(), self.client.sim.clone(), self.clone());
        let tasks = sim.process_at(self.process).tasks;
        let task = tasks.spawn(TaskOptions::new(), |context| {
            let rest = move |ask| run.finish(ask, place);
            Box::pin(Watched::new(&sim, in_task.run(context, rest)))
        });
        Ok(Done::Task(task.task_id))
    }

    /// The last steps, and the effect, whose key is returned.
    async fn finish(self, ask: Ask, from: usize) -> Result<String, String> {
        self.steps(&ask, from, usize::MAX).await?;
        let key = ask.idempotency_key("payment");
        let _settled = ask.settle();
        sleep(Duration::from_millis(5)).await;
        self.client.pay(&key, from > 0);
        sleep(Duration::from_millis(5)).await;
        Ok(key)
    }

    async fn steps(&self, ask: &Ask, from: usize, to: usize) -> Result<(), String> {
        let steps = self.client.plan().handler.iter().enumerate();
        for (index, step) in steps.take(to).skip(from) {
            if let Err(error) = self.step(ask, step, index.to_string()).await {
                self.client.tell(|| format!("ends its handler: {error:?}"));
                return Err(error.to_string());
            }
        }
        Ok(())
    }

    async fn step(&self, ask: &Ask, step: &Step, key: String) -> Result<(), AskError> {
        match step {
            Step::One(leaf) => self.leaf(ask, leaf, key).await,
            Step::Join(leaves) => {
                let [first, second, third] = [0, 1, 2].map(async |index| match leaves.get(index) {
                    Some(leaf) => self.leaf(ask, leaf, format!("{key}.{index}")).await,
                    None => Ok(()),
                });
                let (first, second, third) = tokio::join!(first, second, third);
                first.and(second).and(third)
            }
            Step::Race(leaf, time) => {
                self.client.facts(|facts| facts.has_failed = true);
                tokio::select! {
                    biased;
                    () = sleep(time.time()) => Ok(()),
                    done = self.leaf(ask, leaf, key) => done,
                }
            }
            Step::Task => Ok(()),
        }
    }

    async fn leaf(&self, ask: &Ask, leaf: &Leaf, key: String) -> Result<(), AskError> {
        match leaf {
            Leaf::Ask(asked) => Box::pin(self.question(ask, asked, &key)).await,
            Leaf::All(number, asked) => Box::pin(self.all(ask, *number, asked, &key)).await,
            Leaf::Remember => {
                let drawn = async || Ok::<_, AskError>(self.number);
                let number = ask.remember(&key, drawn).await?;
                self.client.check_remembered(&key, number);
                Ok(())
            }
            Leaf::Work(times) => {
                for _ in 0..*times {
                    sleep(Duration::from_secs(1)).await;
                }
                Ok(())
            }
            Leaf::Report => {
                let begun = self.client.sim.now();
                ask.progress().report(1.0, None, Some("working")).await;
                self.client.check_moment("a report of progress", begun);
                Ok(())
            }
        }
    }

    async fn question(&self, ask: &Ask, asked: &Asked, key: &str) -> Result<(), AskError> {
        self.client.pose(key);
        let or_end = asked.or_end;
        let outcome = match asked.kind {
            Kind::Confirm => outcome!(ask.confirm(key, "Sure?"), or_end, |()| agreed()),
            Kind::Value => {
                let mut question = ask
                    .value::<String>(key, "Which one?")
                    .check(|text| free(text));
                if let Some(has_one) = asked.argument {
                    question = question.or_argument(has_one.then(|| "an argument".to_owned()));
                }
                outcome!(question, or_end, value)
            }
            Kind::Form => {
                let question = ask.form::<Named>(key, "Who?");
                let mut question = question.check(|named| free(&named.name));
                if let Some(has_one) = asked.argument {
                    let name = "an argument".to_owned();
                    question = question.or_argument(has_one.then_some(Named { name, count: None }));
                }
                outcome!(question, or_end, |named| json!(named))
            }
            Kind::Pick | Kind::PickOther => {
                let (message, number) = match asked.kind {
                    Kind::Pick => ("Where?", 0),
                    _ => (OTHER, self.number),
                };
                let options = vec!["here".to_owned(), format!("there {number}")];
                outcome!(ask.pick(key, message, options), or_end, value)
            }
            Kind::Page => {
                let question = ask.page::<Account>(key, "Which account?").check(|account| {
                    self.client.check_read(key, &json!(account));
                    free(&account.workspace)
                });
                outcome!(question, or_end, |account| json!(account))
            }
            Kind::Link => {
                let question = ask.url(key, "https://other.example/page", "Visit?");
                outcome!(question, or_end, |_| Value::Null)
            }
        };
        self.judge(ask, key, outcome)
    }

    /// All with the same values, since one may end before the others.
    async fn all(&self, ask: &Ask, number: u16, asked: &Asked, key: &str) -> Result<(), AskError> {
        let keys: Vec<_> = (0..number).map(|index| format!("{key}.{index}")).collect();
        for key in &keys {
            self.client.pose(key);
        }
        let outcome = if asked.kind == Kind::Confirm {
            let questions = keys.iter().map(|key| ask.confirm(key, "Sure?"));
            let answers = |all: Vec<()>| all.iter().map(|()| agreed()).collect::<Vec<_>>();
            outcome!(ask.all(questions), asked.or_end, answers)
        } else {
            let questions = keys.iter().map(|key| {
                let question = ask.value::<String>(key, "Which one?");
                match asked.argument {
                    Some(has_one) => {
                        question.or_argument(has_one.then(|| "an argument".to_owned()))
                    }
                    None => question,
                }
            });
            let answers = |all: Vec<String>| all.into_iter().map(value).collect::<Vec<_>>();
            outcome!(ask.all(questions), asked.or_end, answers)
        };
        let Outcome::Accepted(answers) = outcome? else {
            self.client.facts(|facts| facts.has_failed = true);
            return Ok(());
        };
        let mut answers = keys.iter().zip(answers);
        answers.try_for_each(|(key, answer)| self.judge(ask, key, Ok(Outcome::Accepted(answer))))
    }

    fn judge(
        &self,
        ask: &Ask,
        key: &str,
        outcome: Result<Outcome<Value>, AskError>,
    ) -> Result<(), AskError> {
        let client = &self.client;
        client.tell(|| format!("got {key}: {outcome:?}"));
        client.facts(|facts| facts.has_failed |= !matches!(outcome, Ok(Outcome::Accepted(_))));
        let said = match outcome {
            Ok(Outcome::Accepted(answer)) => answer,
            Ok(Outcome::Declined) => {
                let unticked = (key.to_owned(), json!({"confirm": false}));
                let is_it = client.facts(|facts| facts.said.contains(&unticked));
                if is_it { unticked.1 } else { json!("decline") }
            }
            Ok(Outcome::Cancelled) => json!("cancel"),
            Err(error) => {
                client.check_private("an error", &format!("{error} {error:?}"));
                if error == AskError::TimedOut {
                    client.check_unread(key);
                }
                return Err(error);
            }
        };
        let by = ask.answered_by(key);
        let is_unasked = by == Some(AnsweredBy::Unsolicited);
        if by == Some(AnsweredBy::Person) || is_unasked && client.sim.world.server.takes_unasked {
            client.check_answer(key, &said, is_unasked);
        } else if is_unasked || said.to_string().contains(CANARY) {
            client.wrong(&format!("takes the answer to {key} for one of {by:?}"));
        }
        Ok(())
    }
}
