//! What a world is made of. A seed is one world, and `proptest` makes it smaller: of each list of
//! values, the first is the simplest, and a value that is there more often is drawn more often.

use std::time::Duration;

use elicit_core::Revision;
use proptest::{
    bool::weighted,
    collection::vec,
    prelude::{Just, Strategy, any},
    prop_oneof,
    sample::select,
};
use proptest_derive::Arbitrary;
use serde::{Deserialize, Serialize};

/// One world: what a server is like, who calls it, and what goes wrong.
#[derive(Debug, Clone, Serialize, Deserialize, Arbitrary)]
pub(crate) struct World {
    pub(crate) server: Server,
    #[proptest(strategy = "vec(any::<CallPlan>(), 1..4)")]
    pub(crate) calls: Vec<CallPlan>,
    /// When which process starts anew.
    #[proptest(
        strategy = "prop_oneof![3 => Just(Vec::new()), 1 => vec((any::<Pause>(), 0..3_usize), 1..3)]"
    )]
    pub(crate) restarts: Vec<(Pause, usize)>,
    /// How many others go first where a task can go on, which process gets a request, and what the store
    /// does.
    #[proptest(strategy = "chance(100)")]
    pub(crate) order: Chance,
    #[proptest(strategy = "chance(30)")]
    pub(crate) balance: Chance,
    #[proptest(strategy = "chance(100)")]
    pub(crate) store: Chance,
}

/// How the server is configured.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting")]
#[derive(Debug, Clone, Serialize, Deserialize, Arbitrary)]
pub(crate) struct Server {
    #[proptest(strategy = "select(&[1, 1, 1, 2, 3][..])")]
    pub(crate) processes: usize,
    /// Whether they have the same keys and one store.
    pub(crate) is_shared: bool,
    pub(crate) once: bool,
    #[proptest(strategy = "weighted(0.15)")]
    pub(crate) takes_unasked: bool,
    /// In seconds.
    #[proptest(strategy = "select(&[600, 600, 600, 600, 30, 86_400][..])")]
    pub(crate) expiry: u64,
    #[proptest(strategy = "select(&[300, 300, 300, 300, 20][..])")]
    pub(crate) timeout: u64,
    #[proptest(strategy = "select(&[10, 10, 10, 10, 3, 1][..])")]
    pub(crate) rounds: u8,
    #[proptest(strategy = "select(&[3, 3, 3, 1][..])")]
    pub(crate) attempts: u8,
    pub(crate) keep_alive: bool,
    /// Whether the store has room for a few entries only.
    #[proptest(strategy = "weighted(0.1)")]
    pub(crate) is_full: bool,
}

/// One call of a client.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that clients do"
)]
#[derive(Debug, Clone, Serialize, Deserialize, Arbitrary)]
pub(crate) struct CallPlan {
    /// Its place in [`Revision::all`].
    #[proptest(strategy = "select(&[2, 2, 2, 2, 2, 2, 1, 1, 0][..])")]
    pub(crate) revision: usize,
    pub(crate) begins: Pause,
    #[proptest(strategy = "vec(any::<Step>(), 1..5)")]
    pub(crate) handler: Vec<Step>,
    /// What the person says, one question after the other.
    #[proptest(strategy = "vec(any::<Said>(), 0..8)")]
    pub(crate) says: Vec<Said>,
    #[proptest(strategy = "vec(any::<Round>(), 0..6)")]
    pub(crate) rounds: Vec<Round>,
    #[proptest(strategy = "vec(any::<Visit>(), 0..4)")]
    pub(crate) visits: Vec<Visit>,
    /// How long the client takes to read a notification, in milliseconds.
    #[proptest(strategy = "select(&[0, 0, 0, 0, 0, 0, 1_000, 20_000, 90_000_000][..])")]
    pub(crate) reads: u64,
    #[proptest(strategy = "weighted(0.1)")]
    pub(crate) has_no_wire: bool,
    pub(crate) has_progress: bool,
    /// The person takes their time, and answers each question.
    #[proptest(strategy = "weighted(0.2)")]
    pub(crate) is_slow: bool,
    #[proptest(strategy = "weighted(0.05)")]
    pub(crate) has_no_forms: bool,
    #[proptest(strategy = "weighted(0.05)")]
    pub(crate) has_no_links: bool,
    /// The server is a process beside the client, and opens its page itself.
    #[proptest(strategy = "weighted(0.01)")]
    pub(crate) is_local: bool,
}

/// A part of a handler.
#[derive(Debug, Clone, Serialize, Deserialize, Arbitrary)]
pub(crate) enum Step {
    #[proptest(weight = 44)]
    One(Leaf),
    #[proptest(weight = 12)]
    Join(#[proptest(strategy = "vec(any::<Leaf>(), 1..4)")] Vec<Leaf>),
    /// With a time-out of the handler.
    #[proptest(weight = 4)]
    Race(Leaf, Pause),
    /// What follows is done in a task of the protocol.
    #[proptest(weight = 3)]
    Task,
}

/// A part of a handler that has no other parts.
#[derive(Debug, Clone, Serialize, Deserialize, Arbitrary)]
pub(crate) enum Leaf {
    #[proptest(weight = 12)]
    Ask(Asked),
    /// So many questions at once, with `Ask::all`.
    #[proptest(weight = 2)]
    All(
        #[proptest(strategy = "select(&[1, 2, 3, 2, 3, 2, 3, 20, 60, 250][..])")] u16,
        Asked,
    ),
    Remember,
    Report,
    /// So many pauses of a second.
    Work(#[proptest(strategy = "1..100_u8")] u8),
}

impl Leaf {
    fn takes_argument(&self) -> bool {
        match self {
            Self::Ask(asked) => matches!(asked.kind, Kind::Value | Kind::Form),
            Self::All(_, asked) => asked.kind != Kind::Confirm,
            _ => false,
        }
    }
}

/// A question.
#[derive(Debug, Clone, Serialize, Deserialize, Arbitrary)]
pub(crate) struct Asked {
    pub(crate) kind: Kind,
    pub(crate) or_end: bool,
    /// With `or_argument`, and whether the argument is there.
    #[proptest(
        strategy = "select(&[None, None, None, None, None, None, Some(true), Some(false)][..])"
    )]
    pub(crate) argument: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Arbitrary)]
