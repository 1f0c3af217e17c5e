//! Reading the content of an answer into a form.

use serde_json::Value;

use super::Answers;
use crate::{
    elicit::{Elicit, NoRunTimeChoices},
    violation::InvalidContent,
};

/// Reads and validates the content of an answer.
///
/// It is accepted exactly when a JSON Schema validator accepts it for the schema that was sent,
/// with these differences:
///
/// - `null` counts as absent. In an `Option`, so does the empty string, unless it is among the
///   options to choose from, and a 0 that the rules of the number reject.
/// - The title of an option is read as that option, unless another one has the title, too, or has
///   it as its value.
/// - If the rules reject a string only for one line break at its end (`\n` or `\r\n`), it is read
///   without it: some clients send the Enter key. This also holds for a single choice.
/// - A number that is not an integer of 64 bits is read as the nearest `f64`, so
///   `2.0000000000000001` is the integer 2.
/// - An integer of 64 bits is rejected beyond ±(2^53 − 1), although the schema says these bounds
///   only where the author wrote them.
/// - A repeated key of the form is rejected if the content is text. (A [`Value`] has one value
///   for each key, the last one.)
/// - An option that repeats is rejected if the field is a set.
/// - A value that the schema accepts is rejected if the Rust type cannot hold it: a number too
///   large for an `f32` or an `f64`, the zero of a signed non-zero integer, a date or an address
///   that its crate does not know, and a moment whose year in UTC has not four digits if the
///   type holds UTC.
/// - A text of a field under `parse` is rejected if the `FromStr` of its type rejects it.
/// - The form's own `check` is run.
///
/// This is the validation that the protocol asks of a server in [Form Mode Security]
/// (2025-11-25, 2026-07-28).
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
pub fn from_value<T: Elicit + NoRunTimeChoices>(content: &Value) -> Result<T, InvalidContent> {
    T::build(&mut Answers::from_value(T::FORM, &(), content)?)
}

/// Reads and validates the content of an answer to a form with run-time choices,
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
/// assert_eq!(invalid.to_string(), "cluster: must be one of `eu-1`, `us-1`");
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
pub fn from_value_with<T: Elicit>(
    content: &Value,
    choices: &T::Choices,
) -> Result<T, InvalidContent> {
    T::build(&mut Answers::from_value(T::FORM, choices, content)?)
}

/// Reads and validates the content of an answer in JSON, by the rules of [`from_value`].
///
/// The time that it takes is in proportion to the length of the text. The caller limits the
/// length.
///
/// # Errors
///
/// Everything that is wrong with the content.
///
/// - Text that is not JSON is one violation of the document, `syntax`. So is `1e400`, a number
///   that no `f64` holds, if it is given for a property (with the feature
///   `arbitrary_precision` of `serde_json` it is a violation of that property).
/// - A property that is given twice is one violation of that property, `duplicate`.
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
pub fn from_str<T: Elicit + NoRunTimeChoices>(content: &str) -> Result<T, InvalidContent> {
    T::build(&mut Answers::from_str(T::FORM, content)?)
}

/// Reads and validates the content of an answer in JSON, in UTF-8.
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
pub fn from_slice<T: Elicit + NoRunTimeChoices>(content: &[u8]) -> Result<T, InvalidContent> {
    T::build(&mut Answers::from_slice(T::FORM, content)?)
}
