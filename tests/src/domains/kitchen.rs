use elicit_core::Elicit;

/// What would you like to eat?
#[derive(Debug, Elicit)]
pub struct Order {
    /// Dish
    #[elicit(choices)]
    pub dish: String,
    /// Portions
    #[elicit(minimum = 1, maximum = 12, default = 1)]
    pub portions: u8,
    /// Toppings
    #[elicit(multi_select, default = ["cheese"])]
    pub toppings: Vec<Topping>,
    /// Spiciness
    #[elicit(title = "Spiciness", minimum = 0, maximum = 5, default = 2)]
    pub spiciness: u8,
    /// No nuts, please
    #[elicit(title = "No nuts, please")]
    pub no_nuts: bool,
    /// Table
    pub table: Option<u16>,
    /// When
    #[elicit(title = "When", format = "date-time")]
    pub when: Option<String>,
    /// Tip in %
    #[elicit(title = "Tip in %", maximum = 100)]
    pub tip: Option<f64>,
}

/// What goes on top.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
pub enum Topping {
    /// From milk.
    Cheese,
    /// From trees.
    Olives,
}