pub(crate) enum Kind {
    #[proptest(weight = 4)]
    Confirm,
    #[proptest(weight = 3)]
    Value,
    #[proptest(weight = 2)]
    Form,
    #[proptest(weight = 2)]
    Pick,
    /// The options are others in each run.
    PickOther,
    #[proptest(weight = 2)]
    Link,
    #[proptest(weight = 4)]
    Page,
}

/// What a person says to a question, and when.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Arbitrary)]
pub(crate) struct Said {
    pub(crate) after: Pause,
    pub(crate) what: What,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Arbitrary)]
pub(crate) enum What {
    #[default]
    #[proptest(weight = 16)]
    Valid,
    /// It is valid, and long where it may be.
    #[proptest(weight = 2)]
    Long,
    /// It is valid, and the check of the handler rejects it.
    Taken,
    #[proptest(weight = 2)]
    Invalid,
    #[proptest(weight = 3)]
    Declined,
    Cancelled,
    /// An accept without content.
    Empty,
    Malformed,
    UnknownAction,
    /// The dialog stays open.
    #[proptest(weight = 2)]
    Nothing,
    /// An error of JSON-RPC, which quotes the person.
    Error,
    NoMethod,
    HangsUp,
    /// The client cancels the call.
    Cancels,
}

/// What a client of 2026-07-28 does in a round, beside answering.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Arbitrary)]
pub(crate) enum Round {
    #[default]
    #[proptest(weight = 6)]
    Plain,
    /// The same retry once more, after this time.
    #[proptest(weight = 2)]
    Repeats(Pause),
    /// The same, in another order of its bytes.
    Reorders(Pause),
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

/// A browser, after a person was sent to a page.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Arbitrary)]
pub(crate) struct Visit {
    pub(crate) opens: Pause,
    pub(crate) sends: Pause,
    pub(crate) what: Visitor,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Arbitrary)]
pub(crate) enum Visitor {
    #[default]
    #[proptest(weight = 8)]
    Fills,
    /// Sends the form twice at once.
    FillsTwice,
    /// Opens the page in two browsers, and sends both.
    TwoBrowsers,
    Corrects,
    Taken,
    Declines,
    Leaves,
    /// Somebody else tries first.
    Stranger,
}

/// A time from a short list, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Arbitrary)]
pub(crate) struct Pause(#[proptest(strategy = "select(PAUSES)")] u64);

const PAUSES: &[u64] = &[
    1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 0, 0, 3, 3, 3, 250, 250, 20_000,
    20_000, 100_000, 100_000, 400_000, 700_000, 700_000, 90_000_000,
];

impl Default for Pause {
    fn default() -> Self {
        Self(1_000)
    }
}

impl Pause {
    pub(crate) fn time(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

/// What is left to chance, from the last to the first. At its end, everything is as simple as it can be.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Chance(Vec<u8>);

fn chance(most: usize) -> impl Strategy<Value = Chance> {
    prop_oneof![Just(Vec::new()), vec(any::<u8>(), 0..most)].prop_map(Chance)
}

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

/// The one that is due, where a list begins again at its end.
pub(crate) fn turn<T: Clone + Default>(list: &[T], number: usize) -> T {
    let due = list.get(number % list.len().max(1));
    due.cloned().unwrap_or_default()
}

impl CallPlan {
    /// What the person says to the question of this number.
    pub(crate) fn said(&self, number: usize) -> (Duration, What) {
        let Said { after, what } = turn(&self.says, number);
        if !self.is_slow {
            return (after.time(), what);
        }
        let after = match after.0 {
            0..1_000 => 700_000,
            20_000 => 100_000,
            same => same,
        };
        (Duration::from_millis(after), What::Valid)
    }

    /// Whether the call ends if the client declines this question. If it has not shown it, an argument is
    /// the answer.
    pub(crate) fn ends(&self, key: &str, is_shown: bool) -> bool {
        let path = key
            .split('.')
            .map(|index| index.parse().unwrap_or_default());
        let path: Vec<usize> = path.collect();
        let leaf = match self.handler.get(path[0]) {
            Some(Step::Join(leaves)) => path.get(1).and_then(|index| leaves.get(*index)),
            Some(Step::One(leaf)) => Some(leaf),
            _ => None,
        };
        let Some(Leaf::Ask(asked) | Leaf::All(_, asked)) = leaf else {
            return false;
        };
        let takes_argument = leaf.is_some_and(Leaf::takes_argument);
        match asked.argument.filter(|_| takes_argument && !is_shown) {
            Some(has_one) => !has_one,
            // What was sent on a page counts over a no to its link.
            None => asked.or_end && asked.kind != Kind::Page,
        }
    }

    /// Whether the client sends each request once, with the newest state.
    pub(crate) fn is_plain(&self) -> bool {
        let is_plain = |round| matches!(round, &Round::Plain | &Round::Omits | &Round::Adds);
        self.rounds.iter().all(is_plain)
    }

    pub(crate) fn revision(&self) -> Revision {
        let revision = Revision::all().nth(self.revision);
        revision.unwrap_or(Revision::LATEST)
    }
}
