//! Types of which only the compiler knows whether they have a size: an alias may be one of
//! `str` or of a slice.
//!
//! The assertion beside such a field says what is wrong. All else that needs the size stands
//! under the bound that there is one, and is not there without.

use std::{collections::BTreeMap, slice};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

use crate::{
    model::{Field, Item, Shape, bare},
    primitive::Primitive,
};

/// What a field means has one type where the type of the field has a size, and another where
/// it may have none.
pub(super) fn table(ty: &Type) -> Ident {
    let name = if may_be_missing(ty) {
        "FieldTypeOf"
    } else {
        "FieldType"
    };
    Ident::new(name, Span::call_site())
}

/// The code that makes a form out of `__answers`, and an implementation beside it, into which
/// that goes under the bound that the fields have a size; `None` where the tokens show that.
pub(super) fn build(
    item: &Item,
    code: TokenStream,
    private: &Ident,
) -> (TokenStream, Option<TokenStream>) {
    let Some(has_size) = of_fields(item, private) else {
        return (code, None);
    };
    let ident = &item.ident;
    let assembly = quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl #private::Assemble for #ident #has_size {
            #[inline]
            fn build(
                __answers: &mut #private::Answers<'_>,
            ) -> #private::Result<Self, #private::InvalidContent> {
                #code
            }
        }
    };
    let call = quote!((&#private::Assembly::<Self>::OF).build(__answers));
    (call, Some(assembly))
}

/// `where` the fields have a size, and so the item; `None` where the tokens show it.
fn of_fields(item: &Item, private: &Ident) -> Option<TokenStream> {
    // A type that two fields have is one bound.
    let mut types = BTreeMap::new();
    for ty in fields(item).iter().map(|field| &field.ty) {
        if may_be_missing(ty) {
            types.insert(ty.to_token_stream().to_string(), ty);
        }
    }
    let types = types.values();
    let bounds: Vec<TokenStream> = types
        .map(|ty| quote!(for<'__elicit> #ty: #private::HasSize<'__elicit>))
        // It follows, but not for the compiler where the last field is a struct.
        .chain(is_open(item).then(|| bound(private)))
        .collect();
    (!bounds.is_empty()).then(|| quote!(where #(#bounds),*))
}

/// `where` what holds a value of the item has a size; `None` where the tokens show it.
pub(super) fn of_item(item: &Item, private: &Ident) -> Option<TokenStream> {
    if let Shape::Newtype(_) = item.shape {
        // What it means has the meaning of its field in it.
        return of_fields(item, private);
    }
    is_open(item).then(|| {
        let bound = bound(private);
        quote!(where #bound)
    })
}

/// The bound that the item has a size, which may stand where it has none: with a lifetime,
/// the compiler does not look whether it holds.
pub(super) fn bound(private: &Ident) -> TokenStream {
    quote!(for<'__elicit> Self: #private::Sized)
}

/// Whether the item may have no size: a struct has none if its last field has none.
fn is_open(item: &Item) -> bool {
    match &item.shape {
        Shape::Form(_) | Shape::Newtype(_) => fields(item)
            .last()
            .is_some_and(|last| may_be_missing(&last.ty)),
        Shape::Choice { .. } => false,
        Shape::Neither(_) => true,
    }
}

fn fields(item: &Item) -> &[Field] {
    match &item.shape {
        Shape::Form(fields) => fields,
        Shape::Newtype(inner) => slice::from_ref(inner),
        Shape::Choice { .. } | Shape::Neither(_) => &[],
    }
}

/// Whether a type may have no size for all that its tokens show, unless a name means another
/// type here.
fn may_be_missing(ty: &Type) -> bool {
    const SIZED: [&str; 4] = ["Option", "Vec", "BTreeSet", "HashSet"];
    match bare(ty) {
        // Associated types have one unless their trait says otherwise; and the bound for a type
        // that another field has as well, by another name, would not be understood.
        Type::Path(path) if path.qself.is_some() => false,
        Type::Path(path) => {
            let last = path.path.segments.last();
            Primitive::of_type(ty).is_none()
                && !last.is_some_and(|last| SIZED.iter().any(|name| last.ident == name))
        }
        _ => true,
    }
}
