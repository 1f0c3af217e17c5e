//! What a world is made of. A seed is one world, and `proptest` makes it smaller.

use std::time::Duration;

use elicit_core::Revision;
use proptest::{
    collection::vec,
    prelude::{Just, Strategy, any},
    prop_oneof,
    strategy::Union,
};
use serde::{Deserialize, Serialize};

use crate::executor::MOST_WAKERS;

/// One world: what a server is like, who calls it, and what goes wrong.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) calls: Vec<CallPlan>,
    /// When which process starts anew.
    pub(crate) restarts: Vec<(Pause, usize)>,
    /// Which task goes on next, which process gets a request, and what the store does.
    pub(crate) order: Chance,
    pub(crate) balance: Chance,
    pub(crate) store: Chance,
}

/// How the server is configured.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting")]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Server {
    pub(crate) processes: usize,
    /// Whether they have the same keys and one store.
    pub(crate) is_shared: bool,
    pub(crate) once: bool,
    pub(crate) takes_unasked: bool,
    /// In seconds.
    pub(crate) expiry: u64,
    pub(crate) timeout: u64,
    pub(crate) rounds: u8,
    pub(crate) attempts: u8,
    pub(crate) keep_alive: bool,
    /// The bytes that the store has room for.
    pub(crate) room: usize,
}

/// One call of a client.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that clients do"
)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct CallPlan {
    /// Its place in [`Revision::all`].
    pub(crate) revision: usize,
    pub(crate) begins: Pause,
    pub(crate) handler: Vec<Step>,
    /// What the person says, one question after the other.
    pub(crate) says: Vec<Said>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) visits: Vec<Visit>,
    /// How long the client takes to read a notification.
    pub(crate) reads: Pause,
    pub(crate) has_wire: bool,
    pub(crate) has_progress: bool,
    pub(crate) form: bool,
    pub(crate) url: bool,
}

/// A part of a handler.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Step {
    Ask(Asked),
    /// So many questions at once, with `Ask::all`.
    All(u16, Asked),
    Join(Vec<Step>),
    /// With a time-out of the handler.
    Race(Box<Step>, Pause),
    Remember,
    /// So many pauses of a second.
    Work(u8),
    Report,
}

/// A question.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) kind: Kind,
    pub(crate) or_end: bool,
    /// With `or_argument`, and whether the argument is there.
    pub(crate) argument: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Kind {
    Value,
    Form,
    Pick,
    /// The options are others in each run.
    PickOther,
    Confirm,
    Page,
    Link,
}

/// What a person says to a question, and when.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Said {
    pub(crate) after: Pause,
    pub(crate) what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum What {
    Valid,
    /// It is valid, and long where it may be.
    Long,
    /// It is valid, and the check of the handler rejects it.
    Taken,
    Invalid,
    Declined,
    Cancelled,
    /// An accept without content.
    Empty,
    Malformed,
    UnknownAction,
    Nothing,
    /// An error of JSON-RPC, which quotes the person.
    Error,
    NoMethod,
    HangsUp,
}

/// What a client of 2026-07-28 does in a round, beside answering.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Round {
    Plain,
    /// The same retry once more, after this time.
    Repeats(Pause),
    /// The same state with other answers, after this time.
    Changes(Pause),
    /// The first answer is left out.
    Omits,
    /// Answers to questions that nobody asked.
    Adds,
    /// The oldest state of the call, once more, with these answers.
    OldState,
    /// Another principal sends the state.
    Steals,
    /// The client does not wait for the response, and sends the retry again after this time.
    HangsUp(Pause),
}

/// A browser, after a person has agreed to open a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Visit {
    pub(crate) opens: Pause,
    pub(crate) sends: Pause,
    pub(crate) what: Visitor,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Visitor {
    Fills,
    /// Sends the form twice at once.
    FillsTwice,
    /// Opens the page in two tabs, and sends both.
    TwoTabs,
    Corrects,
    Taken,
    Declines,
    Leaves,
    /// Somebody else tries first.
    Stranger,
}

/// A time from a short list.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pause(u64);

/// As long as most things take.
pub(crate) const A_SECOND: Pause = Pause(1_000);

