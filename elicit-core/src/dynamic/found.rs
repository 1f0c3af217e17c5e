//! What is found in a schema beside its form.

use std::borrow::Cow;

use super::error::{Path, SchemaError, SchemaFault};

/// What is found beside the form.
#[derive(Default)]
pub(super) struct Found {
    faults: Vec<SchemaFault>,
    dropped: Vec<String>,
    /// Whether what would be dropped is a fault.
    is_strict: bool,
    /// How many bytes the patterns have so far.
    pub(super) pattern_bytes: usize,
    /// How much work it was to compile them.
    pub(super) pattern_work: usize,
}

impl Found {
    /// For rules of a program, which mean something.
    pub(super) fn strict() -> Self {
        Self {
            is_strict: true,
            ..Self::default()
        }
    }

    pub(super) fn fault(&mut self, path: &Path<'_>, reason: impl Into<Cow<'static, str>>) {
        self.faults.push(SchemaFault::new(path, reason));
    }

    pub(super) fn drop(&mut self, path: &Path<'_>) {
        if self.is_strict {
            self.fault(path, "has no effect on this field");
        } else {
            self.dropped.push(path.pointer());
        }
    }

    pub(super) fn faults(&self) -> usize {
        self.faults.len()
    }

    /// What was read, and the keywords that were dropped, unless there is a fault.
    pub(super) fn finish<T>(self, read: Option<T>) -> Result<(T, Vec<String>), SchemaError> {
        match read {
            Some(read) if self.faults.is_empty() => Ok((read, self.dropped)),
            _ => Err(SchemaError::new(self.faults)),
        }
    }
}
