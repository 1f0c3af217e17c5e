//! The targets that figures are held against, as rows of a table.

/// A figure that is to be at most, or at least, so much.
pub enum Target {
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    /// A row: what it is, the target, the figure, and whether it is reached.
    pub fn print(&self, what: &str, figure: f64) {
        let (words, target, is_reached) = match *self {
            Self::AtMost(target) => ("at most", target, figure <= target),
            Self::AtLeast(target) => ("at least", target, figure >= target),
        };
        let reached = if is_reached { "yes" } else { "**no**" };
        println!("| {what} | {words} {target:.2} | {figure:.2} | {reached} |");
    }
}

pub fn print_head() {
    println!("| ratio | target | figure | reached |");
    println!("|---|---|--:|---|");
}
