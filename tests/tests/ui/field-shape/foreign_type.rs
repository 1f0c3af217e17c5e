//! A type that the core does not know

use elicit_core::{Elicit, Revision};
mod someone_elses {
    pub struct Color;
}

#[derive(Elicit)]
struct Theme {
    accent: someone_elses::Color,
    background: Option<someone_elses::Color>,
}

fn main() {
    let _ = Theme::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Theme>("{}");
}
