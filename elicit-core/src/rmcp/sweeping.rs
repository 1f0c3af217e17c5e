//! A map of what goes away without a word.

use std::collections::BTreeMap;

/// The fewest entries that are looked through.
const ROOM: usize = 256;

/// A map whose dead entries are cleared away whenever it has doubled.
pub(super) struct Sweeping<K, V> {
    entries: BTreeMap<K, V>,
    /// How many entries there may be before that.
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
