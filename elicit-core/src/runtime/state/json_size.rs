//! How large a value is as JSON, which is found out without writing it down.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

/// A writer that keeps nothing, with room for so many bytes more.
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

/// How many bytes a value has as JSON.
pub(in crate::runtime) fn of(value: &impl Serialize) -> usize {
    let mut room = Room(usize::MAX);
    // What cannot be written is sent nowhere.
    let _ = serde_json::to_writer(&mut room, value);
    usize::MAX - room.0
}

/// Whether a value has no more than `most` bytes as JSON.
pub(crate) fn fits(value: &impl Serialize, most: usize) -> bool {
    serde_json::to_writer(Room(most), value).is_ok()
}
