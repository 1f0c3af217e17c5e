//! Messages of a client's, and who gets them.

use std::{fmt::Debug, hint::black_box};

use serde_json::Value;

pub(crate) const SIZE: usize = 10 << 20;

/// What a transport makes of one.
pub(crate) fn parsed(message: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(black_box(message))
}

/// A kind of document: a start, as many of the same as there is room for, and an end.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) start: &'static str,
    pub(crate) repeated: &'static str,
    pub(crate) end: &'static str,
}

impl Kind {
    pub(crate) fn document(&self, size: usize) -> String {
        let room = size - self.start.len() - self.end.len();
        let repeated = self.repeated.repeat(room / self.repeated.len());
        [self.start, &repeated, self.end].concat()
    }

    pub(crate) fn key(&self, reader: impl Debug) -> String {
        format!("{} {reader:?}", self.name)
    }
}

/// The key of each kind with each reader.
pub(crate) fn keys<R: Copy + Debug>(kinds: &[Kind], readers: &[R]) -> Vec<String> {
    let of_kind = |kind: &Kind| readers.iter().map(|reader| kind.key(reader)).collect();
    kinds.iter().flat_map::<Vec<_>, _>(of_kind).collect()
}

/// The kind and the reader that a key is of.
pub(crate) fn find<'k, R: Copy + Debug>(
    kinds: &'k [Kind],
    readers: &[R],
    key: &str,
) -> Option<(&'k Kind, R)> {
    kinds.iter().find_map(|kind| {
        let reader = readers.iter().find(|reader| kind.key(reader) == key)?;
        Some((kind, *reader))
    })
}
