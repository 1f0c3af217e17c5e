//! What is asserted of the types of the fields.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

use super::field;
use crate::{
    model::{Field, Role, RuleAttribute, RuleValue},
    tokens::{TokenRange, written},
    values::{Default, DefaultValue},
};

/// Calls of the core's `assert`, each in an item of its own, so that one that fails leaves the
/// others to be reported.
pub(super) struct Assertions<'p> {
    pub(super) private: &'p Ident,
    pub(super) code: TokenStream,
}

impl<'p> Assertions<'p> {
    pub(super) fn new(private: &'p Ident) -> Self {
        Self {
            private,
            code: TokenStream::new(),
        }
    }

    /// Adds a call. Its message is reported at this place.
    pub(super) fn add(&mut self, at: TokenRange, call: &TokenStream) {
        self.add_all([(at, call.clone())]);
    }

    /// Adds calls of which only the first that fails is reported.
    pub(super) fn add_all(&mut self, calls: impl IntoIterator<Item = (TokenRange, TokenStream)>) {
        let private = self.private;
        let calls = calls.into_iter();
        let calls: Vec<_> = calls
            .map(|(at, call)| at.spanned(quote!(#private::assert::#call)))
            .collect();
        match &calls[..] {
            [] => {}
            [call] => self.code.extend(quote!(const _: () = #call;)),
            calls => self.code.extend(quote!(const _: () = { #(#calls;)* };)),
        }
    }
}

/// The assertions about a field, by its index.
pub(super) fn of(index: usize, field: &Field, private: &Ident) -> TokenStream {
    let mut assertions = Assertions::new(private);
    let table = named_table(index, field);
    of_type(index, field, &table, &mut assertions);
    for rule in &field.attrs.rules {
        of_rule(rule, index, field, &table, &mut assertions);
    }
    if let Some(at) = field.attrs.required {
        assertions.add(at, &quote!(can_be_required(#table)));
    }
    if let Some(at) = field.attrs.left_out {
        assertions.add(at, &quote!(can_be_left_out(#table)));
    }
    if let Some(default) = &field.attrs.default {
        of_default(default, index, field, &table, &mut assertions);
    }
    assertions.code
}

/// Asserts that the type fits what the attributes make of the field.
fn of_type(index: usize, field: &Field, table: &TokenStream, assertions: &mut Assertions<'_>) {
    let written = written(&field.ty.to_token_stream());
    let items = first_of_items(field).filter(|_| !field.role().is_multiple());
    let fits = if field.role() != Role::Plain {
        let roles = field::roles_constant(index);
        quote!(role(#table, &#roles, #written))
    } else if field.attrs.parse.is_some() {
        let from_text = field::from_text_constant(index);
        quote!(parse(#table, &#from_text, #written))
    } else if items.is_some() {
        // Of a list, the number of items says that `multi_select` is missing.
        quote!(renderable_or_list(#table, #written))
    } else {
        quote!(renderable(#table, #written))
    };
    assertions.add(TokenRange::of(&field.ty), &fits);
    if let Some(RuleAttribute { name, at, .. }) = items {
        assertions.add(*at, &quote!(items(#table, #name, #written)));
    }
}

/// The first rule that counts items. If one of the two is wrong, so is the other.
pub(super) fn first_of_items(field: &Field) -> Option<&RuleAttribute> {
    field
        .attrs
        .rules
        .iter()
        .find(|rule| matches!(rule.value, RuleValue::Items(_)))
}

/// Asserts that a rule fits the type.
fn of_rule(
    rule: &RuleAttribute,
    index: usize,
    field: &Field,
    table: &TokenStream,
    assertions: &mut Assertions<'_>,
) {
    let added = field::rule(rule, index, assertions.private);
    if let RuleValue::Items(_) = rule.value
        && !field.role().is_multiple()
    {
        // That `multi_select` is missing is said with the type.
        let (private, ty) = (assertions.private, &field.ty);
        let name = field.ident.unraw().to_string();
        let several = quote!(#private::RoleProbe::<#ty>::__MULTI_SELECT);
        assertions.add(rule.at, &quote!(rule_of_several(#several, #name, #added)));
        return;
    }
    let table = if rule.is_contradicted {
        quote!(#table.without_rules().with(#added))
    } else {
        table.clone()
    };
    assertions.add(rule.at, &quote!(rule(#table, #added)));
    if let RuleValue::Pattern(_) = rule.value
        && field.description.is_none()
    {
        let pattern = field::pattern(index);
        assertions.add(rule.at, &quote!(pattern_in_words(#table, #pattern)));
    }
}

/// Asserts that the default is a valid answer.
fn of_default(
    default: &Default,
    index: usize,
    field: &Field,
    table: &TokenStream,
    assertions: &mut Assertions<'_>,
) {
    let call = if let (Role::MultiSelect, DefaultValue::List(_)) = (field.role(), &default.value) {
        quote!(default_of_several(#table))
    } else {
        quote!(default(#table))
    };
    assertions.add(default.at, &call);
    for rule in &field.attrs.rules {
        // The pattern is matched here, because the core matches at run time only.
        if let (RuleValue::Pattern(pattern), DefaultValue::Text(text)) =
            (&rule.value, &default.value)
            && !pattern.is_match(text)
        {
            let pattern = field::pattern(index);
            assertions.add(default.at, &quote!(no_match(#table, #pattern)));
        }
    }
}

/// What the field means, by its name in Rust, which is the one that its author reads.
fn named_table(index: usize, field: &Field) -> TokenStream {
    let constant = field::constant(index);
    let name = field.ident.unraw().to_string();
    if name == field.name.value {
        quote!(#constant)
    } else {
        quote!(#constant.named(#name))
    }
}
