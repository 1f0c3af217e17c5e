//! An attribute without parentheses, or with nothing in them

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit]
struct Deploy {
    #[elicit]
    replicas: u8,
    #[elicit = "a title"]
    branch: String,
    #[elicit()]
    notify: bool,
    region: Region,
}

#[derive(Elicit)]
enum Region {
    #[elicit]
    Europe,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
