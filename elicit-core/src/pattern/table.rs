//! A pattern as a table, which is read once for each character.

/// Characters that the pattern does not tell apart form one class.
#[derive(Debug)]
pub(super) struct Table {
    /// The class of each ASCII character.
    pub(super) ascii: &'static [u8; 128],
    /// Where ranges of other characters start, ascending.
    pub(super) starts: &'static [u32],
    /// The class of the characters from the start with the same index on.
    pub(super) classes: &'static [u16],
    /// How many classes there are: the column for the end of the text.
    pub(super) end: usize,
    /// The table, row by row. An entry is the place where the next row starts or one of
    /// [`REJECTED`] and [`MATCHED`].
    pub(super) entries: &'static [u16],
}

/// Whatever follows, the pattern does not match.
const REJECTED: u16 = u16::MAX;
/// Whatever follows, the pattern matches.
const MATCHED: u16 = u16::MAX - 1;

impl Table {
    pub(super) fn is_match(&self, text: &str) -> bool {
        let mut row = 0;
        for character in text.chars() {
            match self.entry(row, self.class(character)) {
                settled @ (REJECTED | MATCHED) => return settled == MATCHED,
                next => row = usize::from(next),
            }
        }
        self.entry(row, self.end) == MATCHED
    }

    /// The derive writes no place beyond the table. If it did, the answer would be rejected.
    fn entry(&self, row: usize, class: usize) -> u16 {
        self.entries.get(row + class).copied().unwrap_or(REJECTED)
    }

    fn class(&self, character: char) -> usize {
        let code = u32::from(character);
        if let Some(class) = self.ascii.get(code as usize) {
            return usize::from(*class);
        }
        let after = self.starts.partition_point(|start| *start <= code);
        let range = after
            .checked_sub(1)
            .and_then(|range| self.classes.get(range));
        range.copied().map_or(0, usize::from)
    }
}
