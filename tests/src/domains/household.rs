use elicit_core::Elicit;

/// A thing around the house that wants doing.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "kebab-case", deserialize)]
pub struct Chore {
    /// What to do
    pub what_to_do: String,
    /// Done by
    pub done_by: Person,
    /// Until
    #[elicit(title = "Until", format = "date")]
    pub until: String,
    /// Minutes
    #[elicit(minimum = 5, maximum = 240)]
    pub minutes: Minutes,
    /// Every n days
    #[elicit(title = "Every n days", minimum = 1)]
    pub every: Option<u16>,
    /// Is urgent
    pub is_urgent: bool,
    /// Temperature of the water
    #[elicit(minimum = -273.15)]
    pub temperature_of_the_water: Option<f64>,
}

/// A time that one can plan with.
#[derive(Debug, Elicit)]
#[elicit(deserialize)]
pub struct Minutes(#[elicit(minimum = 1, maximum = 1440, title = "Minutes")] pub u16);

/// Who lives here.
#[derive(Debug, Elicit)]
#[elicit(deserialize)]
pub enum Person {
    /// The one.
    Ada,
    /// The other.
    Grace,
}
