//! Booleans, choices and multi-selects.

use std::collections::{BTreeSet, HashSet};

use elicit_core::Elicit;
use serde::Serialize;

use super::{RustTypes, Sample, can_be_nothing};

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Flags {
    pub flag: bool,
    pub perhaps: Option<bool>,
    #[elicit(default = true)]
    pub on: bool,
    #[elicit(default = false)]
    pub off: bool,
    #[elicit(title = "Sure?", default = true)]
    pub titled: Option<bool>,
}

impl Sample for Flags {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| matches!(property.name(), "perhaps" | "titled"),
        ..RustTypes::OF_SCHEMA
    };
}

/// Every option titled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Elicit)]
#[elicit(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Region {
    #[elicit(title = "Europe (Ireland)")]
    EuWest,
    #[elicit(title = "US \"East\"")]
    UsEast,
    #[elicit(title = "東京")]
    Tokyo,
}

/// No option titled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Elicit)]
pub enum Severity {
    Low,
    High,
    #[serde(rename = "on fire")]
    OnFire,
    // As a wire name that is near to another.
    #[serde(rename = "low")]
    Lowest,
}

/// Some options titled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Elicit)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    ReadOnly,
    #[elicit(title = "Read and write")]
    ReadWrite,
    Admin,
}

/// One option only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Elicit)]
pub enum Sorted {
    Ascending,
}

/// Many options, in another order than that of their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Elicit)]
pub enum Seat {
    A1,
    B1,
    C1,
    A2,
    B2,
    C2,
    A3,
    B3,
    C3,
    A4,
    B4,
    C4,
    A5,
    B5,
    C5,
    A6,
    B6,
    C6,
    A7,
    B7,
    C7,
    A8,
    B8,
    C8,
    A9,
    B9,
    C9,
    A10,
    B10,
    C10,
    A11,
    B11,
    C11,
    A12,
    B12,
    C12,
}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Seats {
    pub own: Seat,
    #[elicit(multi_select, max_items = 36)]
    pub others: BTreeSet<Seat>,
    #[elicit(multi_select)]
    pub by_wish: Option<Vec<Seat>>,
}

impl Sample for Seats {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| property.name() == "by_wish",
        ..RustTypes::OF_SCHEMA
    };
}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Singles {
    pub titled: Region,
    pub untitled: Severity,
    pub partly: Option<Scope>,
    #[elicit(default = "tokyo")]
    pub by_default: Region,
    #[elicit(default = "on fire")]
    pub severity: Severity,
    pub perhaps: Option<Region>,
    pub only: Option<Sorted>,
}

impl Sample for Singles {}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Selections {
    #[elicit(multi_select)]
    pub list: Vec<Region>,
    #[elicit(multi_select, min_items = 1, max_items = 2)]
    pub set: BTreeSet<Severity>,
    #[elicit(multi_select)]
    pub hash_set: Option<HashSet<Scope>>,
    #[elicit(multi_select, default = ["read-only", "admin"])]
    pub by_default: BTreeSet<Scope>,
    #[elicit(multi_select, default = [])]
    pub empty_by_default: Vec<Severity>,
    #[elicit(multi_select, max_items = 0)]
    pub nothing: Option<Vec<Region>>,
    #[elicit(multi_select, title = "Again", min_items = 3)]
    pub repeated: Option<Vec<Severity>>,
}

impl Sample for Selections {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| matches!(property.name(), "hash_set" | "nothing" | "repeated"),
        ..RustTypes::OF_SCHEMA
    };
}

/// A bit of everything, as forms are in life.
#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Everything {
    /// Where should this go?
    pub region: Region,
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    pub replicas: u8,
    /// What to deploy
    #[elicit(min_length = 3, max_length = 50)]
    pub branch: String,
    #[elicit(format = "email")]
    pub notify: Option<String>,
    #[elicit(minimum = 0.0, maximum = 1.0)]
    pub share: Option<f64>,
    #[elicit(multi_select)]
    pub scopes: Option<BTreeSet<Scope>>,
    #[elicit(default = false)]
    pub dry_run: bool,
}

impl Sample for Everything {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| can_be_nothing(property) || property.name() == "scopes",
        ..RustTypes::OF_SCHEMA
    };
}
