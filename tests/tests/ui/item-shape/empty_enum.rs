//! An enum without variants

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Never {}

#[derive(Elicit)]
struct Question {
    never: Never,
    #[elicit(default = "a")]
    default: Option<Never>,
    #[elicit(multi_select, min_items = 1, default = ["a"])]
    several: Vec<Never>,
}

fn main() {
    let _ = Question::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Question>("{}");
}
