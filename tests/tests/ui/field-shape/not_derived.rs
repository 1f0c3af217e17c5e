//! An enum that does not derive `Elicit`

use elicit_core::{Elicit, Revision};
enum Level {
    Low,
    High,
}

#[derive(Elicit)]
struct Alarm {
    level: Level,
}

fn main() {
    let _ = Alarm::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Alarm>("{}");
}
