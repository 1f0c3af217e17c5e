//! Rules that no answer keeps

use elicit_core::{Elicit, Revision};
use std::num::{NonZeroI8, NonZeroU8};

#[derive(Elicit)]
struct Date(#[elicit(format = "date")] String);

#[derive(Elicit)]
struct Gain(#[elicit(minimum = 0)] NonZeroI8);

#[derive(Elicit)]
struct Loss(#[elicit(maximum = 0)] NonZeroI8);

#[derive(Elicit)]
struct Short(#[elicit(max_length = 8)] String);

/// Three letters
#[derive(Elicit)]
struct Code(#[elicit(pattern = "^[A-Z]{3}$")] String);

#[derive(Elicit)]
struct Travel {
    /// Three letters
    #[elicit(pattern = "^[A-Z]{3}$", min_length = 4)]
    from: String,
    /// Five digits or more
    #[elicit(pattern = "[0-9]{5}", max_length = 4, default = "12345")]
    zip: String,
    /// Two letters
    #[elicit(pattern = "^[a-z]{2}$", format = "date")]
    day: String,
    #[elicit(max_length = 2)]
    to: Code,
    #[elicit(format = "date-time")]
    via: Option<Code>,
    /// At least nine
    #[elicit(pattern = ".{9}", default = "a")]
    place: Short,
    /// Nothing
    #[elicit(pattern = "^$", min_length = 1)]
    nothing: Option<String>,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(minimum = 0, maximum = 0)]
    offset: NonZeroI8,
    #[elicit(maximum = 0.0)]
    gain: Option<Gain>,
    #[elicit(minimum = 0)]
    loss: Loss,
    #[elicit(maximum = 0)]
    positive: NonZeroU8,
    #[elicit(format = "date", max_length = 8)]
    day: String,
    #[elicit(format = "date")]
    short: Short,
    #[elicit(min_length = 11)]
    date: Date,
    #[elicit(format = "date-time", max_length = 19)]
    moment: String,
    #[elicit(min_length = 319, format = "email")]
    notify: String,
}

fn main() {
    let _ = Travel::requested_schema(Revision::LATEST);
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
