//! What is asserted of the types of the fields.

use std::iter;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

use super::{field, role};
use crate::{
    at::At,
    model::{Field, Role, Rule, written},
    primitive::Primitive,
    values::{Default, DefaultValue, Pattern},
};

pub(super) struct Assertion {
    /// Where its message is to stand.
    at: At,
    call: TokenStream,
    /// Whether the tokens show that it holds.
    pub(super) is_evident: bool,
}

impl Assertion {
    fn new(at: At, call: TokenStream) -> Self {
        Self {
            at,
            call,
            is_evident: false,
        }
    }

    fn evident_if(self, is_evident: bool) -> Self {
        Self { is_evident, ..self }
    }

    /// The call.
    pub(super) fn code(&self, private: &Ident) -> TokenStream {
        let call = &self.call;
        self.at.place(quote!(#private::assert::#call))
    }
}

/// The assertions about a field, by its place.
pub(super) fn of(place: usize, field: &Field, private: &Ident) -> Vec<Assertion> {
    let table = named_table(place, field);
    let mut assertions = of_type(place, field, &table);
    for rule in field.all_rules() {
        assertions.extend(of_rule(rule, place, field, &table, private));
        if let Rule::Pattern(pattern) = rule {
            assertions.extend(in_words(pattern, place, field, &table));
        }
    }
    if let Some(at) = field.required {
        assertions.push(Assertion::new(at, quote!(can_be_required(#table))));
    }
    if let Some(at) = field.left_out {
        assertions.push(Assertion::new(at, quote!(can_be_left_out(#table))));
    }
    if let Some(default) = &field.default {
        assertions.extend(of_default(default, place, field, &table));
    }
    assertions
}

/// The type is one for what the attributes make of the field.
fn of_type(place: usize, field: &Field, table: &TokenStream) -> Vec<Assertion> {
    let at = At::of(&field.ty);
    let written = written(&field.ty.to_token_stream());
    // A number of items without `multi_select` is a mistake, and the first of them says so.
    let is_multiple = field.role.is_multiple() && !field.unread.has("multi_select");
    let items = field
        .all_rules()
        .find(|rule| rule.is_of_items() && !is_multiple);
    let fits = if field.role != Role::Plain {
        let roles = role::constant(place);
        quote!(role(#table, #roles, #written))
    } else if items.is_some() || field.is_role_unclear {
        // Of a list nothing more is said then, nor where an attribute that could not be read may
        // say what it is for.
        quote!(renderable_or_list(#table, #written))
    } else {
        quote!(renderable(#table, #written))
    };
    let fits = Assertion::new(at, fits).evident_if(Primitive::of(field).is_some());
    let items = items.map(|rule| {
        let (attribute, may_be_multiple) = (rule.attribute(), field.is_role_unclear);
        Assertion::new(
            rule.at(),
            quote!(items(#table, #attribute, #may_be_multiple, #written)),
        )
    });
    iter::once(fits).chain(items).collect()
}

/// The rule fits the type.
fn of_rule(
    rule: &Rule,
    place: usize,
    field: &Field,
    table: &TokenStream,
    private: &Ident,
) -> Option<Assertion> {
    match rule {
        // The most is a limit to what the person does, and not to the options.
        Rule::MaxItems(_) => return None,
        Rule::MinItems(_) if !field.role.is_multiple() => return None,
        Rule::Pattern(pattern) => {
            // What it lacks may be what cannot be read.
            let may_be_bounded = field.unread.has("max_length") || field.unread.has_unknown();
            if pattern.compiled.takes_steps() && may_be_bounded {
                return None;
            }
        }
        _ => {}
    }
    let added = field::rule(rule, place, private);
    let is_same = |other: &Rule| other.attribute() == rule.attribute();
    let call = if field.contradictory.iter().any(is_same) {
        quote!(rule(#table.without_rules().with(#added), #added))
    } else {
        quote!(rule(#table, #added))
    };
    let is_evident = Primitive::of(field).is_some_and(|primitive| primitive.takes(rule, field));
    Some(Assertion::new(rule.at(), call).evident_if(is_evident))
}

/// A person is told what the pattern asks for, if it is one of the field, and as far as one can
/// tell.
fn in_words(
    pattern: &Pattern,
    place: usize,
    field: &Field,
    table: &TokenStream,
) -> Option<Assertion> {
    let unread = &field.unread;
    let may_be_told = field.description.is_some() || unread.has("description");
    // Beside `choices` it is none of the rules.
    let may_be_another = unread.has("choices") || unread.has_unknown();
    let constant = field::pattern(place);
    (!may_be_told && !may_be_another)
        .then(|| Assertion::new(pattern.at, quote!(pattern_in_words(#table, #constant))))
}

/// The default is a valid answer.
fn of_default(
    default: &Default,
    place: usize,
    field: &Field,
    table: &TokenStream,
) -> Vec<Assertion> {
    // It may be one of the options that `choices` was given.
    if field.unread.has("choices") {
        return Vec::new();
    }
    let is_evident = Primitive::of(field).is_some_and(|primitive| primitive.holds(&default.value));
    let call = if let (Role::MultiSelect, DefaultValue::List(_)) = (field.role, &default.value) {
        quote!(default_of_several(#table))
    } else {
        quote!(default(#table))
    };
    let mut assertions = vec![Assertion::new(default.at, call).evident_if(is_evident)];
    for rule in field.all_rules() {
        // The pattern is matched here, for the core does that at run time.
        if let (Rule::Pattern(pattern), DefaultValue::Text(text)) = (rule, &default.value)
            && !pattern.compiled.is_match(text)
        {
            let pattern = field::pattern(place);
            assertions.push(Assertion::new(
                default.at,
                quote!(no_match(#table, #pattern)),
            ));
        }
    }
    assertions
}

/// What the field means, by its name in Rust, which is the one that its author reads.
fn named_table(place: usize, field: &Field) -> TokenStream {
    let constant = field::constant(place);
    let name = field.ident.unraw().to_string();
    if name == field.name.value {
        quote!(#constant)
    } else {
        quote!(#constant.named(#name))
    }
}
