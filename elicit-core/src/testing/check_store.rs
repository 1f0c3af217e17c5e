//! What every store has to do.

use std::{
    error::Error,
    future::poll_fn,
    task::Poll,
    thread,
    time::{Duration, Instant},
};

use crate::{
    runtime::state::unguessable::unguessable,
    store::{Entry, Store, StoreError},
};

type Checked<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

const MINUTE: Duration = Duration::from_secs(60);

/// How many operations are made at once.
const AT_ONCE: u8 = 64;

/// Tests a [`Store`]: whether it does what its documentation says.
///
/// It writes entries with random names, which live for a minute at most, and blocks the thread for
/// about two seconds.
///
/// ```
/// use elicit_core::{store::MemoryStore, testing::check_store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// check_store(&MemoryStore::new(4 << 20)).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The store does something else, which the text describes, or it fails.
pub async fn check_store(store: &dyn Store) -> Checked {
    absent(store).await?;
    claims(store).await?;
    puts(store).await?;
    takes(store).await?;
    bytes(store).await?;
    names(store).await?;
    races(store).await?;
    times(store).await
}

async fn absent(store: &dyn Store) -> Checked {
    let name = name()?;
    expect(
        store.get(&name).await?.is_none(),
        "`get` finds a name that was never put",
    )?;
    expect(
        store.take(&name).await?.is_none(),
        "`take` finds a name that was never put",
    )
}

async fn claims(store: &dyn Store) -> Checked {
    let name = name()?;
    let first = store.claim(Entry::new(&*name, "first", MINUTE)).await?;
    expect(first.is_none(), "the first `claim` returns a value")?;
    let second = store.claim(Entry::new(&*name, "second", MINUTE)).await?;
    expect(
        is(second, b"first"),
        "the second `claim` does not return the first value",
    )?;
    expect(
        is(store.get(&name).await?, b"first"),
        "a second `claim` changes the value",
    )
}

async fn puts(store: &dyn Store) -> Checked {
    let name = name()?;
    store.put(Entry::new(&*name, "first", MINUTE)).await?;
    expect(
        is(store.get(&name).await?, b"first"),
        "`get` does not return what was put",
    )?;
    store.put(Entry::new(&*name, "second", MINUTE)).await?;
    expect(
        is(store.get(&name).await?, b"second"),
        "`put` does not replace a value",
    )?;
    let claimed = store.claim(Entry::new(&*name, "third", MINUTE)).await?;
    expect(
        is(claimed, b"second"),
        "`claim` does not return what was put",
    )
}

async fn takes(store: &dyn Store) -> Checked {
    let name = name()?;
    store.put(Entry::new(&*name, "value", MINUTE)).await?;
    expect(
        is(store.take(&name).await?, b"value"),
        "`take` does not return the value",
    )?;
    expect(
        store.take(&name).await?.is_none(),
        "`take` returns a value twice",
    )?;
    expect(
        store.get(&name).await?.is_none(),
        "`take` does not remove the value",
    )?;
    let claimed = store.claim(Entry::new(&*name, "value", MINUTE)).await?;
    expect(
        claimed.is_none(),
        "a name that was taken cannot be claimed again",
    )
}

async fn bytes(store: &dyn Store) -> Checked {
    let every_byte: Vec<u8> = (0..=u8::MAX).collect();
    let large = every_byte.repeat(1024 + 1);
    for value in [Vec::new(), every_byte, large] {
        let (put, claimed) = (name()?, name()?);
        store.put(Entry::new(&*put, value.clone(), MINUTE)).await?;
        let claim = Entry::new(&*claimed, value.clone(), MINUTE);
        expect(
            store.claim(claim).await?.is_none(),
            "the first `claim` returns a value",
        )?;
        for name in [put, claimed] {
            let got = store.take(&name).await?;
            expect(is(got, &value), "a value is not returned byte for byte")?;
        }
    }
    Ok(())
}

/// Names as long as they may be.
async fn names(store: &dyn Store) -> Checked {
    let [first, second] = [name()?, name()?].map(|name| format!("{name:_>128}"));
    store.put(Entry::new(&*first, "first", MINUTE)).await?;
    store.put(Entry::new(&*second, "second", MINUTE)).await?;
    expect(
        is(store.get(&first).await?, b"first"),
        "`get` does not find what was put under a name of 128 bytes",
    )
}

async fn races(store: &dyn Store) -> Checked {
    let name = name()?;
    let name = &*name;
    let claims = (0..AT_ONCE).map(async |i| {
        let found = store.claim(Entry::new(name, [i], MINUTE)).await?;
        Ok((i, found))
    });
    let claims = all(claims).await?;
    let won: Vec<_> = claims.iter().filter(|(_, found)| found.is_none()).collect();
    let [(winner, _)] = won[..] else {
        return Err(format!("of {AT_ONCE} claims at once, {} got the name", won.len()).into());
    };
    let mut found = claims.iter().filter_map(|(_, found)| found.as_ref());
    expect(
        found.all(|value| *value == [*winner]),
        "of simultaneous claims, the later ones do not return the value of the first",
    )?;
    let taken = all((0..AT_ONCE).map(|_| store.take(name))).await?;
    let count = taken.iter().flatten().count();
    expect(
        count == 1,
        "of simultaneous calls of `take`, not exactly one returns the value",
    )
}

async fn times(store: &dyn Store) -> Checked {
    let [short, long, prolonged] = [name()?, name()?, name()?];
    let brief = Duration::from_millis(200);
    let begin = Instant::now();
    store.claim(Entry::new(&*short, "short", brief)).await?;
    store.claim(Entry::new(&*prolonged, "short", brief)).await?;
    store.claim(Entry::new(&*long, "long", MINUTE)).await?;
    store
        .put(Entry::new(&*prolonged, "prolonged", MINUTE))
        .await?;
    let early = store.get(&short).await?;
    expect(
        early.is_some() || begin.elapsed() >= brief,
        "an entry is removed before it expires",
    )?;
    // It may be kept a little longer.
    thread::sleep(Duration::from_secs(2));
    expect(
        store.get(&short).await?.is_none(),
        "an entry is still there after it has expired",
    )?;
    let again = store.claim(Entry::new(&*short, "again", MINUTE)).await?;
    expect(
        again.is_none(),
        "a name cannot be claimed again after its entry has expired",
    )?;
    expect(
        is(store.get(&long).await?, b"long"),
        "an entry is removed before it expires",
    )?;
    let prolonged = is(store.get(&prolonged).await?, b"prolonged");
    expect(prolonged, "`put` does not restart the time to live")
}

fn is(value: Option<Vec<u8>>, expected: impl AsRef<[u8]>) -> bool {
    value.is_some_and(|value| value == expected.as_ref())
}

fn expect(holds: bool, fault: &str) -> Checked {
    if holds { Ok(()) } else { Err(fault.into()) }
}

fn name() -> Checked<String> {
    let random = unguessable().ok_or("the system has no randomness")?;
    Ok(format!("check:{random}"))
}

/// Polls all of them until all are done. The results are in no order.
async fn all<T>(
    futures: impl Iterator<Item = impl Future<Output = Result<T, StoreError>>>,
) -> Result<Vec<T>, StoreError> {
    let mut running: Vec<_> = futures.map(Box::pin).collect();
    let mut results = Vec::new();
    poll_fn(|context| {
        running.retain_mut(|future| match future.as_mut().poll(context) {
            Poll::Ready(result) => {
                results.push(result);
                false
            }
            Poll::Pending => true,
        });
        if running.is_empty() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    results.into_iter().collect()
}
