//! An attribute that does not exist

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(rename_al = "camelCase")]
struct Deploy {
    #[elicit(minimun = 1)]
    replicas: u8,
    #[elicit(min = 1, max = 3)]
    zones: u8,
    #[elicit(len = 3, min_len = 1)]
    branch: String,
    #[elicit(validate(email))]
    notify: String,
    #[elicit(skip)]
    cache: bool,
    region: Region,
    #[elicit(multiselect)]
    regions: Vec<Region>,
}

#[derive(Elicit)]
enum Region {
    #[elicit(titel = "Europe")]
    Europe,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
