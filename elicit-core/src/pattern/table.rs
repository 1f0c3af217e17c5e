//! A pattern as a table, which is read once for each character.

use super::run::Run;

#[derive(Debug)]
pub(super) struct Table {
    pub(super) alphabet: Alphabet,
    /// How many classes of characters there are: the column for the end of the text.
    pub(super) end: usize,
    /// The table, row by row. An entry is the place where the next row starts or one of
    /// [`REFUSED`] and [`MATCHED`].
    pub(super) entries: &'static [u16],
}

/// Which characters the pattern does not tell apart: these form one class.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The class of each ASCII character.
    pub(super) ascii: &'static [u8; 128],
    /// Where ranges of other characters start, ascending.
    pub(super) starts: &'static [u32],
    /// The class of the characters from the start with the same index on.
    pub(super) classes: &'static [u16],
}

/// Whatever follows, the pattern does not match.
const REFUSED: u16 = u16::MAX;
/// Whatever follows, the pattern matches.
const MATCHED: u16 = u16::MAX - 1;

impl Table {
    pub(super) fn is_match(&self, text: &str) -> bool {
        let (mut row, mut rest) = (0, text);
        let mut range = 0;
        // Once a long text is back in a row, it is likely to stay there. What stays takes as long
        // to find out as some hundred characters, so the second time waits for twice as many.
        let mut patience = 256;
        loop {
            let before = row;
            let (stretch, behind) = split(rest, patience);
            for character in stretch.chars() {
                match self.entry(row, self.alphabet.class(character, &mut range)) {
                    settled @ (REFUSED | MATCHED) => return settled == MATCHED,
                    next => row = usize::from(next),
                }
            }
            if behind.is_empty() {
                return self.entry(row, self.end) == MATCHED;
            }
            rest = behind;
            if row == before {
                rest = self.run(row).skip(rest);
                patience *= 2;
            }
        }
    }

    /// The derive writes no place beyond the table. Should it be wrong, a server had better refuse
    /// an answer than panic.
    fn entry(&self, row: usize, class: usize) -> u16 {
        self.entries.get(row + class).copied().unwrap_or(REFUSED)
    }

    /// The characters that lead from a row to itself.
    fn run(&self, row: usize) -> Run {
        Run::of(|byte| {
            let class = self.alphabet.class(char::from(byte), &mut 0);
            usize::from(self.entry(row, class)) == row
        })
    }
}

/// Splits about so many bytes off a text.
fn split(text: &str, length: usize) -> (&str, &str) {
    // No character has more than four bytes, so one of these is between two.
    let mut ends = length..length + 4;
    ends.find_map(|end| text.split_at_checked(end))
        .unwrap_or((text, ""))
}

impl Alphabet {
    /// The class of a character, and the range that it is in, if it is not ASCII. The next one
    /// is likely to be in it, too.
    fn class(&self, character: char, range: &mut usize) -> usize {
        let code = u32::from(character);
        if let Some(class) = self.ascii.get(code as usize) {
            return usize::from(*class);
        }
        let starts_by = |range: usize| self.starts.get(range).is_some_and(|start| *start <= code);
        if !starts_by(*range) || starts_by(*range + 1) {
            let after = self.starts.partition_point(|start| *start <= code);
            *range = after.saturating_sub(1);
        }
        self.classes.get(*range).copied().map_or(0, usize::from)
    }
}
