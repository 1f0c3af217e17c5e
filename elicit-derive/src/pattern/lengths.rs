//! How long the texts are that a pattern matches.

use super::table::Table;

/// The length of the shortest and, where there is one, of the longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lengths {
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

impl Lengths {
    pub(super) const ANY: Self = Self {
        least: 0,
        most: None,
    };

    /// Adds one character after the other. `None` if no text leads to a match.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let (mut least, mut most) = (None, None);
        let mut rows = vec![0];
        // A longer text goes through one of the rows twice, so there is no longest.
        for length in 0..=table.rows() {
            if rows.iter().any(|&row| table.matches_at_end(row)) {
                least = least.or(Some(length));
                most = Some(length);
            }
            if rows.iter().any(|&row| table.matches_within(row)) {
                least = least.or(Some(length + 1));
                return least.map(|least| Self { least, most: None });
            }
            let mut next: Vec<usize> = rows.iter().flat_map(|&row| table.next(row)).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return least.map(|least| Self { least, most });
            }
            if next == rows {
                break;
            }
            rows = next;
        }
        least.map(|least| Self { least, most: None })
    }
}
