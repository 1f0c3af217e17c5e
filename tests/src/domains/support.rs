use elicit_core::Elicit;

/// Something does not work.
#[derive(Debug, Elicit)]
pub struct Ticket {
    /// Summary
    #[elicit(min_length = 5, max_length = 100)]
    pub summary: String,
    /// What did you do, what did you expect, and what happened?
    ///
    /// - one step a line
    /// - the exact words of the message, if there was one
    pub description: String,
    /// Severity
    #[elicit(default = "normal")]
    pub severity: Severity,
    /// Page where it happened
    #[elicit(title = "Page where it happened", format = "uri")]
    pub page: Option<String>,
    /// Since
    #[elicit(title = "Since", format = "date-time")]
    pub since: Option<String>,
    /// Keyboard layout
    #[elicit(title = "Keyboard layout")]
    pub keyboard: Option<String>,
    /// Keep on top
    #[elicit(title = "Keep on top", default = false)]
    pub pinned: bool,
    /// How many people are affected?
    #[elicit(minimum = 1)]
    pub affected: u32,
    /// Product
    #[elicit(choices)]
    pub product: String,
}

/// How bad it is.
#[derive(Debug, serde::Serialize, Elicit)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It can wait.
    Low,
    /// It should not wait long.
    Normal,
    /// It cannot wait.
    #[serde(rename = "blocker")]
    High,
}
