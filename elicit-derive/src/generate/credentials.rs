//! What is asserted of texts that ask for a credential.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Assertions, field};
use crate::model::Item;

/// The assertions that no credential fits into the answer to a field whose texts ask for one. That
/// depends on the type, which only the core knows.
pub(super) fn assertions(item: &Item, private: &Ident) -> TokenStream {
    let mut assertions = Assertions::new(private);
    for (index, field) in item.shape.fields().iter().enumerate() {
        let Some((at, message)) = &field.credential else {
            continue;
        };
        let fits = if field.is_sound() {
            let table = field::constant(index);
            quote!(#private::assert::fits_credential(#table))
        } else {
            quote!(true)
        };
        assertions.add(*at, quote!(no_credential(#message, #fits)));
    }
    assertions.code
}
