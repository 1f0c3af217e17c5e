//! An entry that is neither a name nor a name with a value

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Deploy {
    #[elicit(minimum = .5, maximum = +3)]
    share: f64,
    #[elicit(minimum = 5%, maximum = 50 %)]
    percent: u8,
    #[elicit(minimum 3, maximum -3, title "Title")]
    sign: i8,
    #[elicit(minimum = 1 maximum = 3)]
    comma: u8,
    #[elicit(parse title = "Title")]
    word: u8,
    #[elicit(minimum = 5 parse)]
    word_behind: u8,
    #[elicit(maximum = 5 GB)]
    unit: u32,
    #[elicit(minimum = 1,000, maximum = 1,000,000)]
    grouped: u32,
    #[elicit(minimum = 0,5)]
    decimal: f64,
    #[elicit(3)]
    number: u8,
    #[elicit(multi_select = [Europe] Asia)]
    region: Vec<Region>,
    #[elicit(min-length = 3)]
    dash: String,
    #[elicit(title = Where to go)]
    words: String,
    #[elicit(pattern = ^a$, minimum = .5 maximum = +3)]
    more: String,
    #[elicit(title = Host name, description = Write the value here)]
    host: String,
    #[elicit(default = true parse)]
    flag: bool,
    #[elicit(minimum = 5 parse title = "Title")]
    three: u8,
    #[elicit(maximum = 2 3, default = 3 4)]
    two_numbers: u8,
    #[elicit(title = "Title",, description = "Description")]
    commas: u8,
}

#[derive(Elicit)]
#[elicit(check = rule deserialize)]
struct Checked {
    any: u8,
}

#[derive(Elicit)]
enum Region {
    Europe,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
