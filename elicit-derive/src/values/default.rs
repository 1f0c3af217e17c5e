//! The value that a form has at first.

use darling::FromMeta;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Lit, Meta, ext::IdentExt};

use super::{
    is_computed, is_constant, literal,
    number::{Beyond, Number, held_by_no_float, number, signs_help},
    ungrouped,
};
use crate::{token_range::TokenRange, tokens::written};

/// A default.
pub(crate) struct Default {
    pub(crate) value: DefaultValue,
    pub(crate) at: TokenRange,
}

pub(crate) enum DefaultValue {
    Boolean(bool),
    Number(Number),
    Text(String),
    List(Vec<String>),
}

impl FromMeta for Default {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = match item {
            Meta::NameValue(pair) => ungrouped(&pair.value),
            _ => {
                return Err(TokenRange::of(item).darling_error(
                    "`default` takes the value that the form has at first\n\
                     help: write it: `default = 3`; a field that may stay empty is an `Option`",
                ));
            }
        };
        match default_value(value) {
            Some(Ok(default)) => Ok(Self {
                value: default,
                at: TokenRange::of(value),
            }),
            Some(Err(Beyond)) => Err(held_by_no_float(item, value)),
            None => Err(default_expected(value)),
        }
    }
}

fn default_expected(value: &Expr) -> darling::Error {
    let help = default_help(value).map(|help| format!("\nhelp: {help}"));
    TokenRange::of(value).darling_error(format!(
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
    if let Some(help) = signs_help(value) {
        return Some(help.to_owned());
    }
    match (value, variant(value)) {
        (Expr::Array(_), Some(name)) => Some(format!(
            "a variant is written by its name on the wire: `[\"{name}\"]`, unless it is renamed"
        )),
        (_, Some(name)) => Some(format!(
            "a variant is written by its name on the wire: `\"{name}\"`, unless it is renamed"
        )),
        _ => is_computed(value).then(|| {
            "nothing is computed here; write the value as in JSON, and a variant by its \
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

fn default_value(value: &Expr) -> Option<Result<DefaultValue, Beyond>> {
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
        _ => return Some(number(value)?.map(DefaultValue::Number)),
    }))
}

impl Default {
    /// The core's `Literal`.
    pub(crate) fn literal(&self, private: &Ident) -> TokenStream {
        match &self.value {
            DefaultValue::Boolean(boolean) => quote!(#private::Literal::Boolean(#boolean)),
            DefaultValue::Number(number) => number.literal(private),
            DefaultValue::Text(text) => quote!(#private::Literal::Text(#text)),
            DefaultValue::List(items) => quote!(#private::Literal::List(&[#(#items),*])),
        }
    }
}
