//! The values of attributes, each with the words for what it requires.

mod default;

use std::fmt::Display;

use darling::{Error, FromMeta};
use elicit_text::{
    Format,
    compiler::{CompiledPattern, between_slashes},
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, ExprPath, Lit, Meta, PathSegment, UnOp};

pub(crate) use default::{Default, DefaultValue};

use crate::tokens::TokenRange;

/// A text and its place.
#[derive(Clone)]
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) at: TokenRange,
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.value.to_tokens(tokens);
    }
}

impl FromMeta for Text {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        Self::like(item, "…")
    }
}

impl Text {
    /// Reads a text, of which a message shows an example.
    pub(crate) fn like(item: &Meta, example: &str) -> darling::Result<Self> {
        let example = format!("\"{example}\"");
        read(item, "a text", &example, |value| match literal(value) {
            Some(Lit::Str(text)) => Some(Self {
                value: text.value(),
                at: TokenRange::new(value),
            }),
            _ => None,
        })
    }
}

/// Reads the reason why something that looks wrong is right.
pub(crate) fn reason(item: &Meta) -> darling::Result<()> {
    const EXAMPLE: &str = "the pin of a board";
    let text = Text::like(item, EXAMPLE)?;
    if text.value.trim().is_empty() {
        return Err(Error::custom(format!(
            "the reason is empty, and a reader needs it: `{} = \"{EXAMPLE}\"`",
            key(item)
        )));
    }
    Ok(())
}

/// A number of characters or of items.
pub(crate) fn count(item: &Meta) -> darling::Result<u64> {
    const WANTED: &str = "a whole number that is not negative";
    let integer = read(item, WANTED, "3", |value| match literal(value) {
        Some(Lit::Int(integer)) => Some(integer.clone()),
        _ => None,
    })?;
    // An integer has digits only, and so an error means too many.
    integer.base10_parse().map_err(|_| {
        Error::custom(format!(
            "`{}` is too large; the maximum is {}",
            key(item),
            u64::MAX
        ))
    })
}

/// A bound, or a default.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Integer(i128),
    Decimal(f64),
}

impl FromMeta for Number {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        read(item, "a number (`3`, `-1`, `0.5`)", "3", |value| {
            number(item, value).transpose()
        })?
    }
}

impl Number {
    /// Whether it is above another; both are exact where both are whole.
    #[expect(clippy::cast_precision_loss, reason = "the core compares exactly")]
    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one > other,
            (Self::Integer(one), Self::Decimal(other)) => (*one as f64) > *other,
            (Self::Decimal(one), Self::Integer(other)) => *one > (*other as f64),
            (Self::Decimal(one), Self::Decimal(other)) => one > other,
        }
    }

    /// The core's `Literal`.
    pub(crate) fn literal(&self, private: &Ident) -> TokenStream {
        match self {
            Self::Integer(integer) => quote!(#private::Literal::Integer(#integer)),
            Self::Decimal(decimal) => {
                // As JSON spells it, which is how Rust prints a finite number.
                let text = format!("{decimal:?}");
                quote!(#private::Literal::Decimal(#private::decimal(#decimal, #text)))
            }
        }
    }
}

/// The number, if the value of the attribute is one.
fn number(item: &Meta, value: &Expr) -> darling::Result<Option<Number>> {
    let (is_negative, unsigned) = match ungrouped(value) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (true, &*unary.expr),
        value => (false, value),
    };
    let number = match literal(unsigned) {
        Some(Lit::Int(integer)) => match integer.base10_parse() {
            Ok(integer) => Number::Integer(integer),
            Err(_) => decimal(item, integer.base10_digits())?,
        },
        Some(Lit::Float(float)) => decimal(item, float.base10_digits())?,
        _ => return Ok(None),
    };
    Ok(Some(match number {
        Number::Integer(integer) if is_negative => Number::Integer(-integer),
        Number::Decimal(decimal) if is_negative => Number::Decimal(-decimal),
        number => number,
    }))
}

fn decimal(item: &Meta, digits: &str) -> darling::Result<Number> {
    // One that is too near to 0 would be 0.
    let significant = digits.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !significant.contains(|digit| matches!(digit, '1'..='9'));
    let is_held = |decimal: &f64| decimal.is_finite() && (*decimal != 0.0 || is_zero);
    let decimal = digits.parse().ok().filter(is_held);
    decimal.map(Number::Decimal).ok_or_else(|| {
        Error::custom(format!(
            "`{}` is not a number that an `f64` holds, and clients read numbers as `f64`",
            key(item)
        ))
    })
}

/// A format that clients know.
pub(crate) fn format(item: &Meta) -> darling::Result<Format> {
    let text = Text::like(item, "email")?.value;
    text.parse().map_err(|_| {
        Error::custom(format!(
            "clients do not know the format `{text}`; they know `email`, `uri`, `date` and \
             `date-time`"
        ))
    })
}

