//! A struct with named fields: a form.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::{choices_struct::ChoicesStruct, field};
use crate::{
    model::{Field, Item},
    tokens,
};

pub(super) fn implementation(item: &Item, fields: &[Field], private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let tables = field::constants(fields.iter().enumerate(), private);
    let length = fields.len();
    let indexes = 0..length;
    // Each of these is one token a field. A stream of tokens that goes into another one is
    // work for the compiler.
    let constants: Vec<Ident> = indexes.clone().map(field::constant).collect();
    let members: Vec<&Ident> = fields.iter().map(|field| &field.ident).collect();
    let values: Vec<Ident> = indexes
        .map(|index| format_ident!("__value_{index}"))
        .collect();
    let check_constant = check_constant(item, &quote!(__CHECK), private);
    let value = quote!(Self { #(#members: #values),* });
    let (checked, check) = if item.attrs.check.is_some() {
        let check = quote! {
            const CHECK: #private::Option<#private::FormCheck<Self>> =
                #private::Option::Some(__CHECK);
        };
        (quote!(__answers.checked(#value, __CHECK)), Some(check))
    } else {
        (quote!(#private::Result::Ok(#value)), None)
    };
    let build = quote! {
        // In declaration order, whatever is wrong with those before.
        match (#(#constants.next(__answers),)*) {
            (#(#private::Option::Some(#values),)*) if __answers.is_valid() => {
                #checked
            }
            _ => #private::Result::Err(__answers.invalid()),
        }
    };
    let (choices_type, choices) = choices(item, false, private);
    let read = quote!(<Self as #private::Elicit>::from_content);
    let deserialize = super::deserialize(item, private, &read);
    let json_schema = json_schema(item, private);
    let (hints, properties) = properties(item, &constants, private);
    let distinct_titles = distinct_titles(item, fields, private);
    quote! {
        #tables
        #hints
        static __PROPERTIES: [#private::Property; #length] = [#(#properties),*];
        #distinct_titles
        #check_constant
        #[automatically_derived]
        impl #private::DerivedForm for #ident {
            type RunTimeChoices = #choices_type;
            type HasSecret = #private::ConstBool<{ Self::FORM_SCHEMA.has_secret() }>;
            const FORM_SCHEMA: &'static #private::FormSchema =
                &#private::form_schema(&__PROPERTIES);
            #check

            fn texts() -> #private::SchemaText {
                #private::SchemaText::from_form::<#ident>()
            }

            #[inline]
            fn build(
                __answers: &mut #private::Answers<'_>,
            ) -> #private::Result<Self, #private::InvalidContent> {
                #build
            }

            fn content(&self) -> #private::Content {
                let mut __content = #private::Content::new();
                #(#constants.give_into(&mut __content, &self.#members);)*
                __content
            }
        }

        #choices

        // The documentation does not show that a form cannot be a field.
        #[doc(hidden)]
        #[automatically_derived]
        impl #private::Field for #ident {
            type IsSecret = #private::NoField;
            const FIELD: #private::FieldType<Self> = #private::FieldType::form();
        }

        #deserialize
        #json_schema
    }
}

/// The assertion that no two fields have one title. If all titles are written, `check.rs` compares
/// them.
fn distinct_titles(item: &Item, fields: &[Field], private: &Ident) -> Option<TokenStream> {
    if fields.len() < 2 || fields.iter().all(|field| field.attrs.title.is_some()) {
        return None;
    }
    let labels: Vec<&str> = fields.iter().map(Field::label).collect();
    let repeats = |(index, label)| labels[..index].contains(label);
    let call = if labels.iter().enumerate().any(repeats) {
        quote!(distinct_titles)
    } else {
        quote!(distinct_titles_of_types)
    };
    Some(super::assertion(
        item.at,
        quote!(#call(&__PROPERTIES)),
        private,
    ))
}

/// `impl JsonSchema`, if the item asks for it: the schema that is sent.
fn json_schema(item: &Item, private: &Ident) -> Option<TokenStream> {
    let range = item.attrs.json_schema?;
    // If another derive implements it as well, the compiler reports the word.
    let at = range.derived();
    let mut ident = item.ident.clone();
    ident.set_span(at);
    let name = ident.unraw().to_string();
    let no_secret = quote!(no_secret(<#ident as #private::Elicit>::FORM));
    let no_secret = super::assertion(range, no_secret, private);
    Some(quote_spanned! {at=>
        #no_secret

        #[automatically_derived]
        impl #private::schemars1::JsonSchema for #ident {
            fn schema_name() -> #private::Cow<'static, #private::str> {
                #private::Cow::Borrowed(#name)
            }

            fn schema_id() -> #private::Cow<'static, #private::str> {
                #private::Cow::Borrowed(
                    #private::concat!(#private::module_path!(), "::", #name)
                )
            }

            fn json_schema(
                _: &mut #private::schemars1::SchemaGenerator,
            ) -> #private::schemars1::Schema {
                #private::json_schema::<Self>()
            }
        }
    })
}

/// The descriptions with hints, and the properties. The core writes the words, because only it knows
/// the rules of types:
///
/// ```text
/// const __HINTS_0: [u8; __FIELD_0.hints_length()] = __FIELD_0.hints();
/// ```
fn properties(
    item: &Item,
    constants: &[Ident],
    private: &Ident,
) -> (TokenStream, Vec<TokenStream>) {
    let mut hints = TokenStream::new();
    let properties = constants.iter().enumerate().map(|(index, constant)| {
        if item.attrs.hints.is_none() {
            return quote!(#constant.property());
        }
        let name = format_ident!("__HINTS_{index}");
        hints.extend(quote! {
            const #name: [#private::u8; #constant.hints_length()] = #constant.hints();
        });
        quote!(#constant.with_hints(&#name).property())
    });
    let properties = properties.collect();
    (hints, properties)
}

/// The rule across fields as a constant, so that a function of another type is an error
/// under its name.
fn check_constant(item: &Item, name: &TokenStream, private: &Ident) -> Option<TokenStream> {
    let ident = &item.ident;
    let mut path = item.attrs.check.clone()?;
    let is_within = path.path.leading_colon.is_none() && path.path.segments.len() > 1;
    if let Some(first) = path.path.segments.first_mut()
        && is_within
        && first.ident == *ident
    {
        first.ident = Ident::new("Self", first.ident.span());
    }
    // Outside of an `impl` there is no `Self`. The alias counts as not deprecated.
    let named = |span| Ident::new("__Item", span);
    let path = tokens::without_self(path.to_token_stream(), &named);
    Some(quote! {
        type __Item = #ident;
        const #name: fn(&__Item) -> #private::Result<(), #private::Violations> = #path;
    })
}

/// The type that the form's choices have, and its implementations.
fn choices(item: &Item, is_faulty: bool, private: &Ident) -> (TokenStream, Option<TokenStream>) {
    match ChoicesStruct::from_item(item) {
        Some(choices) => (
            choices.name.to_token_stream(),
            Some(choices.implementations(is_faulty, private)),
        ),
        None => (quote!(()), None),
    }
}

pub(super) fn fallback(item: &Item, private: &Ident) -> TokenStream {
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = super::fallback_generics(item, private);
    let (choices_type, choices) = choices(item, true, private);
    let check_constant = check_constant(item, &quote!(_), private);
    let json_schema = json_schema(item, private);
    quote! {
        #check_constant

        impl #impl_generics #private::DerivedForm for #ident #type_generics #where_clause {
            type RunTimeChoices = #choices_type;
            type HasSecret = #private::ConstBool<false>;
            const FORM_SCHEMA: &'static #private::FormSchema = &#private::form_schema(&[]);

            fn texts() -> #private::SchemaText {
                #private::SchemaText::none()
            }

            fn build(
                __answers: &mut #private::Answers<'_>,
            ) -> #private::Result<Self, #private::InvalidContent> {
                #private::Result::Err(__answers.invalid())
            }

            fn content(&self) -> #private::Content {
                #private::Content::new()
            }
        }

        #choices
        #json_schema
    }
}
