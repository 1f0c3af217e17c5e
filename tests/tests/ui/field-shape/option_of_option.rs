//! An option of an option

use elicit_core::{Elicit, Revision};
type Maybe = Option<u8>;

#[derive(Elicit)]
struct Age {
    years: Option<Option<u8>>,
    months: Option<Maybe>,
    weeks: std::option::Option<Hours>,
    #[elicit(multi_select)]
    days: Option<Option<Vec<Day>>>,
}

#[derive(Elicit)]
struct Hours(Option<u8>);

#[derive(Elicit)]
enum Day {
    Weekday,
    Weekend,
}

#[derive(Elicit)]
struct Trip {
    #[elicit(choices)]
    place: Option<Option<String>>,
}

fn main() {
    let _ = Age::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Age>("{}");
}
