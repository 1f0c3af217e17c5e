//! What `multi_select`, `choices` and `parse` make of a field.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::model::{Field, Role};

/// What the type of a field means in each role; `None` if the field has none.
pub(super) fn roles(index: usize, field: &Field, private: &Ident) -> Option<TokenStream> {
    let role = match field.role() {
        Role::Plain => return None,
        Role::MultiSelect => "MultiSelect",
        Role::Choice => "Choice",
        Role::MultiChoice => "MultiChoice",
    };
    let role = Ident::new(role, Span::call_site());
    let (constant, ty) = (constant(index), &field.ty);
    Some(quote! {
        const #constant: #private::Roles<#ty> = #private::Roles {
            role: #private::Role::#role,
            plain: #private::RoleProbe::<#ty>::__PLAIN,
            multi_select: #private::RoleProbe::<#ty>::__MULTI_SELECT,
            choice: #private::RoleProbe::<#ty>::__CHOICE,
            multi_choice: #private::RoleProbe::<#ty>::__MULTI_CHOICE,
        };
    })
}

/// How the type of a field reads and writes a text, under `parse`.
pub(super) fn from_text(index: usize, field: &Field, private: &Ident) -> Option<TokenStream> {
    field.attrs.parse?;
    let (constant, ty) = (from_text_constant(index), &field.ty);
    Some(quote! {
        const #constant: #private::FromText<#ty> = #private::FromText {
            plain: #private::RoleProbe::<#ty>::__PLAIN,
            read: #private::FromTextProbe::<#ty>::__READ,
            read_option: #private::FromTextProbe::<#ty>::__READ_OPTION,
            give: #private::FromTextProbe::<#ty>::__GIVE,
            give_option: #private::FromTextProbe::<#ty>::__GIVE_OPTION,
        };
    })
}

pub(super) fn from_text_constant(index: usize) -> Ident {
    format_ident!("__FROM_TEXT_{index}")
}

pub(super) fn constant(index: usize) -> Ident {
    format_ident!("__ROLES_{index}")
}
