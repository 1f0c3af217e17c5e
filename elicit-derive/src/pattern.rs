//! `pattern = "…"`: from the text to constant data, at expansion time.
//!
//! [`syntax`] reads ECMA-262 as it is with the `u` flag, [`program`] lays the pattern out in steps
//! whose number is linear in the pattern, and [`table`] takes these steps ahead of time, for every
//! text there can be. What the core does at run time is to read that table. A pattern whose table
//! would be large does not compile.
//!
//! The derive has its own parser because what it must know is nowhere else to be had: whether the
//! text is a pattern for ECMA-262 (a client may well build a `RegExp` from it), and what to tell
//! its author if it is not. The meaning then is three small steps away, and no server has to link
//! an engine for it.

mod program;
pub(crate) mod properties;
mod set;
mod syntax;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use program::Program;
use table::{Lengths, Table};

/// A pattern that was understood and can be matched in time linear in the text.
#[derive(Debug)]
pub(crate) struct Pattern {
    source: String,
    program: Program,
    table: Table,
    /// `None` if no text matches.
    lengths: Option<Lengths>,
}

/// Why a text is not a valid pattern, or one that is not supported, and where.
fn error(byte: usize, reason: impl fmt::Display) -> String {
    format!("{reason} (at byte {byte} of the pattern)")
}

/// A pattern that counts far, or that remembers many characters: `a.{20}b`.
const TOO_LARGE: &str = "this pattern is too large to be matched in one step for each character\n\
     help: limit the length with `min_length` and `max_length`, or validate in a `check` on the \
     struct";

impl Pattern {
    pub(crate) fn parse(source: &str) -> Result<Self, String> {
        let program = Program::new(&syntax::parse(source)?).ok_or(TOO_LARGE)?;
        let table = Table::new(&program).ok_or(TOO_LARGE)?;
        Ok(Self {
            source: source.to_owned(),
            lengths: table.lengths(),
            program,
            table,
        })
    }

    /// Whether the pattern matches somewhere in the text, as [`Pattern::constructor`]'s will.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.program.is_match(text)
    }

    /// Whether no text matches.
    pub(crate) fn matches_nothing(&self) -> bool {
        self.lengths.is_none()
    }

    /// The expression that makes the core's pattern, given the path to the module with its
    /// `Pattern`.
    pub(crate) fn constructor(&self, module: &impl ToTokens) -> TokenStream {
        let Self {
            source,
            table: Table { alphabet, entries },
            lengths,
            ..
        } = self;
        let Lengths { least, most } = lengths.unwrap_or_default();
        let least = (least > 0).then(|| {
            let least = Literal::usize_unsuffixed(least);
            quote!(.at_least(#least))
        });
        let most = most.map(|most| {
            let most = Literal::usize_unsuffixed(most);
            quote!(.at_most(#most))
        });
        // One token each: the compiler needs seconds for as many literals as there are entries.
        let ascii = Literal::byte_string(&alphabet.ascii());
        let starts = Literal::byte_string(&alphabet.beyond_ascii());
        let end = Literal::usize_unsuffixed(alphabet.width());
        let entries: Vec<u8> = entries
            .iter()
            .flat_map(|entry| entry.to_le_bytes())
            .collect();
        let entries = Literal::byte_string(&entries);
        quote! {
            #module::Pattern::new(#source, #ascii, #starts, #end, #entries) #least #most
        }
    }
}

/// The pattern between slashes, as JavaScript writes it, with flags after it, if they are meant as
/// such. It is a pattern with them as well, of a text that has slashes. Where no character in it means
/// another, it may be meant so.
pub(crate) fn between_slashes(pattern: &str) -> Option<&str> {
    let inside = pattern.strip_prefix('/')?;
    let (inside, flags) = inside.split_at(closing_slash(inside)?);
    let are_flags = flags[1..].chars().all(|flag| "dgimsuvy".contains(flag));
    let is_text = !inside.contains(|c| r"^$\.*+?()[]{}|".contains(c));
    (are_flags && !is_text).then_some(inside)
}

/// Where a slash ends the pattern: one that is not escaped, and not in a class.
fn closing_slash(pattern: &str) -> Option<usize> {
    let (mut is_escaped, mut in_class) = (false, false);
    for (at, c) in pattern.char_indices() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        match c {
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at),
            _ => {}
        }
    }
    None
}
