use std::collections::BTreeSet;

use elicit_core::__private::ATTRIBUTES;

use super::names;
use crate::{attributes::AttributePosition, crate_path::CratePath};

fn types(item: &str) -> Vec<String> {
    let names = names(&item.parse().unwrap(), &CratePath::default()).to_string();
    syn::parse_str::<syn::ItemConst>(&names).expect("the names are code");
    let types = names.replace(' ', "");
    let types = types.split_once('(').unwrap().1.split_once(')').unwrap().0;
    let types = types.split_terminator(',');
    let types = types.map(|path| path.replace("::elicit_core::__private::", ""));
    types.collect()
}

/// The core has the names of the table, at the same positions.
#[test]
fn editors_know_all_attributes() {
    let of_core: Vec<(&str, BTreeSet<&str>)> = ATTRIBUTES
        .iter()
        .map(|(module, names)| (*module, names.iter().copied().collect()))
        .collect();
    let of_table = [
        ("on_form", AttributePosition::Form),
        ("on_choice", AttributePosition::Choice),
        ("on_newtype", AttributePosition::Newtype),
        ("on_field", AttributePosition::Field),
        ("on_inner", AttributePosition::Inner),
        ("on_variant", AttributePosition::Variant),
    ]
    .map(|(module, position)| {
        // `crate` cannot be the name of a type.
        let names = position.names().filter(|name| *name != "crate");
        (module, names.collect())
    });
    assert_eq!(of_core, of_table);
}

#[test]
fn each_name_is_a_type_of_its_position() {
    assert_eq!(
        types(
            "#[elicit(hints, check = fits)] struct Scale {
                #[elicit(minimum = 1, maximum = 2)] replicas: u8,
                #[elicit(choices)] zone: String,
            }"
        ),
        [
            "on_form::hints",
            "on_form::check",
            "on_form::__",
            "on_field::minimum",
            "on_field::maximum",
            "on_field::__",
            "on_field::choices",
            "on_field::__",
        ]
    );
    assert_eq!(
        types("#[elicit(deserialize)] pub(crate) struct Port(#[elicit(minimum = 1)] u16);"),
        [
            "on_newtype::deserialize",
            "on_newtype::__",
            "on_inner::minimum",
            "on_inner::__"
        ]
    );
    assert_eq!(
        types("#[elicit(crate = my::core)] enum Zone { #[elicit(title = \"A, b\")] A }"),
        ["on_choice::__", "on_variant::title", "on_variant::__"]
    );
}

#[test]
fn a_name_is_a_type_while_it_is_typed() {
    for (item, expected) in [
        ("struct Scale { #[elicit()] }", &["on_field::__"][..]),
        (
            "struct Scale { #[elicit(mini)] }",
            &["on_field::mini", "on_field::__"],
        ),
        (
            "struct Scale { zones: , #[elicit(title = \"a\", mini maximum = 1)] zones: u8 }",
            &["on_field::title", "on_field::mini", "on_field::__"],
        ),
        ("struct Scale { #[elicit] zones: u8 }", &[]),
        (
            "#[elicit(h)] struct Scale",
            &["on_newtype::h", "on_newtype::__"],
        ),
    ] {
        assert_eq!(types(item), expected, "{item}");
    }
}
