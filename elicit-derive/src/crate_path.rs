//! `crate = …`: where the core is found.

use darling::{Error, FromMeta};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{ExprPath, Meta, Path};

use crate::values;

/// The path of `elicit-core`: as the user says, else by its own name.
#[derive(Default)]
pub(crate) struct CratePath(Option<Path>);

impl FromMeta for CratePath {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match values::path(item) {
            // The path of a crate goes through no type, and has no arguments.
            Some(path) if is_plain(&path) => Ok(Self(Some(path.path))),
            _ => Err(Error::custom(
                "`crate` requires a path: `crate = my_crate::elicit_core`",
            )),
        }
    }
}

fn is_plain(path: &ExprPath) -> bool {
    let mut segments = path.path.segments.iter();
    path.qself.is_none() && segments.all(|segment| segment.arguments.is_none())
}

impl CratePath {
    /// The import of what the core keeps for the derive, by a short name.
    pub(crate) fn import(&self, short: &Ident) -> TokenStream {
        let at = self.at();
        let short = Ident::new(&short.to_string(), at);
        // Placed at the derive: under the user's token the compiler would propose a similar
        // name for it.
        let private = Ident::new("__private", Span::call_site());
        quote_spanned!(at=> use #self::#private as #short;)
    }

    /// The path of something in the core.
    pub(crate) fn member(&self, name: &str) -> TokenStream {
        let at = self.at();
        let name = Ident::new(name, at);
        quote_spanned!(at=> #self::#name)
    }

    /// Where the compiler reports that the core lacks an item: under the path that the user wrote,
    /// which is then that of another crate. The names count as the derive's.
    fn at(&self) -> Span {
        let derive = Span::call_site();
        let last = self.0.as_ref().and_then(|path| path.segments.last());
        last.map_or(derive, |last| derive.located_at(last.ident.span()))
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
