//! Free text, and its rules.

use elicit_core::Elicit;
use serde::Serialize;

use super::Sample;

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Texts {
    pub text: String,
    pub optional: Option<String>,
    pub letter: char,
    pub perhaps_letter: Option<char>,
    #[elicit(default = 'é')]
    pub letter_by_default: char,
    #[elicit(default = "main")]
    pub by_default: String,
    #[elicit(default = "")]
    pub empty_by_default: String,
    #[elicit(default = "a \"quoted\" \\ text\n")]
    pub escaped: Option<String>,
}

impl Sample for Texts {}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Lengths {
    #[elicit(min_length = 3, max_length = 5)]
    pub both: String,
    #[elicit(min_length = 1)]
    pub least: Option<String>,
    #[elicit(max_length = 4)]
    pub most: Option<String>,
    #[elicit(min_length = 0, max_length = 0)]
    pub nothing: Option<String>,
    #[elicit(min_length = 2, max_length = 2, default = "de")]
    pub exactly: String,
    #[elicit(min_length = 4, max_length = 9, default = "é\u{301}😀x")]
    pub in_scalar_values: String,
}

impl Sample for Lengths {}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Formats {
    #[elicit(format = "email")]
    pub email: String,
    #[elicit(format = "email")]
    pub perhaps_email: Option<String>,
    #[elicit(format = "uri")]
    pub uri: String,
    #[elicit(format = "uri", max_length = 24)]
    pub short_uri: Option<String>,
    #[elicit(format = "date")]
    pub date: Option<String>,
    #[elicit(format = "date", default = "2026-07-28")]
    pub date_by_default: String,
    #[elicit(format = "date-time")]
    pub moment: Option<String>,
    #[elicit(
        format = "date-time",
        min_length = 21,
        default = "2026-07-28T09:30:00.5Z"
    )]
    pub precise_moment: String,
}

impl Sample for Formats {}

/// Lower-case letters and dashes
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Elicit)]
pub struct Slug(#[elicit(pattern = "^[a-z-]+$", max_length = 9)] pub String);

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
#[cfg_attr(feature = "rmcp", elicit(json_schema))]
pub struct Patterns {
    pub slug: Slug,
    #[elicit(min_length = 4)]
    pub longer: Option<Slug>,
    /// Two digits somewhere
    #[elicit(pattern = r"\d{2}")]
    pub digits: String,
    /// One word, or none
    #[elicit(pattern = r"^(\w+|\s*)$", default = "word")]
    pub word: String,
    // Not `.`: the validator that this is compared with lets it match U+2028.
    /// Two characters, no letter and no space
    #[elicit(pattern = r"^\P{L}\S$", title = "\"Quoted\"")]
    pub pair: Option<String>,
}

impl Sample for Patterns {}
