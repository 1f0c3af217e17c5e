//! Any JSON, or any type

use elicit_core::{Elicit, Revision};
type Extra = serde_json::Value;

#[derive(Elicit)]
struct Settings {
    value: serde_json::Value,
    maybe: Option<Extra>,
    boxed: Box<dyn std::fmt::Debug>,
}

fn main() {
    let _ = Settings::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Settings>("{}");
}
