//! `#[repr(…)]`: how a struct lies in memory.

use syn::{Data, DeriveInput, Meta, Token, punctuated::Punctuated};

use crate::token_range::TokenRange;

/// The error about a packed struct. The derived code borrows its fields, which some types let
/// where they are packed and others do not; nobody can tell by the tokens which they are.
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
    Some(TokenRange::of(packed.path()).error(format!(
        "`{}` is packed, and its fields may lie where nobody can borrow them\n\
         help: drop `packed`; no client sees how a form lies in memory",
        input.ident
    )))
}
