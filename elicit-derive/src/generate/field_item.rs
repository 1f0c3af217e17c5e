//! An item that is a type of fields: a choice or a newtype.

use std::iter;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::field;
use crate::model::{Field, Item, Variant};

/// An enum of unit variants.
pub(super) fn choice(item: &Item, variants: &[Variant], private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let is_titled = variants.iter().any(|variant| variant.title.is_some());
    let table = variants.iter().map(|variant| {
        let name = &variant.name;
        // Clients show titles for all options or for none.
        let title = match &variant.title {
            Some(title) => Some(&title.value),
            None => is_titled.then_some(&name.value),
        };
        let title = title.map_or_else(
            || quote!(#private::Option::None),
            |title| quote!(#private::Option::Some(#title)),
        );
        quote!(#private::variant(#name, #title))
    });
    let indexes: Vec<usize> = (0..variants.len()).collect();
    let idents: Vec<&Ident> = variants.iter().map(|variant| &variant.ident).collect();
    let deserialize = deserialize(item, private);
    quote! {
        #[automatically_derived]
        impl #private::ChoiceEnum for #ident {
            const VARIANTS: &'static [#private::Variant] = &[#(#table),*];

            fn __at(__index: #private::usize) -> #private::Option<Self> {
                match __index {
                    #(#indexes => #private::Option::Some(Self::#idents),)*
                    _ => #private::Option::None,
                }
            }

            fn __index(&self) -> #private::usize {
                match self {
                    #(Self::#idents => #indexes),*
                }
            }
        }

        #[automatically_derived]
        impl #private::Field for #ident {
            type IsSecret = #private::ConstBool<false>;
            const FIELD: #private::FieldType<Self> = #private::FieldType::choice();
        }

        #deserialize
    }
}

/// A tuple struct of one field: the type of that field, with rules of its own.
pub(super) fn newtype(item: &Item, inner: &Field, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let constants = field::constants(iter::once((0, inner)), private);
    let constant = field::constant(0);
    let deserialize = deserialize(item, private);
    quote! {
        #constants

        #[automatically_derived]
        impl #private::Field for #ident {
            type IsSecret = #private::ConstBool<{ #constant.is_secret() }>;
            const FIELD: #private::FieldType<Self> = #private::FieldType::newtype(
                #constant,
                |__answer| #private::Option::Some(Self { 0: #constant.read(__answer)? }),
                |__value| #constant.give(&__value.0),
            );
        }

        #deserialize
    }
}

/// The implementations with which a faulty item can be a field, or an option of a multi-select.
pub(super) fn fallback(item: &Item, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = super::fallback_generics(item, private);
    let deserialize = deserialize(item, private);
    quote! {
        impl #impl_generics #private::Field for #ident #type_generics #where_clause {
            type IsSecret = #private::ConstBool<false>;
            const FIELD: #private::FieldType<Self> = #private::FieldType::faulty();
        }

        impl #impl_generics #private::ChoiceEnum for #ident #type_generics #where_clause {
            const VARIANTS: &'static [#private::Variant] = &[];

            fn __at(_: #private::usize) -> #private::Option<Self> {
                #private::Option::None
            }

            fn __index(&self) -> #private::usize {
                0
            }
        }

        #deserialize
    }
}

/// `impl Deserialize` for a type that is a field.
fn deserialize(item: &Item, private: &Ident) -> Option<TokenStream> {
    let read = quote!(#private::deserialize_field);
    super::deserialize(item, private, &read)
}
