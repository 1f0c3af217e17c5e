//! What `multi_select` and `choices` make of a field, where the core is to judge whether its type
//! fits.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::model::{Field, Role, Rule};

/// What the type of a field means in each role.
pub(super) fn roles(place: usize, field: &Field, private: &Ident) -> TokenStream {
    let (constant, ty) = (constant(place), &field.ty);
    let [is_multiple, is_run_time] = given(field);
    quote! {
        const #constant: #private::RolesOf<#ty> = #private::Roles {
            is_multiple: #private::Presence::#is_multiple,
            is_run_time: #private::Presence::#is_run_time,
            plain: #private::As::<#ty>::__PLAIN,
            multi_select: #private::As::<#ty>::__MULTI_SELECT,
            choice: #private::As::<#ty>::__CHOICE,
            multi_choice: #private::As::<#ty>::__MULTI_CHOICE,
        };
    }
}

pub(super) fn constant(place: usize) -> Ident {
    format_ident!("__ROLES_{place}")
}

/// Whether `multi_select` and `choices` are there.
fn given(field: &Field) -> [Ident; 2] {
    let unread = &field.unread;
    let given = |key, is_meant, is_likely| {
        let given = match (is_meant, is_likely || unread.has_unknown()) {
            (true, _) if !unread.has(key) => "Yes",
            (false, false) => "No",
            _ => "Perhaps",
        };
        Ident::new(given, Span::call_site())
    };
    // Whoever counts the items of a choice has forgotten that there are several.
    let has_items = field.role == Role::Choice && field.all_rules().any(Rule::is_of_items);
    [
        given("multi_select", field.role.is_multiple(), has_items),
        given("choices", field.role.is_run_time(), false),
    ]
}
