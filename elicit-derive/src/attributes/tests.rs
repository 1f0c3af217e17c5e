//! The table of attributes on the page of the macro, which people write.

use std::collections::BTreeSet;

use super::{AttributePosition, TABLE, rules::RULES};

/// What the page calls a place for attributes.
fn on_page(position: AttributePosition) -> &'static str {
    match position {
        AttributePosition::Form => "struct",
        AttributePosition::Choice => "enum",
        AttributePosition::Newtype | AttributePosition::Inner => "newtype",
        AttributePosition::Field => "field",
        AttributePosition::Variant => "variant",
    }
}

#[test]
fn the_page_lists_where_each_attribute_can_be_written() {
    let page = include_str!("../lib.rs").lines();
    let rows = page.filter_map(|line| line.strip_prefix("/// | [`"));
    let mut written = BTreeSet::new();
    for row in rows {
        let mut cells = row.split(" | ");
        let (names, places) = (cells.next().unwrap(), cells.next().unwrap());
        // `[`minimum = 1`, `maximum = 20`](#…)`
        let names = names.split("](").next().unwrap().split("`, `");
        for name in names.map(|name| name.split([' ', '`']).next().unwrap()) {
            written.extend(places.split(", ").map(|place| (name, place)));
        }
    }
    let places = |attribute: &'static super::Attribute| {
        let places = attribute.positions.iter();
        places.map(|place| (attribute.name, on_page(*place)))
    };
    let read: BTreeSet<_> = TABLE.iter().chain(&RULES).flat_map(places).collect();
    let differ: Vec<_> = written.symmetric_difference(&read).collect();
    assert!(
        differ.is_empty(),
        "either the table on the page of the macro (`src/lib.rs`) or the code (`TABLE`, `RULES`) \
         lacks these: {differ:?}"
    );
}
