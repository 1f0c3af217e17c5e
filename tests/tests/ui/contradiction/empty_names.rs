//! A name or a title without a character

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Region {
    #[elicit(rename = "")]
    Europe,
    #[elicit(title = "")]
    America,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(rename = "")]
    branch: String,
    #[elicit(title = " ")]
    notify: String,
    region: Region,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
