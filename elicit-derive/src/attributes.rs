//! What a user may write in `#[elicit(…)]`: the table of attributes.

mod list;
mod other_names;
mod position;
mod unreadable;

use darling::FromMeta;
use syn::{ExprPath, Meta};

use crate::{
    case::Case,
    crate_path::CratePath,
    model::{Rule, RuleValue},
    token_range::TokenRange,
    values::{self, Count, Default, Reason, Text},
};

pub(crate) use list::read;
pub(crate) use position::AttributePosition;

use position::AttributePosition::{Choice, Field, Form, Inner, Newtype, Variant};

/// What is written in one place, as far as it can be read.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) rename_all: Option<Case>,
    pub(crate) core: CratePath,
    pub(crate) check: Option<ExprPath>,
    pub(crate) deserialize: Option<TokenRange>,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    /// In the order of the table.
    pub(crate) rules: Vec<Rule>,
    pub(crate) default: Option<Default>,
    pub(crate) required: Option<TokenRange>,
    pub(crate) rename: Option<Text>,
    pub(crate) multi_select: Option<TokenRange>,
    pub(crate) choices: Option<TokenRange>,
    pub(crate) sensitive_name_ok: Option<Reason>,
    /// Whether there is more that cannot be read. That is an error, and then nothing else of the
    /// place is checked: any check may depend on what was meant.
    pub(crate) has_unreadable: bool,
}

/// An attribute: its name, where it goes, and how its value is read.
struct Attribute {
    name: &'static str,
    positions: &'static [AttributePosition],
    value: Value,
}

enum Value {
    /// A rule that is added to those of the type: a variant of the core's `Rule`, which has its
    /// name.
    Rule(fn(&Meta) -> darling::Result<RuleValue>),
    /// Anything else, which has a place of its own.
    Other(fn(&mut Attributes, &Meta) -> darling::Result<()>),
}

/// All attributes. Rules are applied, and names are proposed, in this order.
const TABLE: [Attribute; 20] = [
    other("rename_all", &[Form, Choice], |to, item| {
        put(&mut to.rename_all, item)
    }),
    other("crate", &[Form, Choice, Newtype], |to, item| {
        to.core = CratePath::from_meta(item)?;
        Ok(())
    }),
    other("check", &[Form], |to, item| {
        to.check = Some(function(item)?);
        Ok(())
    }),
    other("deserialize", &[Form, Choice, Newtype], |to, item| {
        word(&mut to.deserialize, item)
    }),
    other("title", &[Field, Inner, Variant], |to, item| {
        put(&mut to.title, item)
    }),
    other("description", &[Field, Inner], |to, item| {
        put(&mut to.description, item)
    }),
    rule("minimum", &[Field, Inner], number),
    rule("maximum", &[Field, Inner], number),
    rule("format", &[Field, Inner], format),
    rule("pattern", &[Field, Inner], pattern),
    // After the two, which have lengths of their own.
    rule("min_length", &[Field, Inner], length),
    rule("max_length", &[Field, Inner], length),
    other("default", &[Field], |to, item| put(&mut to.default, item)),
    other("required", &[Field], |to, item| {
        explained(word(&mut to.required, item), item, REQUIRED)
    }),
    other("rename", &[Field, Variant], |to, item| {
        put(&mut to.rename, item)
    }),
    other("multi_select", &[Field], |to, item| {
        word(&mut to.multi_select, item)
    }),
    rule("min_items", &[Field], items),
    rule("max_items", &[Field], items),
    other("choices", &[Field], |to, item| {
        explained(word(&mut to.choices, item), item, CHOICES)
    }),
    other("sensitive_name_ok", &[Field, Inner], |to, item| {
        put(&mut to.sensitive_name_ok, item)
    }),
];

const REQUIRED: &str =
    "a field is required in any case, unless it is an `Option` or has a `default`";

const CHOICES: &str = "it takes the options when the form is asked; those that are known now are \
     the variants of an enum that derives `Elicit`";

const fn rule(
    name: &'static str,
    positions: &'static [AttributePosition],
    read: fn(&Meta) -> darling::Result<RuleValue>,
) -> Attribute {
    Attribute {
        name,
        positions,
        value: Value::Rule(read),
    }
}

const fn other(
    name: &'static str,
    positions: &'static [AttributePosition],
    read: fn(&mut Attributes, &Meta) -> darling::Result<()>,
) -> Attribute {
    Attribute {
        name,
        positions,
        value: Value::Other(read),
    }
}

impl Attribute {
    /// Reads the value, once, into its place.
    fn read(&self, item: &Meta, to: &mut Attributes) -> darling::Result<()> {
        match self.value {
            Value::Rule(read) => to.rules.push(Rule {
                name: self.name,
                value: read(item)?,
                at: values::range(item),
                is_contradicted: false,
            }),
            Value::Other(read) => read(to, item)?,
        }
        Ok(())
    }
}

fn number(item: &Meta) -> darling::Result<RuleValue> {
    FromMeta::from_meta(item).map(RuleValue::Number)
}

fn length(item: &Meta) -> darling::Result<RuleValue> {
    Count::from_meta(item).map(|count| RuleValue::Length(count.0))
}

fn items(item: &Meta) -> darling::Result<RuleValue> {
    Count::from_meta(item).map(|count| RuleValue::Items(count.0))
}

fn format(item: &Meta) -> darling::Result<RuleValue> {
    FromMeta::from_meta(item).map(RuleValue::Format)
}

fn pattern(item: &Meta) -> darling::Result<RuleValue> {
    FromMeta::from_meta(item).map(RuleValue::Pattern)
}

fn put<T: FromMeta>(place: &mut Option<T>, item: &Meta) -> darling::Result<()> {
    *place = Some(T::from_meta(item)?);
    Ok(())
}

/// A word that has a value is an error, and counts as the word: the code of other items may use
/// what it brings.
fn word(place: &mut Option<TokenRange>, item: &Meta) -> darling::Result<()> {
    *place = Some(TokenRange::of(item.path()));
    values::no_value(item)
}

/// Adds help to the error.
fn explained(read: darling::Result<()>, item: &Meta, help: &str) -> darling::Result<()> {
    read.map_err(|error| TokenRange::of(item).darling_error(format!("{error}\nhelp: {help}")))
}

fn function(item: &Meta) -> darling::Result<ExprPath> {
    values::path(item).ok_or_else(|| {
        TokenRange::of(item)
            .darling_error("`check` takes the path of a function: `check = my_rule`")
    })
}
