//! What the tokens alone show to be wrong, across the parts of an item.

mod description;

use std::{collections::HashMap, mem::take};

use quote::ToTokens;
use syn::{Ident, ext::IdentExt};

use crate::{
    at::At,
    model::{Field, Item, Name, Role, Rule, Shape, Variant, in_list, written},
    primitive::Primitive,
    types,
    values::{Count, Number},
};

/// Every check. Rules that contradict each other are set apart: they are still held against the
/// type, and so are the others.
pub(crate) fn item(item: &mut Item) -> Vec<syn::Error> {
    let mut errors = Vec::new();
    let ident = &item.ident;
    match &mut item.shape {
        Shape::Form(fields) => {
            let names = fields.iter().map(|field| (&field.ident, &field.name));
            distinct_names(names, "field", &mut errors);
            if let Some(at) = item.deserialize {
                declared_choices_only(fields, at, &mut errors);
            }
            for field in fields {
                self::field(ident, field, &mut errors);
            }
        }
        Shape::Newtype(inner) => {
            field(ident, inner, &mut errors);
        }
        Shape::Choice { variants, data } => {
            let names = variants
                .iter()
                .map(|variant| (&variant.ident, &variant.name));
            distinct_names(names, "variant", &mut errors);
            distinct_labels(variants, &mut errors);
            unplaced_fields(ident, data, &mut errors);
        }
        Shape::Neither(fields) => unplaced_fields(ident, fields, &mut errors),
    }
    errors
}

/// Fields of what is no form. They may have no names yet, but on the wire.
fn unplaced_fields(item: &Ident, fields: &mut [Field], errors: &mut Vec<syn::Error>) {
    for field in fields {
        self::field(item, field, errors);
    }
}

fn field(item: &Ident, field: &mut Field, errors: &mut Vec<syn::Error>) {
    not_the_item_itself(item, field, errors);
    description::is_text(field, errors);
    items_of_a_list(field, errors);
    bounds_in_order(field, errors);
}

/// The compiler would go round in circles, and say so at length.
fn not_the_item_itself(item: &Ident, field: &mut Field, errors: &mut Vec<syn::Error>) {
    if field.is_faulty || !types::holds(&field.ty, item) {
        return;
    }
    field.is_faulty = true;
    errors.push(field.error(
        At::of(&field.ty),
        format!(
            "`{}` holds the item itself, and forms do not nest\n\
             help: ask the same question again, once for each",
            written(&field.ty.to_token_stream())
        ),
    ));
}

/// Nobody hands `Deserialize` the options that are known only at run time.
fn declared_choices_only(fields: &[Field], at: At, errors: &mut Vec<syn::Error>) {
    let is_known = |field: &&Field| field.role.is_run_time() && !field.unread.has("choices");
    if let Some(field) = fields.iter().find(is_known) {
        errors.push(field.error(
            at,
            "`deserialize` reads an answer by itself, and the options of this field are known \
             only when it is asked\n\
             help: drop `deserialize`, and read with `elicit_core::from_value_with`",
        ));
    }
}

/// Two properties or two options of one name would be one.
fn distinct_names<'a>(
    names: impl Iterator<Item = (&'a Ident, &'a Name)>,
    what: &str,
    errors: &mut Vec<syn::Error>,
) {
    let mut seen: HashMap<&str, &Ident> = HashMap::new();
    for (ident, name) in names.filter(|(_, name)| !name.is_unclear) {
        // Blank ones have an error of their own.
        if !name.value.trim().is_empty()
            && let Some(other) = seen.insert(&name.value, ident)
        {
            errors.push(name.at.error(format!(
                "`{}`: the {what} `{}` has the name `{}` on the wire already",
                ident.unraw(),
                other.unraw(),
                name.value
            )));
        }
    }
}

