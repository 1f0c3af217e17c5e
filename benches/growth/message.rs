//! A message of a client's.

use std::hint::black_box;

use serde_json::Value;

pub(crate) const SIZE: usize = 10 << 20;

/// What a transport makes of it.
pub(crate) fn parsed(message: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(black_box(message))
}

/// A document of a size: a start, as many of the same as there is room for, and an end.
pub(crate) fn document([start, repeated, end]: [&str; 3], size: usize) -> String {
    let room = size - start.len() - end.len();
    let repeated = repeated.repeat(room / repeated.len());
    [start, &repeated, end].concat()
}
