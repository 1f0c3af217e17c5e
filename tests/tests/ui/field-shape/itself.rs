//! A form that has itself in it

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Task {
    title: String,
    after: Vec<Task>,
    parent: Option<Box<Self>>,
}

#[derive(Elicit)]
struct Chain {
    next: Option<Chain>,
}

#[derive(Elicit)]
struct Wrapped(Box<Wrapped>);

fn main() {
    let _ = Task::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Task>("{}");
    let _ = Chain::requested_schema(Revision::LATEST);
}
