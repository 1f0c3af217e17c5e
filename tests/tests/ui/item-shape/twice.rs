//! One name for two fields or two variants, which the compiler has the words for

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Deploy {
    replicas: u8,
    replicas: u8,
    branch: String,
    r#branch: u8,
}

#[derive(Elicit)]
enum Region {
    Europe,
    #[elicit(title = "Europe")]
    Europe,
}

#[derive(Elicit)]
struct Release {
    #[elicit(choices)]
    tag: String,
    #[elicit(choices)]
    tag: String,
    region: Region,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
    let _ = |choices: ReleaseChoices| choices.tag;
}
