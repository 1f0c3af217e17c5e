//! The grammar of ECMA-262 patterns, as it is with the `u` flag.
//!
//! JSON Schema asks for that flag, so none of Annex B is here: a lone `{` or an escaped letter
//! that means nothing is an error, as it is to `new RegExp(pattern, "u")` in a client.

mod class;
mod escape;

use std::fmt::Display;

use super::{error, properties, set::Set};
use class::NO_SETS;

/// What a pattern means. Captures and laziness are gone: they decide what matches, not whether.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// One character out of the set.
    Set(Set),
    Assertion(Assertion),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of these. There is at least one.
    Either(Vec<Node>),
    Repeat {
        node: Box<Node>,
        least: usize,
        /// `None` is without bound.
        most: Option<usize>,
    },
}

/// What can be asked about a place between two characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assertion {
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`
    Boundary,
    /// `\B`
    NoBoundary,
}

/// So deep may groups be nested: what follows them down is recursive.
const DEEPEST: usize = 100;

pub(super) fn parse(source: &str) -> Result<Node, String> {
    let mut parser = Parser {
        source,
        at: 0,
        depth: 0,
        names: Vec::new(),
        bracket: None,
    };
    let node = parser.disjunction()?;
    match parser.peek() {
        // Only a `)` ends a disjunction early.
        Some(_) => Err(parser.refuse("this `)` closes no group; the character itself is `\\)`")),
        None => Ok(node),
    }
}

struct Parser<'a> {
    source: &'a str,
    at: usize,
    depth: usize,
    names: Vec<String>,
    /// The last `[` within a class.
    bracket: Option<usize>,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn refuse(&self, reason: impl Display) -> String {
        error(self.at, reason)
    }

    fn disjunction(&mut self) -> Result<Node, String> {
        let mut ways = vec![self.alternative()?];
        while self.eat("|") {
            ways.push(self.alternative()?);
        }
        Ok(Node::Either(ways))
    }

    fn alternative(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        while let Some(next) = self.peek().filter(|next| !matches!(next, '|' | ')')) {
            let start = self.at;
            let atom = self.atom(next)?;
            let after = self.at;
            parts.push(match (self.quantifier()?, atom) {
                (None, atom) => atom,
                (Some(_), Node::Assertion(_)) => {
                    let place = &self.source[start..after];
                    let reason =
                        format!("`{place}` matches between characters, so it cannot repeat");
                    return Err(error(after, reason));
                }
                (Some((least, most)), atom) => Node::Repeat {
                    node: Box::new(atom),
                    least,
                    most,
                },
            });
        }
        Ok(Node::Sequence(parts))
    }

    /// Whether lazy or not: that has no bearing on whether there is a match.
    fn quantifier(&mut self) -> Result<Option<(usize, Option<usize>)>, String> {
        let start = self.at;
        let bounds = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let Some((least, most, length)) = braces(self.rest()) else {
                    return Err(self.refuse(
                        "this `{` does not start a count like `{3}`, `{3,}` or `{0,3}`; the \
                         character itself is `\\{`",
                    ));
                };
                if most.is_some_and(|most| most < least) {
                    let count = &self.rest()[..length];
                    return Err(self.refuse(format!(
                        "`{count}` counts down; write the smaller number first"
                    )));
                }
                self.at += length - 1;
                (least, most)
            }
            _ => return Ok(None),
        };
        self.at += 1;
        self.eat("?");
        if let Some(next @ ('*' | '+' | '?' | '{')) = self.peek() {
            let before = &self.source[start..self.at];
            return Err(self.refuse(format!(
                "`{next}` after `{before}` has nothing to repeat; to repeat a repetition, put it \
                 into a group `(?:…)`"
            )));
        }
        Ok(Some(bounds))
    }

    fn atom(&mut self, next: char) -> Result<Node, String> {
        let start = self.at;
        if next == '[' {
            return self.class().map(Node::Set);
        }
        self.at += next.len_utf8();
        Ok(match next {
            '(' => self.group(start)?,
            '\\' => self.escape(start)?,
            '^' => Node::Assertion(Assertion::Start),
            '$' => Node::Assertion(Assertion::End),
            '.' => Node::Set(Set::no_line_terminator()),
            '*' | '+' | '?' => {
                let reason = format!(
                    "`{next}` has nothing to repeat here; the character itself is `\\{next}`"
                );
                return Err(error(start, reason));
            }
            '{' | '}' | ']' => {
                if next == ']'
                    && let Some(bracket) = self.bracket
                {
                    let reason = format!("a `[` within `[…]` is the character itself: {NO_SETS}");
                    return Err(error(bracket, reason));
                }
                let reason = format!(
                    "`{next}` is a special character without a meaning here; the character itself \
                     is `\\{next}`"
                );
                return Err(error(start, reason));
            }
            _ => Node::Set(Set::one(u32::from(next))),
        })
    }

    /// After the `(` at `start`. It is never a [`Node::Assertion`], which cannot be repeated.
    fn group(&mut self, start: usize) -> Result<Node, String> {
        let refuse = |reason: String| Err(error(start, reason));
        if self.eat("?") {
            for opening in ["=", "!", "<=", "<!"] {
                if self.eat(opening) {
                    return refuse(format!(
                        "`(?{opening}…)` is a look-{}: it cannot be matched in time linear in the \
                         answer; write out what is allowed instead (`^(?:a.*b|b.*a)$` for both \
                         letters in any order), or keep the second rule in a check of your own, \
                         `check = path`",
                        if opening.starts_with('<') {
                            "behind"
                        } else {
                            "ahead"
                        },
                    ));
                }
            }
            if self.eat("<") {
                let name = self.group_name()?;
                if self.names.contains(&name) {
                    return refuse(format!(
                        "two groups are named `{name}`, which many clients do not understand; \
                         rename one, or remove its name: `(?:…)`"
                    ));
                }
                self.names.push(name);
            } else if !self.eat(":") {
                return refuse(
                    "not all clients know this kind of group; they all know `(…)`, `(?:…)` and \
                     `(?<name>…)`; for a flag, write out what it stands for (`[Aa]` for `(?i:a)`)"
                        .to_owned(),
                );
            }
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return refuse(format!("groups are nested more than {DEEPEST} deep"));
        }
        let node = self.disjunction()?;
        self.depth -= 1;
        if !self.eat(")") {
            return refuse("this `(` is never closed; the character itself is `\\(`".to_owned());
        }
        Ok(node)
    }

    /// What is between `<` and `>`.
    fn group_name(&mut self) -> Result<String, String> {
        let mut name = String::new();
        loop {
            let start = self.at;
            let code = match self.next() {
                Some('>') if !name.is_empty() => return Ok(name),
                Some('\\') if self.eat("u") => self.unicode_escape(start)?,
                Some(other) => u32::from(other),
                None => 0,
            };
            let (property, more) = if name.is_empty() {
                ("ID_Start", "$_")
            } else {
                ("ID_Continue", "$\u{200C}\u{200D}")
            };
            match char::from_u32(code) {
                Some(next)
                    if next.is_ascii_alphanumeric()
                        && !(name.is_empty() && next.is_ascii_digit())
                        || next == '_'
                        || more.contains(next)
                        || !next.is_ascii() && properties::binary(property).contains(code) =>
                {
                    name.push(next);
                }
                _ => {
                    return Err(error(
                        start,
                        "a group name is an identifier between `<` and `>`, as in `(?<year>…)`",
                    ));
                }
            }
        }
    }

    /// After the `\` at `start`.
    fn escape(&mut self, start: usize) -> Result<Node, String> {
        let assertion = match self.peek() {
            Some('b') => Assertion::Boundary,
            Some('B') => Assertion::NoBoundary,
            Some('1'..='9' | 'k') => {
                return Err(error(
                    start,
                    "a back-reference asks for the same text again, which cannot be decided in \
                     time linear in the answer; write out the texts that may repeat \
                     (`^(?:aa|bb)$`), or compare them in a check of your own, `check = path`",
                ));
            }
            _ => return self.set_escape(start).map(Node::Set),
        };
        self.at += 1;
        Ok(Node::Assertion(assertion))
    }
}

/// The bounds and the length of a count in braces.
fn braces(text: &str) -> Option<(usize, Option<usize>, usize)> {
    let (inside, _) = text.strip_prefix('{')?.split_once('}')?;
    let number = |digits: &str| {
        let all = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        // One beyond `usize` is too many steps in any case.
        all.then(|| digits.parse().unwrap_or(usize::MAX))
    };
    let (least, most) = match inside.split_once(',') {
        None => (number(inside)?, Some(number(inside)?)),
        Some((least, "")) => (number(least)?, None),
        Some((least, most)) => (number(least)?, Some(number(most)?)),
    };
    Some((least, most, inside.len() + 2))
}
