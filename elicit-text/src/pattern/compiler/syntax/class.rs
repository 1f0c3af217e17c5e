//! A class of characters: `[a-z]`.

use super::{Parser, Set, error};

/// The classes that POSIX has by their names, and the same in ECMA-262.
const NAMED_CLASSES: [(&str, &str); 14] = [
    ("alnum", "0-9A-Za-z"),
    ("alpha", "A-Za-z"),
    ("ascii", r"\x00-\x7F"),
    ("blank", r" \t"),
    ("cntrl", r"\x00-\x1F\x7F"),
    ("digit", "0-9"),
    ("graph", "!-~"),
    ("lower", "a-z"),
    ("print", " -~"),
    ("punct", r"!-\/:-@\[-`{-~"),
    ("space", r"\s"),
    ("upper", "A-Z"),
    ("word", r"\w"),
    ("xdigit", "0-9A-Fa-f"),
];

/// What other engines do with classes, and ECMA-262 with a flag that clients do not set.
pub(super) const NO_SETS: &str = "without the `v` flag, ECMA-262 has no class in a class, no `&&` \
                       and no `--`; write one class, such as `[ac-z]` for `[a-z&&[^b]]`";

impl Parser<'_> {
    /// From its `[` to its `]`.
    pub(super) fn class(&mut self) -> Result<Set, String> {
        let start = self.at;
        self.no_named_class()?;
        self.at += 1;
        let negated = self.eat("^");
        let (mut set, mut is_after_range) = (Set::new([]), false);
        let unclosed = || {
            error(
                start,
                "this `[` is never closed; the character itself is `\\[`",
            )
        };
        while !self.eat("]") {
            let begin = self.at;
            self.no_named_class()?;
            if self.rest().starts_with("&&") {
                return Err(
                    self.refuse(format!("`&&` within `[…]` is the character `&`: {NO_SETS}"))
                );
            }
            if is_after_range && self.is_difference() {
                return Err(self.refuse(format!("`--` within `[…]` subtracts nothing: {NO_SETS}")));
            }
            is_after_range = false;
            let (part, from) = self.class_atom()?.ok_or_else(unclosed)?;
            if !self.rest().starts_with('-') || self.rest().starts_with("-]") {
                set.0.union(&part.0);
                continue;
            }
            let is_difference = self.is_difference();
            self.at += 1;
            let (_, to) = self.class_atom()?.ok_or_else(unclosed)?;
            let range = &self.source[begin..self.at];
            // One character each: `\d-z` is no range, though one of these may be a set of one.
            let (Some(from), Some(to)) = (from, to) else {
                let reason = if is_difference {
                    format!("`--` within `[…]` subtracts nothing: {NO_SETS}")
                } else {
                    format!(
                        "`{range}` is a range that begins or ends with a set; the character \
                             `-` itself is `\\-`"
                    )
                };
                return Err(error(begin, reason));
            };
            if from > to {
                let reason = format!(
                    "the range `{range}` ends before it starts; the character `-` itself \
                             is `\\-`"
                );
                return Err(error(begin, reason));
            }
            set.0.union(&Set::new([(from, to)]).0);
            is_after_range = true;
        }
        Ok(if negated { set.negate() } else { set })
    }

    /// Whether what follows would be taken away in other engines.
    fn is_difference(&self) -> bool {
        self.rest().starts_with("--") && !self.rest().starts_with("--]")
    }

    /// Other engines have classes with names, which here are the letters of the name.
    fn no_named_class(&self) -> Result<(), String> {
        let Some((name, _)) = self
            .rest()
            .strip_prefix("[:")
            .and_then(|rest| rest.split_once(":]"))
        else {
            return Ok(());
        };
        let negated = name.strip_prefix('^');
        let called = negated.unwrap_or(name);
        let Some((_, same)) = NAMED_CLASSES.iter().find(|(known, _)| *known == called) else {
            return Ok(());
        };
        let way_out = match negated {
            Some(_) => format!("write a separate class: `[^{same}]`"),
            None => format!("within `[…]` write `{same}`"),
        };
        Err(self.refuse(format!(
            "`[:{name}:]` is a class in other engines, and its letters in ECMA-262; {way_out}"
        )))
    }

    /// The characters that are meant, and the one that a range can end with, if it is written as
    /// one. `None` at the end of the pattern.
    fn class_atom(&mut self) -> Result<Option<(Set, Option<u32>)>, String> {
        let start = self.at;
        let Some(next) = self.next() else {
            return Ok(None);
        };
        if next == '[' {
            self.bracket = Some(start);
        }
        let code = match (next, self.peek()) {
            ('\\', Some(letter @ ('b' | '-'))) => {
                self.at += 1;
                if letter == 'b' { 0x08 } else { 0x2D }
            }
            ('\\', Some('d' | 'D' | 'w' | 'W' | 's' | 'S' | 'p' | 'P')) => {
                return Ok(Some((self.set_escape(start)?, None)));
            }
            ('\\', _) => self.character_escape(start)?,
            _ => u32::from(next),
        };
        Ok(Some((Set::one(code), Some(code))))
    }
}
