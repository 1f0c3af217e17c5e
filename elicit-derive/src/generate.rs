//! The code for an item: tables, and calls into the core.
//!
//! Everything stands in `const _: () = { … }` and names everything by absolute
//! paths, so it needs nothing of the place where it lands and leaves nothing there.

mod assertions;
mod choice;
mod choices_struct;
mod field;
mod form;
mod names;
mod newtype;
mod primitive;
mod role;
mod size;
mod texts;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use crate::{
    at::At,
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
        Shape::Choice { variants, .. } => (
            TokenStream::new(),
            choice::implementation(item, variants, &private),
        ),
        Shape::Newtype(inner) => (
            TokenStream::new(),
            newtype::implementation(item, inner, &private),
        ),
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
    let (beside, body) = match &item.shape {
        Shape::Form(fields) => {
            let checks = field::sound_constants(fields, item, &private);
            let fallback = form::fallback(item, fields, &private);
            (choices_struct::of(item, fields), quote!(#checks #fallback))
        }
        Shape::Newtype(inner) => {
            let checks = field::sound_constants(std::slice::from_ref(&**inner), item, &private);
            let fallback = newtype::fallback(item, inner, &private);
            (TokenStream::new(), quote!(#checks #fallback))
        }
        Shape::Choice { data, .. } => {
            let checks = field::sound_constants(data, item, &private);
            let fallback = choice::fallback(item, &private);
            (TokenStream::new(), quote!(#checks #fallback))
        }
        Shape::Neither(fields) => {
            let checks = field::sound_constants(fields, item, &private);
            let fallback = form::fallback(item, &[], &private);
            (TokenStream::new(), quote!(#checks #fallback))
        }
    };
    // A multi-select of it says nothing either, whatever it was to be.
    let variants = choice::no_variants(item, &private);
    let apart = apart(item, &private, &quote!(#body #texts #variants));
    quote!(#beside #apart)
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

/// `impl Deserialize` for a form: the same checks, as serde's error.
fn deserialize(item: &Item, private: &Ident) -> Option<TokenStream> {
    // A form with run-time choices cannot be read like that. It is faulty, and has
    // the impl all the same.
    let has_run_time_choices = matches!(
        &item.shape,
        Shape::Form(fields) if fields.iter().any(|field| field.role.is_run_time())
    );
    let read = if has_run_time_choices {
        quote!(#private::deserialize_field)
    } else {
        quote!(<Self as #private::Elicit>::from_content)
    };
    deserialize_by(item, private, &read)
}

/// `impl Deserialize` for a type that is a field.
fn deserialize_field(item: &Item, private: &Ident) -> Option<TokenStream> {
    deserialize_by(item, private, &quote!(#private::deserialize_field))
}

fn deserialize_by(item: &Item, private: &Ident, read: &TokenStream) -> Option<TokenStream> {
    // Parameters are an error, and this impl would want their bounds.
    let is_meant = item.deserialize.is_some() || item.unread.has("deserialize");
    if !is_meant || !item.generics.params.is_empty() {
        return None;
    }
    // Beside the impl of serde's derive it is the word that is one too many.
    let at = item.deserialize.map_or_else(Span::call_site, At::derived);
    let mut ident = item.ident.clone();
    ident.set_span(at);
    let has_size = size::of_item(item, private);
    Some(quote_spanned! {at=>
        #[automatically_derived]
        impl<'de> #private::serde::Deserialize<'de> for #ident #has_size {
            fn deserialize<D: #private::serde::Deserializer<'de>>(
                __deserializer: D,
            ) -> #private::Result<Self, D::Error> {
                #read(__deserializer).map_err(#private::serde::de::Error::custom)
            }
        }
    })
}

/// Whether JSON escapes something in a text. Only then does the core look for it, which at compile
/// time takes long.
fn is_escaped(text: &str) -> bool {
    text.bytes()
        .any(|byte| matches!(byte, b'"' | b'\\' | ..b' '))
}

/// The places of texts in the order of the texts, for a search.
fn in_order<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<u16> {
    let texts: Vec<&String> = texts.collect();
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&place| texts[place]);
    order
        .into_iter()
        .map(|place| u16::try_from(place).unwrap_or(u16::MAX))
        .collect()
}

/// The generics of a faulty item, which are one of its errors. More bounds can follow.
fn fallback_generics(item: &Item) -> (TokenStream, TokenStream, TokenStream) {
    let (impl_generics, type_generics, _) = item.generics.split_for_impl();
    let bounds = item
        .generics
        .where_clause
        .iter()
        .flat_map(|clause| clause.predicates.iter());
    let is_static = (!item.generics.params.is_empty()).then(|| quote!(Self: 'static,));
    (
        quote!(#impl_generics),
        quote!(#type_generics),
        quote!(where #is_static #(#bounds,)*),
    )
}
