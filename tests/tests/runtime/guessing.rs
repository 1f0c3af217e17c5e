//! A client that finds out by trying what a check compares an answer with.

use std::{
    num::NonZeroU32,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Revision, Violations,
    adapter::{Asker, Call, RunEnd, Session},
};
use elicit_tests::drive::Drive as _;
use serde_json::{Value, json};

use crate::adapter::call;

#[derive(Elicit)]
struct Guess {
    #[elicit(minimum = 0, maximum = 999)]
    number: u16,
}

const SECRET: u16 = 421;

/// One server, and how often it has compared.
struct Server {
    elicitation: Elicitation,
    attempts: u8,
    compared: AtomicUsize,
}

/// What a round came to.
#[derive(Debug, PartialEq)]
enum Came {
    /// It is asked again, with this state.
    Asked(String),
    Found,
    Refused(AskError),
}

impl Came {
    fn is_limited(&self) -> bool {
        matches!(
            self,
            Self::Refused(AskError::RateLimited { .. } | AskError::TooManyAnswers { .. })
        )
    }

    fn is_wrong(&self) -> bool {
        matches!(self, Self::Refused(AskError::Invalid(_)))
    }

    fn state(self) -> String {
        match self {
            Self::Asked(state) => state,
            other => panic!("{other:?}"),
        }
    }
}

impl Server {
    fn new(rate: u32) -> Self {
        Self {
            elicitation: Elicitation::default().rate_limit(NonZeroU32::new(rate)),
            // A wrong answer is not asked for again.
            attempts: 1,
            compared: AtomicUsize::new(0),
        }
    }

    /// The same server, where answers count that come before their question.
    fn accepting(mut self) -> Self {
        self.elicitation = self.elicitation.accept_unsolicited_answers(true);
        self
    }

    fn compared(&self) -> usize {
        self.compared.load(Ordering::Relaxed)
    }

    async fn guess(&self, ask: &Ask) -> Result<(), AskError> {
        let guess = ask.form::<Guess>("guess", "Which number?");
        let guess = guess
            .attempts(self.attempts)
            .check(|guess| self.compare(guess));
        guess.await.map(drop)
    }

    fn compare(&self, guess: &Guess) -> Result<(), Violations> {
        self.compared.fetch_add(1, Ordering::Relaxed);
        if guess.number == SECRET {
            return Ok(());
        }
        Err(Violations::new().property("number", "is another one"))
    }

    async fn drive(
        &self,
        call: Call,
        session: &Session,
        handler: impl AsyncFnOnce(Ask) -> Result<(), AskError>,
    ) -> Came {
        let run = self
            .elicitation
            .run(call, session, None, async |asker: Asker| {
                handler(asker.take().unwrap()).await
            });
        match run.await {
            RunEnd::InputRequired(required) => Came::Asked(required.state),
            RunEnd::Returned(Ok(())) => Came::Found,
            RunEnd::Returned(Err(error)) => Came::Refused(error),
            other => panic!("{other:?}"),
        }
    }

    /// One request, as over HTTP: the connection is another one each time.
    async fn round(&self, who: Option<&str>, state: Option<&str>, number: Option<u16>) -> Came {
        let call = round(who, state, number);
        let handler = async |ask: Ask| self.guess(&ask).await;
        self.drive(call, &Session::new(), handler).await
    }
}

fn round(who: Option<&str>, state: Option<&str>, number: Option<u16>) -> Call {
    let mut call = call(Revision::LATEST);
    call.principal = who.map(str::to_owned);
    call.request_state = state.map(str::to_owned);
    let answer = number.map(|number| ("guess".to_owned(), accept(json!({"number": number}))));
    call.input_responses.extend(answer);
    call
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it reads better at every call"
)]
fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

#[tokio::test]
async fn repeated_guesses_with_one_state_are_limited() {
    for who in [None, Some("ann")] {
        let server = Server::new(3);
        let state = server.round(who, None, None).await.state();
        for number in 0..3 {
            let came = server.round(who, Some(&state), Some(number)).await;
            assert!(came.is_wrong(), "{came:?}");
        }
        // The right one is not compared any more.
        let came = server.round(who, Some(&state), Some(SECRET)).await;
        assert!(came.is_limited(), "{came:?}");
        assert_eq!(server.compared(), 3);
    }
}

#[tokio::test]
async fn guesses_that_a_query_compares_are_limited_too() {
    let server = Server::new(3);
    let handler = async |ask: Ask| {
        let guess = ask.form::<Guess>("guess", "Which number?").attempts(1);
        let guess = guess.check_async(async |guess| Ok(server.compare(guess)?));
        guess.await.map(drop)
    };
    let drive = async |state: Option<&str>, number| {
        let call = round(Some("ann"), state, number);
        server.drive(call, &Session::new(), handler).await
    };
    let state = drive(None, None).await.state();
    for number in 0..3 {
        let came = drive(Some(&state), Some(number)).await;
        assert!(came.is_wrong(), "{came:?}");
    }
    let came = drive(Some(&state), Some(SECRET)).await;
    assert!(came.is_limited(), "{came:?}");
    assert_eq!(server.compared(), 3);
}

