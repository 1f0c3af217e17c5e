//! `parse` on a type that it does not go on, or beside a rule that does not fit

use elicit_core::{Elicit, Revision};
use std::{net::IpAddr, num::NonZeroU32, str::FromStr};

struct Foreign;

#[derive(Elicit)]
enum Region {
    Europe,
}

/// An IP address
#[derive(Elicit)]
struct Address(#[elicit(parse)] IpAddr);

#[derive(Elicit)]
struct Host {
    /// A name
    #[elicit(parse)]
    name: String,
    /// A number
    #[elicit(parse)]
    replicas: Option<u32>,
    /// A number
    #[elicit(parse)]
    count: NonZeroU32,
    /// A day
    #[elicit(parse)]
    day: chrono::NaiveDate,
    /// A region
    #[elicit(parse)]
    region: Region,
    /// An address
    #[elicit(parse)]
    twice: Address,
    /// Anything
    #[elicit(parse)]
    foreign: Foreign,
    /// Anything
    #[elicit(parse)]
    perhaps: Option<Foreign>,
    /// A length of time
    #[elicit(parse)]
    timeout: std::time::Duration,
    /// Some IP addresses
    #[elicit(parse)]
    list: Vec<IpAddr>,
    /// An IP address
    #[elicit(parse)]
    nested: Option<Option<IpAddr>>,
}

#[derive(Elicit)]
struct Rules {
    /// An IP address
    #[elicit(parse, default = "::1")]
    by_default: IpAddr,
    /// An IP address
    #[elicit(parse, default = "::1")]
    perhaps: Option<IpAddr>,
    #[elicit(default = "::1")]
    newtype: Address,
    /// A number
    #[elicit(parse, minimum = 1)]
    wide: u64,
    /// A number
    #[elicit(parse, maximum = 9, min_items = 1)]
    most: Option<i128>,
    #[elicit(minimum = 1)]
    in_newtype: Address,
    /// A number
    #[elicit(parse, min_length = 9, max_length = 3)]
    order: u64,
    /// A date
    #[elicit(parse, format = "date", max_length = 3)]
    short: Word,
    /// A password
    #[elicit(parse)]
    password: Word,
}

struct Word;

impl FromStr for Word {
    type Err = ();

    fn from_str(_: &str) -> Result<Self, ()> {
        Ok(Self)
    }
}

fn main() {
    let _ = Host::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Rules>("{}");
}
