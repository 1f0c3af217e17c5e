//! Finding a name.

/// The names of a form, so that one is found in as many steps whichever it is and however many
/// there are: a client that means harm may send many.
///
/// Where a name is, its own bytes say. If another one is there already, it is in the next place
/// that is free.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names {
    /// The places of the names in their order, and [`NONE`] where none is.
    ranks: &'static [u16],
}

const NONE: u16 = u16::MAX;

impl Names {
    pub(crate) const fn new(ranks: &'static [u16]) -> Self {
        Self { ranks }
    }

    /// The place of a name in the order of names, if it is the one there.
    #[inline]
    pub(crate) fn rank(&self, name: &str, is_there: impl Fn(usize) -> bool) -> Option<usize> {
        let mut place = place(name, self.ranks.len());
        // It ends, for most places are free.
        loop {
            let rank = *self.ranks.get(place)?;
            if rank == NONE {
                return None;
            }
            if is_there(rank.into()) {
                return Some(rank.into());
            }
            place = (place + 1) % self.ranks.len();
        }
    }
}

/// Puts names where they are found, which come in their order.
#[doc(hidden)]
#[must_use]
pub const fn places<const N: usize>(names: &[&str]) -> [u16; N] {
    let mut ranks = [NONE; N];
    let mut rank = 0;
    while rank < names.len() {
        let mut place = place(names[rank], N);
        while ranks[place] != NONE {
            place = (place + 1) % N;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "no form has so many fields"
        )]
        {
            ranks[place] = rank as u16;
        }
        rank += 1;
    }
    ranks
}

/// Where a name is to be found among so many places, which are a power of two.
#[inline]
const fn place(name: &str, places: usize) -> usize {
    /// Of a longer one no more is looked at.
    const LONG: usize = 64;

    let bytes = name.as_bytes();
    let mut rest = match bytes.split_at_checked(LONG) {
        Some((head, _)) => head,
        None => bytes,
    };
    let mut sum = bytes.len() as u64;
    while let Some((next, after)) = rest.split_first_chunk() {
        sum = mix(sum, u64::from_le_bytes(*next));
        rest = after;
    }
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        sum = mix(sum, u32::from_le_bytes(*first) as u64);
        sum = mix(sum, u32::from_le_bytes(*last) as u64);
    } else {
        while let [next, after @ ..] = rest {
            sum = mix(sum, *next as u64);
            rest = after;
        }
    }
    (sum >> 32) as usize & places.wrapping_sub(1)
}

/// Each bit of both has to do with the upper half of what it returns.
const fn mix(sum: u64, next: u64) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    (sum.rotate_left(5) ^ next).wrapping_mul(SPREAD)
}
