use elicit_core::Elicit;

/// A meeting to be found a place in the calendar.
#[derive(Debug, Elicit)]
pub struct Meeting {
    /// What is it about?
    #[elicit(min_length = 3, max_length = 120)]
    pub subject: String,
    /// The first day that suits everybody
    #[elicit(format = "date")]
    pub not_before: String,
    /// Starts at
    #[elicit(title = "Starts at", format = "date-time")]
    pub starts_at: Option<String>,
    /// Minutes
    #[elicit(title = "Minutes", minimum = 15, maximum = 480, default = 30)]
    pub duration: u16,
    /// How often should it come back?
    #[elicit(default = "never")]
    pub repeats: Repeats,
    /// On these days
    #[elicit(title = "On these days", multi_select, min_items = 1, max_items = 5)]
    pub weekdays: Vec<Weekday>,
    /// Send a reminder the day before
    #[elicit(default = true)]
    pub remind: bool,
    /// Room
    pub room: Option<String>,
    /// Anything that the others should bring
    #[elicit(max_length = 500)]
    pub note: Option<String>,
}

/// How often a meeting comes back.
#[derive(Debug, Clone, Copy, Elicit)]
#[elicit(rename_all = "snake_case")]
pub enum Repeats {
    /// Once only.
    Never,
    /// Every seven days.
    Weekly,
    /// On the same day of each month.
    Monthly,
}

/// A day of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Elicit)]
#[elicit(rename_all = "lowercase")]
pub enum Weekday {
    /// The first.
    #[elicit(title = "Mon")]
    Monday,
    /// The second.
    #[elicit(title = "Tue")]
    Tuesday,
    /// The third.
    #[elicit(title = "Wed")]
    Wednesday,
    /// The fourth.
    #[elicit(title = "Thu")]
    Thursday,
    /// The fifth.
    #[elicit(title = "Fri")]
    Friday,
}
