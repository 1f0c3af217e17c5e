//! Why a schema is not that of a form.

use std::{borrow::Cow, error::Error, fmt};

use elicit_text::visible;

/// Why a schema is not that of a form: all of it ([example](super)).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    faults: Vec<SchemaFault>,
}

impl SchemaError {
    pub(super) const fn new(faults: Vec<SchemaFault>) -> Self {
        Self { faults }
    }

    /// What is wrong, in the order of the schema; never empty.
    #[must_use]
    pub fn faults(&self) -> &[SchemaFault] {
        &self.faults
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for SchemaError {}

/// One thing in a schema that no client can render, or that no answer can keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaFault {
    path: String,
    reason: Cow<'static, str>,
}

impl SchemaFault {
    pub(super) fn new(path: &Path<'_>, reason: impl Into<Cow<'static, str>>) -> Self {
        Self {
            path: path.pointer(),
            reason: reason.into(),
        }
    }

    /// Where it is, as a JSON pointer: `/properties/branch/maxLength`. Characters that nobody sees are
    /// escaped, and a long name is cut.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong there.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() {
            "/"
        } else {
            &self.path
        };
        write!(f, "{path}: {}", self.reason)
    }
}

impl Error for SchemaFault {}

/// A place in a schema.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    Root,
    In(&'a Path<'a>, &'a str),
}

impl<'a> Path<'a> {
    pub(super) const fn at(&'a self, name: &'a str) -> Path<'a> {
        Path::In(self, name)
    }

    pub(super) fn pointer(&self) -> String {
        const LONGEST: usize = 80;

        let Self::In(before, name) = self else {
            return String::new();
        };
        let mut pointer = before.pointer();
        pointer.push('/');
        let mut shown = name.char_indices();
        let cut = shown.nth(LONGEST).map(|(at, _)| at);
        let whole = cut.map_or(*name, |at| &name[..at]);
        pointer.push_str(&visible(whole).replace('~', "~0").replace('/', "~1"));
        if cut.is_some() {
            pointer.push('…');
        }
        pointer
    }
}
