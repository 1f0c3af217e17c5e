//! The steps of a pattern, taken ahead of time.

use std::collections::{HashMap, VecDeque};

use super::program::{Neighbour, Program};
use super::set::Set;
use super::{CompiledPattern, syntax::Assertion};
use crate::CountRange;
use crate::pattern::{MATCHED, REJECTED};

/// How many bytes a table may have in the server's binary.
const LIMIT: usize = 64 * 1024;

/// The table of a pattern: what [`Pattern::new`](crate::Pattern::new) takes.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// The class of each ASCII character.
    pub ascii: [u8; 128],
    /// Where ranges of other characters start, and their classes.
    pub ranges: Vec<u8>,
    /// How many classes there are.
    pub end: usize,
    /// For each set of open steps that some text leads to, a row with an entry for each class of
    /// characters and one for the end of the text: up to 64 KiB.
    pub entries: Vec<u8>,
}

impl Table {
    /// The table, and how long texts are that match. `None` if the table were to exceed the limits.
    ///
    /// `work`: how many times a step may be looked at, from which is subtracted how many times it was. A
    /// pattern with thousands of steps to each entry must not hold up the build.
    ///
    /// An assertion sees the character on its right, so a row stands for what is open before that
    /// character is known. Therefore a match shows one character late, or at the end.
    pub(super) fn new(program: &Program, work: &mut usize) -> Option<(Self, Option<CountRange>)> {
        let boundaries = program.asserts(&[Assertion::Boundary, Assertion::NoBoundary]);
        let start = program.asserts(&[Assertion::Start]);
        // Otherwise there would be rows that differ only in what no assertion asks for.
        let seen = |side| match side {
            Neighbour::Nothing if start => Neighbour::Nothing,
            Neighbour::Word if boundaries => Neighbour::Word,
            _ => Neighbour::Other,
        };
        let letters = Set::word();
        let asked_for = boundaries.then_some(&letters);
        let alphabet = Alphabet::new(program.sets.iter().chain(asked_for))?;
        let columns = alphabet.samples.len() + 1;

        let mut rows = vec![(Vec::new(), seen(Neighbour::Nothing))];
        let mut known = HashMap::from([(rows[0].clone(), 0)]);
        let mut entries = Vec::new();
        while let Some((open, before)) = rows.get(entries.len() / columns).cloned() {
            let sides = [Neighbour::Word, Neighbour::Other, Neighbour::Nothing];
            let [letter, other, nothing] = sides.map(|after| program.reach(&open, before, after));
            let looked_at = columns * letter.len().max(other.len());
            let Some(left) = work.checked_sub(looked_at) else {
                *work = 0;
                return None;
            };
            *work = left;
            if (entries.len() + columns) * size_of::<u16>() > LIMIT {
                return None;
            }
            for code in &alphabet.samples {
                let (side, reached) = if letters.contains(*code) {
                    (Neighbour::Word, &letter)
                } else {
                    (Neighbour::Other, &other)
                };
                if program.is_matched(reached) {
                    entries.push(MATCHED);
                    continue;
                }
                let open = program.take(reached, *code);
                let row = (open, seen(side));
                let index = *known.entry(row).or_insert_with_key(|row| {
                    rows.push(row.clone());
                    rows.len() - 1
                });
                entries.push(
                    u16::try_from(index * columns)
                        .ok()
                        .filter(|row| *row < MATCHED)?,
                );
            }
            entries.push(if program.is_matched(&nothing) {
                MATCHED
            } else {
                REJECTED
            });
        }
        let entries = refuse_early(&entries, columns);
        let lengths = lengths(&entries, columns);
        let table = Self {
            ascii: alphabet.ascii(),
            ranges: alphabet.beyond_ascii(),
            end: alphabet.samples.len(),
            entries: entries.into_iter().flat_map(u16::to_le_bytes).collect(),
        };
        Some((table, lengths))
    }
}

