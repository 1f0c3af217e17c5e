//! The grammar of ECMA-262 patterns, as it is with the `u` flag.
//!
//! JSON Schema asks for that flag, so none of Annex B is here: a lone `{` or an escaped letter
//! that means nothing is an error, as it is to `new RegExp(pattern, "u")` in a client.

use super::Refusal;
use super::properties;
use super::set::Set;

/// What a pattern means. Captures and laziness are gone: they decide what matches, not whether.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// One character out of the set.
    Set(Set),
    Look(Look),
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
pub(super) enum Look {
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`
    Boundary,
    /// `\B`
    NoBoundary,
}

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
const NO_SETS: &str = "without the `v` flag, ECMA-262 has no class in a class, no `&&` and no `--`; \
                       write it as one, such as `[ac-z]` for `[a-z&&[^b]]`";

/// So deep may groups be nested: what follows them down is recursive.
const DEEPEST: usize = 100;

pub(super) fn parse(source: &str) -> Result<Node, Refusal> {
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

/// An atom, or what else can stand in its place.
enum Atom {
    Matches(Node),
    /// Cannot be repeated.
    Asserts(Look),
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

    fn refuse(&self, reason: impl Into<String>) -> Refusal {
        Refusal::new(reason).at(self.at)
    }

    fn disjunction(&mut self) -> Result<Node, Refusal> {
        let mut ways = vec![self.alternative()?];
        while self.eat("|") {
            ways.push(self.alternative()?);
        }
        Ok(if ways.len() == 1 {
            ways.remove(0)
        } else {
            Node::Either(ways)
        })
    }

    fn alternative(&mut self) -> Result<Node, Refusal> {
        let mut parts = Vec::new();
        while let Some(next) = self.peek().filter(|next| !matches!(next, '|' | ')')) {
            let start = self.at;
            let atom = self.atom(next)?;
            let after = self.at;
            let quantifier = self.quantifier()?;
            parts.push(match (atom, quantifier) {
                (Atom::Matches(node), None) => node,
                (Atom::Matches(node), Some((least, most))) => Node::Repeat {
                    node: Box::new(node),
                    least,
                    most,
                },
                (Atom::Asserts(look), None) => Node::Look(look),
                (Atom::Asserts(_), Some(_)) => {
                    let place = &self.source[start..after];
                    let reason =
                        format!("`{place}` is a place between characters: it cannot repeat");
                    return Err(Refusal::new(reason).at(after));
                }
            });
        }
        Ok(Node::Sequence(parts))
    }

    /// Whether lazy or not: that has no bearing on whether there is a match.
    fn quantifier(&mut self) -> Result<Option<(usize, Option<usize>)>, Refusal> {
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
                    return Err(self.refuse(format!("`{count}` counts down; turn it round")));
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
                "`{next}` after `{before}` has nothing to repeat; put what is repeated twice into \
                 a group `(?:…)`"
            )));
        }
        Ok(Some(bounds))
    }

    fn atom(&mut self, next: char) -> Result<Atom, Refusal> {
        let set = match next {
            '(' => return self.group().map(Atom::Matches),
            '\\' => return self.escape(),
            '^' => {
                self.at += 1;
                return Ok(Atom::Asserts(Look::Start));
            }
            '$' => {
                self.at += 1;
                return Ok(Atom::Asserts(Look::End));
            }
            '[' => self.class()?,
            '.' => {
                self.at += 1;
                Set::no_line_terminator()
            }
            '*' | '+' | '?' => {
                return Err(self.refuse(format!(
                    "`{next}` has nothing to repeat here; the character itself is `\\{next}`"
                )));
            }
            '{' | '}' | ']' => {
                if next == ']'
                    && let Some(bracket) = self.bracket
                {
                    let reason = format!("a `[` within `[…]` is the character itself: {NO_SETS}");
                    return Err(Refusal::new(reason).at(bracket));
                }
                return Err(self.refuse(format!(
                    "`{next}` has a meaning of its own and none here; the character itself is \
                     `\\{next}`"
                )));
            }
            _ => {
                self.at += next.len_utf8();
                Set::one(u32::from(next))
            }
        };
        Ok(Atom::Matches(Node::Set(set)))
    }

    fn group(&mut self) -> Result<Node, Refusal> {
        let start = self.at;
        let refuse = |reason: String| Err(Refusal::new(reason).at(start));
        self.at += 1;
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
                         rename one or leave the name away: `(?:…)`"
                    ));
                }
                self.names.push(name);
            } else if !self.eat(":") {
                return refuse(
                    "this group starts like none that all clients know, which are `(…)`, `(?:…)` \
                     and `(?<name>…)`; for a flag, write out what it stands for (`[Aa]` for `(?i:a)`)"
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

    /// What stands between `<` and `>`.
    fn group_name(&mut self) -> Result<String, Refusal> {
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
                    return Err(Refusal::new(
                        "a group name is an identifier between `<` and `>`, as in `(?<year>…)`",
                    )
                    .at(start));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<Atom, Refusal> {
        let start = self.at;
        self.at += 1;
        let look = match self.peek() {
            Some('b') => Look::Boundary,
            Some('B') => Look::NoBoundary,
            Some('1'..='9' | 'k') => {
                return Err(Refusal::new(
                    "a back-reference asks for the same text again, which cannot be decided in \
                     time linear in the answer; write the texts out that may repeat \
                     (`^(?:aa|bb)$`), or compare them in a check of your own, `check = path`",
                )
                .at(start));
            }
            _ => return Ok(Atom::Matches(Node::Set(self.set_escape(start)?))),
        };
        self.at += 1;
        Ok(Atom::Asserts(look))
    }

    /// An escape for one or more characters, after the `\` at `start`.
    fn set_escape(&mut self, start: usize) -> Result<Set, Refusal> {
        Ok(match self.peek() {
            Some('d') => self.skip(Set::digits()),
            Some('D') => self.skip(Set::digits().negate()),
            Some('w') => self.skip(Set::word()),
            Some('W') => self.skip(Set::word().negate()),
            Some('s') => self.skip(Set::space()),
            Some('S') => self.skip(Set::space().negate()),
            Some('p') => self.property(start)?,
            Some('P') => self.property(start)?.negate(),
            _ => Set::one(self.character_escape(start)?),
        })
    }

    fn skip(&mut self, set: Set) -> Set {
        self.at += 1;
        set
    }

    /// An escape for one character, after the `\` at `start`.
    fn character_escape(&mut self, start: usize) -> Result<u32, Refusal> {
        let Some(next) = self.next() else {
            return Err(
                Refusal::new("a `\\` ends the pattern; the character itself is `\\\\`").at(start),
            );
        };
        let refuse = |reason: String| Err(Refusal::new(reason).at(start));
        Ok(match next {
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            'c' => match self.next() {
                Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
                _ => return refuse("`\\c` wants a letter after it, as in `\\cJ`".to_owned()),
            },
            '0' if !self.peek().is_some_and(|digit| digit.is_ascii_digit()) => 0,
            '0' => {
                return refuse(
                    "an octal escape is no pattern with the `u` flag; write `\\x` and two \
                     hexadecimal digits"
                        .to_owned(),
                );
            }
            'x' => match self.hexadecimal(2) {
                Some(code) => code,
                None => return refuse("`\\x` wants two hexadecimal digits after it".to_owned()),
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
            _ => return refuse(format!("`{next}` wants no `\\` before it")),
        })
    }

    /// What comes after `\u`. A pair of surrogates is one character.
    fn unicode_escape(&mut self, start: usize) -> Result<u32, Refusal> {
        let refusal = || {
            let reason = "`\\u` wants four hexadecimal digits after it, or in braces up to \
                          `\\u{10FFFF}`";
            Refusal::new(reason).at(start)
        };
        if self.eat("{") {
            let digits = self.rest().split('}').next().unwrap_or_default();
            let length = digits.len();
            let hexadecimal = length > 0 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits.trim_start_matches('0'), 16);
            // Zeros only, trimmed, are no number.
            let code = code.unwrap_or(if digits.contains(|c| c != '0') {
                u32::MAX
            } else {
                0
            });
            self.at += length;
            let closed = self.eat("}");
            return if hexadecimal && closed && code <= 0x10_FFFF {
                Ok(code)
            } else {
                Err(refusal())
            };
        }
        let code = self.hexadecimal(4).ok_or_else(refusal)?;
        let behind = self.at;
        if (0xD800..0xDC00).contains(&code) && self.eat("\\u") {
            match self.hexadecimal(4) {
                Some(trail @ 0xDC00..=0xDFFF) => {
                    return Ok(0x1_0000 + (code - 0xD800) * 0x400 + (trail - 0xDC00));
                }
                _ => self.at = behind,
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
    fn property(&mut self, start: usize) -> Result<Set, Refusal> {
        self.at += 1;
        let text = self
            .rest()
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        let Some((text, _)) = text else {
            let reason = "a Unicode property is written in braces, as in `\\p{Letter}`";
            return Err(Refusal::new(reason).at(start));
        };
        let set = properties::find(text).map_err(|refusal| refusal.at(start))?;
        self.at += text.len() + 2;
        Ok(set)
    }

    fn class(&mut self) -> Result<Set, Refusal> {
        let start = self.at;
        self.no_named_class()?;
        self.at += 1;
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        let unclosed =
            || Refusal::new("this `[` is never closed; the character itself is `\\[`").at(start);
        while !self.eat("]") {
            let begin = self.at;
            self.no_named_class()?;
            if self.rest().starts_with("&&") {
                return Err(
                    self.refuse(format!("`&&` within `[…]` is the character `&`: {NO_SETS}"))
                );
            }
            let from = self.class_atom()?.ok_or_else(unclosed)?;
            if !self.rest().starts_with('-') || self.rest().starts_with("-]") {
                ranges.extend(from.ranges());
                continue;
            }
            let is_difference = self.rest().starts_with("--") && !self.rest().starts_with("--]");
            self.at += 1;
            let to = self.class_atom()?.ok_or_else(unclosed)?;
            let range = &self.source[begin..self.at];
            // One character each: `\d-z` is no range, though one of these may be a set of one.
            let (Some(from), Some(to)) = (from.character(), to.character()) else {
                let reason = if is_difference {
                    format!("`--` within `[…]` takes nothing away: {NO_SETS}")
                } else {
                    format!("`{range}` has a set at an end of a range; a `-` of its own is `\\-`")
                };
                return Err(Refusal::new(reason).at(begin));
            };
            if from > to {
                return Err(Refusal::new(format!(
                    "the range `{range}` ends before it starts; a `-` of its own is `\\-`"
                ))
                .at(begin));
            }
            ranges.push((from, to));
        }
        let set = Set::new(ranges);
        Ok(if negated { set.negate() } else { set })
    }

    /// Other engines have classes with names, which here are the letters of the name.
    fn no_named_class(&self) -> Result<(), Refusal> {
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
            Some(_) => format!("write a class of its own: `[^{same}]`"),
            None => format!("within `[…]` write `{same}`"),
        };
        Err(self.refuse(format!(
            "`[:{name}:]` is a class in other engines, and its letters in ECMA-262; {way_out}"
        )))
    }

    /// `None` at the end of the pattern.
    fn class_atom(&mut self) -> Result<Option<ClassAtom>, Refusal> {
        let start = self.at;
        let Some(next) = self.next() else {
            return Ok(None);
        };
        if next == '[' {
            self.bracket = Some(start);
        }
        Ok(Some(match (next, self.peek()) {
            ('\\', Some('b')) => {
                self.at += 1;
                ClassAtom::Character(0x08)
            }
            ('\\', Some('-')) => {
                self.at += 1;
                ClassAtom::Character(u32::from('-'))
            }
            ('\\', Some('d' | 'D' | 'w' | 'W' | 's' | 'S' | 'p' | 'P')) => {
                ClassAtom::Set(self.set_escape(start)?)
            }
            ('\\', _) => ClassAtom::Character(self.character_escape(start)?),
            _ => ClassAtom::Character(u32::from(next)),
        }))
    }
}

enum ClassAtom {
    Character(u32),
    Set(Set),
}

impl ClassAtom {
    fn character(&self) -> Option<u32> {
        match self {
            Self::Character(code) => Some(*code),
            Self::Set(_) => None,
        }
    }

    fn ranges(&self) -> Vec<(u32, u32)> {
        match self {
            Self::Character(code) => vec![(*code, *code)],
            Self::Set(set) => set.ranges().to_vec(),
        }
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