#[tokio::test]
async fn the_allowance_of_guesses_is_equal_to_the_rate() {
    let server = Server {
        elicitation: Elicitation::default(),
        ..Server::new(1)
    };
    let state = server.round(Some("ann"), None, None).await.state();
    // One more may come each second, and they do not take that long.
    for number in 0..100 {
        let _ = server.round(Some("ann"), Some(&state), Some(number)).await;
    }
    let compared = server.compared();
    assert!((60..70).contains(&compared), "{compared}");
    // No rate, no allowance.
    let server = Server {
        elicitation: Elicitation::default().rate_limit(None),
        ..Server::new(1)
    };
    let state = server.round(None, None, None).await.state();
    for number in 0..100 {
        let _ = server.round(None, Some(&state), Some(number)).await;
    }
    assert_eq!(server.compared(), 100);
}

#[tokio::test]
async fn all_states_of_a_caller_share_one_allowance() {
    let server = Server::new(3);
    let mut states = Vec::new();
    for _ in 0..3 {
        states.push(server.round(Some("ann"), None, None).await.state());
    }
    for state in &states {
        let came = server.round(Some("ann"), Some(state), Some(1)).await;
        assert!(came.is_wrong(), "{came:?}");
    }
    assert_eq!(server.compared(), 3);
    let came = server
        .round(Some("ann"), Some(&states[0]), Some(SECRET))
        .await;
    assert!(came.is_limited(), "{came:?}");
    let bob = server.round(Some("bob"), None, None).await.state();
    let came = server.round(Some("bob"), Some(&bob), Some(SECRET)).await;
    assert_eq!(came, Came::Found);
}

#[tokio::test]
async fn without_a_caller_all_states_of_a_call_share_one_allowance() {
    let server = Server {
        attempts: 3,
        ..Server::new(4)
    };
    let first = server.round(None, None, None).await.state();
    // Each wrong answer leads to a state of its own.
    let mut states = vec![first];
    for number in 0..4 {
        let state = states[usize::from(number) / 2].clone();
        states.push(server.round(None, Some(&state), Some(number)).await.state());
    }
    for state in &states {
        let came = server.round(None, Some(state), Some(SECRET)).await;
        assert!(came.is_limited(), "{came:?}");
    }
    assert_eq!(server.compared(), 4);
    let other = server.round(None, None, None).await.state();
    let came = server.round(None, Some(&other), Some(SECRET)).await;
    assert_eq!(came, Came::Found);
}

/// Clients may send answers before they are asked.
#[tokio::test]
async fn an_answer_without_a_state_counts_for_the_connection() {
    let server = Server::new(3).accepting();
    let session = Session::new();
    let guess = async |number| {
        let call = round(None, None, Some(number));
        let handler = async |ask: Ask| server.guess(&ask).await;
        server.drive(call, &session, handler).await
    };
    for number in 0..3 {
        let came = guess(number).await;
        assert!(came.is_wrong(), "{came:?}");
    }
    let came = guess(SECRET).await;
    assert!(came.is_limited(), "{came:?}");
    assert_eq!(server.compared(), 3);
}

#[tokio::test]
async fn an_answer_that_never_reaches_the_check_is_not_counted() {
    let server = Server::new(2);
    let state = server.round(None, None, None).await.state();
    for _ in 0..10 {
        let came = server.round(None, Some(&state), Some(1000)).await;
        assert!(came.is_wrong(), "{came:?}");
    }
    let came = server.round(None, Some(&state), Some(SECRET)).await;
    assert_eq!(came, Came::Found);
}

#[tokio::test]
async fn a_sealed_answer_is_not_counted_again() {
    let server = Server::new(4);
    let handler = async |ask: Ask| {
        server.guess(&ask).await?;
        for key in ["a", "b", "c"] {
            ask.confirm(key, "And now?").or_end().await?;
        }
        Ok(())
    };
    let session = Session::new();
    let first = server.drive(round(None, None, None), &session, handler);
    let first = first.await.state();
    let mut call = round(None, Some(&first), Some(SECRET));
    for key in ["a", "b", "c"] {
        let state = server.drive(call, &session, handler).await.state();
        call = round(None, Some(&state), None);
        let yes = accept(json!({"confirm": true}));
        call.input_responses.insert(key.to_owned(), yes);
    }
    assert_eq!(server.drive(call, &session, handler).await, Came::Found);
    // It was compared in each run, and counted in the first.
    assert_eq!(server.compared(), 4);
    for _ in 0..3 {
        let _ = server.round(None, Some(&first), Some(0)).await;
    }
    assert_eq!(server.compared(), 7);
    let came = server.round(None, Some(&first), Some(SECRET)).await;
    assert!(came.is_limited(), "{came:?}");
}

