//! How long a value is as JSON.

use std::io::{self, ErrorKind, Write};

use serde_json::Value;

/// A writer that counts down the bytes that there is room for.
struct Room(usize);

impl Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(bytes.len());
        self.0 = left.ok_or(ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a value has no more than `most` bytes as JSON.
pub(super) fn fits(value: &Value, most: usize) -> bool {
    serde_json::to_writer(Room(most), value).is_ok()
}
