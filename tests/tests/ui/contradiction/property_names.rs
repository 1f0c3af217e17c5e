//! Two properties of one name

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Deploy {
    branch: String,
    #[elicit(rename = "branch")]
    target: String,
    r#ref: String,
    #[elicit(rename = "ref")]
    reference: String,
}

#[derive(Elicit)]
#[elicit(rename_all = "camelCase")]
struct Release {
    tag_name: String,
    tagName: String,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
    let _ = Release::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Release>("{}");
}
