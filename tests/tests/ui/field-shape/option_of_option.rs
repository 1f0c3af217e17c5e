//! An option of an option

use elicit_core::{Elicit, Revision};
type Maybe = Option<u8>;

#[derive(Elicit)]
struct Age {
    years: Option<Option<u8>>,
    months: Option<Maybe>,
}

fn main() {
    let _ = Age::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Age>("{}");
}
