//! `crate` without a path, or misspelt

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
#[elicit(crate = 3)]
struct Scale {
    #[elicit(choices)]
    zone: String,
    #[elicit(minimum = 300)]
    replicas: u8,
}

#[derive(Elicit)]
#[elicit(crates = elicit_core)]
enum Zone {
    North,
}

#[derive(Elicit)]
struct Route {
    #[elicit(multi_select)]
    zones: Vec<Zone>,
}

fn main() {
    let _ = Route::requested_schema(Revision::LATEST);
}