/// How long texts are that match. `None` if no text leads to a match.
///
/// A text leads to each row, and from each but the first, another text leads to a match. So a way
/// that returns to a row makes texts of any length.
fn lengths(entries: &[u16], columns: usize) -> Option<CountRange> {
    let rows: Vec<_> = entries.chunks_exact(columns).collect();
    let characters = |row: usize| rows[row][..columns - 1].iter().copied();
    let next = |row| {
        let entries = characters(row).filter(|entry| *entry < MATCHED);
        entries.map(|entry| usize::from(entry) / columns)
    };
    let ends = |row: usize| rows[row][columns - 1] == MATCHED;

    let (mut least, mut is_endless) = (u64::MAX, false);
    let mut shortest = vec![None; rows.len()];
    shortest[0] = Some(0);
    // How many ways of one character lead to a row.
    let mut ways = vec![0_u32; rows.len()];
    let mut reached = VecDeque::from([0]);
    while let Some(row) = reached.pop_front() {
        let length = shortest[row].unwrap_or(0);
        if ends(row) {
            least = least.min(length);
        }
        if characters(row).any(|entry| entry == MATCHED) {
            least = least.min(length + 1);
            is_endless = true;
        }
        for next in next(row) {
            ways[next] += 1;
            if shortest[next].is_none() {
                shortest[next] = Some(length + 1);
                reached.push_back(next);
            }
        }
    }
    if least == u64::MAX {
        return None;
    }

    // Each row after all that lead to it. What is on a circle never gets its turn.
    let mut longest = vec![0; rows.len()];
    let mut most = least;
    let mut settled: Vec<usize> = (0..1).filter(|first| ways[*first] == 0).collect();
    let mut left = rows.len();
    while let Some(row) = settled.pop() {
        left -= 1;
        if ends(row) {
            most = most.max(longest[row]);
        }
        for next in next(row) {
            longest[next] = longest[next].max(longest[row] + 1);
            ways[next] -= 1;
            if ways[next] == 0 {
                settled.push(next);
            }
        }
    }
    is_endless |= left > 0;
    let most = (!is_endless).then_some(most);
    Some(CountRange { least, most })
}

/// Drops the rows from which no match can be reached, so that the rows show how long texts are, and
/// the first wrong character of an anchored pattern settles it.
fn refuse_early(entries: &[u16], columns: usize) -> Vec<u16> {
    let row_of = |entry: u16| (entry < MATCHED).then(|| usize::from(entry) / columns);
    let rows = || entries.chunks_exact(columns).enumerate();
    let mut hopeful = vec![false; entries.len() / columns];
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        // Most rows lead to later ones.
        for (index, row) in rows().rev() {
            let leads_on = |entry: &u16| row_of(*entry).is_some_and(|next| hopeful[next]);
            if !hopeful[index] && row.iter().any(|entry| *entry == MATCHED || leads_on(entry)) {
                hopeful[index] = true;
                has_grown = true;
            }
        }
    }
    // The first row is where a match starts, whatever its prospects.
    let kept = |index: &usize| *index == 0 || hopeful[*index];
    let new_row: HashMap<usize, usize> = (0..hopeful.len())
        .filter(kept)
        .enumerate()
        .map(|(new, old)| (old, new * columns))
        .collect();
    let renumber = |entry: u16| match row_of(entry) {
        Some(row) if !hopeful[row] => REJECTED,
        Some(row) => u16::try_from(new_row[&row]).expect("no row moves down the table"),
        None => entry,
    };
    let kept_rows = rows().filter(|(index, _)| kept(index));
    kept_rows
        .flat_map(|(_, row)| row.iter().map(|entry| renumber(*entry)))
        .collect()
}

/// Which characters a pattern does not tell apart: these form one class.
struct Alphabet {
    /// Where a range of characters starts, and its class.
    ranges: Vec<(u32, u16)>,
    /// One character of each class.
    samples: Vec<u32>,
}

impl Alphabet {
    fn new<'a>(sets: impl Iterator<Item = &'a Set>) -> Option<Self> {
        let sets: Vec<&Set> = sets.collect();
        // `Pattern` looks up ASCII on its own, so the rest has a start of its own. Texts have no
        // surrogates, which saves classes only they are in.
        let mut starts = vec![0, 0x80, 0xE000];
        starts.extend(sets.iter().flat_map(|set| set.ends()));
        starts.retain(|start| char::from_u32(*start).is_some());
        starts.sort_unstable();
        starts.dedup();
        if starts.len().saturating_mul(sets.len()) > CompiledPattern::MOST_WORK {
            return None;
        }

        let mut samples = Vec::new();
        let mut known = HashMap::new();
        let mut ranges: Vec<(u32, u16)> = Vec::new();
        for start in starts {
            let held_by: Vec<bool> = sets.iter().map(|set| set.contains(start)).collect();
            let class = *known.entry(held_by).or_insert_with(|| {
                samples.push(start);
                samples.len() - 1
            });
            let class = u16::try_from(class).ok()?;
            if start == 0x80 || ranges.last().is_none_or(|(_, last)| *last != class) {
                ranges.push((start, class));
            }
        }
        Some(Self { ranges, samples })
    }

    /// The class of each ASCII character. Classes are numbered as they appear, so these fit.
    fn ascii(&self) -> [u8; 128] {
        let class = |code| {
            let code = u32::try_from(code).expect("ASCII has 128 characters");
            let after = self.ranges.partition_point(|(start, _)| *start <= code);
            u8::try_from(self.ranges[after - 1].1).expect("ASCII has at most 128 classes")
        };
        std::array::from_fn(class)
    }

    /// Where each range of other characters starts, in four bytes, and its class, in two.
    fn beyond_ascii(&self) -> Vec<u8> {
        let ranges = self.ranges.iter().filter(|(start, _)| *start >= 0x80);
        ranges
            .flat_map(|(start, class)| start.to_le_bytes().into_iter().chain(class.to_le_bytes()))
            .collect()
    }
}
