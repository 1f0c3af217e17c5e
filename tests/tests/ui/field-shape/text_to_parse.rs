//! A type that a text is read into, without `parse`

use elicit_core::{Elicit, Revision};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

#[derive(Elicit)]
struct Job {
    path: PathBuf,
    address: IpAddr,
    gateway: Option<Ipv4Addr>,
    peer: SocketAddr,
    opens: chrono::NaiveTime,
    begins: chrono::NaiveDateTime,
    closes: jiff::civil::Time,
    ends: jiff::civil::DateTime,
    departs: Option<jiff::Zoned>,
    every: jiff::Span,
    timeout: Duration,
    pause: Option<chrono::TimeDelta>,
    rest: time::Duration,
    noon: time::Time,
    night: time::PrimitiveDateTime,
}

#[derive(Elicit)]
struct Path(PathBuf);

fn main() {
    let _ = Job::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Job>("{}");
}
