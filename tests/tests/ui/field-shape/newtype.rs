//! The same types inside a newtype

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Names(Vec<String>);

#[derive(Elicit)]
struct Name(&'static str);

#[derive(Elicit)]
struct Guest {
    names: Names,
    name: Name,
}

fn main() {
    let _ = Guest::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Guest>("{}");
}