/// A person sees the titles of options, and names where there are none: two that are the same are
/// one to them.
fn distinct_labels(variants: &[Variant], errors: &mut Vec<syn::Error>) {
    // A title is at fault, and so names come first.
    let (titled, named): (Vec<&Variant>, Vec<&Variant>) =
        variants.iter().partition(|variant| variant.title.is_some());
    let is_known = |variant: &&Variant| !variant.name.is_unclear && !variant.unread.has("title");
    let mut seen: HashMap<&str, &Ident> = named
        .into_iter()
        .filter(is_known)
        .map(|variant| (variant.name.value.as_str(), &variant.ident))
        .collect();
    for variant in titled {
        let ident = &variant.ident;
        if let Some(title) = &variant.title
            && !title.value.trim().is_empty()
            && let Some(other) = seen.insert(title.value.trim(), ident)
        {
            errors.push(title.at.error(format!(
                "`{}`: `{}` is shown as `{}`, too, and a person cannot tell the two apart",
                ident.unraw(),
                other.unraw(),
                title.value.trim()
            )));
        }
    }
}

/// No value is at least a minimum and at most a smaller maximum.
fn bounds_in_order(field: &mut Field, errors: &mut Vec<syn::Error>) {
    let mut numbers: [Option<&Number>; 2] = [None; 2];
    let mut lengths: [Option<&Count>; 2] = [None; 2];
    let mut items: [Option<&Count>; 2] = [None; 2];
    for rule in &field.rules {
        match rule {
            Rule::Minimum(number) => numbers[0] = Some(number),
            Rule::Maximum(number) => numbers[1] = Some(number),
            Rule::MinLength(count) => lengths[0] = Some(count),
            Rule::MaxLength(count) => lengths[1] = Some(count),
            Rule::MinItems(count) => items[0] = Some(count),
            Rule::MaxItems(count) => items[1] = Some(count),
            Rule::Format(_) | Rule::Pattern(_) => {}
        }
    }
    let mut wrong: Vec<&str> = Vec::new();
    let mut above = |at: At, least: &'static str, most: &'static str| {
        wrong.extend([least, most]);
        errors.push(field.error(
            at,
            format!("`{least}` is above `{most}`, so no answer would be valid"),
        ));
    };
    if let [Some(least), Some(most)] = numbers
        && least.is_above(most)
    {
        above(least.at, "minimum", "maximum");
    }
    for ([least, most], names) in [
        (lengths, ["min_length", "max_length"]),
        (items, ["min_items", "max_items"]),
    ] {
        if let (Some(least), Some(most)) = (least, most)
            && least.value > most.value
        {
            above(least.at, names[0], names[1]);
        }
    }
    (field.contradictory, field.rules) = take(&mut field.rules)
        .into_iter()
        .partition(|rule| wrong.contains(&rule.attribute()));
}

/// A number of items is a rule for what `multi_select` makes of a list. What does not look like
/// one is for the core to judge, which knows the type.
fn items_of_a_list(field: &mut Field, errors: &mut Vec<syn::Error>) {
    if field.role.is_multiple() || field.is_role_unclear {
        return;
    }
    // The first of them says it all.
    let (Some(rule), Some(item)) = (
        field.rules.iter().find(|rule| rule.is_of_items()),
        in_list(&field.ty),
    ) else {
        return;
    };
    // From here on it is there: what the field is without it would be a second error.
    let (needed, meant) = match Primitive::of_type(item) {
        // It is a list of no options, with `multi_select` and without.
        Some(Primitive::Boolean | Primitive::Number(_) | Primitive::Character) => return,
        Some(Primitive::Text) if field.role == Role::Plain => {
            field.is_role_unclear = true;
            ("`multi_select` and `choices`", Role::Plain)
        }
        _ if field.role == Role::Choice => ("`multi_select`", Role::MultiChoice),
        _ => ("`multi_select`", Role::MultiSelect),
    };
    errors.push(field.error(
        rule.at(),
        format!("`{}` needs {needed} beside it", rule.attribute()),
    ));
    field.role = meant;
}
