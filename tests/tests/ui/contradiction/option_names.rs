//! Two options of one name

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Region {
    Europe,
    #[elicit(rename = "Europe")]
    America,
}

#[derive(Elicit)]
#[elicit(rename_all = "lowercase")]
enum Zone {
    EuWest,
    EUWest,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(default = "Europe")]
    region: Region,
    zone: Zone,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
