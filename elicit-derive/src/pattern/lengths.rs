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

    /// `None` if no text leads to a match.
    pub(super) fn of(table: &Table) -> Option<Self> {
        Some(Self {
            least: least(table)?,
            most: most(table),
        })
    }
}

/// One character after the other, until there is a match.
fn least(table: &Table) -> Option<usize> {
    let mut known = vec![false; table.rows()];
    let mut rows = vec![0];
    let mut length = 0;
    while !rows.is_empty() {
        if rows.iter().any(|&row| table.matches_at_end(row)) {
            return Some(length);
        }
        length += 1;
        if rows.iter().any(|&row| table.matches_within(row)) {
            return Some(length);
        }
        rows = rows.iter().flat_map(|&row| table.next(row)).collect();
        rows.retain(|&row| !std::mem::replace(&mut known[row], true));
    }
    None
}

/// The longest way to a row with a match, if no way leads back to where it was.
fn most(table: &Table) -> Option<usize> {
    let mut ways_in = vec![0; table.rows()];
    for row in 0..table.rows() {
        if table.matches_within(row) {
            // Whatever follows.
            return None;
        }
        table.next(row).for_each(|next| ways_in[next] += 1);
    }
    if ways_in[0] > 0 {
        return None;
    }
    let (mut open, mut settled) = (vec![0], 0);
    let mut length_to = vec![0; table.rows()];
    let mut longest = 0;
    while let Some(row) = open.pop() {
        settled += 1;
        if table.matches_at_end(row) {
            longest = longest.max(length_to[row]);
        }
        for next in table.next(row) {
            length_to[next] = length_to[next].max(length_to[row] + 1);
            ways_in[next] -= 1;
            if ways_in[next] == 0 {
                open.push(next);
            }
        }
    }
    (settled == table.rows()).then_some(longest)
}
