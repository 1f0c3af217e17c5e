//! What reading an answer costs, beside the other ways.

use elicit_benches::{
    reading::{self, Reader, Reading},
    rounds::{self, Samples},
};

fn main() {
    let cases = reading::cases(&|_| true);
    let samples = rounds::measure(&cases);
    let figures = Figures(cases.iter().map(|case| case.key).zip(samples).collect());
    if !cfg!(feature = "preserve-order") {
        println!("Without `serde_json/preserve_order`.\n");
    }
    figures.print();
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
}
