//! Matching an answer against a `pattern`.
//!
//! A pattern is compiled by the derive, and what it compiles to is constant data: nothing is
//! parsed, built or cached at run time, and no regular-expression engine is linked into a server.
//!
//! Almost every pattern becomes a table with one row for each state, so that a match reads one
//! entry for each character and stops as soon as the result is known. A few patterns (`a.{20}b`
//! unanchored, `x{9000}`) would need too large a table. For these the derive emits the steps from
//! which it would have filled the table, and [`Pattern::is_match`] takes them at run time. Both
//! ways are linear in the length of the text, whatever the text.

use crate::form::Lengths;

/// A pattern in the dialect of JSON Schema, ECMA-262 with the `u` flag, ready to match.
///
/// The derive makes it of `#[elicit(pattern = "…")]`, and answers are held against it;
/// [`Text::pattern`](crate::form::Text::pattern) is its text. The protocol's schemas have
/// no such keyword, so some clients do not show it.
///
/// ```
/// use elicit_core::{Elicit, from_str};
///
/// #[derive(Debug, Elicit)]
/// struct Branch {
///     /// Lower-case letters and dashes
///     #[elicit(pattern = "^[a-z-]+$")]
///     name: String,
/// }
///
/// assert!(from_str::<Branch>(r#"{"name": "release-line"}"#).is_ok());
/// let invalid = from_str::<Branch>(r#"{"name": "Main"}"#).unwrap_err();
/// assert_eq!(
///     invalid.to_string(),
///     "name: must keep to the rule: Lower-case letters and dashes",
/// );
/// ```
///
/// It can be a `static`, and one that a newtype brings along is shared by every form that uses the
/// newtype.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    lengths: Lengths,
    automaton: Automaton,
}

#[derive(Debug)]
enum Automaton {
    Table {
        alphabet: Alphabet,
        /// How many classes of characters there are: the column for the end of the text.
        end: usize,
        /// The table, row by row. An entry is the place where the next row starts or one of
        /// [`REFUSED`] and [`MATCHED`].
        entries: &'static [u16],
    },
    Steps {
        /// Sets of characters, each as the places where it starts and ends to hold, ascending.
        sets: &'static [&'static [u32]],
        /// See [`Step`]. A match starts at the first and ends with [`Step::Match`].
        steps: &'static [u32],
    },
}

/// Which characters the pattern does not tell apart: these form one class.
#[derive(Debug)]
struct Alphabet {
    /// The class of each ASCII character.
    ascii: &'static [u8; 128],
    /// Where ranges of other characters start, ascending.
    starts: &'static [u32],
    /// The class of the characters from the start with the same index on.
    classes: &'static [u16],
}

/// Whatever follows, the pattern does not match.
const REFUSED: u16 = u16::MAX;
/// Whatever follows, the pattern matches.
const MATCHED: u16 = u16::MAX - 1;

/// What stands in the low three bits of a step. The rest is its operand.
enum Step {
    /// Take one character out of the set.
    Take(usize),
    /// Go on with the next step and with this one.
    Fork(usize),
    /// Go on with this step instead of the next.
    Jump(usize),
    /// Go on with the next step if this holds between two characters.
    Look(usize),
    /// The pattern matches.
    Match,
}

impl Step {
    fn unpack(packed: u32) -> Self {
        let operand = (packed >> 3) as usize;
        match packed & 7 {
            0 => Self::Take(operand),
            1 => Self::Fork(operand),
            2 => Self::Jump(operand),
            3 => Self::Look(operand),
            _ => Self::Match,
        }
    }
}

