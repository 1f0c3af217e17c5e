//! From what the user wrote to the model.
//!
//! An error does not end the reading: what is wrong is left out, so that all
//! errors of an item come at once.

use syn::{
    Attribute, Data, DataEnum, DataStruct, DeriveInput, Fields, FieldsNamed, Ident, ext::IdentExt,
};

use crate::{
    at::At,
    attributes::{self, Entries, Kind, Level},
    case::Case,
    doc::Description,
    layout, lints,
    model::{Field, Item, Name, Role, Rule, Shape, Variant},
    primitive::Primitive,
    serde_attributes, types,
    values::{Text, Word},
};

/// The model of an item as far as it could be read, and what was wrong.
pub(crate) struct Read {
    pub(crate) item: Item,
    pub(crate) errors: Vec<syn::Error>,
}

pub(crate) fn item(input: &DeriveInput) -> Read {
    let mut errors = Vec::new();
    let level = match &input.data {
        Data::Enum(_) => Level::Choice,
        Data::Struct(DataStruct {
            fields: Fields::Unnamed(_),
            ..
        }) => Level::Newtype,
        _ => Level::Form,
    };
    let Entries {
        values: container,
        unread,
    }: Entries<attributes::Container> =
        attributes::read(&input.attrs, level, Kind::Other, "", &mut errors);
    // A newtype is on the wire what is in it, with the attribute and without.
    let harmless: &[&str] = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => &["transparent"],
        _ => &[],
    };
    let serde = serde_attributes::read(&input.attrs, harmless, "", &mut errors);
    let spelling = Spelling {
        case: one_spelling(
            "rename_all",
            container.rename_all,
            serde.rename_all,
            &mut errors,
        ),
        is_unclear: unread.has("rename_all"),
    };
    errors.extend(types::refused_parameters(input));
    errors.extend(layout::refused(input));
    let item = Item {
        core: container.core,
        ident: input.ident.clone(),
        visibility: input.vis.clone(),
        is_non_exhaustive: input
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("non_exhaustive")),
        generics: input.generics.clone(),
        shape: shape(input, &spelling, &mut errors),
        check: container.check,
        deserialize: container.deserialize.map(|word| word.at),
        unread,
        lints: lints::allowed(input),
    };
    Read { item, errors }
}

/// How the names of an item are spelt on the wire, unless they are renamed.
struct Spelling {
    case: Option<Case>,
    /// Whether what says so could not be read.
    is_unclear: bool,
}

impl Spelling {
    /// The name on the wire of what has a `rename`, or is spelt so.
    fn name<T>(
        &self,
        ident: &Ident,
        rename: Option<Text>,
        entries: &Entries<T>,
        spell: impl FnOnce(Case, &str) -> String,
    ) -> Name {
        let is_unread = entries.unread.has("rename");
        if let Some(Text { value, at }) = rename {
            return Name {
                value,
                at,
                is_unclear: is_unread,
            };
        }
        let rust_name = ident.unraw().to_string();
        Name {
            value: match self.case {
                Some(case) => spell(case, &rust_name),
                None => rust_name,
            },
            at: At::of(ident),
            is_unclear: is_unread || self.is_unclear,
        }
    }
}

fn shape(input: &DeriveInput, spelling: &Spelling, errors: &mut Vec<syn::Error>) -> Shape {
    let name = &input.ident;
    let mut refuse = |at: At, message: String| {
        errors.push(at.error(message));
        Shape::Neither(Vec::new())
    };
    match &input.data {
        Data::Union(data) => {
            errors.push(At::of(&data.union_token).error(format!(
                "`{name}` is a union, which does not say what it holds\n\
                 help: a form is a struct with named fields, a choice is an enum"
            )));
            let mut fields = named(&data.fields, spelling, errors);
            // Most types are here for what a union can hold.
            for field in &mut fields {
                field.is_faulty |= Primitive::of_type(&field.ty).is_none();
            }
            Shape::Neither(fields)
        }
        Data::Enum(data) if data.variants.is_empty() => refuse(
            At::of(name),
            format!(
                "`{name}` has no variants, and so nothing to choose from\n\
                 help: write its options, or use a `String` under `choices` if they are known only \
                 at run time"
            ),
        ),
        Data::Enum(data) => choice(data, spelling, errors),
        Data::Struct(DataStruct {
            fields: Fields::Named(fields),
            ..
        }) if fields.named.is_empty() => refuse(
            At::of(name),
            format!(
                "`{name}` has no fields, and clients hang on an empty form\n\
                 help: to ask for a yes or no, give it one `bool` field, or use `confirm`"
            ),
        ),
        Data::Struct(DataStruct {
            fields: Fields::Named(fields),
            ..
        }) => Shape::Form(named(fields, spelling, errors)),
        Data::Struct(DataStruct {
            fields: Fields::Unit,
            ..
        }) => refuse(
            At::of(name),
            format!(
                "`{name}` is a unit struct, and so nothing to ask for\nhelp: give it named fields"
            ),
        ),
        Data::Struct(DataStruct {
            fields: Fields::Unnamed(fields),
            ..
        }) => match fields.unnamed.iter().collect::<Vec<_>>()[..] {
            [inner] => Shape::Newtype(Box::new(newtype(input, inner, errors))),
            [] => refuse(
                At::of(fields),
                format!("`{name}` has no fields, and so nothing to ask for\nhelp: name some"),
            ),
            _ => {
                // Each is a field of a form, once it has a name.
                let parts = fields.unnamed.iter();
                let parts = parts
                    .map(|field| unnamed(name, Level::Field, field, &[], errors))
                    .collect();
                errors.push(At::of(fields).error(format!(
                    "`{name}` is a tuple struct of {} fields, and a form has names\n\
                     help: name the fields, or keep one to make a field type with rules of its own",
                    fields.unnamed.len()
                )));
                Shape::Neither(parts)
            }
        },
    }
}

