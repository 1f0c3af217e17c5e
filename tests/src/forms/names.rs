//! Names and texts of properties, and a rule across them.

use elicit_core::{Elicit, Violations};
use serde::Serialize;

use super::{RustTypes, Sample, can_be_nothing};

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Renamed {
    pub plain: bool,
    pub two_words: Option<u8>,
    pub r#type: Option<String>,
    #[elicit(rename = "exactly this")]
    #[serde(rename = "exactly this")]
    pub renamed: i8,
    #[serde(rename = "z-last")]
    pub a_first: Option<bool>,
}

impl Sample for Renamed {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| can_be_nothing(property) || property.name() == "z-last",
        ..RustTypes::OF_SCHEMA
    };
}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[elicit(rename_all = "SCREAMING-KEBAB-CASE")]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Shouted {
    pub two_words: u8,
    pub z_before: bool,
    pub a_after: Option<bool>,
}

impl Sample for Shouted {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| property.name() == "A-AFTER",
        ..RustTypes::OF_SCHEMA
    };
}

/// Everything that JSON escapes, and more.
#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Escaped {
    #[serde(rename = "\"quoted\"")]
    #[elicit(title = "\\ \"t\"")]
    pub quoted: String,
    #[elicit(
        description = "newline\ntab\t",
        default = "\r\n\t\u{1}\u{8}\u{c}\u{1f}\u{7f}"
    )]
    pub controls: Option<String>,
    #[serde(rename = "😀é\u{301}")]
    #[elicit(description = "a\u{2028}b", max_length = 3, default = "😀\"")]
    pub astral: String,
    #[serde(rename = "/~0 %")]
    #[elicit(max_length = 3)]
    pub pointer: Option<String>,
}

impl Sample for Escaped {}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Described {
    /// One line
    pub line: bool,
    /// Two lines
    /// of a paragraph.
    ///
    /// And another
    /// one:
    /// - with an item
    /// - and another
    pub paragraphs: Option<bool>,
    /// Not this
    #[elicit(title = "A title", description = "but this")]
    pub both: Option<String>,
    #[doc = " spaced "]
    pub attribute: Option<u8>,
}

impl Sample for Described {
    const RUST_TYPES: RustTypes = RustTypes {
        is_option: |property| can_be_nothing(property) || property.name() == "paragraphs",
        ..RustTypes::OF_SCHEMA
    };
}

/// A rule across fields.
#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[elicit(check = in_order)]
pub struct Touchy {
    #[elicit(minimum = 0, maximum = 9)]
    pub from: i32,
    #[elicit(minimum = 0, maximum = 9)]
    pub until: i32,
}

impl Sample for Touchy {}

fn in_order(touchy: &Touchy) -> Result<(), Violations> {
    if touchy.from <= touchy.until {
        Ok(())
    } else {
        Err(Violations::new()
            .property("until", "must not be below `from`")
            .form("is the wrong way round"))
    }
}
