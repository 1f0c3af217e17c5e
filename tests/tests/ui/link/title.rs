//! A link in a title

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Plan {
    #[elicit(title = "Free (see https://example.org/free)")]
    Free,
    #[elicit(title = "Paid: www.example.org")]
    Paid,
}

#[derive(Elicit)]
struct Signup {
    #[elicit(title = "Accept https://example.org/terms")]
    accept: bool,
    #[elicit(title = "Accept the [terms](/terms)")]
    terms: bool,
    plan: Plan,
}

fn main() {
    let _ = Signup::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Signup>("{}");
}
