//! `required` on an `Option`

use elicit_core::{Elicit, Revision};
type Maybe = Option<String>;

#[derive(Elicit)]
struct Deploy {
    #[elicit(required)]
    notify: Option<String>,
    #[elicit(required, default = "main")]
    branch: Maybe,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
