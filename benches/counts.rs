//! How many instructions reading an answer takes.

use std::process::ExitCode;

use elicit_benches::{
    callgrind, ratio,
    reading::{self, Reader, Reading},
};

fn main() -> ExitCode {
    let is_counted = |reading: Reading| {
        let reader = reading.reader;
        matches!(reader, Reader::Elicit | Reader::Serde | Reader::SerdeClone)
    };
    let keys: Vec<Reading> = reading::cases(&is_counted)
        .iter()
        .map(|case| case.key)
        .collect();
    let case = |key: &Reading| reading::cases(&|reading| reading == *key).remove(0);
    callgrind::main(&keys, case, |counts| print(&keys, counts))
}

fn print(keys: &[Reading], counts: &[u64]) {
    let count = |reading: Reading| {
        let place = keys.iter().position(|&key| key == reading)?;
        Some(counts[place])
    };
    println!("| instructions | this crate | serde | ratio | clone, `from_value` | ratio |");
    println!("|---|--:|--:|--:|--:|--:|");
    for &reading in keys.iter().filter(|key| key.reader == Reader::Elicit) {
        let elicit = count(reading).unwrap_or_default();
        let beside = |reader| match count(Reading { reader, ..reading }) {
            Some(other) => format!("{other} | {:.2}", ratio(elicit, other)),
            None => " | ".to_owned(),
        };
        let (serde, clone) = (beside(Reader::Serde), beside(Reader::SerdeClone));
        let task = reading.task();
        println!("| {task} | {elicit} | {serde} | {clone} |");
    }
}
