//! JSON that may only be so long. What is longer is found out while it is written.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

/// A writer with room for so many bytes more.
struct Limited<W> {
    to: W,
    room: usize,
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.room.checked_sub(bytes.len());
        self.room = left.ok_or(ErrorKind::FileTooLarge)?;
        self.to.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes a value as JSON.
///
/// # Errors
///
/// It has more than `most` bytes, which is an error of the writer; or there is no JSON for it.
pub(super) fn write(to: impl Write, value: &impl Serialize, most: usize) -> serde_json::Result<()> {
    serde_json::to_writer(Limited { to, room: most }, value)
}

/// Whether a value has no more than `most` bytes as JSON.
pub(super) fn fits(value: &impl Serialize, most: usize) -> bool {
    write(io::sink(), value, most).is_ok()
}
