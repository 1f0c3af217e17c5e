//! A pattern as steps, which are taken at run time.

#[derive(Debug)]
pub(super) struct Steps {
    /// Sets of characters, each as the places where it starts and ends to hold, ascending.
    pub(super) sets: &'static [&'static [u32]],
    /// See [`Step`]. A match starts at the first and ends with [`Step::Match`].
    pub(super) steps: &'static [u32],
}

/// The low three bits of a step. The rest is its operand.
enum Step {
    /// Take one character out of the set.
    Take(usize),
    /// Go on with the next step and with this one.
    Fork(usize),
    /// Go on with this step instead of the next.
    Jump(usize),
    /// Go on with the next step if this holds between two characters.
    Look(usize),
    /// The pattern matches.
    Match,
}

impl Step {
    fn unpack(packed: u32) -> Self {
        let operand = (packed >> 3) as usize;
        match packed & 7 {
            0 => Self::Take(operand),
            1 => Self::Fork(operand),
            2 => Self::Jump(operand),
            3 => Self::Look(operand),
            _ => Self::Match,
        }
    }
}

impl Steps {
    /// Follows all ways through the steps at once, so that a step is looked at once for each
    /// character at most.
    pub(super) fn is_match(&self, text: &str) -> bool {
        let Self { sets, steps } = self;
        // How much text was left when a step was last reached: such marks need no clearing.
        let mut reached = vec![usize::MAX; steps.len()];
        let mut open = Vec::new();
        let mut taken = Vec::new();
        let mut before = None;
        let mut rest = text.chars();
        loop {
            let left = rest.as_str().len();
            let after = rest.next();
            // After the start, a pattern that is tied to it and has no open step has failed.
            let mut is_over = before.is_some();
            // The match may start here.
            open.push(0);
            while let Some(index) = open.pop() {
                let (Some(step), Some(mark)) = (steps.get(index), reached.get_mut(index)) else {
                    continue;
                };
                if std::mem::replace(mark, left) == left {
                    continue;
                }
                match Step::unpack(*step) {
                    Step::Take(set) => {
                        is_over = false;
                        if let (Some(set), Some(character)) = (sets.get(set), after)
                            && holds(set, character)
                        {
                            taken.push(index + 1);
                        }
                    }
                    Step::Fork(other) => open.extend([index + 1, other]),
                    Step::Jump(other) => open.push(other),
                    Step::Look(look) => {
                        is_over &= look == 0;
                        if holds_between(look, before, after) {
                            open.push(index + 1);
                        }
                    }
                    Step::Match => return true,
                }
            }
            if is_over || after.is_none() {
                return false;
            }
            before = after;
            std::mem::swap(&mut open, &mut taken);
        }
    }
}

/// Whether a character is in a set: whether it comes after an odd number of its ends.
fn holds(set: &[u32], character: char) -> bool {
    set.partition_point(|end| *end <= u32::from(character)) % 2 == 1
}

/// Whether `^` (0), `$` (1), `\b` (2) or `\B` (3) holds between two characters.
fn holds_between(look: usize, before: Option<char>, after: Option<char>) -> bool {
    // These are all the word characters there are without the `i` flag.
    let word = |side: Option<char>| side.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    match look {
        0 => before.is_none(),
        1 => after.is_none(),
        2 => word(before) != word(after),
        _ => word(before) == word(after),
    }
}
