//! A format that clients do not know, or a second one

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Email(#[elicit(format = "email")] String);

#[derive(Elicit)]
struct Deploy {
    #[elicit(format = "uuid")]
    id: String,
    #[elicit(format = "datetime")]
    moment: String,
    #[elicit(format = "url")]
    site: String,
    #[elicit(format = "uri")]
    notify: Email,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
