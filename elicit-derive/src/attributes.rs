//! What a user may write in `#[elicit(…)]`: the table of attributes, and the reading of their
//! entries one by one, so that all errors are reported at once.

mod misplaced;
mod rules;
mod serde;
#[cfg(test)]
mod tests;
mod unreadable;

use darling::{Error, FromMeta};
use syn::{
    ExprPath, Ident, MacroDelimiter, Meta, MetaList, MetaNameValue, Path, Token,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, Parser},
    token::Paren,
};

use crate::{
    case::Case,
    crate_path,
    tokens::TokenRange,
    types::ApparentKind,
    values::{self, Default, Text},
};

pub(crate) use self::{
    rules::{Rule, RuleAttribute},
    serde::FilledIn,
};
use AttributePosition::{Choice, Field, Form, Inner, Newtype, Variant};

/// The attributes of one place that could be read.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) rename_all: Option<Case>,
    /// `None` if it could not be read.
    pub(crate) core: Option<Path>,
    pub(crate) check: Option<ExprPath>,
    pub(crate) deserialize: Option<TokenRange>,
    pub(crate) json_schema: Option<TokenRange>,
    pub(crate) hints: Option<TokenRange>,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    /// In the order in which the core judges them.
    pub(crate) rules: Vec<RuleAttribute>,
    pub(crate) default: Option<Default>,
    pub(crate) rename: Option<Text>,
    pub(crate) multi_select: Option<TokenRange>,
    pub(crate) choices: Option<TokenRange>,
    pub(crate) parse: Option<TokenRange>,
    pub(crate) sensitive_name_ok: bool,
    /// Where serde may leave the value out.
    pub(crate) left_out: Option<TokenRange>,
    /// Where serde gives a value to a field that is left out.
    pub(crate) filled_in: Option<FilledIn>,
    /// Where serde accepts another name, which `deserialize` does not.
    pub(crate) alias: Option<TokenRange>,
    /// Whether some attribute could not be read. Then nothing else of the place is checked, because
    /// any check may depend on what was meant.
    pub(crate) has_unreadable: bool,
}

/// Where an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributePosition {
    /// A struct with named fields.
    Form,
    /// An enum.
    Choice,
    /// A tuple struct.
    Newtype,
    /// A field of a form.
    Field,
    /// The one field of a newtype.
    Inner,
    /// A variant of an enum.
    Variant,
}

impl AttributePosition {
    fn name(self) -> &'static str {
        match self {
            Self::Form => "a struct",
            Self::Choice => "an enum",
            Self::Newtype => "a newtype",
            Self::Field => "a field",
            Self::Inner => "the field of a newtype",
            Self::Variant => "a variant",
        }
    }

    fn attributes(self) -> impl Iterator<Item = &'static Attribute> {
        TABLE
            .iter()
            .chain(&rules::RULES)
            .filter(move |attribute| attribute.positions.contains(&self))
    }

    /// The attribute of this name, if it goes here.
    fn find(self, name: &str) -> Option<&'static Attribute> {
        self.attributes().find(|attribute| attribute.name == name)
    }
}

/// An attribute: its name, where it goes, and how its value is read into its place.
struct Attribute {
    name: &'static str,
    positions: &'static [AttributePosition],
    read: ReadValue,
}

