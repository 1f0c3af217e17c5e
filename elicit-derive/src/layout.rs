//! `#[repr(…)]`: how a struct lies in memory.

use syn::{Data, DeriveInput, Meta, Token, punctuated::Punctuated};

use crate::at::At;

/// The error about a packed struct: the derived code borrows its fields, and they may have
/// an address that nobody can borrow from.
pub(crate) fn refused(input: &DeriveInput) -> Option<syn::Error> {
    // Of anything else it is the compiler's to say.
    let Data::Struct(_) = &input.data else {
        return None;
    };
    let list = Punctuated::<Meta, Token![,]>::parse_terminated;
    let packed = input
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("repr"))
        .filter_map(|attribute| attribute.parse_args_with(list).ok())
        .flatten()
        .find(|layout| layout.path().is_ident("packed"))?;
    Some(At::of(packed.path()).error(format!(
        "`{}` is packed, and nobody can borrow its fields\n\
         help: drop `packed`; no client sees how a form lies in memory",
        input.ident
    )))
}
