//! The end of asking, as a value.

/// Proof that the handler asks nothing more, so that what follows is not run
/// again for another round of questions: [`Ask::settle`](crate::Ask::settle).
///
/// A function that must not run before a question takes one by reference. Then
/// calling it too early does not compile, because nobody has one; and neither
/// does asking too late, because the [`Ask`](crate::Ask) is gone.
///
/// ```
/// use elicit_core::Settled;
///
/// async fn delete_everything(_once: &Settled) { /* … */ }
/// ```
///
/// It cannot be made in another way:
///
/// ```compile_fail,E0423
/// let forged = elicit_core::Settled(());
/// ```
#[derive(Debug)]
#[must_use = "hand it to what must not happen twice"]
pub struct Settled(pub(super) ());
