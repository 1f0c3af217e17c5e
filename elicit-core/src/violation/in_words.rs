//! How violations are written in a line and in JSON, in English and in the words of a server.

use std::{borrow::Cow, fmt};

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{InvalidContent, Violation};

/// All violations of an answer, with these texts.
pub(crate) struct InWords<'a>(Vec<ViolationInWords<'a>>);

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            violation.fmt(f)?;
        }
        Ok(())
    }
}

impl Serialize for InWords<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("InvalidContent", 1)?;
        object.serialize_field("violations", &self.0)?;
        object.end()
    }
}

/// One violation, with this text.
pub(super) struct ViolationInWords<'a> {
    violation: &'a Violation,
    text: Cow<'a, str>,
}

impl fmt::Display for ViolationInWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(property) = &self.violation.property {
            write!(f, "{property}: ")?;
        }
        f.write_str(&self.text)
    }
}

impl Serialize for ViolationInWords<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Violation", 3)?;
        object.serialize_field("property", &self.violation.property)?;
        object.serialize_field("keyword", self.violation.keyword())?;
        object.serialize_field("message", &self.text)?;
        object.end()
    }
}

impl InvalidContent {
    /// With this text for each violation.
    pub(crate) fn in_words<'a>(
        &'a self,
        text: impl Fn(&'a Violation) -> Cow<'a, str>,
    ) -> InWords<'a> {
        let violations = self.violations.iter();
        let violations = violations.map(|violation| violation.in_words(text(violation)));
        InWords(violations.collect())
    }
}

impl Violation {
    pub(super) fn in_words<'a>(&'a self, text: Cow<'a, str>) -> ViolationInWords<'a> {
        ViolationInWords {
            violation: self,
            text,
        }
    }
}
