//! An enum of unit variants: a choice.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

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
    let indexes: Vec<usize> = (0..variants.len()).collect();
    let idents: Vec<&Ident> = variants.iter().map(|variant| &variant.ident).collect();
    let deserialize = super::deserialize_field(item, private);
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
