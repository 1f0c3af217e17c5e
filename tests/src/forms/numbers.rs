//! Integers and floating-point numbers, and their bounds.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroUsize,
};

use elicit_core::Elicit;
use serde::Serialize;

use super::{RustTypes, Sample};

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Integers {
    pub i8: i8,
    pub i16: Option<i16>,
    pub i32: i32,
    pub u8: u8,
    pub u16: Option<u16>,
    pub u32: u32,
    #[elicit(minimum = -5, maximum = 5)]
    pub around_zero: i8,
    #[elicit(minimum = 1, maximum = 20, default = 2)]
    pub replicas: u8,
    #[elicit(minimum = 3.0, maximum = 1e2, default = 7.0)]
    pub spelt_as_decimals: u32,
    #[elicit(default = -3)]
    pub below_zero_at_first: i16,
    #[elicit(maximum = 0)]
    pub not_positive: Option<i32>,
}

impl Sample for Integers {}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Wide {
    pub i64: i64,
    pub u64: u64,
    pub isize: Option<isize>,
    pub usize: Option<usize>,
    #[elicit(minimum = -9_007_199_254_740_991, maximum = 9_007_199_254_740_991)]
    pub all_of_javascript: i64,
    #[elicit(minimum = 9_007_199_254_740_990, default = 9_007_199_254_740_991)]
    pub at_the_edge: u64,
}

impl Sample for Wide {}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct NonZeroes {
    pub i8: NonZeroI8,
    pub i16: Option<NonZeroI16>,
    pub i32: NonZeroI32,
    pub i64: NonZeroI64,
    pub isize: Option<NonZeroIsize>,
    pub u8: NonZeroU8,
    pub u16: Option<NonZeroU16>,
    pub u32: NonZeroU32,
    pub u64: NonZeroU64,
    pub usize: Option<NonZeroUsize>,
    #[elicit(minimum = -2, maximum = 2, default = -1)]
    pub near_zero: NonZeroI8,
}

impl Sample for NonZeroes {
    const RUST_TYPES: RustTypes = RustTypes {
        is_not_zero: |property| property.name().starts_with('i') || property.name() == "near_zero",
        ..RustTypes::OF_SCHEMA
    };
}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Numbers {
    pub f64: f64,
    pub f32: f32,
    pub optional: Option<f64>,
    #[elicit(minimum = -0.5, maximum = 0.5)]
    pub fractional: f64,
    #[elicit(minimum = -100, maximum = 100, default = 2)]
    pub whole_bounds: f64,
    #[elicit(minimum = 0.25, maximum = 4.5, default = 1.5)]
    pub single: f32,
    #[elicit(minimum = 1e-7, maximum = 1e21)]
    pub exponents: Option<f64>,
    #[elicit(maximum = 9_007_199_254_740_993)]
    pub beyond_javascript: Option<f64>,
    #[elicit(minimum = -1e300, maximum = 1e300, default = -0.0)]
    pub huge: f64,
    #[elicit(minimum = 0)]
    pub not_negative: Option<f32>,
}

impl Sample for Numbers {
    const RUST_TYPES: RustTypes = RustTypes {
        is_f32: |property| matches!(property.name(), "f32" | "single" | "not_negative"),
        ..RustTypes::OF_SCHEMA
    };
}
