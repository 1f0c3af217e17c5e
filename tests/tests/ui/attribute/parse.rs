//! `parse` with a value, without a description, or beside options

use elicit_core::{Elicit, Revision};
use std::net::IpAddr;

#[derive(Elicit)]
struct Host {
    /// An IP address
    #[elicit(parse = read)]
    address: IpAddr,
    /// An IP address
    #[elicit(parse(read))]
    gateway: IpAddr,
    /// An IP address
    #[elicit(from_str)]
    broadcast: IpAddr,
    #[elicit(parse)]
    silent: IpAddr,
    /// An IP address
    #[elicit(parse, choices)]
    peer: IpAddr,
    /// Some IP addresses
    #[elicit(parse, multi_select)]
    peers: Vec<IpAddr>,
    /// Some IP addresses
    #[elicit(parse, choices, multi_select)]
    others: Vec<String>,
}

#[derive(Elicit)]
#[elicit(parse)]
struct Misplaced {
    flag: bool,
}

#[derive(Elicit)]
#[elicit(parse)]
enum Choice {
    #[elicit(parse)]
    One,
}

#[derive(Elicit)]
#[elicit(parse)]
struct Outside(IpAddr);

#[derive(Elicit)]
struct Silent(#[elicit(parse)] IpAddr);

fn main() {
    let _ = Host::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Host>("{}");
    let _ = elicit_core::from_str::<Misplaced>("{}");
}
