//! Lines and columns, as the parser counts them: in bytes, and from 1.

/// So few that their newlines can be counted in one byte, which is quick.
const BLOCK: usize = 128;

/// The line and the column right behind a text.
pub(super) fn behind(text: &[u8]) -> (usize, usize) {
    let line = 1 + text.chunks(BLOCK).map(newlines).sum::<usize>();
    let blocks = text.rchunks(BLOCK).take_while(|block| newlines(block) == 0);
    let blocks: usize = blocks.map(<[u8]>::len).sum();
    let bytes = text.iter().rev().skip(blocks);
    (
        line,
        1 + blocks + bytes.take_while(|byte| **byte != b'\n').count(),
    )
}

/// How many bytes there are up to a column of a line, and with it.
pub(super) fn offset(text: &[u8], line: usize, column: usize) -> Option<usize> {
    let mut newlines_left = line.checked_sub(1)?;
    let mut start = 0;
    for block in text.chunks(BLOCK) {
        let newlines = newlines(block);
        if newlines_left <= newlines {
            break;
        }
        newlines_left -= newlines;
        start += block.len();
    }
    if let Some(newline) = newlines_left.checked_sub(1) {
        let mut bytes = text.get(start..)?.split_inclusive(|byte| *byte == b'\n');
        start += bytes
            .by_ref()
            .take(1 + newline)
            .map(<[u8]>::len)
            .sum::<usize>();
    }
    Some(start + column)
}

fn newlines(block: &[u8]) -> usize {
    let newlines = block.iter().map(|byte| u8::from(*byte == b'\n'));
    newlines.sum::<u8>().into()
}
