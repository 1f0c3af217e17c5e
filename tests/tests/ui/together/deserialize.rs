//! A faulty type that also derives `Deserialize`

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(deserialize)]
struct Port(#[elicit(minimun = 1)] u16);

#[derive(Elicit)]
#[elicit(deserialize)]
enum Region {
    Europe(u8),
}

#[derive(Elicit)]
#[elicit(deserialize)]
struct Deploy {
    port: Port,
    region: &'static Region,
}

#[derive(Elicit)]
#[elicit(deserialise)]
struct Misspelt {
    port: u8,
}

#[derive(Elicit)]
#[elicit(deserialize = true)]
struct Unread(u8);

#[derive(Elicit)]
#[elicit(deserialize(true))]
enum Choice {
    A,
}

#[derive(Elicit, serde::Serialize, serde::Deserialize)]
#[elicit(serialize)]
struct BothWays {
    port: u8,
}

fn is_read<T: for<'de> serde::Deserialize<'de>>() {}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
    is_read::<Port>();
    is_read::<Region>();
    is_read::<Deploy>();
    is_read::<Misspelt>();
    is_read::<Unread>();
    is_read::<Choice>();
    is_read::<BothWays>();
}
