//! An enum of unit variants: a choice.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::size;
use crate::model::{Item, Variant};

pub(super) fn implementation(item: &Item, variants: &[Variant], private: &Ident) -> TokenStream {
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
    let at = variants.iter().enumerate().map(|(place, variant)| {
        let variant = &variant.ident;
        quote!(#place => #private::Option::Some(Self::#variant))
    });
    let place = variants.iter().enumerate().map(|(place, variant)| {
        let variant = &variant.ident;
        quote!(Self::#variant => #place)
    });
    let field = field(item, private);
    quote! {
        #[automatically_derived]
        impl #private::Variants for #ident {
            const VARIANTS: &'static [#private::Variant] = &[#(#table),*];

            fn at(__place: #private::usize) -> #private::Option<Self> {
                match __place {
                    #(#at,)*
                    _ => #private::Option::None,
                }
            }

            fn place(&self) -> #private::usize {
                match self {
                    #(#place),*
                }
            }
        }

        #field
    }
}

fn field(item: &Item, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let deserialize = super::deserialize_field(item, private);
    quote! {
        #[automatically_derived]
        impl #private::Field for #ident {
            const FIELD: #private::FieldType<Self> = #private::FieldType::choice();
        }

        #deserialize
    }
}

pub(super) fn fallback(item: &Item, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = super::fallback_generics(item);
    let deserialize = super::deserialize_field(item, private);
    quote! {
        impl #impl_generics #private::Field for #ident #type_generics #where_clause {
            const FIELD: #private::FieldType<Self> = #private::FieldType::faulty();
        }

        #deserialize
    }
}

/// What a faulty item needs to be several of a list.
pub(super) fn no_variants(item: &Item, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = super::fallback_generics(item);
    let has_size = size::bound(private);
    quote! {
        impl #impl_generics #private::Variants for #ident #type_generics #where_clause #has_size {
            const VARIANTS: &'static [#private::Variant] = &[];

            fn at(_: #private::usize) -> #private::Option<Self> {
                #private::Option::None
            }

            fn place(&self) -> #private::usize {
                0
            }
        }
    }
}
