//! A link in a doc comment, which is the description

use elicit_core::{Elicit, Revision};
/// See <https://example.org>, which is not sent.
#[derive(Elicit)]
struct Signup {
    /// Whether they accept.
    ///
    /// The text is at <https://example.org/terms>.
    accept: bool,
    /// Like [`Signup::accept`].
    again: bool,
    /// Like [the other](Self::accept).
    third: bool,
    /** As in
        http://example.org
    */
    fourth: bool,
    /// Like `[port]` and `[a][b]`, or
    /// like [the port][Port].
    fifth: bool,
    port: Port,
}

/// See [`u16`].
#[derive(Elicit)]
struct Port(u16);

fn main() {
    let _ = Signup::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Signup>("{}");
}
