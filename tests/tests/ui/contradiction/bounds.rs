//! A bound that the type cannot hold, or that is not whole

use elicit_core::{Elicit, Revision};
use std::num::NonZeroU8;

type Small = Option<i8>;

#[derive(Elicit)]
struct Port(#[elicit(minimum = 1024, maximum = 2048)] u16);

#[derive(Elicit)]
struct Slug(#[elicit(min_length = 3, max_length = 50)] String);

#[derive(Elicit)]
struct Deploy {
    #[elicit(minimum = -1)]
    replicas: u8,
    #[elicit(maximum = 256)]
    zones: Option<u8>,
    #[elicit(minimum = 0)]
    positive: NonZeroU8,
    #[elicit(minimum = 0.5)]
    whole: u8,
    #[elicit(maximum = 200)]
    small: Small,
    #[elicit(maximum = 9007199254740993)]
    id: u64,
    #[elicit(maximum = 1e39)]
    share: f32,
    #[elicit(minimum = -1000000000000000000000000000000000000000)]
    far: i32,
    #[elicit(maximum = 8080)]
    port: Port,
    #[elicit(max_length = 60)]
    branch: Slug,
    #[elicit(min_length = 2)]
    letter: char,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
