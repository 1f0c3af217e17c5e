//! A link in a description

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Site(#[elicit(description = "As on example.org: HTTP://example.org")] String);

#[derive(Elicit)]
struct Signup {
    #[elicit(description = "Read www.example.org/terms first")]
    accept: bool,
    #[elicit(description = "Or write to mailto:help@example.org")]
    help: String,
    #[elicit(description = "The [terms](terms.html)")]
    terms: bool,
    site: Site,
}

fn main() {
    let _ = Signup::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Signup>("{}");
}
