//! A default number or boolean that breaks a rule

use elicit_core::{Elicit, Revision};
use std::num::NonZeroI8;

#[derive(Elicit)]
struct Port(#[elicit(minimum = 1024)] u16);

#[derive(Elicit)]
struct Deploy {
    #[elicit(default = 0, minimum = 1)]
    below: u8,
    #[elicit(default = 21, maximum = 20)]
    above: Option<u8>,
    #[elicit(default = 256)]
    outside: u8,
    #[elicit(default = 0)]
    zero: NonZeroI8,
    #[elicit(default = 1.5)]
    not_whole: u8,
    #[elicit(default = "3")]
    text: u8,
    #[elicit(default = 1e39)]
    overflow: f32,
    #[elicit(default = 0.1, minimum = 0.5)]
    share: f64,
    #[elicit(default = 1)]
    dry_run: bool,
    #[elicit(default = "true")]
    quiet: bool,
    #[elicit(default = 80)]
    port: Port,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
