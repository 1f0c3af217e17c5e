//! Two options that a person cannot tell apart

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Region {
    #[elicit(title = "Europe (west)")]
    EuWest1,
    #[elicit(title = "Europe (west)")]
    EuWest2,
    #[elicit(title = "Europe (west) ")]
    EuWest3,
}

#[derive(Elicit)]
#[elicit(rename_all = "lowercase")]
enum Zone {
    #[elicit(title = "here")]
    There,
    Here,
    #[elicit(title = "Here")]
    Nowhere,
    #[elicit(title = "here", rename = "over there")]
    Anywhere,
}

#[derive(Elicit)]
#[elicit(rename_all = "lowercase")]
enum Swapped {
    #[elicit(title = "two ")]
    One,
    #[elicit(title = "2")]
    Two,
    #[elicit(title = "three")]
    Three,
}

#[derive(Elicit)]
enum Unread {
    #[elicit(titel = "First")]
    Second,
    #[elicit(rename = 3)]
    Third,
    #[elicit(title = "Second")]
    First,
    #[elicit(title = "Third")]
    Fourth,
    #[elicit(title = "")]
    Fifth,
    #[elicit(title = "")]
    Sixth,
}

#[derive(Elicit)]
struct Deploy {
    region: Region,
    zone: Zone,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
