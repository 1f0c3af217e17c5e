//! Two fields with one title

use elicit_core::Elicit;

#[derive(Elicit)]
struct Written {
    #[elicit(title = "Port")]
    from: u16,
    #[elicit(title = "Port ")]
    to: u16,
}

#[derive(Elicit)]
struct InWords {
    #[elicit(title = "Max replicas")]
    upper: u8,
    max_replicas: u8,
}

#[derive(Elicit)]
struct Port(#[elicit(title = "The port")] u16);

#[derive(Elicit)]
struct OfType {
    from: Port,
    #[elicit(rename = "target")]
    to: Port,
}

#[derive(Elicit)]
struct OfTypeAndInWords {
    source: Port,
    the_port: u16,
}

fn main() {}
