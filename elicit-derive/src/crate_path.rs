//! `crate = …`: where the core is found.

use darling::Error;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Meta, Path, parse_quote};

use crate::values;

/// The path of `elicit-core`, by its own name.
pub(crate) fn default() -> Path {
    parse_quote!(::elicit_core)
}

/// The path that the user says.
pub(crate) fn read(item: &Meta) -> darling::Result<Path> {
    // The path of a crate goes through no type, and has no arguments.
    values::path(item)
        .filter(|path| {
            let mut segments = path.path.segments.iter();
            path.qself.is_none() && segments.all(|segment| segment.arguments.is_none())
        })
        .map(|path| path.path)
        .ok_or_else(|| Error::custom("`crate` requires a path: `crate = my_crate::elicit_core`"))
}

/// The import of what the core keeps for the derive, by a short name.
pub(crate) fn import(core: &Path, short: &Ident) -> TokenStream {
    let at = place(core);
    let short = Ident::new(&short.to_string(), at);
    // Placed at the derive: under the user's token the compiler would propose a similar
    // name for it.
    let private = Ident::new("__private", Span::call_site());
    quote_spanned!(at=> use #core::#private as #short;)
}

/// The path of something in the core.
pub(crate) fn member(core: &Path, name: &str) -> TokenStream {
    let at = place(core);
    let name = Ident::new(name, at);
    quote_spanned!(at=> #core::#name)
}

/// Where the compiler reports that the core lacks an item: under the path that the user wrote,
/// which is then that of another crate. The names count as the derive's.
fn place(core: &Path) -> Span {
    let derive = Span::call_site();
    let last = core.segments.last();
    last.map_or(derive, |last| derive.located_at(last.ident.span()))
}
