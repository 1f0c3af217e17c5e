//! What asking costs, beside the SDK's own way: a whole call with one question, over a pipe in
//! memory.

mod pair;

use std::rc::Rc;

use elicit_benches::{Case, rounds};
use elicit_core::Revision;
use pair::Pair;

type Key = (&'static str, &'static str);

fn main() {
    println!("With `serde_json/preserve_order`, which the adapter turns on.\n");
    print(&calls());
}

/// Each way is a tool of the same server; `nothing` is a call without a question. The
/// SDK's own way knows no question on 2026-07-28.
fn calls() -> Vec<Case<Key>> {
    let legacy = Rc::new(Pair::new(Revision::V2025_11_25));
    let current = Rc::new(Pair::new(Revision::V2026_07_28));
    let ways = [
        ("S", "`Peer::elicit`", &legacy, "S by elicit"),
        ("S", "this crate", &legacy, "S by ask"),
        ("S", "no question", &legacy, "nothing"),
        ("S", "2026-07-28: this crate", &current, "S by ask"),
        ("S", "2026-07-28: no question", &current, "nothing"),
        ("M", "`Peer::elicit`", &legacy, "M by elicit"),
        ("M", "this crate", &legacy, "M by ask"),
        ("M", "no question", &legacy, "nothing"),
        ("M", "2026-07-28: this crate", &current, "M by ask"),
        ("M", "2026-07-28: no question", &current, "nothing"),
        ("L", "`Peer::elicit`", &legacy, "L by elicit"),
        ("L", "this crate", &legacy, "L by ask"),
        ("L", "no question", &legacy, "nothing"),
        ("L", "2026-07-28: this crate", &current, "L by ask"),
        ("L", "2026-07-28: no question", &current, "nothing"),
    ];
    ways.map(|(form, way, pair, tool)| {
        assert_eq!(pair.asks(tool), usize::from(tool != "nothing"), "{tool}");
        let pair = Rc::clone(pair);
        Case::new((form, way), move || pair.call(tool))
    })
    .into()
}

/// A row for each form, a column for each way: nanoseconds, and how many times the
/// first way that is.
fn print(cases: &[Case<Key>]) {
    let samples = rounds::measure(cases);
    let ways = cases.iter().take_while(|case| case.key.0 == "S");
    let ways: Vec<&str> = ways.map(|case| case.key.1).collect();
    println!("| a call, ns | {} |", ways.join(" | "));
    println!("|---{}|", "|--:".repeat(ways.len()));
    for (cases, samples) in cases.chunks(ways.len()).zip(samples.chunks(ways.len())) {
        print!("| {} ", cases[0].key.0);
        for sample in samples {
            print!(
                "| {:.0} ({:.2}) ",
                sample.median(),
                sample.ratio(&samples[0])
            );
        }
        println!("|");
    }
}
