//! What the tokens alone show to be wrong, across the parts of an item.

use std::collections::HashMap;

use quote::ToTokens;
use syn::{Data, DeriveInput, GenericParam, Ident, ext::IdentExt};

use crate::{
    model::{Field, Item, Role, Shape, Variant},
    texts,
    tokens::{self, TokenRange, written},
    types,
    values::Text,
};

/// The errors about an item itself, apart from its fields and its attributes.
pub(crate) fn declaration(input: &DeriveInput) -> impl Iterator<Item = syn::Error> {
    parameters(input).chain(packed(input))
}

/// The errors about the parameters of an item.
fn parameters(input: &DeriveInput) -> impl Iterator<Item = syn::Error> {
    input.generics.params.iter().map(|parameter| {
        let (kind, way_out) = match parameter {
            GenericParam::Type(_) => ("type", "write the type that the answer has"),
            GenericParam::Lifetime(_) => (
                "lifetime",
                "an answer owns its values: write `String` for `&str`",
            ),
            GenericParam::Const(_) => ("const", "write the value"),
        };
        TokenRange::new(parameter).error(format!(
            "`{}` has a {kind} parameter, and its schema is made once, at compile time\n\
             help: {way_out}",
            input.ident
        ))
    })
}

/// The error about a packed struct. The derived code borrows its fields. The compiler allows that
/// for some types only, and the tokens do not show which.
fn packed(input: &DeriveInput) -> Option<syn::Error> {
    // For other items, the compiler reports it.
    let Data::Struct(_) = &input.data else {
        return None;
    };
    let packed =
        tokens::entries(&input.attrs, "repr").find(|layout| layout.path().is_ident("packed"))?;
    Some(TokenRange::new(packed.path()).error(format!(
        "`{}` is packed, so its fields cannot be borrowed\n\
         help: remove `packed`; it has no effect on what a client sees",
        input.ident
    )))
}

/// Runs every check of what could be read, and marks rules that contradict each other.
pub(crate) fn item(item: &mut Item) -> Vec<syn::Error> {
    let mut errors = Vec::new();
    // Where an attribute of the item is unreadable, the names may be others.
    let are_names_known = !item.attrs.has_unreadable;
    match &mut item.shape {
        Shape::Form(fields) => {
            let readable = || fields.iter().filter(|field| !field.attrs.has_unreadable);
            if are_names_known {
                let names = readable().map(|field| (&field.ident, &field.name));
                distinct_names(names, "field", &mut errors);
            }
            distinct_titles(readable(), &mut errors);
            let run_time = readable().find(|field| field.role().is_run_time());
            if let (Some(field), Some(at)) = (run_time, item.attrs.deserialize) {
                errors.push(field.error(at, DESERIALIZED_CHOICES));
            }
            if let (Some(field), Some(at)) = (run_time, item.attrs.json_schema) {
                errors.push(field.error(at, CHOICES_IN_SCHEMA));
            }
            with_schemars(&mut item.attrs.json_schema, &mut errors);
        }
        Shape::Choice(variants) => {
            variants.retain(|variant| !variant.has_unreadable);
            if are_names_known {
                let names = variants
                    .iter()
                    .map(|variant| (&variant.ident, &variant.name));
                distinct_names(names, "variant", &mut errors);
                distinct_labels(variants, &mut errors);
            }
            comments_are_labels(variants, &mut errors);
        }
        Shape::Newtype(_) | Shape::Neither(_) => {}
    }
    alias_is_read(item, &mut errors);
    let fields = item.shape.fields_mut().iter_mut();
    for field in fields.filter(|field| !field.attrs.has_unreadable) {
        not_the_item_itself(&item.ident, field, &mut errors);
        typed_or_chosen(field, &mut errors);
        secret_is_not_parsed(field, &mut errors);
        parse_in_words(field, &mut errors);
        bounds_in_order(field, &mut errors);
    }
    errors.extend(texts::judge(item));
    errors
}