fn choice(input: &DataEnum, spelling: &Spelling, errors: &mut Vec<syn::Error>) -> Shape {
    // The one of an enum is of its variants.
    let spelling_of_data = Spelling {
        case: None,
        is_unclear: false,
    };
    let mut data = Vec::new();
    let variants = input
        .variants
        .iter()
        .map(|variant| {
            let subject = format!("`{}`: ", variant.ident.unraw());
            if !matches!(variant.fields, Fields::Unit) {
                errors.push(At::of(&variant.fields).error(format!(
                    "{subject}the variant has data, and an option of a choice is only a name\n\
                         help: ask for the data in a field of its own, or in a second question"
                )));
            }
            // What has an attribute of ours was meant as a field.
            for syn in variant.fields.iter().filter(|field| is_ours(field)) {
                data.push(match syn.ident.clone() {
                    Some(ident) => field(ident, syn, &spelling_of_data, errors),
                    None => unnamed(&variant.ident, Level::Field, syn, &[], errors),
                });
            }
            let entries: Entries<attributes::Variant> = attributes::read(
                &variant.attrs,
                Level::Variant,
                Kind::Other,
                &subject,
                errors,
            );
            let serde = serde_attributes::read(&variant.attrs, &[], &subject, errors);
            let ours = entries.values.rename.clone();
            let rename = one_name(ours, serde.rename, &subject, errors);
            Variant {
                name: spelling.name(&variant.ident, rename, &entries, Case::of_variant),
                ident: variant.ident.clone(),
                title: entries.values.title,
                unread: entries.unread,
            }
        })
        .collect();
    Shape::Choice { variants, data }
}

fn is_ours(field: &syn::Field) -> bool {
    let mut attributes = field.attrs.iter();
    attributes.any(|attribute| attribute.path().is_ident("elicit"))
}

fn field(
    ident: Ident,
    syn: &syn::Field,
    spelling: &Spelling,
    errors: &mut Vec<syn::Error>,
) -> Field {
    let subject = format!("`{}`: ", ident.unraw());
    let entries: Entries<attributes::Field> = attributes::read(
        &syn.attrs,
        Level::Field,
        Kind::of(&syn.ty),
        &subject,
        errors,
    );
    let serde = serde_attributes::read(&syn.attrs, &[], &subject, errors);
    let ours = entries.values.rename.clone();
    let rename = one_name(ours, serde.rename, &subject, errors);
    let name = spelling.name(&ident, rename, &entries, Case::of_field);
    Field {
        // With a default it may be.
        left_out: serde.left_out.filter(|_| !entries.unread.has("default")),
        ..of_entries(ident, name, syn, entries, serde.sets_aside, &[], errors)
    }
}

fn named(fields: &FieldsNamed, spelling: &Spelling, errors: &mut Vec<syn::Error>) -> Vec<Field> {
    let named = fields.named.iter();
    named
        .filter_map(|field| Some((field.ident.clone()?, field)))
        .map(|(ident, syn)| field(ident, syn, spelling, errors))
        .collect()
}

fn newtype(input: &DeriveInput, syn: &syn::Field, errors: &mut Vec<syn::Error>) -> Field {
    unnamed(&input.ident, Level::Inner, syn, &input.attrs, errors)
}

