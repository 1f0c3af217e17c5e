//! From what the user wrote to the model.
//!
//! An error does not end the parsing: what is wrong is left out, so that all errors of an item
//! are reported at once.

use std::collections::HashSet;

use elicit_text::in_words;
use proc_macro2::TokenStream;
use syn::{
    Attribute, Data, DataEnum, DataStruct, DeriveInput, Fields, FieldsUnnamed, Ident, Token,
    ext::IdentExt, punctuated::Punctuated,
};

use crate::{
    attributes::{self, AttributePosition, Attributes},
    case::Case,
    doc::{self, Description},
    model::{Field, Item, Shape, Variant},
    tokens::{self, TokenRange},
    types::{self, ApparentKind},
    values::Text,
};

/// The model of an item, without the parts that could not be read, and the errors about these.
pub(crate) fn item(input: &DeriveInput) -> (Item, Vec<syn::Error>) {
    let mut errors = Vec::new();
    let position = match &input.data {
        Data::Enum(_) => AttributePosition::Choice,
        Data::Struct(DataStruct {
            fields: Fields::Unnamed(_),
            ..
        }) => AttributePosition::Newtype,
        _ => AttributePosition::Form,
    };
    let attrs = attributes::read(
        &input.attrs,
        position,
        true,
        ApparentKind::Other,
        "",
        &mut errors,
    );
    let item = Item {
        ident: input.ident.clone(),
        at: TokenRange::new(&input.ident),
        visibility: input.vis.clone(),
        is_non_exhaustive: input
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("non_exhaustive")),
        is_doc_hidden: tokens::entries(&input.attrs, "doc")
            .any(|entry| entry.path().is_ident("hidden")),
        generics: input.generics.clone(),
        shape: shape(input, attrs.rename_all, &mut errors),
        attrs,
        lints: allowed_lints(input),
    };
    (item, errors)
}

/// The lints that are allowed on the item, its fields or its variants, each once.
///
/// The code of a derive has the types of the item again, and is beside the item, where an
/// `#[allow(…)]` on it has no effect. By itself it allows nothing: a crate may forbid a lint, and
/// then it is an error to allow it. Names of the item are the derive's own there (`tokens.rs`), and
/// lints about deprecated names ignore those.
fn allowed_lints(input: &DeriveInput) -> Vec<TokenStream> {
    let within: Vec<&Attribute> = match &input.data {
        Data::Struct(data) => data.fields.iter().flat_map(|field| &field.attrs).collect(),
        Data::Enum(data) => data
            .variants
            .iter()
            .flat_map(|variant| &variant.attrs)
            .collect(),
        Data::Union(_) => Vec::new(),
    };
    let mut seen = HashSet::new();
    let all = input.attrs.iter().chain(within).filter_map(lints);
    all.filter(|lints| seen.insert(lints.to_string())).collect()
}

/// The lints of an `allow` or an `expect`. The derived code may not have what is expected, so it
/// only allows it.
fn lints(attribute: &Attribute) -> Option<TokenStream> {
    let path = attribute.path();
    if path.is_ident("allow") || path.is_ident("expect") {
        return Some(attribute.meta.require_list().ok()?.tokens.clone());
    }
    None
}

/// The name on the wire: the one that is given, or else that in Rust, in the case of the item.
fn name(
    ident: &Ident,
    rename: Option<Text>,
    case: Option<Case>,
    spell: fn(Case, &str) -> String,
) -> Text {
    rename.unwrap_or_else(|| {
        let name = ident.unraw().to_string();
        Text {
            value: match case {
                Some(case) => spell(case, &name),
                None => name,
            },
            at: TokenRange::new(ident),
        }
    })
}

fn shape(input: &DeriveInput, case: Option<Case>, errors: &mut Vec<syn::Error>) -> Shape {
    let name = &input.ident;
    let (fault, way_out) = match &input.data {
        Data::Union(_) => (
            "is a union, which does not say what it holds",
            "a form is a struct with named fields, a choice is an enum",
        ),
        Data::Enum(data) if data.variants.is_empty() => (
            "has no variants, so a person cannot choose one",
            "write its variants, or use a `String` with `choices` if they are known only at run \
             time",
        ),
        Data::Enum(data) => return choice(data, case, errors),
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if fields.named.is_empty() => (
                "has no fields, and some clients hang on an empty form",
                "to ask for a yes or no, give it one `bool` field, or use `confirm`",
            ),
            Fields::Named(fields) => {
                return Shape::Form(self::fields(name, &fields.named, case, errors));
            }
            Fields::Unit => (
                "is a unit struct, so it asks for nothing",
                "give it named fields",
            ),
            Fields::Unnamed(fields) => return tuple(input, fields, errors),
        },
    };
    errors.push(TokenRange::new(name).error(format!("`{name}` {fault}\nhelp: {way_out}")));
    Shape::Neither(Vec::new())
}