/// Rejects a field that holds the item itself. The compiler would report it at length, as a cycle.
fn not_the_item_itself(item: &Ident, field: &mut Field, errors: &mut Vec<syn::Error>) {
    if field.has_faulty_type || !types::holds(&field.ty, item) {
        return;
    }
    field.has_faulty_type = true;
    errors.push(field.error(
        TokenRange::new(&field.ty),
        format!(
            "`{}` holds the item itself, and forms do not nest\n\
             help: ask the same question again, once for each",
            written(&field.ty.to_token_stream())
        ),
    ));
}

/// Rejects `parse` beside options: a text is typed, or chosen, and not both.
fn typed_or_chosen(field: &mut Field, errors: &mut Vec<syn::Error>) {
    let chosen = match field.role() {
        Role::Plain => return,
        Role::MultiSelect => "multi_select",
        Role::Choice | Role::MultiChoice => "choices",
    };
    if let Some(at) = field.attrs.parse {
        // Whichever is dropped, the type means something else than now.
        field.has_faulty_type = true;
        errors.push(field.error(
            at,
            format!(
                "`parse` reads what a person types, and with `{chosen}` nothing is typed\n\
                 help: remove one of the two"
            ),
        ));
    }
}

/// Rejects `parse` on a secret. Without the feature `secrecy010` the core does not know the type,
/// and would ask for it as for any text.
fn secret_is_not_parsed(field: &mut Field, errors: &mut Vec<syn::Error>) {
    if field.has_faulty_type || field.attrs.parse.is_none() || field.attrs.sensitive_name_ok {
        return;
    }
    let Some(secret) = types::apparent_secret(&field.ty) else {
        return;
    };
    let message = format!(
        "`{}` is a secret, and with `parse` it would pass through the client like any text\n\
         help: remove `parse`, write a `SecretString` of `secrecy` 0.10, and turn on the feature \
         `secrecy010` of `elicit-core`; if it is not a secret, say so: `sensitive_name_ok = \
         \"why\"`",
        written(&secret.to_token_stream())
    );
    let error = field.error(TokenRange::new(secret), message);
    field.has_faulty_type = true;
    errors.push(error);
}

/// Rejects `parse` without a description. What the type rejects is reported in the words of the
/// description, because the error of the type may quote the answer.
fn parse_in_words(field: &Field, errors: &mut Vec<syn::Error>) {
    if let (Some(at), None) = (field.attrs.parse, &field.description) {
        errors.push(field.error(
            at,
            "`parse` requires a description, which says what to type, also after a text that is \
             not valid\n\
             help: write a doc comment or a `description`, with an example",
        ));
    }
}

/// `Deserialize` cannot be given the options that are known only at run time.
const DESERIALIZED_CHOICES: &str = "`deserialize` reads an answer without the options of this \
     field, which are known only at run time\n\
     help: remove `deserialize`, and read with `elicit_core::from_value_with`";

/// A schema that leaves them out would allow every text.
const CHOICES_IN_SCHEMA: &str = "`json_schema` is the same for every call, and the options of \
     this field are known only at run time\n\
     help: remove `json_schema`, and write another struct for the arguments of the tool";

/// The core has `schemars` only with the feature.
fn with_schemars(json_schema: &mut Option<TokenRange>, errors: &mut Vec<syn::Error>) {
    if cfg!(not(feature = "schemars1"))
        && let Some(at) = json_schema.take()
    {
        errors.push(at.error("`json_schema` requires the feature `schemars1` of `elicit-core`"));
    }
}

/// The texts that are there already: whose each is, whose the one before is, the text, and its place.
/// Blank ones have an error of their own.
fn repeated<'a, P>(
    texts: impl Iterator<Item = (&'a Ident, &'a str, P)>,
) -> impl Iterator<Item = (Ident, Ident, &'a str, P)> {
    let mut seen = HashMap::new();
    texts.filter_map(move |(ident, text, at)| {
        let other = seen
            .insert(text, ident)
            .filter(|_| !text.trim().is_empty())?;
        Some((ident.unraw(), other.unraw(), text, at))
    })
}

/// Rejects two properties or two options with one name on the wire.
fn distinct_names<'a>(
    names: impl Iterator<Item = (&'a Ident, &'a Text)>,
    what: &str,
    errors: &mut Vec<syn::Error>,
) {
    let names = names.map(|(ident, name)| (ident, &*name.value, name.at));
    errors.extend(repeated(names).map(|(ident, other, name, at)| {
        at.error(format!(
            "`{ident}`: the {what} `{other}` already has the name `{name}` on the wire"
        ))
    }));
}

