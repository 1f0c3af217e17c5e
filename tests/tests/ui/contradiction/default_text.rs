//! A default text that breaks a rule

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Slug(#[elicit(min_length = 3)] String);

#[derive(Elicit)]
struct Deploy {
    #[elicit(default = "ab", min_length = 3)]
    short: String,
    #[elicit(default = "déjà vu", max_length = 6)]
    long: String,
    #[elicit(default = "nobody", format = "email")]
    notify: Option<String>,
    #[elicit(default = "2026-02-30", format = "date")]
    day: String,
    #[elicit(default = "example.org", format = "uri")]
    site: String,
    #[elicit(default = "2026-02-28T09:00:00", format = "date-time")]
    moment: String,
    #[elicit(default = 3)]
    number: String,
    #[elicit(default = true)]
    boolean: String,
    #[elicit(default = "ab")]
    letter: char,
    #[elicit(default = "ab")]
    slug: Slug,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
