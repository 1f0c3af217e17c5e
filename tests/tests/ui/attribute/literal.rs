//! A value of the wrong kind

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(rename_all = snake_case, check = "check")]
struct Deploy {
    #[elicit(minimum = "3", maximum = true)]
    replicas: u8,
    #[elicit(min_length = 1.5, max_length = -1)]
    branch: String,
    #[elicit(title)]
    bare: String,
    #[elicit(title = 3, description = concat!("a", "b"))]
    number: String,
    #[elicit(title("Region"))]
    list: String,
    #[elicit(title = )]
    half_typed: String,
    #[elicit(choices = false)]
    no_choices: u8,
    #[elicit(default = Region::Europe)]
    region: Region,
    #[elicit(default)]
    zone: Region,
    #[elicit(default = PORT, title = "a" + "b")]
    port: u16,
    #[elicit(default = "a".to_owned())]
    computed: String,
    #[elicit(format = email)]
    notify: String,
    #[elicit(multi_select, default = [Region::Europe])]
    variants: Vec<Region>,
    #[elicit(multi_select, default = [1, 2])]
    regions: Vec<Region>,
    #[elicit(multi_select = true)]
    zones: Vec<Region>,
    #[elicit("Title", title "Title")]
    unreadable: String,
    #[elicit(min-length = 3, title: "Title", rename => "name",, description == "words")]
    separated: String,
    #[elicit(minimum = 1e-400, maximum = 0e-400)]
    near_to_nothing: f64,
    #[elicit(minimum = -1e400, maximum = 1e400)]
    beyond: f64,
    #[elicit(default = 1e400)]
    beyond_at_first: f64,
    #[elicit(default = None)]
    none: Option<u8>,
    #[elicit(default = null)]
    null: Option<String>,
    #[elicit(default = Region::None)]
    none_of_them: Region,
    #[elicit(multi_select, default = [r#type, Other])]
    raw: Vec<Region>,
    #[elicit(default = r#type)]
    raw_variant: Region,
    #[elicit(min_length = 18446744073709551616, max_length = 1 << 3)]
    text: String,
    #[elicit(minimum = u8::MIN, maximum = (PORT + 1), default = -PORT)]
    constants: u16,
    #[elicit(max_length = PORT, title = stringify!(title), description = TEXT)]
    texts: String,
    #[elicit(minimum = 1..=3, maximum = .., default = 1..)]
    ranges: u8,
    #[elicit(minimum = &LEAST, maximum = 3 as u8, default = Some(3))]
    some: Option<u8>,
    #[elicit(default = Option::Some(Region::Europe))]
    some_variant: Option<Region>,
    #[elicit(default = Some(PORT))]
    some_constant: Option<u16>,
    #[elicit(multi_select, default = [PORT, 3])]
    some_constants: Vec<Region>,
}

const PORT: u16 = 8080;

#[derive(Elicit)]
#[elicit(rename_all = "Snake")]
enum Region {
    Europe,
}

#[derive(Elicit)]
#[elicit(deserialize = false)]
enum Level {
    Low,
}

// Without a path to the core it implements nothing.
#[derive(Elicit)]
#[elicit(crate = 3)]
enum Zone {
    Here,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
