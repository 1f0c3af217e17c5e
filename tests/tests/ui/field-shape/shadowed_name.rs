//! A name of a primitive that means another type here

use elicit_core::{Elicit, Revision};
use std::collections::HashMap;

mod narrow {
    #[allow(non_camel_case_types)]
    type u32 = i8;
    #[allow(non_camel_case_types)]
    type bool = u8;
    type String = std::primitive::bool;

    #[derive(elicit_core::Elicit)]
    pub struct Replicas {
        #[elicit(maximum = 1000)]
        count: u32,
    }

    #[derive(elicit_core::Elicit)]
    pub struct Announcement {
        #[elicit(min_length = 1)]
        text: Option<String>,
    }

    #[derive(elicit_core::Elicit)]
    pub struct Contact {
        #[elicit(format = "email")]
        address: String,
    }

    #[derive(elicit_core::Elicit)]
    pub struct Consent {
        #[elicit(default = true)]
        agreed: bool,
    }

    type Vec<T> = Option<T>;

    #[derive(elicit_core::Elicit)]
    pub struct Sizes {
        #[elicit(max_items = 3)]
        size: Vec<i8>,
        #[elicit(min_items = 1)]
        letter: Vec<char>,
    }

    #[allow(non_camel_case_types)]
    #[derive(elicit_core::Elicit)]
    pub enum f32 {
        Small,
    }

    #[derive(elicit_core::Elicit)]
    pub struct Chosen {
        #[elicit(min_items = 1)]
        sizes: std::vec::Vec<f32>,
    }
}

#[allow(non_camel_case_types)]
type i16 = HashMap<i8, i8>;
#[allow(non_camel_case_types)]
type u64 = Vec<i8>;

// Of two, the first is heard, and the other once that is mended.
#[derive(Elicit)]
struct Counts {
    #[elicit(minimum = 1)]
    each: i16,
    all: u64,
}

fn main() {
    let _ = narrow::Replicas::requested_schema(Revision::LATEST);
    let _ = narrow::Announcement::requested_schema(Revision::LATEST);
    let _ = narrow::Contact::requested_schema(Revision::LATEST);
    let _ = narrow::Consent::requested_schema(Revision::LATEST);
    let _ = narrow::Sizes::requested_schema(Revision::LATEST);
    let _ = narrow::Chosen::requested_schema(Revision::LATEST);
    let _ = Counts::requested_schema(Revision::LATEST);
}
