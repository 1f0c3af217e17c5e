//! An attribute on the wrong place

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(title = "Deploy")]
struct Deploy {
    #[elicit(rename_all = "camelCase")]
    replicas: u8,
    region: Region,
    port: Port,
}

#[derive(Elicit)]
#[elicit(default = "Europe", check = anything)]
enum Region {
    #[elicit(description = "Where most of us are")]
    Europe,
}

#[derive(Elicit)]
#[elicit(minimum = 1, rename_all = "camelCase")]
struct Port(
    #[elicit(default = 80, rename = "port", min_items = 1, multi_select, choices)] u16,
);

#[derive(Elicit)]
#[elicit(description = "Where to?", message = "Where to?", prompt = "Where?", question = "Where?")]
struct Release {
    #[elicit(prompt = "Which?")]
    tag: String,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
