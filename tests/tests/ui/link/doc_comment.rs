//! An address in a doc comment, which is the description

use elicit_core::{Elicit, Revision};
/// See <https://example.org>, which is not sent.
#[derive(Elicit)]
struct Signup {
    /// Whether they accept.
    ///
    /// The text is at <https://example.org/terms>.
    accept: bool,
    /** As in
        http://example.org
    */
    fourth: bool,
    /// Like [the other](Self::accept), and WWW.example.org
    third: bool,
}

fn main() {
    let _ = Signup::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Signup>("{}");
}