impl Pattern {
    /// The pattern as its author wrote it, which is also what a client reads in the schema.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        self.source
    }

    /// Whether the pattern matches somewhere in the text, as `RegExp.prototype.test` answers.
    ///
    /// `^` and `$` tie it to the start and the end of the text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        match &self.automaton {
            Automaton::Table {
                alphabet,
                end,
                entries,
            } => look_up(alphabet, *end, entries, text),
            Automaton::Steps { sets, steps } => walk(sets, steps, text),
        }
    }

    /// How long texts are that it matches, as far as the derive knows.
    pub(crate) const fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// For generated code: it matches no shorter text.
    #[doc(hidden)]
    #[must_use]
    pub const fn at_least(mut self, length: u64) -> Self {
        self.lengths.least = length;
        self
    }

    /// For generated code: it matches no longer text.
    #[doc(hidden)]
    #[must_use]
    pub const fn at_most(mut self, length: u64) -> Self {
        self.lengths.most = Some(length);
        self
    }

    /// For generated code: a pattern as a table.
    #[doc(hidden)]
    #[must_use]
    pub const fn table(
        source: &'static str,
        ascii: &'static [u8; 128],
        starts: &'static [u32],
        classes: &'static [u16],
        end: usize,
        entries: &'static [u16],
    ) -> Self {
        let alphabet = Alphabet {
            ascii,
            starts,
            classes,
        };
        Self {
            source,
            lengths: Lengths::between(None, None),
            automaton: Automaton::Table {
                alphabet,
                end,
                entries,
            },
        }
    }

    /// For generated code: a pattern as steps.
    #[doc(hidden)]
    #[must_use]
    pub const fn steps(
        source: &'static str,
        sets: &'static [&'static [u32]],
        steps: &'static [u32],
    ) -> Self {
        Self {
            source,
            lengths: Lengths::between(None, None),
            automaton: Automaton::Steps { sets, steps },
        }
    }
}

fn look_up(alphabet: &Alphabet, end: usize, entries: &[u16], text: &str) -> bool {
    // The derive writes no place beyond the table. Should it be wrong, a server had better refuse
    // an answer than panic.
    let entry = |row: usize, class: usize| entries.get(row + class).copied().unwrap_or(REFUSED);
    let mut row = 0;
    for character in text.chars() {
        match entry(row, alphabet.class(character)) {
            REFUSED => return false,
            MATCHED => return true,
            next => row = usize::from(next),
        }
    }
    entry(row, end) == MATCHED
}

impl Alphabet {
    fn class(&self, character: char) -> usize {
        let code = u32::from(character);
        if let Some(class) = self.ascii.get(code as usize) {
            return usize::from(*class);
        }
        let after = self.starts.partition_point(|start| *start <= code);
        let class = after
            .checked_sub(1)
            .and_then(|index| self.classes.get(index));
        class.copied().map_or(0, usize::from)
    }
}

/// Follows all ways through the steps at once, so that a step is looked at once for each
/// character at most.
fn walk(sets: &[&[u32]], steps: &[u32], text: &str) -> bool {
    // How much text was left when a step was last reached: such marks need no clearing.
    let mut reached = vec![usize::MAX; steps.len()];
    let mut open = Vec::new();
    let mut taken = Vec::new();
    let mut before = None;
    let mut rest = text.chars();
    loop {
        let left = rest.as_str().len();
        let after = rest.next();
        // The match may start here.
        open.push(0);
        while let Some(index) = open.pop() {
            let (Some(step), Some(mark)) = (steps.get(index), reached.get_mut(index)) else {
                continue;
            };
            if std::mem::replace(mark, left) == left {
                continue;
            }
            match Step::unpack(*step) {
                Step::Take(set) => {
                    if let (Some(set), Some(character)) = (sets.get(set), after)
                        && holds(set, character)
                    {
                        taken.push(index + 1);
                    }
                }
                Step::Fork(other) => open.extend([index + 1, other]),
                Step::Jump(other) => open.push(other),
                Step::Look(look) => {
                    if holds_between(look, before, after) {
                        open.push(index + 1);
                    }
                }
                Step::Match => return true,
            }
        }
        if after.is_none() {
            return false;
        }
        before = after;
        std::mem::swap(&mut open, &mut taken);
    }
}

/// Whether a character is in a set: whether it comes after an odd number of its ends.
fn holds(set: &[u32], character: char) -> bool {
    set.partition_point(|end| *end <= u32::from(character)) % 2 == 1
}

/// Whether `^` (0), `$` (1), `\b` (2) or `\B` (3) holds between two characters.
fn holds_between(look: usize, before: Option<char>, after: Option<char>) -> bool {
    // These are all the word characters there are without the `i` flag.
    let word = |side: Option<char>| side.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    match look {
        0 => before.is_none(),
        1 => after.is_none(),
        2 => word(before) != word(after),
        _ => word(before) == word(after),
    }
}
