//! How the cost of reading grows with the answer: instructions for one more field,
//! byte, option or violation, and for 10 MiB of what nobody asked for, read and in a call.

mod call;
mod fields;
mod filled;
mod hostile;
mod message;
mod series;

use std::process::ExitCode;

use elicit_benches::{Case, callgrind};
use series::Series;

fn main() -> ExitCode {
    let keys: Vec<String> = Series::ALL
        .iter()
        .flat_map(Series::keys)
        .chain(hostile::keys())
        .chain(filled::keys())
        .collect();
    callgrind::main(&keys, |key| case(key), |counts| print(&keys, counts))
}

fn case(key: &str) -> Case<String> {
    let series = Series::ALL.iter().find_map(|series| series.case(key));
    let case = series.or_else(|| hostile::case(key));
    let case = case.or_else(|| filled::case(key));
    case.expect("each key is one of theirs")
}

fn print(keys: &[String], counts: &[u64]) {
    let count = |key: &str| {
        let place = keys.iter().position(|other| other == key);
        place.map_or(0, |place| counts[place])
    };
    println!("| instructions | for each | | | | | |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for series in &Series::ALL {
        series.print(count);
    }
    hostile::print(count);
    filled::print(count);
}
