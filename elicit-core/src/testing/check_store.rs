//! What every store has to do.

use std::{
    error::Error,
    future::poll_fn,
    task::Poll,
    thread,
    time::{Duration, Instant},
};

use crate::{
    runtime::state::random_token::random_token,
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
    if store.get(&name).await?.is_some() {
        return Err("`get` finds a name that was never put".into());
    }
    if store.take(&name).await?.is_some() {
        return Err("`take` finds a name that was never put".into());
    }
    Ok(())
}

async fn claims(store: &dyn Store) -> Checked {
    let name = name()?;
    let first = store.claim(Entry::new(&*name, "first", MINUTE)).await?;
    if first.is_some() {
        return Err("the first `claim` returns a value".into());
    }
    let second = store.claim(Entry::new(&*name, "second", MINUTE)).await?;
    if !is(second, b"first") {
        return Err("the second `claim` does not return the first value".into());
    }
    if !is(store.get(&name).await?, b"first") {
        return Err("a second `claim` changes the value".into());
    }
    Ok(())
}

async fn puts(store: &dyn Store) -> Checked {
    let name = name()?;
    store.put(Entry::new(&*name, "first", MINUTE)).await?;
    if !is(store.get(&name).await?, b"first") {
        return Err("`get` does not return what was put".into());
    }
    store.put(Entry::new(&*name, "second", MINUTE)).await?;
    if !is(store.get(&name).await?, b"second") {
        return Err("`put` does not replace a value".into());
    }
    let claimed = store.claim(Entry::new(&*name, "third", MINUTE)).await?;
    if !is(claimed, b"second") {
        return Err("`claim` does not return what was put".into());
    }
    Ok(())
}

async fn takes(store: &dyn Store) -> Checked {
    let name = name()?;
    store.put(Entry::new(&*name, "value", MINUTE)).await?;
    if !is(store.take(&name).await?, b"value") {
        return Err("`take` does not return the value".into());
    }
    if store.take(&name).await?.is_some() {
        return Err("`take` returns a value twice".into());
    }
    if store.get(&name).await?.is_some() {
        return Err("`take` does not remove the value".into());
    }
    let claimed = store.claim(Entry::new(&*name, "value", MINUTE)).await?;
    if claimed.is_some() {
        return Err("a name that was taken cannot be claimed again".into());
    }
    Ok(())
}

async fn bytes(store: &dyn Store) -> Checked {
    let every_byte: Vec<u8> = (0..=u8::MAX).collect();
    let large = every_byte.repeat(1024 + 1);
    for value in [Vec::new(), every_byte, large] {
        let (put, claimed) = (name()?, name()?);
        store.put(Entry::new(&*put, value.clone(), MINUTE)).await?;
        let claim = Entry::new(&*claimed, value.clone(), MINUTE);
        if store.claim(claim).await?.is_some() {
            return Err("the first `claim` returns a value".into());
        }
        for name in [put, claimed] {
            let got = store.take(&name).await?;
            if !is(got, &value) {
                return Err("a value is not returned byte for byte".into());
            }
        }
    }
    Ok(())
}

/// Names as long as they may be.
async fn names(store: &dyn Store) -> Checked {
    let [first, second] = [name()?, name()?].map(|name| format!("{name:_>128}"));
    store.put(Entry::new(&*first, "first", MINUTE)).await?;
    store.put(Entry::new(&*second, "second", MINUTE)).await?;
    if !is(store.get(&first).await?, b"first") {
        return Err("`get` does not find what was put under a name of 128 bytes".into());
    }
    Ok(())
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
    if !found.all(|value| *value == [*winner]) {
        return Err(
            "of simultaneous claims, the later ones do not return the value of the first".into(),
        );
    }
    let taken = all((0..AT_ONCE).map(|_| store.take(name))).await?;
    let count = taken.iter().flatten().count();
    if count != 1 {
        return Err("of simultaneous calls of `take`, not exactly one returns the value".into());
    }
    Ok(())
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
    if early.is_none() && begin.elapsed() < brief {
        return Err("an entry is removed before it expires".into());
    }
    // It may be kept a little longer.
    thread::sleep(Duration::from_secs(2));
    if store.get(&short).await?.is_some() {
        return Err("an entry is still there after it has expired".into());
    }
    let again = store.claim(Entry::new(&*short, "again", MINUTE)).await?;
    if again.is_some() {
        return Err("a name cannot be claimed again after its entry has expired".into());
    }
    if !is(store.get(&long).await?, b"long") {
        return Err("an entry is removed before it expires".into());
    }
    if !is(store.get(&prolonged).await?, b"prolonged") {
        return Err("`put` does not restart the time to live".into());
    }
    Ok(())
}

fn is(value: Option<Vec<u8>>, expected: impl AsRef<[u8]>) -> bool {
    value.is_some_and(|value| value == expected.as_ref())
}

fn name() -> Checked<String> {
    let random = random_token().ok_or("the system has no randomness")?;
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
