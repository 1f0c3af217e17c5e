//! A name, a title or a description without a character

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Region {
    #[elicit(rename = "")]
    Europe,
    #[elicit(title = "")]
    America,
    #[elicit(rename = "\n")]
    Asia,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(rename = "")]
    branch: String,
    #[elicit(rename = " ")]
    tag: String,
    #[elicit(title = " ")]
    notify: String,
    #[elicit(description = "", pattern = "^a$")]
    described: String,
    /// A number.
    #[elicit(description = " \n ")]
    undescribed: u8,
    port: Port,
    region: Region,
}

#[derive(Elicit)]
struct Port(#[elicit(description = "")] u16);

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
