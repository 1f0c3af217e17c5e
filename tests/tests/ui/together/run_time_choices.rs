//! A form with run-time choices, used as if it had none

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Deploy {
    #[elicit(choices)]
    branch: String,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
