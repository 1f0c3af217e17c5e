//! The values of attributes, each with the words for what it takes.

use darling::FromMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, ExprPath, Lit, Meta, PathSegment, UnOp, ext::IdentExt};

use crate::{at::At, model::written, pattern, slashes};

/// A text, and where it stands.
#[derive(Clone)]
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) at: At,
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
        let value = value_of(item, "a text", &example)?;
        match literal(value) {
            Some(Lit::Str(text)) => Ok(Self {
                value: text.value(),
                at: At::of(value),
            }),
            _ => Err(unexpected(item, value, "a text", &example)),
        }
    }
}

/// Why something that looks wrong is right.
pub(crate) struct Reason;

impl FromMeta for Reason {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        const EXAMPLE: &str = "the pin of a board";
        let text = Text::like(item, EXAMPLE)?;
        if text.value.trim().is_empty() {
            return Err(text.at.darling_error(format!(
                "the reason is empty, and whoever reads this wants it: `{} = \"{EXAMPLE}\"`",
                key(item)
            )));
        }
        Ok(Self)
    }
}

/// A number of characters or of items.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    pub(crate) value: u64,
    pub(crate) at: At,
}

impl FromMeta for Count {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        const WANTED: &str = "a whole number that is not negative";
        let value = value_of(item, WANTED, "3")?;
        let Some(Lit::Int(integer)) = literal(value) else {
            return Err(unexpected(item, value, WANTED, "3"));
        };
        let at = At::of(value);
        match integer.base10_parse() {
            Ok(value) => Ok(Self { value, at }),
            // An integer has digits only, and so there were too many.
            Err(_) => Err(at.darling_error(format!(
                "`{}` is too large; it takes at most {}",
                key(item),
                u64::MAX
            ))),
        }
    }
}

/// A bound of a number.
#[derive(Clone)]
pub(crate) struct Number {
    pub(crate) value: Numeral,
    pub(crate) at: At,
}

#[derive(Clone)]
pub(crate) enum Numeral {
    Integer(i128),
    Decimal(f64),
}

impl FromMeta for Number {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = value_of(item, "a number", "3")?;
        match numeral(value) {
            Some(Ok(numeral)) => Ok(Self {
                value: numeral,
                at: At::of(value),
            }),
            Some(Err(TooLarge)) => Err(too_large(item, value)),
            None => Err(unexpected(item, value, "a number", "3")),
        }
    }
}

impl Number {
    /// Whether it is above another; both are exact where both are whole.
    #[expect(clippy::cast_precision_loss, reason = "the core compares exactly")]
    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Numeral::Integer(one), Numeral::Integer(other)) => one > other,
            (Numeral::Integer(one), Numeral::Decimal(other)) => (*one as f64) > *other,
            (Numeral::Decimal(one), Numeral::Integer(other)) => *one > (*other as f64),
            (Numeral::Decimal(one), Numeral::Decimal(other)) => one > other,
        }
    }
}

