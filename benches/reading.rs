//! What reading an answer costs, beside the other ways.

use elicit_benches::{
    reading::{self, Answer, Reader, Reading, Source},
    rounds::{self, Samples},
    table::{self, Target},
};

fn main() {
    let cases = reading::cases(&|_| true);
    let samples = rounds::measure(&cases);
    let figures = Figures(cases.iter().map(|case| case.key).zip(samples).collect());
    if cfg!(feature = "preserve-order") {
        println!("With `serde_json/preserve_order`.\n");
    }
    figures.print();
    figures.print_targets();
}

struct Figures(Vec<(Reading, Samples)>);

impl Figures {
    fn of(&self, reading: Reading) -> Option<&Samples> {
        let (_, samples) = self.0.iter().find(|(key, _)| *key == reading)?;
        Some(samples)
    }

    /// Nanoseconds, and the ratio to serde alone.
    fn print(&self) {
        print!("| ns (× serde) ");
        for reader in Reader::ALL {
            print!("| {reader} ");
        }
        println!("|\n|---{}|", "|--:".repeat(Reader::ALL.len()));
        for (reading, _) in &self.0 {
            if reading.reader != Reader::Elicit {
                continue;
            }
            let serde = self.of(Reading {
                reader: Reader::Serde,
                ..*reading
            });
            print!("| {} ", reading.task());
            for reader in Reader::ALL {
                let samples = self.of(Reading { reader, ..*reading });
                match samples.zip(serde) {
                    Some((samples, serde)) => {
                        let (ns, ratio) = (samples.median(), samples.ratio(serde));
                        print!("| {ns:.0} ({ratio:.2}) ");
                    }
                    None => print!("| "),
                }
            }
            println!("|");
        }
    }

    fn print_targets(&self) {
        println!();
        table::print_head();
        let elicit = |form, answer, source| Reading {
            form,
            answer,
            source,
            reader: Reader::Elicit,
        };
        let s = elicit("S", Answer::Valid, Source::Bytes);
        let m = Reading { form: "M", ..s };
        let l = Reading { form: "L", ..s };
        let invalid = Reading {
            answer: Answer::Invalid,
            ..m
        };

        for (reading, target) in [(s, 0.25), (m, 0.4), (l, 0.6)] {
            self.takes(value(reading), Reader::SerdeClone, target);
        }
        for reading in [m, l] {
            self.takes(reading, Reader::Serde, 1.5);
        }
        for (reading, target) in [(s, 4.0), (m, 3.0), (l, 2.4), (invalid, 3.9)] {
            self.is_faster(reading, Reader::JsonSchema, target);
        }
        for (reading, target) in [(s, 2.5), (m, 2.5), (l, 2.5), (invalid, 5.0)] {
            self.is_faster(value(reading), Reader::JsonSchema, target);
        }
        for reading in [s, m, l] {
            self.is_faster(reading, Reader::JsonSchemaPerCall, 30.0);
            self.is_faster(value(reading), Reader::JsonSchemaPerCall, 30.0);
        }
    }

    /// At most so many times what the other way takes.
    fn takes(&self, reading: Reading, reader: Reader, target: f64) {
        let other = self.of(Reading { reader, ..reading });
        if let Some((elicit, other)) = self.of(reading).zip(other) {
            let what = format!("{}: {} / {reader}", reading.task(), reading.reader);
            Target::AtMost(target).print(&what, elicit.ratio(other));
        }
    }

    /// The other way takes at least so many times what this crate takes.
    fn is_faster(&self, reading: Reading, reader: Reader, target: f64) {
        let other = self.of(Reading { reader, ..reading });
        if let Some((elicit, other)) = self.of(reading).zip(other) {
            let what = format!("{}: {reader} / {}", reading.task(), reading.reader);
            Target::AtLeast(target).print(&what, other.ratio(elicit));
        }
    }
}

fn value(reading: Reading) -> Reading {
    Reading {
        source: Source::Value,
        ..reading
    }
}
