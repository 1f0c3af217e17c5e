//! A log that tests read.

use std::{
    fmt::{Debug, Write},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use tracing::{
    Dispatch, Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::{DefaultGuard, set_default},
};

/// Keeps every event and every span as text.
#[derive(Clone, Default)]
pub(crate) struct Log {
    /// Those of other crates as well.
    is_of_all: bool,
    pub(crate) lines: Arc<Mutex<Vec<String>>>,
    spans: Arc<AtomicU64>,
    /// How many spans are entered. (Where one thread is listened to, all of them are of that thread.)
    depth: Arc<AtomicU64>,
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

impl Log {
    /// Of this crate, or of all.
    pub(crate) fn new(is_of_all: bool) -> Self {
        // Where `tracing` knows of one subscriber, an event that a thread without one comes to
        // first is switched off for all of them. So there are two that nobody reads.
        static OTHERS: OnceLock<[Dispatch; 2]> = OnceLock::new();
        OTHERS.get_or_init(|| [(); 2].map(|()| Dispatch::new(Self::default())));
        Self {
            is_of_all,
            ..Self::default()
        }
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.is_of_all || metadata.target().starts_with("elicit_core")
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        let mut line = Line(format!("span {}", attributes.metadata().name()));
        attributes.record(&mut line);
        self.lines.lock().unwrap().push(line.0);
        span::Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        let mut line = Line("record".to_owned());
        values.record(&mut line);
        self.lines.lock().unwrap().push(line.0);
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        if self.depth.load(Ordering::Relaxed) > 0 {
            line.0.push_str(" (of a question)");
        }
        self.lines.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &span::Id) {
        self.depth.fetch_add(1, Ordering::Relaxed);
    }

    fn exit(&self, _: &span::Id) {
        self.depth.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Has what happens on this thread written to a log.
pub(crate) fn listen() -> (Log, DefaultGuard) {
    let log = Log::new(false);
    let guard = set_default(log.clone());
    (log, guard)
}
