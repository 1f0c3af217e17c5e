//! `deserialize` on a form whose options are known only at run time

use elicit_core::Elicit;

#[derive(Elicit)]
#[elicit(deserialize)]
struct Rollback {
    #[elicit(choices)]
    release: String,
}

fn main() {
    let _ = elicit_core::from_value_with::<Rollback>;
    let _ = RollbackChoices::clone;
}
