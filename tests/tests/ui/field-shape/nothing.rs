//! A type without a value to give

use elicit_core::{Elicit, Revision};
type Callback = fn(u8) -> u8;
type Hook = fn();

#[derive(Elicit)]
struct Step {
    done: (),
    on_done: fn(u8) -> u8,
    callback: Callback,
    hook: Option<Hook>,
}

fn main() {
    let _ = Step::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Step>("{}");
}
