//! A faulty type in other forms, which stay silent

use elicit_core::{Elicit, Revision};
use secrecy::SecretString;
#[derive(Elicit)]
enum Region {
    Europe(u8),
    America,
}

#[derive(Elicit)]
struct Port(#[elicit(minimun = 1)] u16);

#[derive(Elicit)]
struct Address {
    street: &'static str,
}

#[derive(Elicit)]
struct Token(#[elicit(min_lenght = 20)] SecretString);

#[derive(Elicit)]
struct Deploy {
    access_token: Token,
    #[elicit(default = "Europe")]
    region: Region,
    #[elicit(multi_select, min_items = 1, max_items = 3, default = ["Europe"])]
    regions: Vec<Region>,
    #[elicit(minimum = 1024, default = 8080)]
    port: Port,
    other: Port,
    address: Option<Address>,
    #[elicit(multi_select)]
    addresses: Vec<Address>,
    #[elicit(multi_select)]
    ports: Option<Vec<Port>>,
    #[elicit(multi_select, default = ["a"])]
    pairs: Vec<Pair>,
}

#[derive(Elicit)]
struct Pair(u8, u8);

fn main() {
    let _ = Address::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Address>("{}");
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