impl Numeral {
    /// The core's `Literal`.
    pub(crate) fn literal(&self, private: &Ident) -> TokenStream {
        match self {
            Self::Integer(integer) => quote!(#private::Literal::Integer(#integer)),
            Self::Decimal(decimal) => {
                // As JSON spells it, which is how Rust prints a finite number.
                let text = format!("{decimal:?}");
                quote!(#private::Literal::Decimal(#private::Decimal::new(#decimal, #text)))
            }
        }
    }
}

/// The value that stands in a form at first.
#[derive(Clone)]
pub(crate) struct Default {
    pub(crate) value: DefaultValue,
    pub(crate) at: At,
}

#[derive(Clone)]
pub(crate) enum DefaultValue {
    Boolean(bool),
    Number(Numeral),
    Text(String),
    List(Vec<String>),
}

impl FromMeta for Default {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = match item {
            Meta::NameValue(pair) => ungrouped(&pair.value),
            _ => {
                return Err(At::of(item).darling_error(
                    "`default` takes the value that stands in the form at first\n\
                     help: write it: `default = 3`; a field that may stay empty is an `Option`",
                ));
            }
        };
        match default_value(value) {
            Some(Ok(default)) => Ok(Self {
                value: default,
                at: At::of(value),
            }),
            Some(Err(TooLarge)) => Err(too_large(item, value)),
            None => Err(default_expected(value)),
        }
    }
}

fn default_expected(value: &Expr) -> darling::Error {
    let help = default_help(value).map(|help| format!("\nhelp: {help}"));
    At::of(value).darling_error(format!(
        "`default` takes a text, a number, `true`, `false` or a list of texts{}",
        help.unwrap_or_default()
    ))
}

fn default_help(value: &Expr) -> Option<String> {
    if is_none(value) {
        return Some("an `Option` is `None` without a default; drop the attribute".to_owned());
    }
    if let Some(inner) = in_some(value) {
        return match default_value(inner) {
            Some(_) => Some(format!(
                "write `{}`; the `Option` is in the type",
                written(&inner.to_token_stream())
            )),
            None => default_help(inner),
        };
    }
    match (value, variant(value)) {
        (Expr::Array(_), Some(name)) => Some(format!(
            "a variant is written by its name on the wire: `[\"{name}\"]`, unless it is renamed"
        )),
        (_, Some(name)) => Some(format!(
            "a variant is written by its name on the wire: `\"{name}\"`, unless it is renamed"
        )),
        _ => is_computed(value).then(|| {
            "nothing is computed here; write the value as it stands in JSON, and a variant by its \
             name on the wire"
                .to_owned()
        }),
    }
}

/// The value in a `Some(…)`.
fn in_some(value: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = value else {
        return None;
    };
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let is_some = function.path.segments.last()?.ident == "Some";
    call.args.first().filter(|_| is_some).map(ungrouped)
}

/// Whether it says that there is no value: `None`, and not the `None` of some enum.
fn is_none(value: &Expr) -> bool {
    let Expr::Path(path) = value else {
        return false;
    };
    let mut names = path.path.segments.iter().rev().map(|name| &name.ident);
    match (names.next(), names.next()) {
        (Some(name), None) => name == "None" || name == "null",
        (Some(name), Some(of)) => name == "None" && of == "Option",
        _ => false,
    }
}

/// The variant that a path names, or the first one in a list.
fn variant(value: &Expr) -> Option<String> {
    match ungrouped(value) {
        Expr::Path(path) => {
            let name = path.path.segments.last()?;
            (!is_constant(name)).then(|| name.ident.unraw().to_string())
        }
        Expr::Array(array) => array.elems.first().and_then(variant),
        _ => None,
    }
}

fn default_value(value: &Expr) -> Option<Result<DefaultValue, TooLarge>> {
    if let Expr::Array(array) = value {
        let items = array.elems.iter().map(|item| match literal(item) {
            Some(Lit::Str(text)) => Some(text.value()),
            _ => None,
        });
        let items = items.collect::<Option<_>>()?;
        return Some(Ok(DefaultValue::List(items)));
    }
    Some(Ok(match literal(value) {
        Some(Lit::Str(text)) => DefaultValue::Text(text.value()),
        Some(Lit::Char(letter)) => DefaultValue::Text(letter.value().into()),
        Some(Lit::Bool(boolean)) => DefaultValue::Boolean(boolean.value),
        _ => return Some(numeral(value)?.map(DefaultValue::Number)),
    }))
}

impl Default {
    /// The core's `Literal`.
    pub(crate) fn literal(&self, private: &Ident) -> TokenStream {
        match &self.value {
            DefaultValue::Boolean(boolean) => quote!(#private::Literal::Boolean(#boolean)),
            DefaultValue::Number(numeral) => numeral.literal(private),
            DefaultValue::Text(text) => quote!(#private::Literal::Text(#text)),
            DefaultValue::List(items) => quote!(#private::Literal::List(&[#(#items),*])),
        }
    }
}

/// A format that clients know.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    pub(crate) variant: &'static str,
    pub(crate) at: At,
}

/// The formats as the schema spells them, beside the core's names for them.
const FORMATS: [(&str, &str); 4] = [
    ("email", "Email"),
    ("uri", "Uri"),
    ("date", "Date"),
    ("date-time", "DateTime"),
];

impl Format {
    /// The core's `Format`.
    pub(crate) fn value(&self, private: &Ident) -> TokenStream {
        let variant = Ident::new(self.variant, Span::call_site());
        quote!(#private::Format::#variant)
    }
}

impl FromMeta for Format {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = Text::like(item, "email")?;
        let found = FORMATS.iter().find(|(name, _)| *name == text.value);
        found
            .map(|&(_, variant)| Self {
                variant,
                at: text.at,
            })
            .ok_or_else(|| {
                text.at.darling_error(format!(
                    "clients know no format `{}`; the four that they know are `email`, `uri`, \
                     `date` and `date-time`",
                    text.value
                ))
            })
    }
}

/// An ECMA-262 pattern that can be matched in linear time.
pub(crate) struct Pattern {
    pub(crate) compiled: pattern::Pattern,
    pub(crate) at: At,
}

impl FromMeta for Pattern {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = Text::from_meta(item)?;
        if let Some(pattern) = slashes::between(&text.value) {
            let [with_flags, way_out] = if text.value.ends_with('/') {
                [""; 2]
            } else {
                [
                    " and the flags behind them",
                    ", and for a flag what it stands for: `[Aa]` for `/a/i`",
                ]
            };
            return Err(text.at.darling_error(format!(
                "the slashes around this pattern{with_flags} are characters to match\n\
                 help: write `{pattern}`{way_out}; a slash that is meant is `\\/`"
            )));
        }
        match pattern::Pattern::parse(&text.value) {
            Ok(compiled) if compiled.matches_nothing() => Err(text
                .at
                .darling_error("no text matches this pattern, so no answer would be valid")),
            Ok(compiled) => Ok(Self {
                compiled,
                at: text.at,
            }),
            Err(refusal) => Err(text.at.darling_error(refusal)),
        }
    }
}

/// A word that stands alone: `required`.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    pub(crate) at: At,
}

impl FromMeta for Word {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match item {
            Meta::Path(path) => Ok(Self { at: At::of(path) }),
            _ => Err(At::of(item)
                .darling_error(format!("`{0}` takes no value: `#[elicit({0})]`", key(item)))),
        }
    }
}

