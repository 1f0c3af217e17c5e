//! From the text of a pattern to the table of a [`Pattern`](crate::Pattern).
//!
//! `syntax` reads ECMA-262 as it is with the `u` flag, `program` lays the pattern out in steps whose
//! number is linear in the pattern, and `table` takes these steps ahead of time, for every text there can
//! be. A pattern whose table would be large is an error.

mod program;
pub(super) mod properties;
mod set;
mod syntax;
mod table;

use std::{error::Error, fmt};

use program::Program;

pub use table::Table;

use crate::{CountRange, Pattern};

/// A pattern that was understood and can be matched in time linear in the text.
///
/// ```
/// use elicit_text::compiler::CompiledPattern;
///
/// let branch = CompiledPattern::new("^[a-z-]{3,50}$")?;
/// assert!(branch.is_match("main"));
/// assert!(!branch.is_match("Main"));
/// assert_eq!(branch.lengths().map(|lengths| lengths.most), Some(Some(50)));
///
/// // It remembers 30 characters.
/// assert!(CompiledPattern::new("a.{30}b").is_err());
/// # Ok::<(), elicit_text::compiler::PatternError>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct CompiledPattern {
    source: String,
    table: Table,
    /// `None` if no text matches.
    lengths: Option<CountRange>,
}

/// Why a text is not a valid pattern, or one that is not supported, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError(String);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PatternError {}

/// Why a text is not a valid pattern, or one that is not supported, and where.
fn error(byte: usize, reason: impl fmt::Display) -> String {
    format!("{reason} (at byte {byte} of the pattern)")
}

/// A pattern that counts far, or that remembers many characters: `a.{20}b`.
const TOO_LARGE: &str = "this pattern is too large to be matched in one step for each character\n\
     help: limit the length with `min_length` and `max_length`, or validate in a `check` on the \
     struct";

impl CompiledPattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// If the text is not a pattern of ECMA-262, if the pattern cannot be matched in linear time, or if
    /// its table would be larger than 64 KiB.
    pub fn new(source: &str) -> Result<Self, PatternError> {
        Self::new_within(source, &mut { Self::MOST_WORK })
    }

    /// How much work one pattern takes at most, in steps of the compiler: a fraction of a second, without
    /// optimisation.
    pub const MOST_WORK: usize = 2_000_000;

    /// Compiles a pattern within a budget of work that several patterns share, when patterns come from
    /// outside.
    ///
    /// What it takes is subtracted, at most [`MOST_WORK`](Self::MOST_WORK), whether it compiles or not.
    ///
    /// ```
    /// use elicit_text::compiler::CompiledPattern;
    ///
    /// let mut work = 5_000;
    /// assert!(CompiledPattern::new_within("^[a-z-]{3,50}$", &mut work).is_ok());
    /// assert!((1..5_000).contains(&work));
    /// // It needs more than is left.
    /// assert!(CompiledPattern::new_within("^[a-z-]{3,5000}$", &mut work).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), or if the work is used up.
    pub fn new_within(source: &str, work: &mut usize) -> Result<Self, PatternError> {
        Self::compile(source, work).map_err(PatternError)
    }

    fn compile(source: &str, work: &mut usize) -> Result<Self, String> {
        let program = Program::new(&syntax::parse(source)?).ok_or(TOO_LARGE)?;
        let mut left = Self::MOST_WORK.min(*work);
        let others = *work - left;
        let table = Table::new(&program, &mut left);
        *work = others + left;
        let (table, lengths) = table.ok_or(TOO_LARGE)?;
        Ok(Self {
            source: source.to_owned(),
            table,
            lengths,
        })
    }

    /// The pattern as its author wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// Whether the pattern matches somewhere in the text, by its table.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let Table {
            ascii,
            ranges,
            end,
            entries,
        } = &self.table;
        let lengths = self.lengths.unwrap_or_default();
        Pattern::new(&self.source, lengths, ascii, ranges, *end, entries).is_match(text)
    }

    /// How long the texts are that it matches, in Unicode scalar values. `None` if no text matches.
    #[must_use]
    pub fn lengths(&self) -> Option<CountRange> {
        self.lengths
    }

    /// What a program needs to match the pattern.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }
}

/// The pattern between slashes, as JavaScript writes it, with flags after it, if they are meant as
/// such. It is a pattern with them as well, of a text that has slashes. Where no character in it means
/// another, it may be meant so.
///
/// ```
/// assert_eq!(elicit_text::compiler::between_slashes("/^a+$/i"), Some("^a+$"));
/// assert_eq!(elicit_text::compiler::between_slashes("/usr/"), None);
/// ```
#[must_use]
pub fn between_slashes(pattern: &str) -> Option<&str> {
    let inside = pattern.strip_prefix('/')?;
    let (inside, flags) = inside.split_at(closing_slash(inside)?);
    let are_flags = flags[1..].chars().all(|flag| "dgimsuvy".contains(flag));
    let is_text = !inside.contains(|c| r"^$\.*+?()[]{}|".contains(c));
    (are_flags && !is_text).then_some(inside)
}

/// Where a slash ends the pattern: one that is not escaped, and not in a class.
fn closing_slash(pattern: &str) -> Option<usize> {
    let (mut is_escaped, mut in_class) = (false, false);
    for (at, c) in pattern.char_indices() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        match c {
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at),
            _ => {}
        }
    }
    None
}
