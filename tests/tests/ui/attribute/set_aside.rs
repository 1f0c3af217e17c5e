//! A field that is to be left out, or whose type is to be left alone

use std::collections::HashMap;

use elicit_core::{Elicit, Revision};
use serde::Serialize;

#[derive(Elicit, Serialize)]
struct Deploy {
    replicas: u8,
    #[elicit(skip)]
    cache: HashMap<String, u32>,
    #[elicit(ignore)]
    name: &'static str,
    #[elicit(flatten)]
    address: Address,
    #[elicit(nested)]
    other: Vec<Address>,
    #[elicit(with = "module")]
    pair: (u8, u8),
    #[serde(skip)]
    seen: HashMap<String, u32>,
    #[serde(flatten)]
    home: Address,
    #[serde(with = "as_text")]
    size: u128,
    #[serde(skip)]
    password: String,
    #[elicit(flatten)]
    credentials: Address,
    #[elicit(gizmo)]
    any: u128,
    #[elicit(Skip)]
    capital: HashMap<u8, u8>,
}

#[derive(Elicit, Serialize)]
struct Address {
    street: String,
}

#[derive(Elicit)]
struct Name(#[elicit(skip)] &'static str);

#[derive(Elicit, Serialize)]
struct Code(#[serde(with = "as_text")] u128);

mod as_text {
    pub fn serialize<S: serde::Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
