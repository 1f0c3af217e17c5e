//! Reading an answer: the content of an `accept`, checked.
//!
//! A [source](Source) walks through a document and hands out what is [given] for each
//! property of the form. The code that the derive wrote reads each [answer](Answer) at
//! once, by the type of its field, which holds it against the rules of the property. So
//! nothing stands between the document and the struct, and a valid answer allocates
//! nothing but what the struct owns.

mod answer;
mod answers;
mod beyond;
mod cursor;
mod fault;
mod filter;
mod given;
mod item;
mod json;
mod lines;
mod number;
mod options;
mod rules;
mod selection;
#[cfg(feature = "runtime")]
mod shown;
mod value;

pub use answer::Answer;
pub use answers::{Answers, Source, Times};
#[cfg(feature = "runtime")]
pub(crate) use shown::shown;

use serde::Deserializer;
use serde_json::Value;

use crate::{
    Elicit, Field, Fixed,
    choices::{NoneAtRunTime, RunTimeOptions},
    violation::InvalidContent,
};

/// In bytes. Nobody has typed what is larger, so it is read for what it costs: it should be no
/// more than to parse it.
const LARGE: usize = 64 << 10;

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
/// Everything that is wrong with the content. A text of more than 64 KiB that is longer than its
/// `max_length` is not held against its format and pattern, and one that breaks any rule is not
/// handed to the crate of its type.
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
    from_value_with(content, &T::Choices::none())
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
    read(content, choices)
}

/// Reads and checks the content of an answer in JSON, by the rules of [`from_value`].
///
/// It takes time in proportion to the length of the text, whatever is in it, and how much
/// depends on the rules of the form. How long the text may be is for the caller to say.
///
/// # Errors
///
/// Everything that is wrong with the content; text that is not JSON is one
/// violation of the document, `syntax`. A property that is given twice is one
/// violation, `duplicate`, of that property. In a text of more than 64 KiB, a number that no
/// `f64` holds is `syntax` as well where it is given for a property, and all that is said.
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
    read(json::Text(content), &T::Choices::none())
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
    read(json::Bytes(content), &T::Choices::none())
}

/// [`Elicit::from_content`].
pub(crate) fn from_deserializer<'de, T: Fixed, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, InvalidContent> {
    read(json::Foreign(deserializer), &T::Choices::none())
}

/// Reads and checks the value of one field, outside of a form.
#[doc(hidden)]
pub fn from_field<'de, T: Field, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, InvalidContent> {
    item::read_field(deserializer, const { &T::FIELD })
}

/// The one way to a `T`, which is made of checked values only.
#[inline]
fn read<T: Elicit>(source: impl Source, choices: &dyn RunTimeOptions) -> Result<T, InvalidContent> {
    // The code that the derive wrote returns what it makes as it is returned from here: each
    // step in between would be a copy.
    T::build(&mut Answers::new(T::FORM, choices, source))
}
