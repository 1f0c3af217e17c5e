//! A bound that a float cannot keep to, once it is rounded

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
struct Share(#[elicit(maximum = 0.123456789)] f32);

#[derive(Elicit)]
struct Scale {
    #[elicit(minimum = 9007199254740993)]
    above: f64,
    #[elicit(maximum = 9007199254740995)]
    below: f64,
    #[elicit(minimum = 16777217)]
    single: Option<f32>,
    #[elicit(minimum = 9007199254740992, maximum = 9007199254740994)]
    held: f64,
    #[elicit(minimum = -16777215, maximum = 1.234560e30)]
    held_by_a_single: f32,
    share: Share,
    #[elicit(maximum = 3.4028235e38)]
    largest: f32,
    #[elicit(minimum = -3.4028235e38)]
    smallest: f32,
    #[elicit(maximum = 3.4028236e38)]
    too_large: f32,
    #[elicit(minimum = 1e-50, default = 1e-50)]
    becomes_zero: f32,
    #[elicit(maximum = -1.5e-42)]
    loses_digits: Option<f32>,
    #[elicit(minimum = 0.0, maximum = 1.1755e-38)]
    near_zero: f32,
}

fn main() {
    let _ = Scale::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Scale>("{}");
}
