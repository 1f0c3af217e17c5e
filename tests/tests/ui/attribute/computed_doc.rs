//! A doc comment that is still to be expanded, which is the description

use elicit_core::{Elicit, Revision};
#[doc = concat!("This one", " is not sent.")]
#[derive(Elicit)]
struct Deploy {
    #[doc = include_str!("computed_doc.rs")]
    #[elicit(pattern = "^a$")]
    branch: String,
    /// The number of replicas,
    #[doc = concat!("of which there are ", "3")]
    replicas: u8,
    #[doc = include_str!("computed_doc.rs")]
    #[elicit(description = "Whether it is only tried")]
    dry_run: bool,
    #[doc(hidden)]
    zone: u8,
    port: Port,
}

#[doc = stringify!(A port)]
#[derive(Elicit)]
struct Port(u16);

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