/// A sealed answer counts as one that was compared.
#[tokio::test]
async fn an_answer_over_the_limit_is_not_sealed_as_compared() {
    let server = Server::new(2);
    let session = Session::new();
    let handler = async |ask: Ask| {
        let guessed = server.guess(&ask).await;
        if matches!(guessed, Err(AskError::TooManyAnswers { .. })) {
            ask.confirm("later", "Later?").or_end().await?;
        }
        guessed
    };
    let first = server.drive(round(None, None, None), &session, handler);
    let first = first.await.state();
    for number in 0..2 {
        let call = round(None, Some(&first), Some(number));
        let came = server.drive(call, &session, handler).await;
        assert!(came.is_wrong(), "{came:?}");
    }
    let call = round(None, Some(&first), Some(SECRET));
    let later = server.drive(call, &session, handler).await.state();
    let mut call = round(None, Some(&later), None);
    let yes = accept(json!({"confirm": true}));
    call.input_responses.insert("later".to_owned(), yes);
    let came = server.drive(call, &session, handler).await;
    assert!(came.is_limited(), "{came:?}");
    assert_eq!(server.compared(), 2);
}

/// A client without capabilities can guess by the arguments of the tool.
#[tokio::test]
async fn guesses_by_argument_are_limited() {
    for revision in Revision::all() {
        for who in [None, Some("ann")] {
            let server = Server::new(3);
            let session = Session::new();
            let guess = async |number: u16| {
                let mut call = call(revision);
                call.form = false;
                call.principal = who.map(str::to_owned);
                let handler = async |ask: Ask| {
                    let guess = ask.form::<Guess>("guess", "Which number?");
                    let guess = guess.or_json_argument(json!({"number": number}));
                    guess.check(|guess| server.compare(guess)).await.map(drop)
                };
                let run = server
                    .elicitation
                    .run(call, &session, None, async |asker: Asker| {
                        handler(asker.take().unwrap()).await
                    });
                run.await
            };
            for number in 0..3 {
                let run_end = guess(number).await;
                assert!(
                    matches!(run_end, RunEnd::Ended(_)),
                    "{revision}: {run_end:?}"
                );
            }
            // The right one is not compared any more.
            let done = match guess(SECRET).await {
                RunEnd::Returned(done) => done,
                RunEnd::Unsupported(unsupported) => unsupported.resolve(|_| None).unwrap(),
                run_end => panic!("{revision}: {run_end:?}"),
            };
            assert!(
                matches!(done, Err(AskError::TooManyAnswers { .. })),
                "{done:?}"
            );
            assert_eq!(server.compared(), 3);
        }
    }
}

/// The argument is the same in each run of a call.
#[tokio::test]
async fn an_argument_is_counted_and_queried_once_in_a_call() {
    let server = Server::new(1);
    let queried = AtomicUsize::new(0);
    let handler = async |asker: Asker| {
        let ask = asker.take().unwrap();
        let guess = ask.form::<Guess>("guess", "Which number?");
        let guess = guess.or_json_argument(json!({"number": SECRET}));
        let guess = guess.check(|guess| server.compare(guess));
        let guess = guess.check_async(async |_: &Guess| {
            queried.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        let _ = guess.await?;
        let link = ask.url("link", "https://example.org/link", "Link it");
        link.await.map(drop)
    };
    let mut call = call(Revision::LATEST);
    (call.form, call.url) = (false, true);
    call.principal = Some("ann".to_owned());
    let session = Session::new();
    let run = server
        .elicitation
        .run(call.clone(), &session, None, handler);
    let RunEnd::InputRequired(required) = run.await else {
        panic!("it has not asked");
    };
    let agreed = json!({"action": "accept"});
    call.input_responses.insert("link".to_owned(), agreed);
    call.request_state = Some(required.state);
    let elicitation = server.elicitation.clone().min_agreement_time(None);
    let run_end = elicitation.run(call, &session, None, handler).await;
    let done = match run_end {
        RunEnd::Returned(done) => done,
        RunEnd::Unsupported(unsupported) => unsupported.resolve(|_| None).unwrap(),
        run_end => panic!("{run_end:?}"),
    };
    assert_eq!(done, Ok(()));
    assert_eq!(queried.load(Ordering::Relaxed), 1);
}

/// The first request of a call has an answer, although nothing was asked.
#[tokio::test]
async fn unsolicited_answers_are_limited_where_they_count() {
    let server = Server::new(3).accepting();
    for _ in 0..3 {
        assert!(server.round(Some("ann"), None, Some(0)).await.is_wrong());
    }
    assert!(
        server
            .round(Some("ann"), None, Some(SECRET))
            .await
            .is_limited()
    );
    let elicitation = Elicitation::default().min_answer_time(Some(Duration::from_millis(1)));
    let server = Server {
        elicitation,
        ..Server::new(1)
    };
    let server = server.accepting();
    let came = server.round(None, None, Some(SECRET)).await;
    assert_eq!(came, Came::Refused(AskError::TooFast));
    let server = Server::new(1);
    let state = server.round(None, None, Some(SECRET)).await.state();
    assert_eq!(server.compared(), 0);
    assert_eq!(
        server.round(None, Some(&state), Some(SECRET)).await,
        Came::Found
    );
}
