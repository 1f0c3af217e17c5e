//! Types that read a text by themselves.

use std::{
    fmt::{self, Display},
    net::IpAddr,
    str::FromStr,
};

use elicit_core::Elicit;
use serde::Serialize;

use super::{RustTypes, Sample};

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Parsed {
    /// Texts without a zero
    #[elicit(parse, max_length = 6)]
    pub nonzero: WithoutZero,
    /// Short texts without a zero
    #[elicit(parse, min_length = 1, max_length = 4)]
    pub perhaps: Option<WithoutZero>,
    /// A local address
    #[elicit(parse, pattern = "^10[.]|::")]
    pub address: Option<IpAddr>,
    pub newtype: Wrapped,
}

impl Sample for Parsed {
    const RUST_TYPES: RustTypes = RustTypes {
        holds: |property, text| match property.name() {
            "address" => text.parse::<IpAddr>().is_ok(),
            _ => !text.contains('0'),
        },
        ..RustTypes::OF_SCHEMA
    };
}

/// A text without a zero
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Elicit)]
pub struct Wrapped(#[elicit(parse, max_length = 5)] pub WithoutZero);

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WithoutZero(String);

impl FromStr for WithoutZero {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.find('0') {
            None => Ok(Self(text.to_owned())),
            Some(place) => Err(format!("there is a zero at {place} in {text}")),
        }
    }
}

impl Display for WithoutZero {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
