//! Letters after a literal: `10k`, `1.5px`, `3u8`. Rust hands them on to a macro, which
//! would send the number without them.

use syn::{Expr, Lit};

use super::{literal, ungrouped};
use crate::tokens::TokenRange;

/// Where a value that could be read has such letters, and what is wrong with them.
pub(crate) fn fault(key: &str, value: &Expr) -> Option<(TokenRange, String)> {
    let literal = suffixed(value)?;
    let suffix = literal.suffix();
    let (what, way_out) = match literal {
        Lit::Int(_) | Lit::Float(_) if TYPES.contains(&suffix) => {
            ("number", "drop it; the attribute takes the number alone")
        }
        Lit::Int(_) | Lit::Float(_) => (
            "number",
            "write all digits of the number; a unit goes into the title or the description",
        ),
        _ => ("text", "drop it"),
    };
    let message = format!("`{key}` has `{suffix}` after its {what}\nhelp: {way_out}");
    Some((TokenRange::of(literal), message))
}

/// The types that Rust itself takes after a number.
const TYPES: [&str; 14] = [
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32",
    "f64",
];

/// The first literal of a value that has a suffix.
fn suffixed(value: &Expr) -> Option<&Lit> {
    match ungrouped(value) {
        Expr::Unary(negative) => suffixed(&negative.expr),
        Expr::Array(list) => list.elems.iter().find_map(suffixed),
        value => literal(value).filter(|literal| !literal.suffix().is_empty()),
    }
}
