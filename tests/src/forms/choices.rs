//! Booleans, choices and multi-selects.

use std::collections::{BTreeSet, HashSet};

use elicit_core::Elicit;
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Flags {
    pub flag: bool,
    pub perhaps: Option<bool>,
    #[elicit(default = true)]
    pub on: bool,
    #[elicit(default = false, required)]
    pub off: bool,
    #[elicit(title = "Sure?", default = true)]
    pub titled: Option<bool>,
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

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Singles {
    pub titled: Region,
    pub untitled: Severity,
    pub partly: Option<Scope>,
    #[elicit(default = "tokyo")]
    pub by_default: Region,
    #[elicit(default = "on fire", required)]
    pub required: Severity,
    pub perhaps: Option<Region>,
    pub only: Option<Sorted>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Selections {
    #[elicit(multi_select)]
    pub list: Vec<Region>,
    #[elicit(multi_select, min_items = 1, max_items = 2)]
    pub set: BTreeSet<Severity>,
    #[elicit(multi_select)]
    pub hash_set: Option<HashSet<Scope>>,
    #[elicit(multi_select, default = ["read-only", "admin"])]
    pub by_default: BTreeSet<Scope>,
    #[elicit(multi_select, default = [], required)]
    pub empty_by_default: Vec<Severity>,
    #[elicit(multi_select, max_items = 0)]
    pub nothing: Option<Vec<Region>>,
    #[elicit(multi_select, title = "Again", min_items = 3)]
    pub repeated: Option<Vec<Severity>>,
}

/// A bit of everything, as forms are in life.
#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
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
