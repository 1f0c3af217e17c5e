use elicit_core::Elicit;

/// A release of some software.
#[derive(Debug, Elicit)]
pub struct Release {
    /// Three numbers with dots between them
    #[elicit(pattern = r"^\d+\.\d+\.\d+$", default = "0.1.0")]
    pub version: Option<String>,
    /// Tag
    #[elicit(title = "Tag", default = "latest")]
    pub tag: String,
    /// What a user has to know
    pub notes: Option<String>,
    /// Pre-release
    #[elicit(title = "Pre-release")]
    pub is_prerelease: bool,
    /// Type
    pub r#type: Kind,
    /// Reference
    #[elicit(rename = "ref")]
    pub reference: String,
    /// API version
    #[elicit(title = "API version")]
    pub api_version: u32,
    /// Primary key of the table
    #[elicit(title = "Primary key of the table")]
    pub primary_key: Option<String>,
    /// Foreign key
    pub foreign_key: Option<String>,
    /// Sort key
    #[elicit(title = "Sort key")]
    pub sort_key: Option<String>,
    /// The token of the next page
    pub page_token: Option<String>,
    /// Access level
    #[elicit(title = "Access level", default = "read")]
    pub access_level: Level,
}

/// What changes for a user.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
pub enum Kind {
    /// Everything.
    Major,
    /// Something.
    Minor,
    /// Nothing.
    Patch,
}

/// What a user may do.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase", deserialize)]
pub enum Level {
    /// Look.
    Read,
    /// Touch.
    Write,
}
