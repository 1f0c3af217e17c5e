//! `crate = …`: where the core is found.

use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, Lit, Meta, Path};

use crate::{at::At, values::ungrouped};

/// The path of `elicit-core`: as the user says, else by its own name.
#[derive(Clone, Default)]
pub(crate) struct CratePath(Option<Path>);

impl CratePath {
    pub(crate) fn is_default(&self) -> bool {
        self.0.is_none()
    }
}

impl FromMeta for CratePath {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let path = match item {
            Meta::NameValue(pair) => match ungrouped(&pair.value) {
                Expr::Path(path) => Some(path.path.clone()),
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => text.parse::<Path>().ok(),
                _ => None,
            },
            _ => None,
        };
        match path {
            Some(path) => Ok(Self(Some(path))),
            None => {
                Err(At::of(item)
                    .darling_error("`crate` takes a path: `crate = my_crate::elicit_core`"))
            }
        }
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::elicit_core)),
        }
    }
}
