//! JSON that may only be so long. What is longer is found out while it is written, or looked at.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;
use serde_json::Value;

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

/// A value as JSON.
///
/// # Errors
///
/// It has more than `most` bytes, which is an error of the writer; or there is no JSON for it.
pub(super) fn to_vec(value: &impl Serialize, most: usize) -> serde_json::Result<Vec<u8>> {
    let mut written = Vec::new();
    let limited = Limited {
        to: &mut written,
        room: most,
    };
    serde_json::to_writer(limited, value)?;
    Ok(written)
}

/// Whether a value has no more than `most` bytes as JSON.
pub(super) fn fits(value: &Value, most: usize) -> bool {
    // The writer would hear of a long text only when all of it has been looked at.
    if room_behind(value, most).is_none() {
        return false;
    }
    let limited = Limited {
        to: io::sink(),
        room: most,
    };
    serde_json::to_writer(limited, value).is_ok()
}

/// How much of the room is left at most behind a value, by the lengths of its texts and names, and
/// a byte for each value in it.
fn room_behind(value: &Value, room: usize) -> Option<usize> {
    let room = room.checked_sub(1)?;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(room),
        Value::String(text) => room.checked_sub(text.len()),
        Value::Array(items) => (items.iter()).try_fold(room, |room, item| room_behind(item, room)),
        Value::Object(members) => members.iter().try_fold(room, |room, (name, value)| {
            room_behind(value, room.checked_sub(name.len())?)
        }),
    }
}
