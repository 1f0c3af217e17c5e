//! Rules in words.

use std::num::{NonZeroI8, NonZeroI64, NonZeroU64};

use elicit_core::Elicit;
use serde::Serialize;

use super::{RustTypes, Sample, Scope, Slug, can_be_nothing};

/// Descriptions that end with the rules in words.
#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[elicit(hints)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Hinted {
    /// How many copies should run?
    #[elicit(minimum = 1, maximum = 20, default = 2)]
    pub replicas: u8,
    pub offset: i8,
    pub count: u64,
    pub any: i64,
    pub step: NonZeroI64,
    pub weight: NonZeroI8,
    pub positive: Option<NonZeroU64>,
    #[elicit(minimum = 3, maximum = 3)]
    pub three: u8,
    #[elicit(minimum = -9_007_199_254_740_991)]
    pub written: i64,
    #[elicit(minimum = 0, maximum = 0.5)]
    pub share: f64,
    #[elicit(maximum = 1e10)]
    pub most: Option<f32>,
    #[elicit(minimum = -1e300, maximum = 1.0)]
    pub huge: f64,
    pub number: f64,
    #[elicit(min_length = 20)]
    pub least: String,
    #[elicit(max_length = 1)]
    pub one: Option<String>,
    #[elicit(min_length = 3, max_length = 50)]
    pub both: Option<String>,
    #[elicit(min_length = 0)]
    pub free: Option<String>,
    pub letter: char,
    /// Who is told when it is done
    #[elicit(format = "email", max_length = 80)]
    pub email: Option<String>,
    #[elicit(format = "uri")]
    pub uri: Option<String>,
    #[elicit(format = "date")]
    pub date: Option<String>,
    #[elicit(format = "date-time")]
    pub moment: Option<String>,
    pub slug: Option<Slug>,
    /// Which branch?
    #[elicit(min_length = 2)]
    pub branch: Option<Slug>,
    /// One of:
    /// - this "one"
    /// - that one
    #[elicit(max_length = 9)]
    pub list: Option<String>,
    /// Yes or no
    pub flag: Option<bool>,
    pub nothing: Option<bool>,
    pub choice: Option<Scope>,
    #[elicit(multi_select, min_items = 1, max_items = 2)]
    pub one_or_two: Option<Vec<Scope>>,
    #[elicit(multi_select, min_items = 1, max_items = 3)]
    pub some: Option<Vec<Scope>>,
    #[elicit(multi_select, min_items = 2, max_items = 2)]
    pub two: Option<Vec<Scope>>,
    #[elicit(multi_select, min_items = 1)]
    pub any_number: Option<Vec<Scope>>,
    /// Which?
    #[elicit(multi_select, max_items = 2)]
    pub at_most: Option<Vec<Scope>>,
}

impl Sample for Hinted {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| {
            can_be_nothing(property)
                || matches!(
                    property.name(),
                    "flag" | "nothing" | "one_or_two" | "some" | "two" | "any_number" | "at_most"
                )
        },
        ..RustTypes::OF_SCHEMA
    };
}
