//! A map of things that end without notice.

use std::collections::BTreeMap;

/// Up to this number of entries, nothing is removed.
const ROOM: usize = 256;

/// A map that removes its dead entries whenever it has doubled.
pub(super) struct Sweeping<K, V> {
    entries: BTreeMap<K, V>,
    /// At this number of entries, the next insertion removes the dead ones.
    room: usize,
}

impl<K: Ord, V> Sweeping<K, V> {
    pub(super) const fn new() -> Self {
        Self {
            entries: BTreeMap::new(),
            room: ROOM,
        }
    }

    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key)
    }

    pub(super) fn insert(&mut self, key: K, value: V, is_live: impl Fn(&V) -> bool) {
        if self.entries.len() >= self.room {
            self.entries.retain(|_, value| is_live(value));
            self.room = self.entries.len().saturating_mul(2).max(ROOM);
        }
        self.entries.insert(key, value);
    }
}
