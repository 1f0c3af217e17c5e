//! Field types with rules of their own.

use std::num::NonZeroI16;

use elicit_core::Elicit;
use serde::Serialize;

use super::{Region, RustTypes, Sample};

/// The port of a service
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Elicit)]
pub struct Port(#[elicit(title = "Port", minimum = 1)] pub u16);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Elicit)]
pub struct Ratio(#[elicit(minimum = 0.0, maximum = 1.0)] pub f64);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Elicit)]
pub struct Contact(
    #[elicit(description = "Who to ask", format = "email", max_length = 40)] pub String,
);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Elicit)]
pub struct Initial(pub char);

/// A newtype of a newtype.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Elicit)]
pub struct HighPort(#[elicit(minimum = 1024)] pub Port);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Elicit)]
pub struct Grade(#[elicit(minimum = -6, maximum = 6)] pub NonZeroI16);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Elicit)]
pub struct Home(#[elicit(title = "Home region")] pub Region);

/// What a newtype hides, and an alias.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Elicit)]
pub struct PerhapsPort(pub Option<Port>);

pub type Perhaps<T> = Option<T>;

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Newtypes {
    #[elicit(title = "Main port")]
    pub port: Port,
    #[elicit(title = "Fallback", minimum = 1024, maximum = 2048)]
    pub narrowed: Option<Port>,
    pub nested: HighPort,
    pub ratio: Ratio,
    #[elicit(default = 0.5)]
    pub ratio_by_default: Ratio,
    pub contact: Perhaps<Contact>,
    #[elicit(description = "Another one", min_length = 6)]
    pub described: Contact,
    pub initial: Initial,
    pub grade: Option<Grade>,
    #[elicit(default = "tokyo")]
    pub home: Home,
    #[elicit(title = "Hidden port")]
    pub hidden: PerhapsPort,
}

impl Sample for Newtypes {
    const RUST_TYPES: RustTypes = RustTypes {
        is_not_zero: |property| property.name() == "grade",
        ..RustTypes::OF_SCHEMA
    };
}
