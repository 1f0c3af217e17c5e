//! Where the core finds the names of a form, in its `form/names.rs`.

use std::hash::Hasher;

use fnv::FnvHasher;
use proc_macro2::Literal;

/// What stands in a place without a name.
const NONE: u16 = u16::MAX;

/// In bytes. Of a longer name only its end is looked at: names begin alike more often.
const LONG: usize = 64;

/// The table of names, which come in their order: at the place that the FNV-1a hash of one says,
/// or in the next that is free, its rank in that order, as two bytes.
///
/// The compiler could make it of the names. That was a tenth of all its work on a form.
pub(super) fn table<'a>(names: impl Iterator<Item = &'a str>) -> Literal {
    let names: Vec<&str> = names.collect();
    // So that most of it is free.
    let room = (4 * names.len()).next_power_of_two();
    let mut ranks = vec![NONE; room];
    for (rank, name) in (0..NONE).zip(names) {
        let mut place = hash(name) % room;
        while ranks[place] != NONE {
            place = (place + 1) % room;
        }
        ranks[place] = rank;
    }
    let table: Vec<u8> = ranks.into_iter().flat_map(u16::to_le_bytes).collect();
    Literal::byte_string(&table)
}

fn hash(name: &str) -> usize {
    let name = name.as_bytes();
    let mut hasher = FnvHasher::default();
    hasher.write(name.last_chunk::<LONG>().map_or(name, |end| end));
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits will do")]
    {
        hasher.finish() as usize
    }
}
