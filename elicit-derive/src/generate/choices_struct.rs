//! The struct beside a form that takes the options known only at run time.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Path;

use super::field;
use crate::{
    crate_path,
    model::{Item, Shape},
};

/// The struct, with the indexes and the names of the fields whose options it takes.
pub(super) struct ChoicesStruct<'a> {
    item: &'a Item,
    pub(super) name: Ident,
    indexes: Vec<usize>,
    members: Vec<&'a Ident>,
}

impl<'a> ChoicesStruct<'a> {
    /// `None` where there are no such fields.
    pub(super) fn from_item(item: &'a Item) -> Option<Self> {
        let Shape::Form(fields) = &item.shape else {
            return None;
        };
        let fields = fields.iter().enumerate();
        let (indexes, members): (Vec<_>, Vec<_>) = fields
            .filter(|(_, field)| field.role().is_run_time())
            .map(|(index, field)| (index, &field.ident))
            .unzip();
        (!members.is_empty()).then(|| Self {
            item,
            name: format_ident!("{}Choices", item.ident),
            indexes,
            members,
        })
    }

    /// The one thing that the derive writes where the user can name it.
    pub(super) fn definition(&self, core: &Path) -> TokenStream {
        let Self {
            item,
            name,
            members,
            ..
        } = self;
        let (visibility, lints) = (&item.visibility, &item.lints);
        let choices = crate_path::member(core, "Choices");
        let summary = format!("The options of the run-time choices of [`{}`].", item.ident);
        let each = members
            .iter()
            .map(|member| format!("The options of `{member}`."));
        // A field that is added to the form may have such options.
        let non_exhaustive = item.is_non_exhaustive.then(|| quote!(#[non_exhaustive]));
        let hidden = item.is_doc_hidden.then(|| quote!(#[doc(hidden)]));
        quote! {
            #hidden
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
        }
    }

    /// How it gives the options, and whether the form needs them. It does not if each `choices` is
    /// on a type that cannot hold an option, which only the core knows and reports; nor if the form
    /// is faulty, since `choices = ["a"]` may become an enum.
    pub(super) fn implementations(&self, is_faulty: bool, private: &Ident) -> TokenStream {
        let Self {
            name,
            indexes,
            members,
            ..
        } = self;
        let roles = indexes.iter().map(|&index| field::roles_constant(index));
        let are_needed = if is_faulty {
            quote!(false)
        } else {
            quote!(#(#roles.need_options())||*)
        };
        quote! {
            #[automatically_derived]
            impl #private::RunTimeOptions for #name {
                type Needed = #private::ConstBool<{ #are_needed }>;

                fn choices(&self, __index: #private::usize) -> #private::Option<&#private::Choices> {
                    match __index {
                        #(#indexes => #private::Option::Some(&self.#members),)*
                        _ => #private::Option::None,
                    }
                }
            }
        }
    }
}