/// A field without a name, which messages call by that of what it is in. `docs` are as in
/// [`of_entries`].
fn unnamed(
    owner: &Ident,
    level: Level,
    syn: &syn::Field,
    docs: &[Attribute],
    errors: &mut Vec<syn::Error>,
) -> Field {
    let ident = owner.clone();
    let rust_name = ident.unraw().to_string();
    let subject = format!("`{rust_name}`: ");
    let entries: Entries<attributes::Field> =
        attributes::read(&syn.attrs, level, Kind::of(&syn.ty), &subject, errors);
    let serde = serde_attributes::read(&syn.attrs, &[], &subject, errors);
    let (value, at) = match entries.values.rename.clone() {
        Some(Text { value, at }) => (value, at),
        None => (rust_name, At::of(&ident)),
    };
    let name = Name {
        value,
        at,
        is_unclear: false,
    };
    of_entries(ident, name, syn, entries, serde.sets_aside, docs, errors)
}

/// `docs` are attributes that have the doc comment where the field has none. Of a field that is
/// `set_aside`, to be left out or its type to be left alone, type and name
/// have nothing to add.
fn of_entries(
    ident: Ident,
    name: Name,
    syn: &syn::Field,
    entries: Entries<attributes::Field>,
    set_aside: bool,
    docs: &[Attribute],
    errors: &mut Vec<syn::Error>,
) -> Field {
    let set_aside = set_aside || entries.unread.sets_aside();
    let refused = (!set_aside)
        .then(|| types::refused(&syn.ty, &format!("`{}`: ", ident.unraw())))
        .flatten();
    let role = role(&entries);
    let Entries {
        values: attributes,
        unread,
    } = entries;
    let is_faulty = set_aside || refused.is_some();
    errors.extend(refused);
    let rules = [
        attributes.minimum.map(Rule::Minimum),
        attributes.maximum.map(Rule::Maximum),
        attributes.format.map(Rule::Format),
        attributes.pattern.map(Rule::Pattern),
        // After the format and the pattern, against whose lengths the core checks them.
        attributes.min_length.map(Rule::MinLength),
        attributes.max_length.map(Rule::MaxLength),
        attributes.min_items.map(Rule::MinItems),
        attributes.max_items.map(Rule::MaxItems),
    ];
    Field {
        ident,
        name,
        ty: syn.ty.clone(),
        role,
        is_role_unclear: ["multi_select", "choices"]
            .into_iter()
            .any(|key| unread.has(key))
            || unread.has_unknown(),
        title: attributes.title,
        description: Description::of(attributes.description, &syn.attrs)
            .or_else(|| Description::of(None, docs)),
        rules: rules.into_iter().flatten().collect(),
        contradictory: Vec::new(),
        default: attributes.default,
        required: attributes.required.map(|word| word.at),
        left_out: None,
        // What is set aside is to be asked otherwise, if at all.
        sensitive_name_ok: attributes.sensitive_name_ok.is_some() || set_aside,
        unread,
        is_faulty,
    }
}

/// What the field asks for, as far as the attributes could be read: one that has a
/// wrong value or is misspelt is meant all the same.
fn role(entries: &Entries<attributes::Field>) -> Role {
    let says = |key, word: Option<Word>| word.is_some() || entries.unread.has(key);
    let is_multiple = says("multi_select", entries.values.multi_select);
    let is_choice = says("choices", entries.values.choices);
    match (is_multiple, is_choice) {
        (false, true) => Role::Choice,
        (true, true) => Role::MultiChoice,
        (false, false) => Role::Plain,
        (true, false) => Role::MultiSelect,
    }
}

/// A name given by our attribute and by serde's is one name.
fn one_name(
    ours: Option<Text>,
    serdes: Option<Text>,
    subject: &str,
    errors: &mut Vec<syn::Error>,
) -> Option<Text> {
    if let (Some(ours), Some(serdes)) = (&ours, &serdes)
        && ours.value != serdes.value
    {
        errors.push(ours.at.error(format!(
            "{subject}`rename` says `{}` here and `{}` to serde; keep one of the two",
            ours.value, serdes.value
        )));
    }
    ours.or(serdes)
}

fn one_spelling(
    key: &str,
    ours: Option<Case>,
    serdes: Option<(Case, At)>,
    errors: &mut Vec<syn::Error>,
) -> Option<Case> {
    if let (Some(ours), Some((serdes, at))) = (ours, serdes)
        && ours != serdes
    {
        errors.push(at.error(format!(
            "`{key}` says something else here than in `#[elicit(…)]`; keep one of the two"
        )));
    }
    ours.or(serdes.map(|(case, _)| case))
}
