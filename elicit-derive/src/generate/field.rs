//! The tables of fields.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Type};

use super::{assertions, role, size};
use crate::{
    model::{Field, Item, Role, Rule},
    tokens,
};

/// The tables of fields, by their places, and what is asserted of them:
///
/// ```text
/// const __FIELD_0: FieldTypeOf<Region> = <Region as Renderable>::FIELD.named("region");
/// const _: () = assert::renderable(__FIELD_0, "Region");
/// const __FIELD_1: FieldType<u8> =
///     <u8 as Renderable>::FIELD.named("replicas").with(Rule::Minimum(Literal::Integer(1)));
/// const _: () = {
///     assert::renderable(__FIELD_1, "u8");
///     assert::rule(__FIELD_1, Rule::Minimum(Literal::Integer(1)));
/// };
/// ```
///
/// The tables are values, and handed on as values: where a constant has a reference to one, the
/// compiler proves that nothing in it can change, for each use of the reference.
///
/// An assertion is an item of its own, so that one that fails leaves the others to be
/// heard. Those that the tokens show to hold share one, since each item is work for the
/// compiler. They are made all the same, for the tokens can mislead, where there is a
/// `type u8 = …`: then the first that fails is heard, and the next once it is mended.
pub(super) fn constants<'a>(
    fields: impl Iterator<Item = (usize, &'a Field)>,
    private: &Ident,
) -> TokenStream {
    let (mut constants, mut evident) = (TokenStream::new(), TokenStream::new());
    let mut has_roles = false;
    for (place, field) in fields {
        has_roles |= field.role != Role::Plain;
        constants.extend(table(place, field, private));
        for assertion in assertions::of(place, field, private) {
            let call = assertion.code(private);
            if assertion.is_evident {
                evident.extend(quote!(#call;));
            } else {
                constants.extend(quote!(const _: () = #call;));
            }
        }
    }
    if !evident.is_empty() {
        constants.extend(quote!(const _: () = { #evident };));
    }
    if has_roles {
        // Where a type has no place in the role, it is this trait that has the constant.
        constants.extend(quote!(use #private::NoRole as _;));
    }
    constants
}

/// The constants of those fields of a faulty item that are right in themselves:
/// what their types say is wrong is heard together with the rest. A constant has no
/// parameters, so that a type with one of the item's is left out.
pub(super) fn sound_constants(fields: &[Field], item: &Item, private: &Ident) -> TokenStream {
    let is_sound = soundness(item);
    let sound = fields
        .iter()
        .enumerate()
        .filter(|(_, field)| is_sound(field));
    constants(sound, private)
}

/// Whether a field of a faulty item has constants.
pub(super) fn soundness(item: &Item) -> impl Fn(&Field) -> bool {
    let parameters: Vec<&Ident> = item.generics.params.iter().map(name_of).collect();
    move |field| !field.is_faulty && !depends_on(&field.ty, &parameters)
}

fn name_of(parameter: &GenericParam) -> &Ident {
    match parameter {
        GenericParam::Type(parameter) => &parameter.ident,
        GenericParam::Lifetime(parameter) => &parameter.lifetime.ident,
        GenericParam::Const(parameter) => &parameter.ident,
    }
}

/// Whether one of the parameters stands in a type, the `a` of `'a`, too, or the item that has them.
fn depends_on(ty: &Type, parameters: &[&Ident]) -> bool {
    tokens::any_name(ty.to_token_stream(), &|name| {
        parameters.contains(&name) || !parameters.is_empty() && name == "Self"
    })
}

fn table(place: usize, field: &Field, private: &Ident) -> TokenStream {
    let constant = constant(place);
    let name = &field.name;
    let (roles, meaning) = if field.role == Role::Plain {
        let ty = &field.ty;
        (None, quote!(<#ty as #private::Renderable>::FIELD))
    } else {
        let roles = role::constant(place);
        let constant = role::roles(place, field, private);
        (Some(constant), quote!(#roles.field()))
    };
    let patterns = field.rules.iter().filter_map(|rule| match rule {
        Rule::Pattern(rule) => {
            let (pattern, compiled) = (pattern(place), rule.compiled.constructor(private));
            Some(quote!(const #pattern: &#private::Pattern = &#compiled;))
        }
        _ => None,
    });
    let attributes = attributes(place, field, private);
    let (ty, table) = (&field.ty, size::table(&field.ty));
    quote! {
        #(#patterns)*
        #roles
        const #constant: #private::#table<#ty> = #meaning.named(#name) #attributes;
    }
}

fn attributes(place: usize, field: &Field, private: &Ident) -> TokenStream {
    let title = field.title.iter().map(|title| quote!(.with_title(#title)));
    let description = field
        .description
        .iter()
        .map(|description| quote!(.with_description(#description)));
    let rules = field.rules.iter().map(|added| {
        let added = rule(added, place, private);
        quote!(.with(#added))
    });
    let default = field.default.iter().map(|default| {
        let literal = default.literal(private);
        quote!(.with_default(#literal))
    });
    let required = field.required.iter().map(|_| quote!(.with_required()));
    quote!(#(#title)* #(#description)* #(#rules)* #(#default)* #(#required)*)
}

/// A rule as the core takes it.
pub(super) fn rule(rule: &Rule, place: usize, private: &Ident) -> TokenStream {
    let (variant, value) = match rule {
        Rule::Minimum(number) => ("Minimum", number.value.literal(private)),
        Rule::Maximum(number) => ("Maximum", number.value.literal(private)),
        Rule::Format(format) => ("Format", format.value(private)),
        Rule::Pattern(_) => ("Pattern", pattern(place).to_token_stream()),
        Rule::MinLength(count) => ("MinLength", count.value.to_token_stream()),
        Rule::MaxLength(count) => ("MaxLength", count.value.to_token_stream()),
        Rule::MinItems(count) => ("MinItems", count.value.to_token_stream()),
        Rule::MaxItems(count) => ("MaxItems", count.value.to_token_stream()),
    };
    let variant = Ident::new(variant, Span::call_site());
    quote!(#private::Rule::#variant(#value))
}

/// What the field means.
pub(super) fn constant(place: usize) -> Ident {
    format_ident!("__FIELD_{place}")
}

/// The field's own pattern.
pub(super) fn pattern(place: usize) -> Ident {
    format_ident!("__PATTERN_{place}")
}
