//! A tuple struct of one field: a field type with rules of its own.

use std::iter;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{field, size};
use crate::{
    model::{Field, Item},
    types,
};

pub(super) fn implementation(item: &Item, inner: &Field, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let constants = field::constants(iter::once((0, inner)), private);
    let constant = field::constant(0);
    let has_size = size::of_item(item, private);
    let deserialize = super::deserialize_field(item, private);
    quote! {
        #constants

        #[automatically_derived]
        impl #private::Field for #ident #has_size {
            const FIELD: #private::FieldType<Self> = #private::FieldType::newtype(
                #constant,
                |__answer| #constant.read(__answer).map(Self),
                |__value| #constant.give(&__value.0),
            );
        }

        #deserialize
    }
}

pub(super) fn fallback(item: &Item, inner: &Field, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = super::fallback_generics(item);
    if types::has_no_size(&inner.ty) {
        // Nor has the newtype. Whoever has it as a field would hear of that in many ways.
        return quote! {
            impl #impl_generics #private::Member<'_> for #ident #type_generics #where_clause {
                type Value = #private::Never;

                fn give(
                    _: #private::FieldType<#private::Never>,
                    _: &Self,
                ) -> #private::Option<#private::Value> {
                    #private::Option::None
                }
            }

            impl #impl_generics #private::Renderable for #ident #type_generics #where_clause {
                const FIELD: #private::FieldType<#private::Never> =
                    #private::FieldType::faulty();
            }
        };
    }
    let has_size = size::bound(private);
    let deserialize = super::deserialize_field(item, private);
    quote! {
        impl #impl_generics #private::Field for #ident #type_generics #where_clause #has_size {
            const FIELD: #private::FieldType<Self> = #private::FieldType::faulty();
        }

        #deserialize
    }
}
