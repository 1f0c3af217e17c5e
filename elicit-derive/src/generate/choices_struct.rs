//! The struct beside a form that takes the options known only at run time.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::role;
use crate::model::{Field, Item};

/// The struct, the one thing that the derive writes where the user can name it.
pub(super) fn of(item: &Item, fields: &[Field]) -> Option<TokenStream> {
    let members: Vec<&Ident> = run_time(fields).map(|(_, field)| &field.ident).collect();
    if members.is_empty() {
        return None;
    }
    let (visibility, lints, name) = (&item.visibility, &item.lints, name(item));
    let choices = item.core.member("Choices");
    let summary = format!("The options of the run-time choices of [`{}`].", item.ident);
    let each = members
        .iter()
        .map(|member| format!("The options of `{member}`."));
    // A field that is added to the form may have such options.
    let non_exhaustive = item.is_non_exhaustive.then(|| quote!(#[non_exhaustive]));
    Some(quote! {
        #[doc = #summary]
        #(#[allow(#lints)])*
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
        )]
        #non_exhaustive
        #visibility struct #name {
            #(#[doc = #each] pub #members: #choices,)*
        }
    })
}

/// How it hands out the options; `None` where there are no such fields.
pub(super) fn supply(item: &Item, fields: &[Field], private: &Ident) -> Option<TokenStream> {
    let arms: Vec<TokenStream> = run_time(fields)
        .map(|(place, field)| {
            let member = &field.ident;
            quote!(#place => #private::Option::Some(&self.#member))
        })
        .collect();
    if arms.is_empty() {
        return None;
    }
    let name = name(item);
    Some(quote! {
        #[automatically_derived]
        impl #private::RunTimeOptions for #name {
            fn choices(&self, __place: #private::usize) -> #private::Option<&#private::Choices> {
                match __place {
                    #(#arms,)*
                    _ => #private::Option::None,
                }
            }
        }
    })
}

/// Lets a form be asked with its options and without, if each `choices` is on a type that cannot
/// hold one, which only the core knows: that is an error already.
pub(super) fn leave_open(item: &Item, fields: &[Field], private: &Ident) -> Option<TokenStream> {
    let roles = run_time(fields).map(|(place, _)| role::constant(place));
    may_be_needed(item, fields, &quote!(#(#roles.need_options())||*), private)
}

/// The same for a faulty form. `choices = ["a"]` may be an enum tomorrow.
pub(super) fn leave_unneeded(
    item: &Item,
    fields: &[Field],
    private: &Ident,
) -> Option<TokenStream> {
    may_be_needed(item, fields, &quote!(false), private)
}

fn may_be_needed(
    item: &Item,
    fields: &[Field],
    are_needed: &TokenStream,
    private: &Ident,
) -> Option<TokenStream> {
    run_time(fields).next()?;
    let name = name(item);
    Some(quote! {
        impl #private::MayBeNeeded for #name {
            type Needed = #private::ConstBool<{ #are_needed }>;
        }
    })
}

/// The type that a form's choices have.
pub(super) fn type_of(item: &Item, fields: &[Field]) -> TokenStream {
    if run_time(fields).next().is_none() {
        return quote!(());
    }
    let name = name(item);
    quote!(#name)
}

fn run_time(fields: &[Field]) -> impl Iterator<Item = (usize, &Field)> {
    fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.role.is_run_time())
}

fn name(item: &Item) -> Ident {
    format_ident!("{}Choices", item.ident)
}
