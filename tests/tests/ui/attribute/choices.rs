//! `choices` on something else than a `String`, and rules beside it

use elicit_core::{Elicit, Revision};
use std::collections::{HashSet, VecDeque};

#[derive(Elicit)]
enum Region {
    Europe,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(choices)]
    region: Region,
    #[elicit(choices)]
    size: u8,
    #[elicit(choices)]
    hosts: Vec<String>,
    #[elicit(choices, multi_select)]
    sizes: HashSet<u8>,
    #[elicit(choices, default = "main")]
    branch: String,
    #[elicit(choices, min_length = 3)]
    host: String,
    #[elicit(choices, pattern = "^a$")]
    letter: String,
    #[elicit(choices, min_items = 1)]
    zone: Option<String>,
    #[elicit(choices, default = "Europe")]
    continent: Region,
    #[elicit(choices, minimum = 1)]
    count: u8,
    #[elicit(choices, min_length = 1)]
    ports: u8,
    #[elicit(choices, multi_select)]
    port: Option<String>,
    #[elicit(choices)]
    regions: Vec<Region>,
    #[elicit(choices, multi_select)]
    zones: Region,
    #[elicit(choices)]
    queue: VecDeque<String>,
    #[elicit(choices, min_items = 1)]
    aliased: Regions,
    #[elicit(choices, min_length = 3, default = "a")]
    texts: Vec<String>,
}

#[derive(Elicit)]
struct Asked {
    #[elicit(choices, multi_select)]
    regions: Vec<Region>,
}

#[derive(Elicit)]
struct Numbered {
    #[elicit(choices)]
    size: Option<u8>,
}

#[derive(Elicit)]
struct Name(String);

struct Foreign;

#[derive(Elicit)]
struct Typed {
    #[elicit(choices)]
    name: Name,
    #[elicit(choices)]
    on: chrono::NaiveDate,
    #[elicit(choices)]
    foreign: Foreign,
    #[elicit(choices)]
    hosts: Vec<String>,
}

#[derive(Elicit)]
struct Mixed {
    #[elicit(choices)]
    size: u8,
    #[elicit(choices)]
    host: Text,
}

type Text = String;
type Regions = Vec<Region>;

mod other {
    pub struct HashSet<T>(pub T);
}

#[derive(Elicit)]
struct Named {
    #[elicit(choices, multi_select)]
    hosts: other::HashSet<String>,
}

impl Default for NumberedChoices {
    fn default() -> Self {
        Self { size: vec!["1"].into() }
    }
}

fn main() {
    let _ = Asked::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Asked>("{}");
    let _ = Numbered::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Numbered>("{}");
    let _ = Typed::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Typed>("{}");
    let _ = elicit_core::from_str::<Mixed>("{}");
    let _ = elicit_core::from_str::<Named>("{}");
    let _ = elicit_core::from_value_with::<Deploy>;
    let _ = DeployChoices::clone;
}
