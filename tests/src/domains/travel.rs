use std::collections::BTreeSet;

use elicit_core::Elicit;

/// A journey to book.
#[derive(Debug, Elicit)]
pub struct Journey {
    /// The passenger's name as in the passport
    #[elicit(min_length = 1, max_length = 100)]
    pub passenger: String,
    /// From
    pub from: String,
    /// To
    pub to: String,
    /// Outbound
    #[elicit(title = "Outbound", format = "date")]
    pub outbound: String,
    /// Return
    #[elicit(title = "Return", format = "date")]
    pub r#return: Option<String>,
    /// Adults
    #[elicit(minimum = 1, maximum = 9, default = 1)]
    pub adults: u8,
    /// Children
    #[elicit(maximum = 9, default = 0)]
    pub children: u8,
    /// Class
    #[elicit(default = "economy")]
    pub class: Class,
    /// Meals
    #[elicit(multi_select)]
    pub meals: BTreeSet<Meal>,
    /// Country of the passport
    #[elicit(title = "Country of the passport", min_length = 2, max_length = 2)]
    pub passport_country: String,
    /// Which way does the compass point from the hotel to the sea?
    pub compass: Option<char>,
    /// Bus pass
    #[elicit(title = "Bus pass")]
    pub bus_pass: Option<String>,
    /// Window seat
    #[elicit(title = "Window seat")]
    pub window: bool,
}

/// Where one sits.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "snake_case")]
pub enum Class {
    /// In the back.
    Economy,
    /// In the middle.
    PremiumEconomy,
    /// In the front.
    Business,
}

/// What one eats.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Elicit)]
#[elicit(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Meal {
    /// Without meat.
    Vegetarian,
    /// Without gluten.
    GlutenFree,
    /// For children.
    Childrens,
}
