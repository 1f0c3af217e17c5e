//! What is asserted of the types of the fields.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

use super::field;
use crate::{
    at::At,
    model::{Field, Role, Rule, written},
    primitive::Primitive,
    values::DefaultValue,
};

pub(super) struct Assertion {
    /// The call, placed where its message is to stand.
    pub(super) call: TokenStream,
    /// Whether the tokens show that it holds.
    pub(super) is_evident: bool,
}

/// The assertions about a field, by its place.
pub(super) fn of(place: usize, field: &Field, private: &Ident) -> Vec<Assertion> {
    let table = table(place, field);
    let primitive = Primitive::of(field);
    let mut assertions = Vec::new();
    let mut assert = |at: At, call, is_evident| {
        let call = at.place(quote!(#private::assert::#call));
        assertions.push(Assertion { call, is_evident });
    };
    let written = written(&field.ty.to_token_stream());
    let rules = || field.rules.iter().chain(&field.contradictory);
    // The first of them says that they are on no multi-select.
    let lost = rules()
        .find(|rule| rule.is_of_items())
        .filter(|_| matches!(field.role, Role::Plain | Role::Choice));
    // What could not be read may say what a list is for.
    let renderable = if field.role == Role::Unknown || lost.is_some() {
        quote!(renderable_or_list(#table, #written))
    } else {
        quote!(renderable(#table, #written))
    };
    assert(At::of(&field.ty), renderable, primitive.is_some());
    if let Some(rule) = lost {
        let attribute = rule.attribute();
        let items = quote!(items(#table, #attribute, #written));
        assert(rule.at(), items, false);
    }
    for rule in rules() {
        let attribute = rule.attribute();
        let call = match rule {
            Rule::MinItems(count) if field.role.is_multiple() => {
                let items = count.value;
                quote!(min_items(#table, #items))
            }
            // The most is a limit to what the person does, and not to the options.
            Rule::MinItems(_) | Rule::MaxItems(_) => continue,
            Rule::Minimum(number) | Rule::Maximum(number) => {
                let literal = number.value.literal(private);
                quote!(bound(#table, #attribute, #literal))
            }
            Rule::MinLength(count) | Rule::MaxLength(count) => {
                let length = count.value;
                quote!(length(#table, #attribute, #length))
            }
            Rule::Format(format) => {
                let format = format.value(private);
                quote!(format(#table, #format))
            }
            Rule::Pattern(_) => quote!(pattern(#table)),
        };
        let is_evident = primitive.is_some_and(|primitive| primitive.takes(rule, field));
        assert(rule.at(), call, is_evident);
        if let Rule::Pattern(pattern) = rule {
            if field.description.is_none() && !field.unread.has("description") {
                assert(pattern.at, quote!(pattern_in_words(#table)), false);
            }
            if let Some(default) = &field.default
                && let DefaultValue::Text(text) = &default.value
                && !pattern.compiled.is_match(text)
            {
                assert(default.at, quote!(no_match(#table)), false);
            }
        }
    }
    if let Some(at) = field.required {
        assert(at, quote!(can_be_required(#table)), false);
    }
    if let Some(at) = field.left_out {
        assert(at, quote!(can_be_left_out(#table)), false);
    }
    if let Some(default) = &field.default {
        assert(
            default.at,
            quote!(default(#table)),
            primitive.is_some_and(|primitive| primitive.holds(&default.value)),
        );
    }
    assertions
}

/// What the field means, by its name in Rust, which is the one that its author reads.
fn table(place: usize, field: &Field) -> TokenStream {
    let constant = field::constant(place);
    let name = field.ident.unraw().to_string();
    if name == field.name.value {
        quote!(#constant)
    } else {
        quote!(&#constant.named(#name))
    }
}
