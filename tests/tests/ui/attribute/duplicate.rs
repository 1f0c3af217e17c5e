//! An attribute that is written twice

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(rename_all = "camelCase", rename_all = "snake_case")]
struct Deploy {
    #[elicit(minimum = 1, minimum = 2)]
    replicas: u8,
    #[elicit(title = "Branch")]
    #[elicit(title = "The branch")]
    branch: String,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
