//! The value that a form has at first.

use darling::{Error, FromMeta};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Lit, Meta, ext::IdentExt};

use super::{Number, is_computed, is_constant, literal, number, ungrouped, with_help};
use crate::tokens::{TokenRange, written};

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
        let Meta::NameValue(pair) = item else {
            return Err(Error::custom(
                "`default` requires the value that the form shows first\n\
                 help: write it: `default = 3`; a field that may stay empty is an `Option`",
            ));
        };
        let written = ungrouped(&pair.value);
        let value = default_value(item, written)?.ok_or_else(|| {
            Error::custom(with_help(
                "`default` requires a text, a number, `true`, `false` or a list of texts",
                help(item, written),
            ))
        })?;
        Ok(Self {
            value,
            at: TokenRange::new(written),
        })
    }
}

/// What to do about a value that is none of these.
fn help(item: &Meta, value: &Expr) -> Option<String> {
    if is_none(value) {
        return Some("an `Option` is `None` without a default; remove the attribute".to_owned());
    }
    if let Some(inner) = in_some(value) {
        return match default_value(item, inner) {
            Ok(None) => help(item, inner),
            _ => Some(format!(
                "write `{}`; the `Option` is in the type",
                written(&inner.to_token_stream())
            )),
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
            "expressions are not evaluated here; write the value as in JSON, and a variant by \
             its name on the wire"
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

/// Whether it stands for no value: `None`, and not the `None` of some enum.
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

fn default_value(item: &Meta, value: &Expr) -> darling::Result<Option<DefaultValue>> {
    if let Expr::Array(array) = value {
        let items = array.elems.iter().map(|item| match literal(item) {
            Some(Lit::Str(text)) => Some(text.value()),
            _ => None,
        });
        return Ok(items.collect::<Option<_>>().map(DefaultValue::List));
    }
    Ok(match literal(value) {
        Some(Lit::Str(text)) => Some(DefaultValue::Text(text.value())),
        Some(Lit::Char(letter)) => Some(DefaultValue::Text(letter.value().into())),
        Some(Lit::Bool(boolean)) => Some(DefaultValue::Boolean(boolean.value)),
        _ => number(item, value)?.map(DefaultValue::Number),
    })
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
