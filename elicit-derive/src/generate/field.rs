//! The tables of one field, and the assertions about its type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::{
    at::At,
    model::{Field, Item, Role, Rule},
};

/// The constants of a field, by its place:
///
/// ```text
/// const FIELD_1: &FieldType<u8> = &<u8 as Renderable>::FIELD;
/// const PROPERTY_1: Property = FIELD_1.property("replicas").with_minimum(Literal::Integer(1));
/// const _: () = assert::renderable(&PROPERTY_1, "u8");
/// const _: () = assert::bound(FIELD_1.of_type(), &PROPERTY_1, "minimum", Literal::Integer(1));
/// ```
///
/// Each assertion is an item of its own, so that one that fails leaves the others
/// to be heard.
pub(super) fn constants(place: usize, field: &Field, private: &TokenStream) -> TokenStream {
    let (constant, property) = (self::field(place), property(place));
    let (ty, name, written) = (&field.ty, &field.name, field.written_type());
    let meaning = Ident::new(
        match field.role {
            Role::Plain | Role::Unknown => "Renderable",
            Role::MultiSelect => "MultiSelect",
            Role::Choice => "RunTimeChoice",
            Role::MultiChoice => "RunTimeMultiSelect",
        },
        Span::call_site(),
    );
    let renderable = (field.role != Role::Unknown)
        .then(|| (At::of(ty), quote!(renderable(&#property, #written))));
    let assertions = renderable
        .into_iter()
        .chain(
            field
                .rules
                .iter()
                .filter_map(|rule| assertion(rule, [&constant, &property], private)),
        )
        .chain(
            field
                .required
                .map(|at| (at, quote!(can_be_required(&#property)))),
        )
        .chain(
            field
                .left_out
                .map(|at| (at, quote!(can_be_left_out(&#property)))),
        )
        .chain(
            field
                .default
                .as_ref()
                .map(|default| (default.at, quote!(default(#constant.of_type(), &#property)))),
        )
        .map(|(at, call)| {
            let call = at.place(quote!(#private::assert::#call));
            quote!(const _: () = #call;)
        });
    let patterns = field.rules.iter().filter_map(|rule| match rule {
        Rule::Pattern(rule) => {
            let (pattern, compiled) = (pattern(place), rule.compiled.constructor(private));
            Some(quote!(const #pattern: &#private::Pattern = &#compiled;))
        }
        _ => None,
    });
    let attributes = attributes(place, field, private);
    quote! {
        const #constant: &#private::FieldType<#ty> = &<#ty as #private::#meaning>::FIELD;
        #(#patterns)*
        const #property: #private::Property = #constant.property(#name) #attributes;
        #(#assertions)*
    }
}

/// The constants of those fields of a faulty item that are right in themselves:
/// what their types say is wrong is heard together with the rest.
pub(super) fn sound_constants(fields: &[Field], item: &Item, private: &TokenStream) -> TokenStream {
    if !item.generics.params.is_empty() {
        return TokenStream::new();
    }
    fields
        .iter()
        .enumerate()
        .filter(|(_, field)| !field.is_faulty)
        .map(|(place, field)| constants(place, field, private))
        .collect()
}

/// What is asserted of the type for a rule, and where.
fn assertion(
    rule: &Rule,
    [field, property]: [&Ident; 2],
    private: &TokenStream,
) -> Option<(At, TokenStream)> {
    let attribute = rule.attribute();
    let call = match rule {
        // It is a limit to what the person does, and not to the options.
        Rule::MaxItems(_) => return None,
        Rule::Minimum(number) | Rule::Maximum(number) => {
            let literal = number.value.literal(private);
            quote!(bound(#field.of_type(), &#property, #attribute, #literal))
        }
        Rule::MinLength(count) | Rule::MaxLength(count) => {
            let length = count.value;
            quote!(length(#field.of_type(), &#property, #attribute, #length))
        }
        Rule::MinItems(count) => {
            let items = count.value;
            quote!(min_items(&#property, #items))
        }
        Rule::Format(_) | Rule::Pattern(_) => {
            quote!(text(#field.of_type(), &#property, #attribute))
        }
    };
    Some((rule.at(), call))
}

fn attributes(place: usize, field: &Field, private: &TokenStream) -> TokenStream {
    let title = field.title.iter().map(|title| quote!(.with_title(#title)));
    let description = field
        .description
        .iter()
        .map(|description| quote!(.with_description(#description)));
    let rules = field.rules.iter().map(|rule| {
        let method = format_ident!("with_{}", rule.attribute());
        let value = match rule {
            Rule::Minimum(number) | Rule::Maximum(number) => number.value.literal(private),
            Rule::MinLength(count)
            | Rule::MaxLength(count)
            | Rule::MinItems(count)
            | Rule::MaxItems(count) => {
                let count = count.value;
                quote!(#count)
            }
            Rule::Format(format) => format.value(private),
            Rule::Pattern(_) => {
                let pattern = pattern(place);
                quote!(#pattern)
            }
        };
        quote!(.#method(#value))
    });
    let default = field.default.iter().map(|default| {
        let literal = default.literal(private);
        quote!(.with_default(#literal))
    });
    let required = field.required.iter().map(|_| quote!(.with_required()));
    quote!(#(#title)* #(#description)* #(#rules)* #(#default)* #(#required)*)
}

/// What the field's type means.
pub(super) fn field(place: usize) -> Ident {
    format_ident!("FIELD_{place}")
}

/// The field's own pattern.
fn pattern(place: usize) -> Ident {
    format_ident!("PATTERN_{place}")
}

/// The property.
pub(super) fn property(place: usize) -> Ident {
    format_ident!("PROPERTY_{place}")
}
