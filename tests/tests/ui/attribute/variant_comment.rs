//! A comment of a variant that is no title for an option

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Access {
    /// Reads:
    /// - issues
    /// - comments
    Read,
    /// Reads and writes everything that a maintainer can
    Write,
    /// As in the [terms](https://example.org/terms)
    Own,
    #[doc = concat!("Nothing")]
    Nothing,
    /// Read
    Same,
    /// Same.
    Other,
    /// The last one.
    First,
    #[elicit(title = "The last one")]
    Last,
}

#[derive(Elicit)]
struct Ask {
    access: Access,
}

fn main() {
    let _ = Ask::requested_schema(Revision::LATEST);
}
