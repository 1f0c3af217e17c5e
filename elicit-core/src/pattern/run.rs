//! Long runs of characters that change nothing: what makes a text long that somebody wants to
//! keep a server busy with.

/// ASCII characters that may follow each other in any order, as ranges.
pub(super) struct Run {
    ranges: [Range; Self::MOST],
    length: usize,
}

#[derive(Clone, Copy)]
struct Range {
    first: u8,
    /// How far behind the first the last is.
    span: u8,
}

/// How many characters are looked at together, by instructions that take several at once.
const BLOCK: usize = 64;

impl Run {
    /// What is in a range beyond these ends a run. That is slower, and not wrong.
    const MOST: usize = 8;

    /// The ASCII characters that are part of it.
    pub(super) fn of(is_part: impl Fn(u8) -> bool) -> Self {
        let mut run = Self {
            ranges: [Range { first: 0, span: 0 }; Self::MOST],
            length: 0,
        };
        let mut next = 0;
        while let Some(first) = (next..128).find(|byte| is_part(*byte))
            && let Some(range) = run.ranges.get_mut(run.length)
        {
            next = (first..128).find(|byte| !is_part(*byte)).unwrap_or(128);
            let span = next - first - 1;
            *range = Range { first, span };
            run.length += 1;
        }
        run
    }

    /// The text behind a run at its front, or behind most of it.
    pub(super) fn skip<'t>(&self, text: &'t str) -> &'t str {
        let (blocks, _) = text.as_bytes().as_chunks();
        let run = blocks.iter().take_while(|block| self.has_all(block));
        text.get(run.count() * BLOCK..).unwrap_or(text)
    }

    fn has_all(&self, block: &[u8; BLOCK]) -> bool {
        let mut within = [false; BLOCK];
        for range in self.ranges.iter().take(self.length) {
            for (within, byte) in within.iter_mut().zip(block) {
                *within |= byte.wrapping_sub(range.first) <= range.span;
            }
        }
        within == [true; BLOCK]
    }
}
