//! Fields or variants that are one name in Rust, which the compiler reports. Of code that names
//! both it would have more to say.

use std::{collections::HashSet, mem::take};

use syn::{Data, DeriveInput, Fields, Ident, ext::IdentExt, punctuated::Punctuated};

/// Leaves one of each name in an item. Whether there were more.
pub(crate) fn drop(input: &mut DeriveInput) -> bool {
    match &mut input.data {
        Data::Enum(data) => drop_from(&mut data.variants, |variant| Some(&variant.ident)),
        Data::Struct(data) => match &mut data.fields {
            Fields::Named(fields) => drop_from(&mut fields.named, |field| field.ident.as_ref()),
            Fields::Unnamed(_) | Fields::Unit => false,
        },
        Data::Union(data) => drop_from(&mut data.fields.named, |field| field.ident.as_ref()),
    }
}

fn drop_from<T, P: Default>(
    parts: &mut Punctuated<T, P>,
    name: impl Fn(&T) -> Option<&Ident>,
) -> bool {
    let before = parts.len();
    let mut seen = HashSet::new();
    *parts = take(parts)
        .into_iter()
        .filter(|part| name(part).is_none_or(|name| seen.insert(name.unraw())))
        .collect();
    parts.len() < before
}
