//! Reading an answer: the content of an `accept`, checked.

mod beyond;
mod item;
mod json;
mod value;

use beyond::Beyond;
use serde::Deserializer;
use serde_json::Value;

use crate::{
    Elicit, Field, Fixed,
    answers::{Answers, Collector, Slot, Slots, Stash},
    choices::Supply,
    form::Form,
    violation::{InvalidContent, Problem},
};

/// Reads and checks the content of an answer.
///
/// It is accepted exactly when a JSON Schema validator accepts it for the schema
/// that was sent, with these differences. `null` counts as absent, and so does an
/// empty string where the property is a string, is not required, and its rules refuse
/// it. A number that is no integer of 64 bits is the nearest `f64`, so that
/// `2.0000000000000001` is the integer 2. Repeated keys of the form, where bytes show
/// them, and options that a set holds already are refused (a [`Value`] has one value a
/// key, the last one); so is a value that the schema allows and the Rust type cannot
/// hold: a number too large for an `f32` or an `f64`, the zero of a signed non-zero
/// integer, a date or an address that its crate does not know, and a moment that the
/// type has in UTC and that has a year of other than four digits there. And a form's
/// own `check` is run.
///
/// It does what the protocol asks of a server in [Form Mode Security] (2025-11-25,
/// 2026-07-28).
///
/// [Form Mode Security]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
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
///
/// ```
/// use elicit_core::Elicit;
/// use serde_json::json;
///
/// #[derive(Debug, Elicit)]
/// struct Deploy {
///     #[elicit(choices)]
///     cluster: String,
/// }
///
/// let choices = DeployChoices { cluster: vec!["eu-1", "us-1"].into() };
/// let read = |content| elicit_core::from_value_with::<Deploy>(&content, &choices);
///
/// assert_eq!(read(json!({"cluster": "eu-1"}))?.cluster, "eu-1");
/// let invalid = read(json!({"cluster": "mars-1"})).unwrap_err();
/// assert_eq!(invalid.to_string(), "cluster: must be one of eu-1, us-1");
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
pub fn from_value_with<T: Elicit>(
    content: &Value,
    choices: &T::Choices,
) -> Result<T, InvalidContent> {
    read(choices, content)
}

/// Reads and checks the content of an answer in JSON, by the rules of [`from_value`].
///
/// # Errors
///
/// Everything that is wrong with the content; text that is not JSON is one
/// violation of the document, `syntax`. A property that is given twice is one
/// violation, `duplicate`, of that property.
///
/// ```
/// use elicit_core::{Elicit, from_str};
///
/// #[derive(Debug, Elicit)]
/// struct Scale {
///     #[elicit(minimum = 1, maximum = 20)]
///     replicas: u8,
/// }
///
/// assert_eq!(from_str::<Scale>(r#"{"replicas": 3}"#)?.replicas, 3);
///
/// let twice = from_str::<Scale>(r#"{"replicas": 3, "replicas": 21}"#).unwrap_err();
/// assert_eq!(twice.to_string(), "replicas: must be given only once");
/// let half = from_str::<Scale>(r#"{"replicas": "#).unwrap_err();
/// assert_eq!(half.violations()[0].keyword(), "syntax");
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
pub fn from_str<T: Fixed>(content: &str) -> Result<T, InvalidContent> {
    read(&T::Choices::default(), content)
}

/// Reads and checks the content of an answer in JSON, in UTF-8.
///
/// # Errors
///
/// As [`from_str`]; bytes that are not UTF-8 are not JSON.
///
/// ```
/// # use elicit_core::Elicit;
/// # #[derive(Debug, Elicit)]
/// # struct Scale { replicas: u8 }
/// let scale: Scale = elicit_core::from_slice(br#"{"replicas": 3}"#)?;
/// assert_eq!(scale.replicas, 3);
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
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
    item::read_field(deserializer, const { &T::FIELD })
}

/// The one place in which a `T` is made, and it is made of checked values only.
fn read<'d, T: Elicit>(
    choices: &T::Choices,
    document: impl Document<'d>,
) -> Result<T, InvalidContent> {
    let mut slots = <T::Slots<'_> as Slots<'_>>::empty();
    let mut value = None;
    document.answer(Request {
        form: T::FORM,
        choices,
        slots: slots.as_mut_slice(),
        build: &mut |answers| value = T::build(answers),
    })?;
    let value = value.ok_or_else(|| InvalidContent::of_document(Problem::Unreadable))?;
    match value.check() {
        Ok(()) => Ok(value),
        Err(violations) => Err(violations.of(T::FORM)),
    }
}

/// What a document is asked for.
struct Request<'a, 'v> {
    form: &'static Form,
    choices: &'v dyn Supply,
    slots: &'a mut [Slot<'v>],
    /// Takes the values that it needs.
    build: &'a mut dyn FnMut(&mut Answers<'_>),
}

impl<'v> Request<'_, 'v> {
    #[inline]
    fn answer(
        &mut self,
        collect: impl FnOnce(&mut Collector<'_, 'v>) -> Result<(), Problem>,
    ) -> Result<(), InvalidContent> {
        let mut stash = Stash::default();
        let mut collector = Collector::new(self.form, self.choices, self.slots, &mut stash);
        collect(&mut collector).map_err(InvalidContent::of_document)?;
        let properties = self.form.properties();
        let mut answers = Answers::new(properties, self.slots, &stash, self.choices);
        (self.build)(&mut answers);
        answers.finish()
    }
}

/// What can be read. Its one method knows no Rust type of an answer, so that for
/// the documents below it is compiled here and not once a form.
trait Document<'d> {
    fn answer<'v>(self, request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v;
}

impl<'d> Document<'d> for &'d Value {
    fn answer<'v>(self, mut request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        request.answer(|collector| value::read(self, collector))
    }
}

impl<'d> Document<'d> for &'d str {
    fn answer<'v>(self, mut request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        let answered = request.answer(|collector| json::read_str(self, collector));
        if let Err(invalid) = &answered
            && invalid.is_syntax()
            && let Some(beyond) = Beyond::of(self)
        {
            let mut slots = vec![Slot::Absent; request.slots.len()];
            let mut again = Request {
                form: request.form,
                choices: request.choices,
                slots: &mut slots,
                build: &mut *request.build,
            };
            return again.answer(|collector| json::read_beyond(&beyond, collector));
        }
        answered
    }
}

impl<'d> Document<'d> for &'d [u8] {
    fn answer<'v>(self, request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        // The parser would not look at what it skips, and need not look again at what it
        // reads.
        match str::from_utf8(self) {
            Ok(text) => text.answer(request),
            Err(error) => {
                let problem = json::syntax_at(&self[..error.valid_up_to()]);
                Err(InvalidContent::of_document(problem))
            }
        }
    }
}

/// Any format.
struct Foreign<D>(D);

impl<'d, D: Deserializer<'d>> Document<'d> for Foreign<D> {
    fn answer<'v>(self, mut request: Request<'_, 'v>) -> Result<(), InvalidContent>
    where
        'd: 'v,
    {
        request.answer(|collector| json::read(self.0, collector))
    }
}
