//! The code for an item: tables, and calls into the core.
//!
//! Everything is in `const _: () = { … }` and names everything by absolute
//! paths, so it needs nothing of the place where it lands and leaves nothing there.

mod choices_struct;
mod field;
mod field_item;
mod form;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use choices_struct::ChoicesStruct;

use crate::{
    crate_path,
    model::{Item, Shape},
    tokens::{self, TokenRange},
};

pub(crate) fn item(item: Item) -> TokenStream {
    in_own_scope(item, |item, private| match &item.shape {
        Shape::Form(fields) => form::implementation(item, fields, private),
        Shape::Choice(variants) => field_item::choice(item, variants, private),
        Shape::Newtype(inner) => field_item::newtype(item, inner, private),
        Shape::Neither(_) => TokenStream::new(),
    })
}

/// The implementations of a faulty item, so that its uses add no errors, and the checks of its
/// fields that have no error of their own.
pub(crate) fn fallback(mut item: Item) -> TokenStream {
    if !item.generics.params.is_empty() {
        // Parameters are an error. A constant has none, and other implementations want their bounds.
        item.attrs.check = None;
        item.attrs.deserialize = None;
        item.attrs.json_schema = None;
        for field in item.shape.fields_mut() {
            field.has_faulty_type = true;
        }
    }
    in_own_scope(item, |item, private| {
        let checks = field::sound_constants(item, private);
        let form = match &item.shape {
            Shape::Form(_) | Shape::Neither(_) => form::fallback(item, private),
            Shape::Choice(_) | Shape::Newtype(_) => TokenStream::new(),
        };
        let field = field_item::fallback(item, private);
        quote!(#checks #form #field)
    })
}

/// Puts the code into a scope of its own, with a short name for the core's private module, because
/// every token costs compile time.
///
/// Without the path of the core, there is no code that compiles.
fn in_own_scope(mut item: Item, body: impl FnOnce(&Item, &Ident) -> TokenStream) -> TokenStream {
    let Some(core) = item.attrs.core.take() else {
        return TokenStream::new();
    };
    let private = Ident::new("__elicit", Span::call_site());
    own_names(&mut item);
    let credentials = credentials(&item, &private);
    let choices = ChoicesStruct::from_item(&item).map(|choices| choices.definition(&core));
    let body = body(&item, &private);
    let import = crate_path::import(&core, &private);
    let lints = &item.lints;
    quote! {
        #choices
        #(#[allow(#lints)])*
        const _: () = {
            #import
            #body
            #credentials
        };
    }
}

/// Gives the spans of the derive to the names that the code repeats.
fn own_names(item: &mut Item) {
    let own = |name: &mut Ident| *name = tokens::as_derived(name);
    own(&mut item.ident);
    if let Shape::Choice(variants) = &mut item.shape {
        for variant in variants {
            own(&mut variant.ident);
        }
    }
    for field in item.shape.fields_mut() {
        own(&mut field.ident);
        without_self(&mut field.ty, &item.ident);
    }
}

/// Replaces `Self` in a type by the name of the item: outside of an `impl` there is no `Self`.
fn without_self(ty: &mut Type, item: &Ident) {
    let tokens = ty.to_token_stream();
    if !tokens::has_self(tokens.clone()) {
        return;
    }
    let named = tokens::without_self(tokens, &|span| {
        let mut item = item.clone();
        item.set_span(span);
        tokens::as_derived(&item)
    });
    if let Ok(named) = syn::parse2(named) {
        *ty = named;
    }
}

/// `impl Deserialize`, if the item asks for it: the same checks by a function of the core's, as
/// serde's error.
fn deserialize(item: &Item, private: &Ident, read: &TokenStream) -> Option<TokenStream> {
    // If serde's derive implements it as well, the compiler reports the word.
    let at = item.attrs.deserialize?.derived();
    let mut ident = item.ident.clone();
    ident.set_span(at);
    Some(quote_spanned! {at=>
        #[automatically_derived]
        impl<'de> #private::serde::Deserialize<'de> for #ident {
            fn deserialize<D: #private::serde::Deserializer<'de>>(
                __deserializer: D,
            ) -> #private::Result<Self, D::Error> {
                #read(__deserializer).map_err(#private::serde::de::Error::custom)
            }
        }
    })
}

/// A call of the core's `assert`, in an item of its own, so that one that fails leaves the others to be
/// reported. Its message is reported at this place.
fn assertion(at: TokenRange, call: TokenStream, private: &Ident) -> TokenStream {
    let mut path = quote!(#private::assert::);
    path.extend(call);
    let call = at.spanned(path);
    quote!(const _: () = #call;)
}

/// The assertions that no credential fits into the answer to a field whose texts ask for one. That
/// depends on the type, which only the core knows.
fn credentials(item: &Item, private: &Ident) -> TokenStream {
    let fields = item.shape.fields().iter().enumerate();
    let assertions = fields.filter_map(|(index, field)| {
        let (at, message) = field.credential.as_ref()?;
        let fits = if field.is_sound() {
            let table = field::constant(index);
            quote!(#private::assert::fits_credential(#table))
        } else {
            quote!(true)
        };
        Some(assertion(
            *at,
            quote!(no_credential(#message, #fits)),
            private,
        ))
    });
    assertions.collect()
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
    // The type of the last field may have no size. With a lifetime, the compiler accepts a bound
    // that does not hold.
    let has_size = quote!(for<'__elicit> Self: #private::Sized);
    (
        quote!(#impl_generics),
        quote!(#type_generics),
        quote!(where #is_static #has_size, #(#bounds,)*),
    )
}
