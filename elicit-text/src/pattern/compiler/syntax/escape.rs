//! What follows a `\`.

use super::{Parser, Set, error, properties};

impl Parser<'_> {
    /// An escape for one or more characters, after the `\` at `start`.
    pub(super) fn set_escape(&mut self, start: usize) -> Result<Set, String> {
        let set = match self.peek() {
            Some('d') => Set::digits(),
            Some('D') => Set::digits().negate(),
            Some('w') => Set::word(),
            Some('W') => Set::word().negate(),
            Some('s') => Set::space(),
            Some('S') => Set::space().negate(),
            Some('p') => return self.property(start),
            Some('P') => return Ok(self.property(start)?.negate()),
            _ => return Ok(Set::one(self.character_escape(start)?)),
        };
        self.at += 1;
        Ok(set)
    }

    /// An escape for one character, after the `\` at `start`.
    pub(super) fn character_escape(&mut self, start: usize) -> Result<u32, String> {
        let Some(next) = self.next() else {
            return Err(error(
                start,
                "a `\\` ends the pattern; the character itself is `\\\\`",
            ));
        };
        let refuse = |reason: String| Err(error(start, reason));
        Ok(match next {
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            'c' => match self.next() {
                Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
                _ => return refuse("`\\c` requires a letter after it, as in `\\cJ`".to_owned()),
            },
            '0' if !self.peek().is_some_and(|digit| digit.is_ascii_digit()) => 0,
            '0' => {
                return refuse(
                    "an octal escape is not valid with the `u` flag; write `\\x` and two \
                     hexadecimal digits"
                        .to_owned(),
                );
            }
            'x' => match self.hexadecimal(2) {
                Some(code) => code,
                None => return refuse("`\\x` requires two hexadecimal digits after it".to_owned()),
            },
            'u' => self.unicode_escape(start)?,
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
            | '/' => u32::from(next),
            _ if next.is_ascii_alphanumeric() => {
                let hint = match next {
                    'A' => "; the start of the text is `^`",
                    'z' | 'Z' => "; the end of the text is `$`",
                    'h' => "; spaces and tabs are `[ \\t]`, hexadecimal digits `[0-9A-Fa-f]`",
                    _ => "",
                };
                return refuse(format!("`\\{next}` has no meaning in ECMA-262{hint}"));
            }
            _ => return refuse(format!("write `{next}` without a `\\` before it")),
        })
    }

    /// What comes after `\u`. A pair of surrogates is one character.
    pub(super) fn unicode_escape(&mut self, start: usize) -> Result<u32, String> {
        let error = || {
            let reason = "`\\u` requires four hexadecimal digits after it, or in braces up to \
                          `\\u{10FFFF}`";
            error(start, reason)
        };
        if self.eat("{") {
            let length = self.rest().find('}').ok_or_else(error)?;
            let code = self.hexadecimal(length).ok_or_else(error)?;
            self.at += 1;
            return Some(code)
                .filter(|code| *code <= 0x10_FFFF)
                .ok_or_else(error);
        }
        let code = self.hexadecimal(4).ok_or_else(error)?;
        let after = self.at;
        if (0xD800..0xDC00).contains(&code) && self.eat("\\u") {
            match self.hexadecimal(4) {
                Some(trail @ 0xDC00..=0xDFFF) => {
                    return Ok(0x1_0000 + (code - 0xD800) * 0x400 + (trail - 0xDC00));
                }
                _ => self.at = after,
            }
        }
        Ok(code)
    }

    fn hexadecimal(&mut self, length: usize) -> Option<u32> {
        let digits = self.rest().get(..length)?;
        // `from_str_radix` would take a sign.
        let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok().filter(|_| all)?;
        self.at += length;
        Some(code)
    }

    /// `p{…}` or `P{…}`, after the `\` at `start`.
    fn property(&mut self, start: usize) -> Result<Set, String> {
        self.at += 1;
        let text = self
            .rest()
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        let Some((text, _)) = text else {
            let reason = "a Unicode property is written in braces, as in `\\p{Letter}`";
            return Err(error(start, reason));
        };
        let set = properties::find(text).map_err(|reason| error(start, reason))?;
        self.at += text.len() + 2;
        Ok(set)
    }
}
