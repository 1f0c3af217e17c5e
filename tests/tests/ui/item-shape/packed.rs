//! A packed struct

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[repr(C, packed)]
struct Deploy {
    zone: u8,
    replicas: u32,
    port: Port,
}

#[derive(Elicit)]
#[repr(packed(2))]
struct Port(u16);

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