/// Rejects two fields with one title. The core finds those whose title is that of their type, or their
/// name in words.
fn distinct_titles<'a>(fields: impl Iterator<Item = &'a Field>, errors: &mut Vec<syn::Error>) {
    let titles = fields.filter_map(|field| {
        let title = field.attrs.title.as_ref()?;
        Some((&field.ident, title.value.trim(), title.at))
    });
    errors.extend(repeated(titles).map(|(ident, other, label, at)| {
        at.error(format!(
            "`{ident}`: `{other}` also has the title `{label}`, and a person cannot tell the two \
             apart"
        ))
    }));
}

/// Rejects another name for serde where serde does not read.
fn alias_is_read(item: &Item, errors: &mut Vec<syn::Error>) {
    if item.attrs.deserialize.is_none() {
        return;
    }
    let fields = item.shape.fields().iter();
    let fields = fields.map(|field| (&field.ident, field.attrs.alias));
    let variants = match &item.shape {
        Shape::Choice(variants) => &variants[..],
        _ => &[],
    };
    let variants = variants
        .iter()
        .map(|variant| (&variant.ident, variant.alias));
    for (name, alias) in fields.chain(variants) {
        if let Some(at) = alias {
            errors.push(at.error(format!(
                "`{}`: `deserialize` reads one name, and not serde's `alias`\n\
                 help: remove `alias`, or derive serde's `Deserialize` in place of `deserialize`",
                name.unraw()
            )));
        }
    }
}

/// Rejects a title that another option has as its title, or as its name on the wire: people type what they
/// see, and a name goes before a title.
fn distinct_labels(variants: &[Variant], errors: &mut Vec<syn::Error>) {
    let names = variants
        .iter()
        .map(|variant| (variant, &variant.name, None));
    let titles = variants.iter().filter_map(|variant| {
        let title = variant.title.as_ref()?;
        Some((variant, title, Some(title.at)))
    });
    // The error is placed at a title, so names come first.
    let labels = names.chain(titles);
    let labels = labels.map(|(variant, text, at)| (&variant.ident, text.value.trim(), at));
    errors.extend(repeated(labels).filter_map(|(ident, other, label, at)| {
        let error = at?.error(format!(
            "`{ident}`: `{label}` is also the title or the name of `{other}`, and a person cannot tell the two apart"
        ));
        (ident != other).then_some(error)
    }));
}

/// The characters that a title from a comment may have: Claude Code cuts an option after 47, and shows `…`.
const MOST_IN_TITLE: usize = 48;

/// Rejects a comment that is no label for an option.
fn comments_are_labels(variants: &[Variant], errors: &mut Vec<syn::Error>) {
    for variant in variants
        .iter()
        .filter(|variant| variant.is_titled_by_comment)
    {
        let Some(title) = &variant.title else {
            continue;
        };
        let length = title.value.chars().count();
        let fault = if title.value.contains('\n') {
            "clients show it in one line".to_owned()
        } else if length > MOST_IN_TITLE {
            format!("it has {length} characters: a client shows {MOST_IN_TITLE} at most")
        } else {
            continue;
        };
        errors.push(title.at.error(format!(
            "`{}`: the first paragraph of this comment is the title of the option in the form, and \
             {fault}\n\
             help: write what the person reads in `#[elicit(title = \"…\")]`; the comment is then \
             only for readers of the code",
            variant.ident.unraw()
        )));
    }
}

/// Rejects a minimum above the maximum.
fn bounds_in_order(field: &mut Field, errors: &mut Vec<syn::Error>) {
    let rules = &field.attrs.rules;
    let mut contradicted = Vec::new();
    for (lower, least) in rules.iter().enumerate() {
        let above = rules
            .iter()
            .position(|most| least.rule.is_above(&most.rule));
        let Some(upper) = above else { continue };
        let message = format!(
            "`{}` is above `{}`, so no answer would be valid",
            least.name, rules[upper].name
        );
        errors.push(field.error(least.at, message));
        contradicted.extend([lower, upper]);
    }
    for index in contradicted {
        field.attrs.rules[index].is_contradicted = true;
    }
}
