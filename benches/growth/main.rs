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
use filled::Filled;
use hostile::Hostile;
use series::Series;

fn main() -> ExitCode {
    let keys: Vec<String> = Series::ALL
        .iter()
        .flat_map(Series::keys)
        .chain(Hostile::ALL.iter().flat_map(Hostile::keys))
        .chain(Filled::ALL.iter().flat_map(Filled::keys))
        .collect();
    callgrind::main(&keys, |key| case(key), |counts| print(&keys, counts))
}

fn case(key: &str) -> Case<String> {
    let series = Series::ALL.iter().find_map(|series| series.case(key));
    let hostile = || Hostile::ALL.iter().find_map(|hostile| hostile.case(key));
    let filled = || Filled::ALL.iter().find_map(|filled| filled.case(key));
    let case = series.or_else(hostile).or_else(filled);
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
    println!("\n| 10 MiB of | `Value` | this crate | ratio | in a call, once parsed | ratio |");
    println!("|---|--:|--:|--:|--:|--:|");
    for hostile in &Hostile::ALL {
        hostile.print(count);
    }
    println!("\n| 10 MiB, and 64 KiB of it content: | `Value` | in a call, once parsed | ratio |");
    println!("|---|--:|--:|--:|");
    for filled in &Filled::ALL {
        filled.print(count);
    }
}
