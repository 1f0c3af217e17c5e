//! A pattern laid out in steps.

use super::set::Set;
use super::syntax::{Assertion, Node};

/// So many steps a pattern may have. The table of a larger one would be too large.
const MOST_STEPS: usize = 100_000;

/// A pattern as steps from the first to the last, which is [`Step::Match`].
#[derive(Debug)]
pub(super) struct Program {
    pub(super) sets: Vec<Set>,
    pub(super) steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Take one character out of the set.
    Take(usize),
    /// Go on with the next step and with this one.
    Fork(usize),
    /// Go on with this step instead of the next.
    Jump(usize),
    /// Go on with the next step if this holds between two characters.
    Assertion(Assertion),
    /// The pattern matches.
    Match,
}

/// What an assertion sees on one of its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Neighbour {
    Nothing,
    Word,
    Other,
}

impl Program {
    /// `None` if there are too many.
    pub(super) fn new(node: &Node) -> Option<Self> {
        let mut program = Self {
            sets: Vec::new(),
            steps: Vec::new(),
        };
        program.push(node)?;
        program.add(Step::Match)?;
        Some(program)
    }

    /// Whether an assertion of this kind is among the steps.
    pub(super) fn asserts(&self, kinds: &[Assertion]) -> bool {
        let among =
            |step: &Step| matches!(step, Step::Assertion(assertion) if kinds.contains(assertion));
        self.steps.iter().any(among)
    }

    /// All the steps that can be gone to from the open ones without taking a character, and from
    /// the first, because a match may start anywhere.
    pub(super) fn reach(&self, open: &[usize], before: Neighbour, after: Neighbour) -> Vec<usize> {
        let mut known = vec![false; self.steps.len()];
        let mut reached = Vec::new();
        let mut open = open.to_vec();
        open.push(0);
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut known[index], true) {
                continue;
            }
            reached.push(index);
            match self.steps[index] {
                Step::Fork(other) => open.extend([index + 1, other]),
                Step::Jump(other) => open.push(other),
                Step::Assertion(assertion) => {
                    let boundary = (before == Neighbour::Word) != (after == Neighbour::Word);
                    let holds = match assertion {
                        Assertion::Start => before == Neighbour::Nothing,
                        Assertion::End => after == Neighbour::Nothing,
                        Assertion::Boundary => boundary,
                        Assertion::NoBoundary => !boundary,
                    };
                    if holds {
                        open.push(index + 1);
                    }
                }
                Step::Take(_) | Step::Match => {}
            }
        }
        reached
    }

    pub(super) fn is_matched(&self, reached: &[usize]) -> bool {
        reached.contains(&(self.steps.len() - 1))
    }

    /// The steps that are open after taking this character, in ascending order.
    pub(super) fn take(&self, reached: &[usize], code: u32) -> Vec<usize> {
        let takes = |index: &&usize| matches!(self.steps[**index], Step::Take(set) if self.sets[set].contains(code));
        // Ways that meet again leave the same steps open, hence the same row in a table.
        let settle = |mut index: usize| {
            while let Step::Jump(other) = self.steps[index] {
                index = other;
            }
            index
        };
        let open = reached.iter().filter(takes).map(|index| settle(index + 1));
        let mut open: Vec<usize> = open.collect();
        open.sort_unstable();
        open.dedup();
        open
    }

    /// Adds the steps of a part. `None` if there are too many.
    fn push(&mut self, node: &Node) -> Option<()> {
        match node {
            Node::Set(set) => {
                let known = self.sets.iter().position(|known| known == set);
                self.add(Step::Take(known.unwrap_or(self.sets.len())))?;
                if known.is_none() {
                    self.sets.push(set.clone());
                }
            }
            Node::Assertion(assertion) => self.add(Step::Assertion(*assertion))?,
            Node::Sequence(parts) => parts.iter().try_for_each(|part| self.push(part))?,
            Node::Either(ways) => {
                let mut ends = Vec::new();
                for (index, way) in ways.iter().enumerate() {
                    if index == ways.len() - 1 {
                        self.push(way)?;
                    } else {
                        let fork = self.hold()?;
                        self.push(way)?;
                        ends.push(self.hold()?);
                        self.steps[fork] = Step::Fork(self.steps.len());
                    }
                }
                for end in ends {
                    self.steps[end] = Step::Jump(self.steps.len());
                }
            }
            // Nothing, however often, is nothing, and it may be very often.
            Node::Repeat { node, .. } if node.is_empty() => {}
            Node::Repeat { node, least, most } => {
                let mut last = self.steps.len();
                for _ in 0..*least {
                    last = self.steps.len();
                    self.push(node)?;
                }
                let mut forks = Vec::new();
                match most {
                    // `x{0,2}` is `(?:x(?:x)?)?`: leaving out one leaves out the rest.
                    Some(most) => {
                        for _ in *least..*most {
                            forks.push(self.hold()?);
                            self.push(node)?;
                        }
                    }
                    None if *least == 0 => {
                        forks.push(self.hold()?);
                        self.push(node)?;
                        self.add(Step::Jump(last))?;
                    }
                    None => self.add(Step::Fork(last))?,
                }
                for fork in forks {
                    self.steps[fork] = Step::Fork(self.steps.len());
                }
            }
        }
        Some(())
    }

    /// A step that is known only when those after it are.
    fn hold(&mut self) -> Option<usize> {
        self.add(Step::Match)?;
        Some(self.steps.len() - 1)
    }

    fn add(&mut self, step: Step) -> Option<()> {
        self.steps.push(step);
        (self.steps.len() <= MOST_STEPS).then_some(())
    }
}

impl Node {
    /// Whether it has no steps.
    fn is_empty(&self) -> bool {
        match self {
            Self::Set(_) | Self::Assertion(_) => false,
            Self::Sequence(parts) => parts.iter().all(Self::is_empty),
            Self::Either(ways) => ways.len() == 1 && ways[0].is_empty(),
            Self::Repeat { node, most, .. } => *most == Some(0) || node.is_empty(),
        }
    }
}
