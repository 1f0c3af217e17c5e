//! How many instructions a run takes while the store is asked for its page, with a question beside it
//! that is parked already (2026-07-28). The figure is the same for a fast store and for a slow one:
//! nothing happens meanwhile, so the handler is not polled.

use std::{
    fmt,
    future::poll_fn,
    pin::pin,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use elicit_benches::{Case, callgrind, ratio};
use elicit_core::{
    Elicit, Elicitation, Revision,
    adapter::{Asker, Call, RunEnd, Session},
    pages::Pages,
    store::{BoxFuture, Entry, MemoryStore, Store, StoreError},
};
use serde_json::Value;

/// After so many turns of the executor, the store answers. It polls what was woken.
#[derive(Clone, Copy)]
struct Turns(u32);

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} turns", self.0)
    }
}

fn main() -> ExitCode {
    let keys = [1, 100, 10_000].map(Turns);
    let case = |&key: &Turns| Case::new(key, move || opened(key.0));
    callgrind::main(&keys, case, |counts| {
        println!("| turns until the store answers | instructions | beside the first |");
        println!("|--:|--:|--:|");
        for (Turns(turns), count) in keys.iter().zip(counts) {
            println!("| {turns} | {count} | {:.2} |", ratio(*count, counts[0]));
        }
    })
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

/// A run that asks on a page and in a form.
fn opened(turns: u32) -> usize {
    let woken = Arc::new(Woken(AtomicBool::new(true)));
    let waker = Waker::from(Arc::clone(&woken));
    let mut context = Context::from_waker(&waker);
    let is_ready = Arc::new(AtomicBool::new(false));
    let pages = Pages::at("https://example.org/ask", |_| Some("ann".to_owned())).form::<Sure>();
    let store = SlowStore {
        store: MemoryStore::new(1 << 20),
        is_ready: Arc::clone(&is_ready),
    };
    let elicitation = Elicitation::default().pages(pages).store(store);
    let mut call = Call::new(Revision::V2026_07_28, "tools/call", "ask", Value::Null);
    (call.form, call.url) = (true, true);
    call.principal = Some("ann".to_owned());
    let session = Session::new();
    let handler = async |asker: Asker| {
        let ask = asker.take().expect("the first to take it");
        let mut sure = pin!(ask.confirm("sure", "Sure?"));
        let mut page = pin!(ask.page::<Sure>("page", "Sure?"));
        poll_fn::<(), _>(|context| {
            assert!(sure.as_mut().poll(context).is_pending(), "it is parked");
            assert!(page.as_mut().poll(context).is_pending(), "it is parked");
            Poll::Pending
        })
        .await;
    };
    let mut asked = 0;
    let respond = |run_end: RunEnd<()>| {
        if let RunEnd::InputRequired(required) = run_end {
            asked = required.requests.len();
        }
        Value::Null
    };
    {
        let mut run = pin!(elicitation.drive_once(call, &session, None, handler, respond));
        for _ in 0..turns {
            if !woken.0.swap(false, Ordering::Relaxed) {
                break;
            }
            assert!(run.as_mut().poll(&mut context).is_pending());
        }
        is_ready.store(true, Ordering::Relaxed);
        assert!(run.as_mut().poll(&mut context).is_ready());
    }
    assert_eq!(asked, 2);
    asked
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A store that answers from when it is ready on. It is polled then by itself.
struct SlowStore {
    store: MemoryStore,
    is_ready: Arc<AtomicBool>,
}

impl SlowStore {
    fn when_ready<'a, T: Send + 'a>(&'a self, answer: BoxFuture<'a, T>) -> BoxFuture<'a, T> {
        Box::pin(async move {
            poll_fn(|_| {
                if self.is_ready.load(Ordering::Relaxed) {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            })
            .await;
            answer.await
        })
    }
}

impl Store for SlowStore {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        self.when_ready(self.store.claim(entry))
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        self.when_ready(self.store.put(entry))
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.when_ready(self.store.get(name))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.when_ready(self.store.take(name))
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }
}