impl Pause {
    pub(crate) const fn time(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

/// Choices that are made while a world runs. When they are used up, each choice is the first.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Chance(Vec<u8>);

impl Chance {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn next(&mut self) -> u8 {
        self.0.pop().unwrap_or_default()
    }

    pub(crate) fn below(&mut self, number: usize) -> usize {
        if number > 1 {
            usize::from(self.next()) % number
        } else {
            0
        }
    }
}

impl World {
    /// How many wakers a task may keep: a few, and one for each question.
    pub(crate) fn wakers(&self) -> usize {
        let steps = self.calls.iter().flat_map(|call| &call.handler);
        let questions = steps.map(|step| match step {
            Step::All(number, _) => usize::from(*number),
            _ => 3,
        });
        MOST_WAKERS + questions.sum::<usize>()
    }
}

impl CallPlan {
    /// Whether there is a way to the client while the call runs. Without one, a page is awaited by the
    /// clock of the machine.
    pub(crate) fn needs_wire(&self) -> bool {
        self.has_wire || format!("{:?}", self.handler).contains("Page")
    }

    /// Whether the call ends if the person declines this question.
    pub(crate) fn ends(&self, key: &str) -> bool {
        let mut path = key
            .split('.')
            .filter_map(|index| index.parse::<usize>().ok());
        let mut next = |steps: &[Step]| steps.get(path.next()?).cloned();
        let step = match next(&self.handler) {
            Some(Step::Join(steps)) => next(&steps),
            step => step,
        };
        let Some(Step::Ask(asked) | Step::All(_, asked)) = step else {
            return false;
        };
        asked.or_end || asked.argument == Some(false)
    }

    pub(crate) fn revision(&self) -> Revision {
        Revision::all()
            .nth(self.revision)
            .unwrap_or(Revision::LATEST)
    }
}

/// Each is simpler than those after it.
fn one_of<T: Clone + std::fmt::Debug + 'static>(
    weighted: &[(u32, T)],
) -> impl Strategy<Value = T> + use<T> {
    Union::new_weighted(
        weighted
            .iter()
            .map(|(weight, one)| (*weight, Just(one.clone())))
            .collect(),
    )
}

fn pause() -> impl Strategy<Value = Pause> + Clone {
    let times = [
        1_000, 0, 3, 250, 20_000, 100_000, 400_000, 700_000, 90_000_000,
    ];
    let weighted = [8, 2, 3, 2, 2, 2, 1, 2, 1].into_iter().zip(times);
    Union::new_weighted(
        weighted
            .map(|(weight, time)| (weight, Just(Pause(time))))
            .collect(),
    )
}

fn chance(most: usize) -> impl Strategy<Value = Chance> {
    prop_oneof![Just(Vec::new()), vec(any::<u8>(), 0..most)].prop_map(Chance)
}

fn asked() -> impl Strategy<Value = Asked> {
    let kind = one_of(&[
        (4, Kind::Confirm),
        (3, Kind::Value),
        (2, Kind::Form),
        (2, Kind::Pick),
        (1, Kind::PickOther),
        (2, Kind::Link),
        (4, Kind::Page),
    ]);
    let argument = one_of(&[(6, None), (1, Some(true)), (1, Some(false))]);
    (kind, any::<bool>(), argument).prop_map(|(kind, or_end, argument)| Asked {
        kind,
        or_end,
        argument,
    })
}

fn step() -> impl Strategy<Value = Step> {
    let leaf = || {
        prop_oneof![
            12 => asked().prop_map(Step::Ask),
            1 => (1..4_u16, asked()).prop_map(|(number, asked)| Step::All(number, asked)),
            1 => Just(Step::Remember),
            1 => Just(Step::Report),
            1 => (1..100_u8).prop_map(Step::Work),
        ]
    };
    prop_oneof![
        60 => leaf(),
        16 => vec(leaf(), 1..4).prop_map(Step::Join),
        6 => (leaf(), pause()).prop_map(|(step, time)| Step::Race(Box::new(step), time)),
        1 => (one_of(&[(1, 20), (1, 60), (1, 250)]), asked()).prop_map(|(number, asked)| Step::All(number, asked)),
    ]
}

fn said() -> impl Strategy<Value = Said> {
    let what = one_of(&[
        (16, What::Valid),
        (2, What::Long),
        (1, What::Taken),
        (2, What::Invalid),
        (3, What::Declined),
        (1, What::Cancelled),
        (1, What::Empty),
        (1, What::Malformed),
        (1, What::UnknownAction),
        (1, What::Nothing),
        (1, What::Error),
        (1, What::NoMethod),
        (1, What::HangsUp),
    ]);
    (pause(), what).prop_map(|(after, what)| Said { after, what })
}

fn round() -> impl Strategy<Value = Round> {
    prop_oneof![
        6 => Just(Round::Plain),
        2 => pause().prop_map(Round::Repeats),
        1 => pause().prop_map(Round::Changes),
        1 => Just(Round::Omits),
        1 => Just(Round::Adds),
        1 => Just(Round::OldState),
        1 => Just(Round::Steals),
        1 => pause().prop_map(Round::HangsUp),
    ]
}

fn visit() -> impl Strategy<Value = Visit> {
    let what = one_of(&[
        (8, Visitor::Fills),
        (1, Visitor::FillsTwice),
        (1, Visitor::TwoTabs),
        (1, Visitor::Corrects),
        (1, Visitor::Taken),
        (1, Visitor::Declines),
        (1, Visitor::Leaves),
        (1, Visitor::Stranger),
    ]);
    (pause(), pause(), what).prop_map(|(opens, sends, what)| Visit { opens, sends, what })
}

fn call() -> impl Strategy<Value = CallPlan> {
    let reads = [(6, 0), (1, 1_000), (1, 20_000), (2, 90_000_000)];
    let reads = one_of(&reads.map(|(weight, time)| (weight, Pause(time))));
    let client = (one_of(&[(6, 2), (2, 1), (1, 0)]), pause(), reads);
    let has = [(19, true), (1, false)];
    let has = (
        one_of(&[(9, true), (1, false)]),
        any::<bool>(),
        one_of(&has),
        one_of(&has),
    );
    let person = (vec(said(), 0..8), vec(round(), 0..6), vec(visit(), 0..4));
    (client, vec(step(), 1..5), person, has).prop_map(
        |((revision, begins, reads), handler, (says, rounds, visits), has)| CallPlan {
            revision,
            begins,
            handler,
            says,
            rounds,
            visits,
            reads,
            has_wire: has.0 || revision < 2,
            has_progress: has.1,
            form: has.2,
            url: has.3,
        },
    )
}

fn server() -> impl Strategy<Value = Server> {
    let times = (
        one_of(&[(4, 600), (1, 30), (1, 86_400)]),
        one_of(&[(4, 300), (1, 20)]),
    );
    let limits = (
        one_of(&[(4, 10), (1, 3), (1, 1)]),
        one_of(&[(3, 3), (1, 1)]),
    );
    let room = one_of(&[(9, usize::MAX), (1, 2_000)]);
    let flags = (
        any::<bool>(),
        any::<bool>(),
        one_of(&[(5, false), (1, true)]),
        any::<bool>(),
    );
    (
        one_of(&[(3, 1), (1, 2), (1, 3)]),
        times,
        limits,
        room,
        flags,
    )
        .prop_map(
            |(processes, (expiry, timeout), (rounds, attempts), room, flags)| Server {
                processes,
                is_shared: flags.0,
                once: flags.1,
                takes_unasked: flags.2,
                expiry,
                timeout,
                rounds,
                attempts,
                keep_alive: flags.3,
                room,
            },
        )
}

/// All worlds.
pub(crate) fn worlds() -> impl Strategy<Value = World> {
    let restarts = prop_oneof![3 => Just(Vec::new()), 1 => vec((pause(), 0..3_usize), 1..3)];
    let chances = (chance(100), chance(30), chance(100));
    (server(), vec(call(), 1..4), restarts, chances).prop_map(
        |(server, calls, restarts, (order, balance, store))| World {
            server,
            calls,
            restarts,
            order,
            balance,
            store,
        },
    )
}
