//! The runs of a handler, and what it does in more than one of them.

use std::{collections::HashMap, mem::take};

use super::User;

#[derive(Default)]
pub(super) struct Work {
    /// How often the handler has been entered in the last call.
    runs: usize,
    /// The run of the last call in which a piece of work was first done, by its name.
    first: HashMap<String, usize>,
    /// Work of any call that was done in an earlier run already: its name and both runs.
    repeated: Vec<(String, [usize; 2])>,
}

impl Work {
    pub(super) fn begin_call(&mut self) {
        *self = Self {
            repeated: take(&mut self.repeated),
            ..Self::default()
        };
    }

    pub(super) fn begin_run(&mut self) {
        self.runs += 1;
    }

    fn note(&mut self, name: String) {
        let first = *self.first.entry(name.clone()).or_insert(self.runs);
        if first != self.runs {
            self.repeated.push((name, [first, self.runs]));
        }
    }
}

impl User {
    /// How often the handler was run in the last call: once, and on 2026-07-28 once more for
    /// each round of questions.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.shared().work.runs
    }

    /// Notes a piece of work that the handler does, by a name, for
    /// [`assert_no_work_repeated`](Self::assert_no_work_repeated). Call it in the test's
    /// replacement of a database or a service.
    pub fn note_work(&self, name: impl Into<String>) {
        self.shared().work.note(name.into());
    }

    /// Fails if a handler did the same [work](Self::note_work) in two runs of one call, as
    /// happens on 2026-07-28 to all work before a question that is not
    /// [remembered](crate::Ask::remember).
    ///
    /// ```should_panic
    /// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
    /// use serde_json::json;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let user = User::new().accepts("sure", json!({"confirm": true}));
    /// let end = user.run(Revision::LATEST, async |ask| {
    ///     user.note_work("find the backups"); // outside of `ask.remember(..)`
    ///     ask.confirm("sure", "Delete the oldest backup?").or_end().await
    /// });
    /// assert_eq!(end.await, End::Returned(Ok(())));
    /// assert_eq!(user.runs(), 2);
    /// user.assert_no_work_repeated();
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// That is how it fails.
    #[track_caller]
    pub fn assert_no_work_repeated(&self) {
        if let Some((name, [first, again])) = self.shared().work.repeated.first() {
            panic!(
                "the handler did `{name}` in run {first} of a call, and again in run {again}; keep \
                 its value with `Ask::remember`, or do it after the last question"
            );
        }
    }
}
