//! A handler that is drawn from a grammar, and what it does with the answers.

use std::time::Duration;

use elicit_core::{AnsweredBy, Ask, AskError, Elicit, Outcome, Violations, store::BoxFuture};
use serde_json::{Value, json};

use crate::{
    sim::{CANARY, CallFacts, Sim},
    world::{Asked, Kind, Step},
};

/// The address of the pages.
pub(crate) const BASE: &str = "https://server.example/ask";

/// The message of a question that is another one in each run.
pub(crate) const OTHER: &str = "Where this time?";

/// What the check of each question rejects.
pub(crate) const TAKEN: &str = "taken";

/// A form in the client.
#[derive(Clone, Debug, Elicit)]
pub(crate) struct Named {
    #[elicit(min_length = 3, max_length = 60)]
    name: String,
    count: Option<u8>,
}

/// A form on a page.
#[derive(Debug, Elicit)]
pub(crate) struct Account {
    #[elicit(min_length = 3, max_length = 60)]
    workspace: String,
}

/// One run of a handler.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) sim: Sim,
    pub(crate) call: usize,
    /// The number of the run, which a question has in it that is another one in each run.
    pub(crate) number: usize,
}

/// Asks one question in one of two ways.
macro_rules! outcome {
    ($question:expr, $or_end:expr) => {
        if $or_end {
            $question.or_end().await.map(Outcome::Accepted)
        } else {
            $question.await
        }
    };
}

fn free(text: &str) -> Result<(), Violations> {
    if text.contains(TAKEN) {
        return Err("is taken".into());
    }
    Ok(())
}

impl Run {
    /// The whole handler. It returns the key of its effect.
    pub(crate) async fn handle(self, ask: Ask) -> Result<String, String> {
        let steps = &self.sim.world().calls[self.call].handler;
        if let Err(error) = self.steps(&ask, steps, "").await {
            self.sim
                .tell(|| format!("the handler of call {} ends: {error:?}", self.call));
            return Err(error.to_string());
        }
        let key = ask.idempotency_key("payment");
        let _settled = ask.settle();
        self.sim.sleep(Duration::from_millis(5)).await;
        self.sim.pay(self.call, &key);
        self.sim.sleep(Duration::from_millis(5)).await;
        Ok(key)
    }

    async fn steps(&self, ask: &Ask, steps: &[Step], path: &str) -> Result<(), AskError> {
        for (index, step) in steps.iter().enumerate() {
            self.step(ask, step, format!("{path}{index}")).await?;
        }
        Ok(())
    }