/// An ECMA-262 pattern that can be matched in linear time, and that some text matches.
pub(crate) fn pattern(item: &Meta) -> darling::Result<CompiledPattern> {
    let text = Text::from_meta(item)?.value;
    if let Some(pattern) = between_slashes(&text) {
        let [with_flags, way_out] = if text.ends_with('/') {
            [""; 2]
        } else {
            [
                " and the flags after them",
                ", and in place of a flag what it stands for, such as `[Aa]` for `/a/i`",
            ]
        };
        return Err(Error::custom(format!(
            "the slashes around this pattern{with_flags} would be matched as characters\n\
             help: write `{pattern}`{way_out}; for a slash, write `\\/`"
        )));
    }
    let pattern = CompiledPattern::new(&text).map_err(Error::custom)?;
    if pattern.lengths().is_none() {
        return Err(Error::custom(
            "no text matches this pattern, so no answer would be valid",
        ));
    }
    Ok(pattern)
}

/// A word without a value: `multi_select`.
pub(crate) fn no_value(item: &Meta) -> darling::Result<()> {
    let key = key(item);
    let message = match item {
        Meta::Path(_) => return Ok(()),
        Meta::NameValue(pair) if is_false(&pair.value) => {
            format!("`{key}` must not have a value; remove `{key} = false`")
        }
        _ => format!("`{key}` must not have a value: `#[elicit({key})]`"),
    };
    Err(Error::custom(message))
}

fn is_false(value: &Expr) -> bool {
    matches!(literal(value), Some(Lit::Bool(boolean)) if !boolean.value)
}

/// A path, as it is or in a text.
pub(crate) fn path(item: &Meta) -> Option<ExprPath> {
    let Meta::NameValue(pair) = item else {
        return None;
    };
    match (ungrouped(&pair.value), literal(&pair.value)) {
        (Expr::Path(path), _) => Some(path.clone()),
        (_, Some(Lit::Str(text))) => text.parse().ok(),
        _ => None,
    }
}

/// Where a message about the value belongs.
pub(crate) fn range(item: &Meta) -> TokenRange {
    match item {
        Meta::NameValue(pair) => TokenRange::new(&pair.value),
        _ => TokenRange::new(item),
    }
}

/// The value after the `=`, which `read` makes of the expression; an error says what is `wanted`.
fn read<T>(
    item: &Meta,
    wanted: &str,
    example: &str,
    read: impl FnOnce(&Expr) -> Option<T>,
) -> darling::Result<T> {
    let key = key(item);
    let expected = format!("`{key}` requires {wanted}: `{key} = {example}`");
    let Meta::NameValue(pair) = item else {
        return Err(Error::custom(expected));
    };
    let value = ungrouped(&pair.value);
    read(value).ok_or_else(|| {
        let help = is_computed(value)
            .then_some("expressions are not evaluated here; write the value itself");
        Error::custom(with_help(&expected, help))
    })
}

/// A message, and what to do if that is known.
pub(crate) fn with_help(message: &str, help: Option<impl Display>) -> String {
    match help {
        Some(help) => format!("{message}\nhelp: {help}"),
        None => message.to_owned(),
    }
}

/// Whether a value is not written out: only the compiler could compute it.
fn is_computed(value: &Expr) -> bool {
    match ungrouped(value) {
        Expr::Array(array) => array.elems.iter().any(is_computed),
        Expr::Unary(unary) => is_computed(&unary.expr),
        Expr::Reference(reference) => is_computed(&reference.expr),
        Expr::Paren(paren) => is_computed(&paren.expr),
        // `format = email` lacks its quotes.
        Expr::Path(path) => path.path.segments.last().is_some_and(is_constant),
        Expr::Lit(_) => false,
        _ => true,
    }
}

/// Whether a name is spelt as those of constants are.
fn is_constant(name: &PathSegment) -> bool {
    !name.ident.to_string().contains(char::is_lowercase)
}

fn key(item: &Meta) -> String {
    darling::util::path_to_string(item.path())
}

/// A value that came through a `macro_rules` variable is in an invisible group.
fn ungrouped(mut value: &Expr) -> &Expr {
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    value
}

pub(crate) fn literal(value: &Expr) -> Option<&Lit> {
    match ungrouped(value) {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

/// The error about letters after a literal (`10k`, `1.5px`, `3u8`) in a value that could be read.
/// Without it, the number would be sent without them.
pub(crate) fn suffix_fault(key: &str, value: &Expr) -> Option<(TokenRange, String)> {
    let literal = suffixed(value)?;
    let suffix = literal.suffix();
    let (what, way_out) = match literal {
        Lit::Int(_) | Lit::Float(_) => (
            "number",
            "write all digits of the number alone; a unit goes into the title or the description",
        ),
        _ => ("text", "remove it"),
    };
    let message = format!("`{key}` has `{suffix}` after its {what}\nhelp: {way_out}");
    Some((TokenRange::new(literal), message))
}

/// The first literal of a value that has a suffix.
fn suffixed(value: &Expr) -> Option<&Lit> {
    match ungrouped(value) {
        Expr::Unary(negative) => suffixed(&negative.expr),
        Expr::Array(list) => list.elems.iter().find_map(suffixed),
        value => literal(value).filter(|literal| !literal.suffix().is_empty()),
    }
}