fn tuple(input: &DeriveInput, fields: &FieldsUnnamed, errors: &mut Vec<syn::Error>) -> Shape {
    let name = &input.ident;
    let message = match fields.unnamed.len() {
        0 => format!("`{name}` has no fields, so it asks for nothing\nhelp: add named fields"),
        1 => {
            let position = AttributePosition::Inner;
            let mut inner = field(name, position, &fields.unnamed[0], None, errors);
            if inner.description.is_none() {
                let subject = format!("`{}`: ", name.unraw());
                let written = None;
                inner.description =
                    description(written, &input.attrs, &subject, &mut inner.attrs, errors);
            }
            return Shape::Newtype(Box::new(inner));
        }
        count => format!(
            "`{name}` is a tuple struct of {count} fields, and a form has names\n\
             help: name the fields, or keep one to make a field type with rules of its own"
        ),
    };
    errors.push(TokenRange::new(fields).error(message));
    // Each is a field of a form, once it has a name.
    Shape::Neither(self::fields(name, &fields.unnamed, None, errors))
}

/// The error about a comment of which a part is still to be expanded.
fn computed(at: TokenRange, subject: &str, what: &str, attribute: &str) -> syn::Error {
    at.error(format!(
        "{subject}this is the {what} in the form, and expressions are not evaluated here\n\
         help: write what the person reads in `#[elicit({attribute} = \"…\")]`"
    ))
}

fn choice(input: &DataEnum, case: Option<Case>, errors: &mut Vec<syn::Error>) -> Shape {
    let variants = input
        .variants
        .iter()
        .map(|variant| {
            let subject = format!("`{}`: ", variant.ident.unraw());
            if !matches!(variant.fields, Fields::Unit) {
                errors.push(TokenRange::new(&variant.fields).error(format!(
                    "{subject}the variant has data, and an option is only a name\n\
                         help: ask for the data in a field of its own, or in a second question"
                )));
            }
            let (position, kind) = (AttributePosition::Variant, ApparentKind::Other);
            let ours = attributes::read(&variant.attrs, position, true, kind, &subject, errors);
            let is_titled_by_comment = ours.title.is_none();
            let comment = || match Description::new(None, &variant.attrs) {
                Ok(comment) => comment.as_ref().map(doc::title),
                Err(at) => {
                    errors.push(computed(at, &subject, "title of the option", "title"));
                    None
                }
            };
            Variant {
                name: name(&variant.ident, ours.rename, case, Case::of_variant),
                ident: variant.ident.clone(),
                title: ours.title.or_else(comment),
                is_titled_by_comment,
                alias: ours.alias,
                has_unreadable: ours.has_unreadable,
            }
        })
        .collect();
    Shape::Choice(variants)
}

fn fields(
    owner: &Ident,
    fields: &Punctuated<syn::Field, Token![,]>,
    case: Option<Case>,
    errors: &mut Vec<syn::Error>,
) -> Vec<Field> {
    let position = AttributePosition::Field;
    let fields = fields.iter();
    let fields = fields.map(|syn| field(owner, position, syn, case, errors));
    fields.collect()
}

/// Reads a field. If it has no name, messages name it by its owner.
fn field(
    owner: &Ident,
    position: AttributePosition,
    syn: &syn::Field,
    case: Option<Case>,
    errors: &mut Vec<syn::Error>,
) -> Field {
    let ident = syn.ident.as_ref().unwrap_or(owner);
    let subject = format!("`{}`: ", ident.unraw());
    let kind = ApparentKind::new(&syn.ty);
    // Serde gives no name to a field that has none in Rust.
    let has_name = syn.ident.is_some();
    let mut attrs = attributes::read(&syn.attrs, position, has_name, kind, &subject, errors);
    let rename = attrs.rename.take();
    let written = attrs.description.take();
    let description = description(written, &syn.attrs, &subject, &mut attrs, errors);
    let refused = (!attrs.has_unreadable)
        .then(|| types::refused(&syn.ty, &subject))
        .flatten();
    let has_faulty_type = refused.is_some();
    errors.extend(refused);
    Field {
        ident: ident.clone(),
        name: name(ident, rename, case, Case::of_field),
        ty: syn.ty.clone(),
        name_in_words: match (&syn.ident, &attrs.title) {
            (Some(ident), None) => in_words(&ident.unraw().to_string()),
            _ => None,
        },
        description,
        credential: None,
        attrs,
        has_faulty_type,
    }
}

/// The description of a field. If a part of it is still to be expanded, the field has an attribute that
/// could not be read.
fn description(
    written: Option<Text>,
    attributes: &[Attribute],
    subject: &str,
    attrs: &mut Attributes,
    errors: &mut Vec<syn::Error>,
) -> Option<Description> {
    Description::new(written, attributes).unwrap_or_else(|at| {
        errors.push(computed(at, subject, "description", "description"));
        attrs.has_unreadable = true;
        None
    })
}
