//! Reading an answer: the content of an `accept`, checked.

mod beyond;
mod item;
mod json;
mod value;

use serde::Deserializer;
use serde_json::Value;

use crate::{
    Elicit, Field, Fixed,
    answers::{Answers, Slot, Slots, Stash},
    choices::Supply,
    form::Form,
    violation::{InvalidContent, Problem, Violation},
};

/// Reads and checks the content of an answer.
///
/// It is accepted exactly when a JSON Schema validator accepts it for the schema
/// that was sent, with these differences. `null` counts as absent, and so does an
/// empty string where the property is not required and its rules refuse it. A number
/// that is no integer of 64 bits is the nearest `f64`, so that `2.0000000000000001` is
/// the integer 2. Repeated keys, where bytes show them, and options that a set holds
/// already are refused; so is a value that the schema allows and the Rust type cannot
/// hold: a number too large for an `f32` or an `f64`, the zero of a signed non-zero
/// integer, a date or an address that its crate does not know, and a moment that the
/// type has in UTC and that has a year of other than four digits there. And a form's
/// own `check` is run.
///
/// # Errors
///
/// Everything that is wrong with the content.
///
/// ```
/// use elicit_core::Elicit;
/// use serde_json::json;
///
/// #[derive(Debug, Elicit)]
/// struct Scale {
///     #[elicit(minimum = 1, maximum = 20)]
///     replicas: u8,
/// }
///
/// let scale: Scale = elicit_core::from_value(&json!({"replicas": 3.0}))?;
/// assert_eq!(scale.replicas, 3);
///
/// let invalid = elicit_core::from_value::<Scale>(&json!({"replicas": 21})).unwrap_err();
/// assert_eq!(invalid.violations()[0].keyword(), "maximum");
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
pub fn from_value<T: Fixed>(content: &Value) -> Result<T, InvalidContent> {
    from_value_with(content, &T::Choices::default())
}

/// Reads and checks the content of an answer to a form with run-time choices,
/// against the options it was asked with.
///
/// # Errors
///
/// Everything that is wrong with the content.
pub fn from_value_with<T: Elicit>(
    content: &Value,
    choices: &T::Choices,
) -> Result<T, InvalidContent> {
    read(choices, content)
}

/// Reads and checks the content of an answer in JSON.
///
/// # Errors
///
/// Everything that is wrong with the content; text that is not JSON is one
/// violation of the document, `syntax`.
pub fn from_str<T: Fixed>(content: &str) -> Result<T, InvalidContent> {
    read(&T::Choices::default(), content)
}

/// Reads and checks the content of an answer in JSON.
///
/// # Errors
///
/// As [`from_str`].
pub fn from_slice<T: Fixed>(content: &[u8]) -> Result<T, InvalidContent> {
    read(&T::Choices::default(), content)
}

/// [`Elicit::from_content`].
pub(crate) fn from_deserializer<'de, T: Fixed, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, InvalidContent> {
    read(&T::Choices::default(), Foreign(deserializer))
}

/// Reads and checks the value of one field, outside of a form.
#[doc(hidden)]
pub fn from_field<'de, T: Field, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, InvalidContent> {
    item::read_field(deserializer, T::FIELD)
}

/// The one place in which a `T` is made, and it is made of checked values only.
fn read<'d, T: Elicit>(
    choices: &T::Choices,
    document: impl Document<'d>,
) -> Result<T, InvalidContent> {
    let mut stash = Stash::default();
    let mut slots = <T::Slots<'_> as Slots<'_>>::empty();
    document.check(Request {
        form: T::FORM,
        choices,
        slots: slots.as_mut_slice(),
        stash: &mut stash,
    })?;
    stash.lend(slots.as_mut_slice());
    let Some(value) = T::build(slots.as_mut_slice()) else {
        return Err(InvalidContent::one(Violation::of_document(
            Problem::Unreadable,
        )));
    };
    match value.check() {
        Ok(()) => Ok(value),
        Err(violations) => Err(violations.of(T::FORM)),
    }
}

/// What a document is held against, and where it goes.
struct Request<'a, 'v> {
    form: &'static Form,
    choices: &'v dyn Supply,
    slots: &'a mut [Slot<'v>],
    stash: &'a mut Stash,
}

impl<'v> Request<'_, 'v> {
    fn check(
        self,
        read: impl FnOnce(&mut Answers<'_, 'v>) -> Result<(), Problem>,
    ) -> Result<(), InvalidContent> {
        let mut answers = Answers::new(self.form, self.choices, self.slots, self.stash);
        let violations = match read(&mut answers) {
            Ok(()) => answers.finish(),
            Err(problem) => vec![Violation::of_document(problem)],
        };
        if violations.is_empty() {
            Ok(())
        } else {
            Err(InvalidContent::from_vec(violations))
        }
    }
}

/// What can be read. Its one method knows no Rust type of an answer, so that for
/// the documents below it is compiled here and not once a form.
trait Document<'d> {
    fn check<'v>(self, request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v;
}

impl<'d> Document<'d> for &'d Value {
    fn check<'v>(self, request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        request.check(|answers| value::read(self, answers))
    }
}

impl<'d> Document<'d> for &'d str {
    fn check<'v>(self, request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        request.check(|answers| json::read_str(self, answers))
    }
}

impl<'d> Document<'d> for &'d [u8] {
    fn check<'v>(self, request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        request.check(|answers| json::read_slice(self, answers))
    }
}

/// Any format.
struct Foreign<D>(D);

impl<'d, D: Deserializer<'d>> Document<'d> for Foreign<D> {
    fn check<'v>(self, request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        request.check(|answers| json::read(self.0, answers))
    }
}
