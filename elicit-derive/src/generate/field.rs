//! The tables of fields, and what is asserted of their types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Type, ext::IdentExt};

use super::assertion;
use crate::{
    attributes::{FilledIn, Rule, RuleAttribute},
    doc::Description,
    model::{Field, Item, Role},
    tokens::{TokenRange, written},
    types,
    values::{Default, DefaultValue},
};

/// The tables of fields, by their indexes, and what is asserted of them:
///
/// ```text
/// const __JUDGED_0: Judged<u8, 1> =
///     <u8 as Renderable>::FIELD.named("replicas").with_rules([Rule::Minimum(Literal::Integer(1))]);
/// const __FIELD_0: FieldType<u8> = __JUDGED_0.field;
/// const _: () = assert::renderable(__FIELD_0, "u8");
/// const _: () = assert::rule(__FIELD_0, __JUDGED_0, 0);
/// ```
///
/// The tables are values, and handed on as values: where a constant has a reference to one, the
/// compiler proves that nothing in it can change, for each use of the reference.
pub(super) fn constants<'a>(
    fields: impl Iterator<Item = (usize, &'a Field)>,
    private: &Ident,
) -> TokenStream {
    let mut constants = TokenStream::new();
    let (mut has_roles, mut has_from_text) = (false, false);
    for (index, field) in fields {
        has_roles |= field.role() != Role::Plain
            || field.attrs.parse.is_some()
            || first_of_items(field).is_some();
        has_from_text |= field.attrs.parse.is_some();
        constants.extend(table(index, field, private));
        constants.extend(assertions(index, field, private));
    }
    if has_roles {
        // Where a type has no place in the role, it is this trait that has the constant.
        constants.extend(quote!(use #private::NoRole as _;));
    }
    if has_from_text {
        constants.extend(quote!(use #private::NotFromText as _;));
    }
    constants
}

/// The constants of the fields of a faulty item that have no error of their own, so that what is
/// wrong with their types is reported together with the rest.
pub(super) fn sound_constants(item: &Item, private: &Ident) -> TokenStream {
    let fields = item.shape.fields().iter().enumerate();
    constants(fields.filter(|(_, field)| field.is_sound()), private)
}

fn table(index: usize, field: &Field, private: &Ident) -> TokenStream {
    let (constant, name, ty) = (constant(index), &field.name, &field.ty);
    let (source, meaning) = if let Some(roles) = roles(index, field, private) {
        let constant = roles_constant(index);
        (Some(roles), quote!(#constant.field()))
    } else if field.attrs.parse.is_some() {
        let constant = from_text_constant(index);
        (
            Some(from_text(index, ty, private)),
            quote!(#constant.field()),
        )
    } else {
        (None, quote!(<#ty as #private::Renderable>::FIELD))
    };
    // Each call is one more for the compiler to evaluate.
    let named = if let Some(words) = &field.name_in_words {
        quote!(named_in_words(#name, #words))
    } else {
        quote!(named(#name))
    };
    let attributes = attributes(field, private);
    let meaning = quote!(#meaning.#named #attributes);
    let rules: Vec<TokenStream> = table_rules(field)
        .map(|added| added.rule.expression(private))
        .collect();
    let field = if rules.is_empty() {
        quote!(const #constant: #private::FieldType<#ty> = #meaning;)
    } else {
        let (judged, count) = (judged_constant(index), rules.len());
        quote! {
            const #judged: #private::Judged<#ty, #count> = #meaning.with_rules([#(#rules),*]);
            const #constant: #private::FieldType<#ty> = #judged.field;
        }
    };
    quote!(#source #field)
}

/// What the type of a field means in each role; `None` if the field has none.
fn roles(index: usize, field: &Field, private: &Ident) -> Option<TokenStream> {
    let role = field.role();
    if role == Role::Plain {
        return None;
    }
    // It is printed as the name of its variant.
    let role = format_ident!("{role:?}");
    let (constant, ty) = (roles_constant(index), &field.ty);
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
fn from_text(index: usize, ty: &Type, private: &Ident) -> TokenStream {
    let constant = from_text_constant(index);
    quote! {
        const #constant: #private::FromText<#ty> = #private::FromText {
            plain: #private::RoleProbe::<#ty>::__PLAIN,
            read: #private::FromTextProbe::<#ty>::__READ,
            read_option: #private::FromTextProbe::<#ty>::__READ_OPTION,
            give: #private::FromTextProbe::<#ty>::__GIVE,
            give_option: #private::FromTextProbe::<#ty>::__GIVE_OPTION,
        };
    }
}

/// The calls that add the attributes of a field, but for its rules, to what its type means.
fn attributes(field: &Field, private: &Ident) -> TokenStream {
    let attrs = &field.attrs;
    let mut calls = TokenStream::new();
    if let Some(title) = &attrs.title {
        calls.extend(quote!(.with_title(#title)));
    }
    if let Some(Description { text, .. }) = &field.description {
        calls.extend(quote!(.with_description(#text)));
    }
    if attrs.parse.is_some() {
        calls.extend(quote!(.with_parse()));
    }
    if let Some(default) = &attrs.default {
        let literal = default.literal(private);
        calls.extend(quote!(.with_default(#literal)));
    }
    calls
}

/// The rules in the table of a field.
fn table_rules(field: &Field) -> impl Iterator<Item = &RuleAttribute> {
    let rules = field.attrs.rules.iter();
    rules.filter(|added| !added.is_contradicted)
}

/// The assertions about a field, by its index.
fn assertions(index: usize, field: &Field, private: &Ident) -> TokenStream {
    let table = named_table(index, field);
    let mut code = assert_type(index, field, &table, private);
    let judged = judged_constant(index);
    for (rule, added) in table_rules(field).enumerate() {
        let fits = quote!(rule(#table, #judged, #rule));
        code.extend(assert_rule(added, fits, field, &table, private));
    }
    let rules = field.attrs.rules.iter();
    for added in rules.filter(|added| added.is_contradicted) {
        let rule = added.rule.expression(private);
        let fits = quote!(rule_alone(#table, #rule));
        code.extend(assert_rule(added, fits, field, &table, private));
    }
    if let Some(at) = field.attrs.left_out {
        code.extend(assertion(at, quote!(can_be_left_out(#table)), private));
    }
    if let Some(FilledIn { at, is_computed }) = field.attrs.filled_in {
        let fits = quote!(can_be_filled_in(#table, #is_computed));
        code.extend(assertion(at, fits, private));
    }
    if let Some(default) = &field.attrs.default {
        code.extend(assert_default(default, field, &table, private));
    }
    code
}

/// Asserts that the type fits what the attributes make of the field.
fn assert_type(index: usize, field: &Field, table: &TokenStream, private: &Ident) -> TokenStream {
    let written = written(&types::without_option(&field.ty).to_token_stream());
    let list = types::list_of(&field.ty);
    let list_of = Ident::new(list.unwrap_or("Others"), Span::call_site());
    let list_of = quote!(#private::ListOf::#list_of);
    let items = first_of_items(field).filter(|_| !field.role().is_multiple());
    let fits = if field.role() != Role::Plain {
        let roles = roles_constant(index);
        quote!(role(#table, &#roles, #written))
    } else if field.attrs.parse.is_some() {
        let from_text = from_text_constant(index);
        quote!(parse(#table, &#from_text, #written))
    } else if items.is_some() {
        // On a list, a number of items says that `multi_select` is missing.
        quote!(renderable_or_list(#table, #written, #list_of))
    } else if list.is_some() {
        quote!(renderable_list(#table, #written, #list_of))
    } else {
        // Most often.
        quote!(renderable(#table, #written))
    };
    let mut code = assertion(TokenRange::new(&field.ty), fits, private);
    if let Some(RuleAttribute { rule, at, .. }) = items {
        let rule = rule.expression(private);
        let fits = quote!(items(#table, #rule, #list_of));
        code.extend(assertion(*at, fits, private));
    }
    code
}

/// The first rule that counts items. If one of the two is wrong, so is the other.
fn first_of_items(field: &Field) -> Option<&RuleAttribute> {
    let mut rules = field.attrs.rules.iter();
    rules.find(|added| added.rule.counts_items())
}

/// Asserts that a rule fits the type.
fn assert_rule(
    added: &RuleAttribute,
    fits: TokenStream,
    field: &Field,
    table: &TokenStream,
    private: &Ident,
) -> TokenStream {
    if added.rule.counts_items() && !field.role().is_multiple() {
        // That `multi_select` is missing is said with the type.
        let ty = &field.ty;
        let several = quote!(#private::RoleProbe::<#ty>::__MULTI_SELECT);
        let rule = added.rule.expression(private);
        let fits = quote!(rule_of_several(#several, #table, #rule));
        return assertion(added.at, fits, private);
    }
    let mut code = assertion(added.at, fits, private);
    if let Rule::Pattern(_) = added.rule
        && field.description.is_none()
    {
        code.extend(assertion(
            added.at,
            quote!(pattern_in_words(#table)),
            private,
        ));
    }
    code
}

/// Asserts that the default is a valid answer.
fn assert_default(
    default: &Default,
    field: &Field,
    table: &TokenStream,
    private: &Ident,
) -> TokenStream {
    let call = if let (Role::MultiSelect, DefaultValue::List(_)) = (field.role(), &default.value) {
        quote!(default_of_several(#table))
    } else {
        quote!(default(#table))
    };
    let mut code = assertion(default.at, call, private);
    for added in table_rules(field) {
        // The pattern is matched here, because the core matches at run time only.
        if let (Rule::Pattern(pattern), DefaultValue::Text(text)) = (&added.rule, &default.value)
            && !pattern.is_match(text)
        {
            code.extend(assertion(default.at, quote!(no_match(#table)), private));
        }
    }
    code
}

/// What the field means, by its name in Rust, which is the one that its author reads.
fn named_table(index: usize, field: &Field) -> TokenStream {
    let constant = constant(index);
    let name = field.ident.unraw().to_string();
    if name == field.name.value {
        quote!(#constant)
    } else {
        quote!(#constant.named(#name))
    }
}

/// What the field means.
pub(super) fn constant(index: usize) -> Ident {
    format_ident!("__FIELD_{index}")
}

/// What the field means, and which of its rules do not fit.
fn judged_constant(index: usize) -> Ident {
    format_ident!("__JUDGED_{index}")
}

/// What its type means in each role.
pub(super) fn roles_constant(index: usize) -> Ident {
    format_ident!("__ROLES_{index}")
}

/// How its type reads and writes a text.
fn from_text_constant(index: usize) -> Ident {
    format_ident!("__FROM_TEXT_{index}")
}
