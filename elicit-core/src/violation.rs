//! What is wrong with an answer, in the words of JSON Schema and of people.

mod limit;
mod problem;

use std::{borrow::Cow, error::Error, fmt, slice, vec};

use serde::{Serialize, Serializer, ser::SerializeStruct};

pub use self::limit::Limit;
#[cfg(feature = "runtime")]
pub(crate) use self::limit::listed;
pub(crate) use self::problem::Problem;
use crate::form::{FormSchema, Property};

/// What is wrong with an invalid answer: all of its violations.
///
/// The violations come in declaration order of their properties, at most one per property and
/// keyword. They have no value that the person sent, so they can be logged and sent back. Only the
/// text of a `check` can quote a value.
///
/// ```
/// # use elicit_core::Elicit;
/// # #[derive(Debug, Elicit)]
/// # struct Scale { #[elicit(maximum = 20)] replicas: u8 }
/// let invalid = elicit_core::from_str::<Scale>(r#"{"replicas": 21}"#).unwrap_err();
/// assert_eq!(invalid.to_string(), "replicas: must be at most 20");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct InvalidContent {
    violations: Vec<Violation>,
}

impl InvalidContent {
    /// What is wrong; never empty.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// The names of the properties that something is wrong with.
    #[cfg(feature = "runtime")]
    pub(crate) fn properties(&self) -> std::collections::HashSet<&str> {
        let names = self.violations.iter().filter_map(Violation::property);
        names.collect()
    }

    /// Whether it is an answer to another form.
    #[cfg(feature = "runtime")]
    pub(crate) fn is_foreign(&self) -> bool {
        let mut violations = self.violations.iter();
        violations.any(|violation| violation.keyword() == Problem::FOREIGN)
    }

    /// Those of its violations that this keeps, if there are any.
    #[cfg(feature = "runtime")]
    pub(crate) fn only(mut self, keep: impl FnMut(&Violation) -> bool) -> Option<Self> {
        self.violations.retain(keep);
        (!self.violations.is_empty()).then_some(self)
    }

    /// A violation of the document as a whole.
    pub(crate) fn on_document(problem: Problem) -> Self {
        Self {
            violations: vec![Violation {
                property: None,
                problem,
            }],
        }
    }

    /// The violations that were found, in declaration order.
    pub(crate) fn new(violations: Vec<Violation>) -> Self {
        if violations.is_empty() {
            // An error was reported, so something is wrong.
            return Self::on_document(Problem::UNREADABLE);
        }
        Self { violations }
    }
}

impl fmt::Display for InvalidContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.violations.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            violation.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for InvalidContent {}

impl IntoIterator for InvalidContent {
    type Item = Violation;
    type IntoIter = vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.violations.into_iter()
    }
}

#[expect(
    clippy::into_iter_without_iter,
    reason = "`violations` has them as a slice"
)]
impl<'a> IntoIterator for &'a InvalidContent {
    type Item = &'a Violation;
    type IntoIter = slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.violations.iter()
    }
}

impl Serialize for InvalidContent {
    /// `{"violations": [{"property", "keyword", "message"}, …]}`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("InvalidContent", 1)?;
        object.serialize_field("violations", &self.violations)?;
        object.end()
    }
}

/// One rule that one property of an answer breaks.
///
/// ```
/// # use elicit_core::Elicit;
/// # #[derive(Debug, Elicit)]
/// # struct Scale { #[elicit(maximum = 20)] replicas: u8 }
/// use elicit_core::{Limit, form::Literal};
///
/// let invalid = elicit_core::from_str::<Scale>(r#"{"replicas": 21}"#).unwrap_err();
/// let violation = &invalid.violations()[0];
/// assert_eq!(violation.property(), Some("replicas"));
/// assert_eq!(violation.keyword(), "maximum");
/// assert_eq!(violation.message(), "must be at most 20");
/// assert!(matches!(violation.limit(), Some(Limit::Number(Literal::Integer(20)))));
///
/// // What a client is sent, as `data` of an error:
/// assert_eq!(
///     serde_json::to_string(&invalid).unwrap(),
///     r#"{"violations":[{"property":"replicas","keyword":"maximum","message":"must be at most 20"}]}"#,
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    property: Option<Cow<'static, str>>,
    problem: Problem,
}

impl Violation {
    /// The name on the wire of the property, or `None` for the document as a whole.
    #[must_use]
    pub fn property(&self) -> Option<&str> {
        self.property.as_deref()
    }

