//! An enum with data, and attributes in it

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Target {
    Staging,
    Region(String),
    Cluster { name: String, zone: String },
}

#[derive(Elicit)]
#[elicit(rename_all = "kebab-case")]
enum Contact {
    None,
    Email(#[elicit(format = "mail")] String),
    Phone {
        #[elicit(minimum = "3", max_lenth = 3)]
        number: String,
        #[elicit(minimum = 300)]
        country: u8,
        #[elicit(title = "Key")]
        api_key: String,
        other: Vec<Target>,
    },
    Letter {
        #[elicit(rename = "")]
        street: String,
        #[elicit(rename = "password")]
        town: String,
    },
    Two(#[elicit(min_length = 3)] u8, #[elicit(default = 2)] u8),
    Login(#[elicit(rename = "password")] String),
}

#[derive(Elicit)]
struct Deploy {
    target: Target,
    #[elicit(multi_select, min_items = 1, default = ["Staging"])]
    others: Vec<Target>,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
