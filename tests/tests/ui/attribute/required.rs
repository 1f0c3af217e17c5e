//! `required`, which follows from the type

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
struct Deploy {
    #[elicit(required, default = "main")]
    branch: String,
    #[elicit(required = true)]
    replicas: u8,
    #[elicit(required)]
    notify: Option<String>,
    #[elicit(required, multi_select)]
    regions: Vec<Region>,
}

#[derive(Elicit)]
enum Region {
    Europe,
    America,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
