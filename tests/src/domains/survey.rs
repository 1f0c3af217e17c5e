use std::collections::HashSet;

use elicit_core::Elicit;

/// How did you like it?
#[derive(Debug, Elicit)]
pub struct Survey {
    /// From 0 to 10
    #[elicit(title = "From 0 to 10", minimum = 0, maximum = 10)]
    pub score: u8,
    /// Would you come again?
    pub again: bool,
    /// How found
    pub how_found: Option<Channel>,
    /// What do you use it for?
    #[elicit(multi_select, max_items = 2)]
    pub uses: HashSet<Use>,
    /// What was best?
    #[elicit(max_length = 1000)]
    pub best: Option<String>,
    /// What was worst?
    #[elicit(max_length = 1000)]
    pub worst: Option<String>,
    /// Hours a week
    #[elicit(title = "Hours a week", minimum = 0, maximum = 168)]
    pub hours: f32,
    /// Temperature in the room
    #[elicit(title = "Temperature in the room", minimum = -10, maximum = 45)]
    pub temperature: i8,
    /// Year of birth
    #[elicit(title = "Year of birth", minimum = 1900, maximum = 2020)]
    pub year_of_birth: Option<u16>,
}

/// Where somebody heard of us.
#[derive(Debug, Elicit)]
pub enum Channel {
    /// From a friend.
    Friend,
    /// In a search.
    Search,
    /// Somewhere else.
    Other,
}

/// What somebody does with it.
#[derive(Debug, PartialEq, Eq, Hash, Elicit)]
pub enum Use {
    /// For money.
    Work,
    /// For a degree.
    Study,
    /// For pleasure.
    Play,
}