/// A path, as it is or in a text.
pub(crate) fn path(item: &Meta) -> Option<ExprPath> {
    let Meta::NameValue(pair) = item else {
        return None;
    };
    match ungrouped(&pair.value) {
        Expr::Path(path) => Some(path.clone()),
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => text.parse().ok(),
        _ => None,
    }
}

/// The value behind the `=`.
fn value_of<'a>(item: &'a Meta, wanted: &str, example: &str) -> darling::Result<&'a Expr> {
    match item {
        Meta::NameValue(pair) => Ok(ungrouped(&pair.value)),
        _ => Err(At::of(item).darling_error(expected(item, wanted, example))),
    }
}

fn expected(item: &Meta, wanted: &str, example: &str) -> String {
    let key = key(item);
    format!("`{key}` takes {wanted}: `{key} = {example}`")
}

/// Of a value that is there, and another one than was wanted.
fn unexpected(item: &Meta, value: &Expr, wanted: &str, example: &str) -> darling::Error {
    let help = if is_computed(value) {
        "\nhelp: nothing is computed here; write the value itself"
    } else {
        ""
    };
    let expected = expected(item, wanted, example);
    At::of(value).darling_error(format!("{expected}{help}"))
}

/// Whether a value is there only once the program is compiled.
fn is_computed(value: &Expr) -> bool {
    match ungrouped(value) {
        Expr::Array(array) => array.elems.iter().any(is_computed),
        Expr::Unary(unary) => is_computed(&unary.expr),
        Expr::Reference(reference) => is_computed(&reference.expr),
        Expr::Paren(paren) => is_computed(&paren.expr),
        // `format = email` lacks its quotes.
        Expr::Path(path) => path.path.segments.last().is_some_and(is_constant),
        Expr::Binary(_)
        | Expr::Block(_)
        | Expr::Call(_)
        | Expr::Cast(_)
        | Expr::Field(_)
        | Expr::If(_)
        | Expr::Index(_)
        | Expr::Macro(_)
        | Expr::Match(_)
        | Expr::MethodCall(_) => true,
        _ => false,
    }
}

/// Whether a name is spelt as those of constants are.
fn is_constant(name: &PathSegment) -> bool {
    !name.ident.to_string().contains(char::is_lowercase)
}

fn key(item: &Meta) -> String {
    darling::util::path_to_string(item.path())
}

/// A value that came through a `macro_rules` variable stands in an invisible group.
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

/// A number that no `f64` holds.
struct TooLarge;

fn too_large(item: &Meta, value: &Expr) -> darling::Error {
    At::of(value).darling_error(format!(
        "`{}` is a number that no `f64` holds, and clients read numbers as one",
        key(item)
    ))
}

/// The number, where the value is one.
fn numeral(value: &Expr) -> Option<Result<Numeral, TooLarge>> {
    let value = ungrouped(value);
    if let Expr::Unary(unary) = value
        && let UnOp::Neg(_) = unary.op
    {
        return Some(numeral(&unary.expr)?.map(|numeral| match numeral {
            Numeral::Integer(integer) => Numeral::Integer(-integer),
            Numeral::Decimal(decimal) => Numeral::Decimal(-decimal),
        }));
    }
    match literal(value)? {
        Lit::Int(integer) => match integer.base10_parse() {
            Ok(integer) => Some(Ok(Numeral::Integer(integer))),
            Err(_) => decimal(integer.base10_digits()),
        },
        Lit::Float(float) => decimal(float.base10_digits()),
        _ => None,
    }
}

fn decimal(digits: &str) -> Option<Result<Numeral, TooLarge>> {
    let decimal: f64 = digits.parse().ok()?;
    Some(if decimal.is_finite() {
        Ok(Numeral::Decimal(decimal))
    } else {
        Err(TooLarge)
    })
}
