//! Rules of a question that await something: [`Form::check_async`](crate::runtime::Form::check_async).

use std::{error::Error, fmt, sync::Arc};

use crate::{store::BoxFuture, violation::Violations};

/// Why an asynchronous check does not accept an answer. `?` makes it of any error, and `into` of
/// [`Violations`].
///
/// ```
/// use elicit_core::{CheckError, Violations};
///
/// async fn exists(branch: &str) -> Result<bool, std::io::Error> {
///     Ok(branch == "main")
/// }
///
/// async fn check(branch: &str) -> Result<(), CheckError> {
///     // An error ends the question.
///     if exists(branch).await? {
///         return Ok(());
///     }
///     // The person reads this, and may correct the answer.
///     Err(Violations::from("There is no such branch.").into())
/// }
/// ```
#[derive(Debug)]
pub enum CheckError {
    /// The answer is invalid.
    Invalid(Violations),
    /// The check has no result.
    Failed(CheckFailure),
}

impl From<Violations> for CheckError {
    fn from(violations: Violations) -> Self {
        Self::Invalid(violations)
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for CheckError {
    fn from(error: E) -> Self {
        Self::Failed(CheckFailure(Arc::new(error)))
    }
}

/// Why an asynchronous check failed: [`AskError::NotChecked`](crate::AskError::NotChecked).
///
/// The error may quote what a person typed, as errors of databases do. So only the code of the author
/// reads it: this has no `Display`, its `Debug` shows nothing of the error, and the error is neither in the
/// log nor in what a model reads.
#[derive(Clone)]
pub struct CheckFailure(Arc<dyn Error + Send + Sync>);

impl CheckFailure {
    /// The error with which the check failed.
    #[must_use]
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

/// Equal are those of one check.
impl PartialEq for CheckFailure {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CheckFailure(..)")
    }
}

/// An `async` closure that checks a `T`, and whose future is `Send`.
///
/// No bound says the latter of an `AsyncFn`. An `async` closure that borrows what it captures is `FnOnce`
/// and `Clone`, but not `Fn`.
#[diagnostic::on_unimplemented(
    message = "this check cannot move between threads",
    label = "not `Send`, or no check of a `{T}`",
    note = "write an `async` closure, which holds only what is `Send` while it awaits: \
            `async |answer| ..`"
)]
pub trait AsyncCheck<'x, T>: Clone + Send {
    /// What the closure returns.
    #[doc(hidden)]
    type Checking: Future<Output = Result<(), CheckError>> + Send;

    #[doc(hidden)]
    fn check(self, value: &'x T) -> Self::Checking;
}

#[diagnostic::do_not_recommend]
impl<'x, T: 'x, F, R> AsyncCheck<'x, T> for F
where
    F: FnOnce(&'x T) -> R + Clone + Send,
    R: Future<Output = Result<(), CheckError>> + Send,
{
    type Checking = R;

    fn check(self, value: &'x T) -> R {
        self(value)
    }
}

/// A check that has the value while it awaits, and hands it back.
pub(super) type Checking<'a, T> = BoxFuture<'a, Result<T, CheckError>>;

pub(super) type BoxedCheck<'a, T> = Box<dyn Fn(T) -> Checking<'a, T> + Send + 'a>;

/// This check, after those before it.
pub(super) fn boxed<'a, T, F>(before: Option<BoxedCheck<'a, T>>, check: F) -> BoxedCheck<'a, T>
where
    T: Send + 'a,
    F: for<'x> AsyncCheck<'x, T> + 'a,
{
    Box::new(move |value| {
        let check = check.clone();
        let Some(before) = &before else {
            return Box::pin(async move { check.check(&value).await.map(|()| value) });
        };
        let checking = before(value);
        Box::pin(async move {
            let value = checking.await?;
            check.check(&value).await.map(|()| value)
        })
    })
}
