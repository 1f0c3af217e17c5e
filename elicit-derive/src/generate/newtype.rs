//! A tuple struct of one field: a field type with rules of its own.

use std::iter;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::field;
use crate::model::{Field, Item};

pub(super) fn implementation(item: &Item, inner: &Field, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let constants = field::constants(iter::once((0, inner)), private);
    let constant = field::constant(0);
    let deserialize = super::deserialize_field(item, private);
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
