//! A type that is refused by its tokens in an `Option`

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Step {
    name: Option<str>,
    content: Option<[u8]>,
    note: Option<&'static str>,
    on_done: Option<fn()>,
    on_error: std::option::Option<dyn Fn()>,
}

#[derive(Elicit)]
struct Name(Option<str>);

fn main() {
    let _ = Step::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Step>("{}");
}
