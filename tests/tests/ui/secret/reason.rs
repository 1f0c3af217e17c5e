//! A false alarm let pass without a reason

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Board {
    #[elicit(sensitive_name_ok = "")]
    pin: u8,
    #[elicit(sensitive_name_ok)]
    gpio_pin: u8,
    #[elicit(sensitive_name_ok = true)]
    led_pin: u8,
}

fn main() {
    let _ = Board::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Board>("{}");
}