    fn step<'a>(
        &'a self,
        ask: &'a Ask,
        step: &'a Step,
        key: String,
    ) -> BoxFuture<'a, Result<(), AskError>> {
        Box::pin(async move {
            match step {
                Step::Ask(asked) => self.question(ask, asked, &key).await,
                Step::All(number, asked) => self.all(ask, *number, asked, &key).await,
                Step::Join(steps) => {
                    let [first, second, third] =
                        [0, 1, 2].map(async |index: usize| match steps.get(index) {
                            Some(step) => self.step(ask, step, format!("{key}.{index}")).await,
                            None => Ok(()),
                        });
                    let (first, second, third) = tokio::join!(first, second, third);
                    first.and(second).and(third)
                }
                Step::Race(step, time) => {
                    self.sim.of(self.call, |facts| facts.has_failed = true);
                    tokio::select! {
                        biased;
                        () = self.sim.sleep(time.time()) => Ok(()),
                        done = self.step(ask, step, key) => done,
                    }
                }
                Step::Remember => {
                    let drawn = async || Ok::<_, AskError>(self.number);
                    let number = ask.remember(&key, drawn).await?;
                    if ask.revision().asks_in_result() && number > self.number {
                        self.sim
                            .wrong(format!("{key} was remembered from another run"));
                    }
                    Ok(())
                }
                Step::Work(times) => {
                    for _ in 0..*times {
                        self.sim.sleep(Duration::from_secs(1)).await;
                    }
                    Ok(())
                }
                Step::Report => {
                    let begun = self.sim.now();
                    ask.progress().report(1.0, None, Some("working")).await;
                    self.sim.check_moment("a report of progress", begun);
                    Ok(())
                }
            }
        })
    }

    async fn question(&self, ask: &Ask, asked: &Asked, key: &str) -> Result<(), AskError> {
        self.sim
            .of(self.call, |facts| facts.posed.insert(key.to_owned()));
        let Asked {
            kind,
            or_end,
            argument,
        } = asked;
        let outcome = match kind {
            Kind::Confirm => {
                let question = ask.confirm(key, "Sure?");
                outcome!(question, *or_end)
                    .map(|outcome| outcome.map(|()| json!({"confirm": true})))
            }
            Kind::Value => {
                let mut question = ask
                    .value::<String>(key, "Which one?")
                    .check(|text| free(text));
                if let Some(has_one) = argument {
                    question = question.or_argument(has_one.then(|| "an argument".to_owned()));
                }
                outcome!(question, *or_end).map(|outcome| outcome.map(value))
            }
            Kind::Form => {
                let mut question = ask
                    .form::<Named>(key, "Who?")
                    .check(|named| free(&named.name));
                if let Some(has_one) = argument {
                    let name = "an argument".to_owned();
                    question = question.or_argument(has_one.then_some(Named { name, count: None }));
                }
                outcome!(question, *or_end).map(|outcome| {
                    outcome.map(|named| match named.count {
                        Some(count) => json!({"name": named.name, "count": count}),
                        None => json!({"name": named.name}),
                    })
                })
            }
            Kind::Pick | Kind::PickOther => {
                let (message, number) = match kind {
                    Kind::Pick => ("Where?", 0),
                    _ => (OTHER, self.number),
                };
                let options = vec!["here".to_owned(), format!("there {number}")];
                let question = ask.pick(key, message, options);
                outcome!(question, *or_end).map(|outcome| outcome.map(value))
            }
            Kind::Page => {
                let question = ask.page::<Account>(key, "Which account?").check(|account| {
                    let answer = json!({"workspace": account.workspace});
                    self.sim.check_read(self.call, key, &answer);
                    free(&account.workspace)
                });
                outcome!(question, *or_end)
                    .map(|outcome| outcome.map(|account| json!({"workspace": account.workspace})))
            }
            Kind::Link => {
                let question = ask.url(key, "https://other.example/page", "Visit?");
                outcome!(question, *or_end).map(|outcome| outcome.map(|_| Value::Null))
            }
        };
        self.judge(ask, key, outcome)
    }

    /// All with the same values, since one may end before the others.
    async fn all(&self, ask: &Ask, number: u16, asked: &Asked, key: &str) -> Result<(), AskError> {
        let keys: Vec<_> = (0..number).map(|index| format!("{key}.{index}")).collect();
        self.sim
            .of(self.call, |facts| facts.posed.extend(keys.iter().cloned()));
        if asked.kind == Kind::Confirm {
            let questions = keys.iter().map(|key| ask.confirm(key, "Sure?"));
            let outcome = outcome!(ask.all(questions), asked.or_end);
            return self.judge_all(
                ask,
                &keys,
                outcome.map(|outcome| {
                    outcome
                        .map(|answers| answers.iter().map(|()| json!({"confirm": true})).collect())
                }),
            );
        }
        let questions = keys.iter().map(|key| {
            let question = ask.value::<String>(key, "Which one?");
            match asked.argument {
                Some(has_one) => question.or_argument(has_one.then(|| "an argument".to_owned())),
                None => question,
            }
        });
        let outcome = outcome!(ask.all(questions), asked.or_end);
        self.judge_all(
            ask,
            &keys,
            outcome.map(|outcome| outcome.map(|answers| answers.into_iter().map(value).collect())),
        )
    }

    fn judge_all(
        &self,
        ask: &Ask,
        keys: &[String],
        outcome: Result<Outcome<Vec<Value>>, AskError>,
    ) -> Result<(), AskError> {
        match outcome? {
            Outcome::Accepted(answers) => {
                for (key, answer) in keys.iter().zip(answers) {
                    self.judge(ask, key, Ok(Outcome::Accepted(answer)))?;
                }
                Ok(())
            }
            Outcome::Declined | Outcome::Cancelled => {
                self.sim.of(self.call, |facts| facts.has_failed = true);
                Ok(())
            }
        }
    }

    fn judge(
        &self,
        ask: &Ask,
        key: &str,
        outcome: Result<Outcome<Value>, AskError>,
    ) -> Result<(), AskError> {
        self.sim
            .tell(|| format!("call {} got {key}: {outcome:?}", self.call));
        let said = match outcome {
            Ok(Outcome::Accepted(answer)) => answer,
            Ok(Outcome::Declined) => {
                let unticked = json!({"confirm": false});
                let said = |facts: &mut CallFacts| {
                    facts.has_failed = true;
                    facts.said.contains(&(key.to_owned(), unticked.clone()))
                };
                if self.sim.of(self.call, said) {
                    unticked
                } else {
                    json!("decline")
                }
            }
            Ok(Outcome::Cancelled) => {
                self.sim.of(self.call, |facts| facts.has_failed = true);
                json!("cancel")
            }
            Err(error) => {
                self.sim.of(self.call, |facts| facts.has_failed = true);
                self.sim
                    .check_private("an error", &format!("{error} {error:?}"));
                return Err(error);
            }
        };
        let by = ask.answered_by(key);
        let is_unasked = by == Some(AnsweredBy::Unsolicited);
        if by == Some(AnsweredBy::Person) && said.is_null() {
            self.sim.check_shown(self.call, key);
        }
        if by == Some(AnsweredBy::Person) || is_unasked && self.sim.world().server.takes_unasked {
            self.sim.check_answer(self.call, key, &said, is_unasked);
        } else if is_unasked || said.to_string().contains(CANARY) {
            self.sim
                .wrong(format!("the answer to {key} counts as {by:?}"));
        }
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map` hands it over")]
fn value(text: String) -> Value {
    json!({"value": text})
}