    /// The keyword that failed.
    ///
    /// Of a rule it is the keyword of JSON Schema that its attribute adds to the schema, such as
    /// `minLength`: they are in the table of [`Elicit`](derive@crate::Elicit). Of every field it may be
    /// `required` or `type`, of a choice `enum`, of a multi-select also `uniqueItems`, and of a signed
    /// non-zero integer, which cannot hold 0, `not`.
    ///
    /// Five more are not in a schema:
    ///
    /// - `duplicate`: a property is given twice. Nothing else is reported of this property, because
    ///   it is not known which value was meant.
    /// - `syntax`: the document is not JSON, or could not be read.
    /// - `properties`: an answer has only unknown properties. It is not asked again,
    ///   because a client that answers another form would do so again.
    /// - `size`: an answer is larger than the server reads (`Elicitation::answer_limit`).
    /// - `check`: a rule of the server's own rejects the answer, or the type of a field under
    ///   `parse` rejects the text.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        self.problem.keyword
    }

    /// The limit that the value breaks, for those who translate messages; `None` for keywords
    /// without one, such as `required` and `check` (of a rule of the server's own).
    #[must_use]
    pub fn limit(&self) -> Option<Limit<'_>> {
        self.problem.limit()
    }

    /// The server author's own text, if there is one: what a `check` reports, or the
    /// description beside a `pattern` or `parse`. It is in the author's language, so a translation keeps it.
    ///
    /// ```
    /// use elicit_core::{InvalidContent, Violations};
    ///
    /// let found = Violations::new().property("branch", "n'existe pas");
    /// let invalid = InvalidContent::from(found);
    /// assert_eq!(invalid.violations()[0].author_text(), Some("n'existe pas"));
    /// ```
    #[must_use]
    pub fn author_text(&self) -> Option<&str> {
        self.problem.author_text.as_deref()
    }

    /// The end of a sentence that begins with the property, in English: "is required". It does
    /// not name the property; `Display` does. Other languages: `Words`.
    #[must_use]
    pub fn message(&self) -> Cow<'_, str> {
        let words = &*self.problem.words;
        let end = match (self.author_text(), self.limit()) {
            (Some(text), _) => Cow::Borrowed(text),
            (None, Some(limit)) => limit.in_english(),
            (None, None) => return Cow::Borrowed(words),
        };
        if words.is_empty() {
            return end;
        }
        Cow::Owned(format!("{words} {end}"))
    }

    /// The violation of a property. The property of a value outside of a form has no name.
    pub(crate) fn on_property(property: &Property, problem: Problem) -> Self {
        Self {
            property: (!property.name().is_empty()).then(|| property.name.clone()),
            problem,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(property) = &self.property {
            write!(f, "{property}: ")?;
        }
        f.write_str(&self.message())
    }
}

impl Error for Violation {}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Violation", 3)?;
        object.serialize_field("property", &self.property)?;
        object.serialize_field("keyword", self.keyword())?;
        object.serialize_field("message", &self.message())?;
        object.end()
    }
}

/// What a server's own rule finds wrong: the error of
/// `#[elicit(check = path)]` and of `.check(..)` at a question.
///
/// The violations are reported in the order of the form's properties, and those of one property
/// are joined into one.
///
/// ```
/// use elicit_core::Violations;
///
/// let found = Violations::new()
///     .property("until", "must not be before `from`")
///     .form("a week has seven days");
/// assert!(!found.is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// No violations yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a violation of a property, by its name on the wire. The message is for the person, and
    /// completes a sentence that begins with the property: "does not exist". A name that the form
    /// does not have is shown as it is.
    #[must_use]
    pub fn property(
        self,
        name: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        self.with(Some(name.into()), message.into())
    }

    /// Adds a violation of the form as a whole.
    #[must_use]
    pub fn form(self, message: impl Into<Cow<'static, str>>) -> Self {
        self.with(None, message.into())
    }

    fn with(mut self, property: Option<Cow<'static, str>>, message: Cow<'static, str>) -> Self {
        let mut found = self.0.iter_mut();
        let same = found.find(|other| other.property == property);
        if let Some(said) = same.and_then(|other| other.problem.author_text.as_mut()) {
            let said = said.to_mut();
            said.push_str("; ");
            said.push_str(&message);
        } else {
            let problem = Problem::new("check", "").with_author_text(message);
            self.0.push(Violation { property, problem });
        }
        self
    }

    /// As the error of a form, in the order of its properties. The document comes first, and what
    /// the form does not have comes last.
    pub(crate) fn in_form(mut self, form: &FormSchema) -> InvalidContent {
        let index = |name: &str| form.index_of(name).unwrap_or(usize::MAX);
        self.0
            .sort_by_cached_key(|violation| violation.property().map(index));
        self.into()
    }

    /// The violations, in the order in which they were added.
    pub fn iter(&self) -> slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// Whether there are no violations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A violation of the form as a whole: most checks are one sentence.
///
/// ```
/// use elicit_core::Violations;
///
/// fn check(start: u8, end: u8) -> Result<(), Violations> {
///     if start < end { Ok(()) } else { Err("the end must be after the start".into()) }
/// }
/// let violations = check(2, 1).unwrap_err();
/// assert_eq!(violations, Violations::new().form("the end must be after the start"));
/// assert!(violations.into_iter().all(|violation| violation.property().is_none()));
/// ```
impl From<&'static str> for Violations {
    fn from(message: &'static str) -> Self {
        Self::new().form(message)
    }
}

impl From<String> for Violations {
    fn from(message: String) -> Self {
        Self::new().form(message)
    }
}

impl From<Violations> for InvalidContent {
    fn from(violations: Violations) -> Self {
        if violations.0.is_empty() {
            // The rule returned an error, so the answer is invalid even without a message.
            return Self::on_document(Problem::REJECTED);
        }
        Self {
            violations: violations.0,
        }
    }
}
