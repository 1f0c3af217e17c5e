//! Documents as text: valid, nearly valid and hostile.

use std::fmt;

use elicit_core::form::{FormSchema, Property};
use elicit_tests::forms::RustTypes;
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    strategy::Union,
};
use serde_json::Value;

use crate::values;

/// An object, as its keys and the spelling of its values.
#[derive(Clone)]
pub(crate) struct Document {
    members: Vec<(String, String)>,
    /// Which member to give once more, and with which value.
    again: (Index, String),
}

impl Document {
    /// The document as it would come over a wire.
    pub(crate) fn text(&self) -> String {
        let members = self.members.iter();
        let members = members.map(|(name, value)| format!("{}:{value}", Value::from(&**name)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }

    /// The document after parsing, which keeps the last of several keys alike.
    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.text()).expect("values are spelt as JSON")
    }

    /// The document with one of its members given once more, and that one's name.
    pub(crate) fn with_repeat(&self) -> Option<(Self, String)> {
        if self.members.is_empty() {
            return None;
        }
        let (at, value) = &self.again;
        let (name, _) = at.get(&self.members).clone();
        let mut repeated = self.clone();
        repeated.members.push((name.clone(), value.clone()));
        Some((repeated, name))
    }
}

/// What is printed of a document that fails.
impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

pub(crate) fn documents(
    form: &'static FormSchema,
    rust_types: RustTypes,
) -> impl Strategy<Value = Document> {
    let extra = vec((strange_names(form), values::any_json()), 0..3);
    let order = (any::<Index>(), any::<bool>());
    let again = select(vec!["null", "1", r#""x""#, "[]", "{}"]).prop_map(str::to_owned);
    let again = (any::<Index>(), again);
    (values_of(form, rust_types), extra, order, again).prop_map(
        move |(values, extra, (start, reverse), again)| {
            let names = form.properties().iter().map(Property::name);
            let known = names
                .zip(values)
                .filter_map(|(name, value)| Some((name.to_owned(), value?)));
            let mut members: Vec<_> = known.chain(extra).collect();
            let start = start.index(members.len() + 1);
            members.rotate_left(start);
            if reverse {
                members.reverse();
            }
            Document { members, again }
        },
    )
}

/// A value for each property: all of them valid, all but one, or about half of them. A slip is often
/// valid, so there are more slips than valid answers.
fn values_of(
    form: &'static FormSchema,
    rust_types: RustTypes,
) -> impl Strategy<Value = Vec<Option<String>>> {
    let properties = form.properties().iter();
    let valid: Vec<_> = properties
        .clone()
        .map(|property| valid_member(property, rust_types))
        .collect();
    let slips: Vec<_> = properties.map(slip).collect();
    let one_slip = (0..valid.len()).map(|place| {
        let mut members = valid.clone();
        members[place] = slips[place].clone();
        members
    });
    let one_slip = Union::new(one_slip.collect::<Vec<_>>());
    let either = valid.iter().zip(&slips);
    let either: Vec<_> = either
        .map(|(valid, slip)| prop_oneof![valid.clone(), slip.clone()])
        .collect();
    prop_oneof![3 => valid, 5 => one_slip, 2 => either]
}

/// A value that the property takes, or none where none is needed.
fn valid_member(
    property: &'static Property,
    rust_types: RustTypes,
) -> BoxedStrategy<Option<String>> {
    let value = values::valid(property, rust_types);
    if property.is_required() {
        value.prop_map(Some).boxed()
    } else {
        let left_out = prop_oneof![Just(None), Just(Some("null".to_owned()))];
        prop_oneof![3 => value.prop_map(Some), 1 => left_out].boxed()
    }
}

/// A value that is next to valid ones, or of another kind altogether, or missing.
fn slip(property: &'static Property) -> BoxedStrategy<Option<String>> {
    prop_oneof![
        6 => values::near(property).prop_map(Some),
        3 => values::any_json().prop_map(Some),
        1 => Just(None),
        1 => Just(Some("null".to_owned())),
        1 => Just(Some(r#""""#.to_owned())),
    ]
    .boxed()
}

/// Names that are not those of properties, but look like them.
fn strange_names(form: &'static FormSchema) -> impl Strategy<Value = String> {
    let near = (any::<Index>(), 0..4).prop_map(move |(at, change)| {
        let name = form.properties()[at.index(form.properties().len())].name();
        match change {
            0 => format!("{name} "),
            1 => format!("{name}\0"),
            2 => name.chars().rev().collect(),
            _ => format!("{name}{name}"),
        }
    });
    prop_oneof![near, any::<String>(), Just(String::new())]
        .prop_filter("a property has this name", move |name| {
            form.property(name).is_none()
        })
}