/// Reads the value of the attribute of this name.
type ReadValue = fn(&mut Attributes, &'static str, &Meta) -> darling::Result<()>;

/// The attributes that are not rules.
const TABLE: [Attribute; 14] = [
    attribute("rename_all", &[Form, Choice], |to, _, item| {
        put(&mut to.rename_all, item)
    }),
    attribute("crate", &[Form, Choice, Newtype], |to, _, item| {
        to.core = None;
        to.core = Some(crate_path::read(item)?);
        Ok(())
    }),
    attribute("check", &[Form], |to, _, item| {
        to.check = Some(function(item)?);
        Ok(())
    }),
    attribute("deserialize", &[Form, Choice, Newtype], |to, _, item| {
        word(&mut to.deserialize, item)
    }),
    attribute("json_schema", &[Form], |to, _, item| {
        word(&mut to.json_schema, item)
    }),
    attribute("hints", &[Form], |to, _, item| word(&mut to.hints, item)),
    attribute("title", &[Field, Inner, Variant], |to, _, item| {
        put(&mut to.title, item)
    }),
    attribute("description", &[Field, Inner], |to, _, item| {
        put(&mut to.description, item)
    }),
    attribute("default", &[Field], |to, _, item| {
        put(&mut to.default, item)
    }),
    attribute("rename", &[Field, Variant], |to, _, item| {
        put(&mut to.rename, item)
    }),
    attribute("multi_select", &[Field], |to, _, item| {
        word(&mut to.multi_select, item)
    }),
    attribute("choices", &[Field], |to, _, item| {
        explained(word(&mut to.choices, item), CHOICES)
    }),
    attribute("parse", &[Field, Inner], |to, _, item| {
        explained(word(&mut to.parse, item), PARSE)
    }),
    attribute("sensitive_name_ok", &[Field, Inner], |to, _, item| {
        to.sensitive_name_ok = true;
        values::reason(item)
    }),
];

const CHOICES: &str = "the options are given when you ask; for options that are known now, write \
                       an enum that derives `Elicit`";

const PARSE: &str = "the type of the field reads the text, by its `FromStr`; for a function of \
     your own, write a newtype that implements it";

const fn attribute(
    name: &'static str,
    positions: &'static [AttributePosition],
    read: ReadValue,
) -> Attribute {
    Attribute {
        name,
        positions,
        read,
    }
}

fn put<T: FromMeta>(slot: &mut Option<T>, item: &Meta) -> darling::Result<()> {
    *slot = Some(T::from_meta(item)?);
    Ok(())
}

/// Reads a word. If it has a value, that is an error, and the word counts even so: the code of
/// other items may use what is generated for it.
fn word(slot: &mut Option<TokenRange>, item: &Meta) -> darling::Result<()> {
    *slot = Some(TokenRange::new(item.path()));
    values::no_value(item)
}

/// Adds help to the error.
fn explained(read: darling::Result<()>, help: &str) -> darling::Result<()> {
    read.map_err(|error| Error::custom(format!("{error}\nhelp: {help}")))
}

fn function(item: &Meta) -> darling::Result<ExprPath> {
    values::path(item)
        .ok_or_else(|| Error::custom("`check` requires the path of a function: `check = my_rule`"))
}

/// Reads the attributes of one place, which takes values of this kind. Errors begin with
/// `subject`.
pub(crate) fn read(
    attributes: &[syn::Attribute],
    position: AttributePosition,
    has_name: bool,
    kind: ApparentKind,
    subject: &str,
    errors: &mut Vec<syn::Error>,
) -> Attributes {
    let mut values = Attributes {
        core: Some(crate_path::default()),
        ..Attributes::default()
    };
    let mut seen: Vec<String> = Vec::new();
    let ours = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("elicit"));
    for entry in ours.flat_map(|attribute| entries(attribute, position, kind)) {
        let read = entry.and_then(|item| read_entry(&item, position, kind, &mut seen, &mut values));
        if let Err((at, message)) = read {
            errors.push(at.error(format!("{subject}{message}")));
            values.has_unreadable = true;
        }
    }
    serde::read(attributes, position, has_name, subject, &mut values, errors);
    values
}

/// What is wrong with an entry, and where.
type Fault = (TokenRange, String);

fn read_entry(
    item: &Meta,
    position: AttributePosition,
    kind: ApparentKind,
    seen: &mut Vec<String>,
    values: &mut Attributes,
) -> Result<(), Fault> {
    let name = darling::util::path_to_string(item.path());
    let at = TokenRange::new(item.path());
    let Some(attribute) = position.find(&name) else {
        if let Meta::Path(_) = item
            && let Some(meant) = position.misspelt(&name, kind)
        {
            // A misspelt word counts: the code of other items may use what is generated for it.
            let _ = (meant.read)(values, meant.name, item);
        }
        return Err((at, position.misplaced(&name, kind)));
    };
    if seen.contains(&name) {
        return Err((at, format!("`{name}` is written twice; keep one")));
    }
    (attribute.read)(values, attribute.name, item)
        .map_err(|error| (values::range(item), error.to_string()))?;
    if let Meta::NameValue(pair) = item
        && let Some(fault) = values::suffix_fault(&name, &pair.value)
    {
        return Err(fault);
    }
    seen.push(name);
    Ok(())
}

/// The entries of an attribute. One that cannot be parsed is an error of its own.
fn entries(
    attribute: &syn::Attribute,
    position: AttributePosition,
    kind: ApparentKind,
) -> Vec<Result<Meta, Fault>> {
    let list = attribute.meta.require_list().map(|list| &list.tokens);
    let Some(list) = list.ok().filter(|list| !list.is_empty()) else {
        let example = match position {
            Form | Choice => "rename_all = \"snake_case\"",
            Newtype => "deserialize",
            Field | Inner | Variant => "title = \"…\"",
        };
        let fault = match attribute.meta {
            Meta::NameValue(_) => "this attribute has no parentheses",
            _ => "this attribute is empty",
        };
        let message = format!("{fault}; write `#[elicit({example})]` or remove it");
        return vec![Err((TokenRange::new(attribute), message))];
    };
    let all = |list: ParseStream<'_>| list.parse_terminated(entry, Token![,]);
    match all.parse2(list.clone()) {
        Ok(metas) => metas.into_iter().map(Ok).collect(),
        // Somebody is still typing, perhaps.
        Err(_) => unreadable::split(list.clone())
            .into_iter()
            .map(|part| {
                let read = entry.parse2(part.clone());
                read.map_err(|_| unreadable::fault(part, position, kind))
            })
            .collect(),
    }
}

/// Parses one entry. syn's own parser rejects a keyword as a name, such as `enum`, and makes one
/// literal of the two tokens of `-1`, with the span of the `-`.
fn entry(input: ParseStream<'_>) -> syn::Result<Meta> {
    let path = input.call(Ident::parse_any)?.into();
    if input.peek(Token![=]) {
        return Ok(Meta::NameValue(MetaNameValue {
            path,
            eq_token: input.parse()?,
            value: input.parse()?,
        }));
    }
    if input.peek(Paren) {
        let tokens;
        return Ok(Meta::List(MetaList {
            path,
            delimiter: MacroDelimiter::Paren(parenthesized!(tokens in input)),
            tokens: tokens.parse()?,
        }));
    }
    Ok(Meta::Path(path))
}
