//! One thing that is measured.

use std::hint::black_box;

/// Something to run, and what it is.
pub struct Case<K> {
    pub key: K,
    run: Box<dyn Fn(u32)>,
}

impl<K> Case<K> {
    pub fn new<T>(key: K, once: impl Fn() -> T + 'static) -> Self {
        Self {
            key,
            // The loop is within the call through the pointer, for that call is of the
            // order of what is measured.
            run: Box::new(move |times| {
                for _ in 0..times {
                    black_box(once());
                }
            }),
        }
    }

    pub fn run(&self, times: u32) {
        (self.run)(times);
    }
}

/// How many times the one is the other, for counts.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn ratio(count: u64, of: u64) -> f64 {
    count as f64 / of as f64
}
