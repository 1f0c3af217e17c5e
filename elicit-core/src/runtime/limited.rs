//! JSON that may only be so long. What is longer is found out while it is written.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

/// A writer with room for so many bytes more.
struct Limited {
    written: Vec<u8>,
    room: usize,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.room.checked_sub(bytes.len());
        self.room = left.ok_or(ErrorKind::FileTooLarge)?;
        self.written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A value as JSON.
///
/// # Errors
///
/// It has more than `most` bytes, which is an error of the writer; or there is no JSON for it.
pub(super) fn to_vec(value: &impl Serialize, most: usize) -> serde_json::Result<Vec<u8>> {
    let mut limited = Limited {
        written: Vec::new(),
        room: most,
    };
    serde_json::to_writer(&mut limited, value)?;
    Ok(limited.written)
}
