//! Finding a name.

use std::hash::Hasher;

use fnv::FnvHasher;

/// The names of a form, so that one is found in as many steps whichever it is and however many
/// there are: a client that means harm may send many.
///
/// It is a table that the derive writes (in its `generate/names.rs`, by the same rules), as bytes:
/// to the compiler that is one thing, whatever its size. Two of them are a place, and the number
/// of places is a power of two. Where a name is, its FNV-1a hash says. If another one is there
/// already, it is in the next that is free.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names {
    /// What stands in a place is the rank of a name in their order, or [`NONE`].
    table: &'static [u8],
}

const NONE: u16 = u16::MAX;

/// In bytes. Of a longer name only its end is looked at: names begin alike more often.
const LONG: usize = 64;

impl Names {
    pub(crate) const fn new(table: &'static [u8]) -> Self {
        Self { table }
    }

    /// The place of a name in the order of names, if it is the one there.
    #[inline]
    pub(crate) fn rank(&self, name: &str, is_there: impl Fn(usize) -> bool) -> Option<usize> {
        let (ranks, _) = self.table.as_chunks();
        let hash = hash(name);
        // A table may be full.
        for step in 0..ranks.len() {
            let place = hash.wrapping_add(step) & (ranks.len() - 1);
            let rank = u16::from_le_bytes(*ranks.get(place)?);
            if rank == NONE {
                break;
            }
            if is_there(rank.into()) {
                return Some(rank.into());
            }
        }
        None
    }
}

#[inline]
fn hash(name: &str) -> usize {
    let name = name.as_bytes();
    let mut hasher = FnvHasher::default();
    hasher.write(name.last_chunk::<LONG>().map_or(name, |end| end));
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits will do")]
    {
        hasher.finish() as usize
    }
}
