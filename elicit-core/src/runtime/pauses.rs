//! The pauses between two looks into the store.

use std::time::Duration;

const LONGEST: Duration = Duration::from_secs(1);

/// Each is twice as long as the one before, up to a second.
pub(super) struct Pauses(Duration);

impl Pauses {
    pub(super) const fn from(first: Duration) -> Self {
        Self(first)
    }

    pub(super) fn next(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 2).min(LONGEST);
        pause
    }
}
