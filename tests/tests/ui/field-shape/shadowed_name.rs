//! A primitive's name that means another type here

use elicit_core::{Elicit, Revision};
use std::collections::HashMap;

#[allow(non_camel_case_types)]
type i16 = HashMap<i8, i8>;
type String = std::string::String;

#[derive(Elicit)]
struct Counts {
    #[elicit(minimum = 1)]
    each: i16,
    #[elicit(min_length = 1)]
    name: String,
}

mod narrow {
    #[allow(non_camel_case_types)]
    type u32 = i8;
    type String = bool;

    #[derive(elicit_core::Elicit)]
    pub struct Replicas {
        #[elicit(maximum = 1000)]
        count: u32,
    }

    #[derive(elicit_core::Elicit)]
    pub struct Announcement {
        #[elicit(min_length = 1)]
        text: String,
    }
}

fn main() {
    let _ = Counts::requested_schema(Revision::LATEST);
    let _ = narrow::Replicas::requested_schema(Revision::LATEST);
    let _ = narrow::Announcement::requested_schema(Revision::LATEST);
}
