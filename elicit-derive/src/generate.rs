//! The code for an item: tables, and calls into the core.
//!
//! Everything stands in `const _: () = { … }` and names everything by absolute
//! paths, so it needs nothing of the place where it lands and leaves nothing there.

mod assertions;
mod choice;
mod choices_struct;
mod field;
mod form;
mod newtype;
mod role;
mod texts;

use std::slice;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use crate::{
    model::{Item, Shape},
    tokens,
};

pub(crate) fn item(mut item: Item) -> TokenStream {
    let private = Ident::new("__elicit", Span::call_site());
    // Their messages are placed under the names as the user wrote them.
    let texts = texts::of(&item, &private);
    own_names(&mut item);
    let item = &item;
    let (beside, body) = match &item.shape {
        Shape::Form(fields) => (
            choices_struct::of(item, fields),
            form::implementation(item, fields, &private),
        ),
        Shape::Choice { variants, .. } => (None, choice::implementation(item, variants, &private)),
        Shape::Newtype(inner) => (None, newtype::implementation(item, inner, &private)),
        Shape::Neither(_) => return TokenStream::new(),
    };
    let apart = apart(item, &private, &quote!(#body #texts));
    quote!(#beside #apart)
}

/// What keeps the uses of a faulty item from adding errors, and the checks of
/// those of its fields that have no error of their own.
pub(crate) fn fallback(mut item: Item) -> TokenStream {
    let private = Ident::new("__elicit", Span::call_site());
    let texts = texts::of(&item, &private);
    own_names(&mut item);
    let item = &item;
    let (beside, fields, body) = match &item.shape {
        Shape::Form(fields) => (
            choices_struct::of(item, fields),
            &fields[..],
            form::fallback(item, fields, &private),
        ),
        Shape::Newtype(inner) => (None, slice::from_ref(&**inner), TokenStream::new()),
        Shape::Choice { data, .. } => (None, &data[..], TokenStream::new()),
        Shape::Neither(fields) => (None, &fields[..], form::fallback(item, &[], &private)),
    };
    let checks = field::sound_constants(fields, item, &private);
    let field = fallback_field(item, &private);
    let apart = apart(item, &private, &quote!(#checks #body #texts #field));
    quote!(#beside #apart)
}

/// What a faulty item needs to be a field, whatever it was to be, or one of several.
fn fallback_field(item: &Item, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = fallback_generics(item, private);
    let read = quote!(#private::deserialize_field);
    let deserialize = deserialize(item, private, &read, &where_clause);
    quote! {
        impl #impl_generics #private::Field for #ident #type_generics #where_clause {
            const FIELD: #private::FieldType<Self> = #private::FieldType::faulty();
        }

        impl #impl_generics #private::Variants for #ident #type_generics #where_clause {
            const VARIANTS: &'static [#private::Variant] = &[];

            fn at(_: #private::usize) -> #private::Option<Self> {
                #private::Option::None
            }

            fn place(&self) -> #private::usize {
                0
            }
        }

        #deserialize
    }
}

/// The names that the code has again, as its own.
fn own_names(item: &mut Item) {
    let own = |name: &mut Ident| *name = tokens::as_derived(name);
    own(&mut item.ident);
    if let Shape::Choice { variants, .. } = &mut item.shape {
        for variant in variants {
            own(&mut variant.ident);
        }
    }
    for field in item.shape.fields_mut() {
        own(&mut field.ident);
        // With parameters, which are an error, it would lack its arguments.
        if item.generics.params.is_empty() {
            without_self(&mut field.ty, &item.ident);
        }
    }
}

/// Names the item where a type says `Self`, which is nothing outside of an `impl`.
fn without_self(ty: &mut Type, item: &Ident) {
    let tokens = ty.to_token_stream();
    if !tokens::any_name(tokens.clone(), &|name| name == "Self") {
        return;
    }
    let named = tokens::with_names(tokens, &|name| {
        if name == "Self" {
            let mut item = item.clone();
            item.set_span(name.span());
            tokens::as_derived(&item)
        } else {
            name
        }
    });
    if let Ok(named) = syn::parse2(named) {
        *ty = named;
    }
}

/// The code in a scope of its own, with a short name for what the core keeps for it:
/// every token is one to compile.
fn apart(item: &Item, private: &Ident, body: &TokenStream) -> TokenStream {
    let import = item.core.import(private);
    let lints = &item.lints;
    quote! {
        #(#[allow(#lints)])*
        const _: () = {
            #import
            #body
        };
    }
}

/// `impl Deserialize`, if the item asks for it: the same checks by a function of the core's, as
/// serde's error.
fn deserialize(
    item: &Item,
    private: &Ident,
    read: &TokenStream,
    where_clause: &TokenStream,
) -> Option<TokenStream> {
    // Beside the impl of serde's derive it is the word that is one too many.
    let at = item.deserialize?.derived();
    // Parameters are an error, and this impl would want their bounds.
    if !item.generics.params.is_empty() {
        return None;
    }
    let mut ident = item.ident.clone();
    ident.set_span(at);
    Some(quote_spanned! {at=>
        #[automatically_derived]
        impl<'de> #private::serde::Deserialize<'de> for #ident #where_clause {
            fn deserialize<D: #private::serde::Deserializer<'de>>(
                __deserializer: D,
            ) -> #private::Result<Self, D::Error> {
                #read(__deserializer).map_err(#private::serde::de::Error::custom)
            }
        }
    })
}

/// `impl Deserialize` for a type that is a field.
fn deserialize_field(item: &Item, private: &Ident) -> Option<TokenStream> {
    let read = quote!(#private::deserialize_field);
    deserialize(item, private, &read, &TokenStream::new())
}

/// The generics of a faulty item, which are one of its errors.
fn fallback_generics(item: &Item, private: &Ident) -> (TokenStream, TokenStream, TokenStream) {
    let (impl_generics, type_generics, _) = item.generics.split_for_impl();
    let bounds = item
        .generics
        .where_clause
        .iter()
        .flat_map(|clause| clause.predicates.iter());
    let is_static = (!item.generics.params.is_empty()).then(|| quote!(Self: 'static,));
    // A struct whose last field is a `str` has no size, and says so. With the lifetime, the
    // compiler lets a bound stand that does not hold.
    let has_size = quote!(for<'__elicit> Self: #private::Sized,);
    (
        quote!(#impl_generics),
        quote!(#type_generics),
        quote!(where #is_static #has_size #(#bounds,)*),
    )
}
