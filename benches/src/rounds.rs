//! How long each of many cases takes, side by side.
//!
//! What is wanted are ratios that hold on a machine that is doing other things as
//! well, so the cases take turns: each round runs every case once, and a ratio is
//! between two figures of one round. criterion and divan finish one case before they
//! start the next, tango compares two builds of one case. zenbench takes turns, but
//! runs every case equally often, where the cost differs by four orders of magnitude
//! here; it also waits for other processes, and leaves files in the user's home.

use std::time::{Duration, Instant};

use crate::Case;

const ROUNDS: usize = 400;
const WARM_UP: Duration = Duration::from_millis(20);
/// How long one turn takes, unless one run takes longer.
const TURN: Duration = Duration::from_micros(50);

/// Nanoseconds of one run, in each round.
pub struct Samples(Vec<f64>);

impl Samples {
    #[must_use]
    pub fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// How many times the other it takes: the median over the rounds.
    #[must_use]
    pub fn ratio(&self, of: &Self) -> f64 {
        median(self.0.iter().zip(&of.0).map(|(a, b)| a / b).collect())
    }
}

/// Lets the cases take turns.
#[must_use]
pub fn measure<K>(cases: &[Case<K>]) -> Vec<Samples> {
    let times: Vec<u32> = cases.iter().map(runs_in_a_turn).collect();
    let mut samples: Vec<_> = cases
        .iter()
        .map(|_| Samples(Vec::with_capacity(ROUNDS)))
        .collect();
    for round in 0..ROUNDS {
        // In another order every time, so that nobody always follows the same case.
        for place in order(cases.len(), round) {
            let start = Instant::now();
            cases[place].run(times[place]);
            let turn = start.elapsed().as_secs_f64() * 1e9;
            samples[place].0.push(turn / f64::from(times[place]));
        }
    }
    samples
}

/// Warms up first: what is made on first use would be taken for the cost of each run.
fn runs_in_a_turn<K>(case: &Case<K>) -> u32 {
    let start = Instant::now();
    while start.elapsed() < WARM_UP {
        case.run(1);
    }
    let mut times = 1;
    loop {
        let start = Instant::now();
        case.run(times);
        if start.elapsed() >= TURN {
            return times;
        }
        times *= 2;
    }
}

/// Steps of a length that has no divisor in common with the number of cases reach
/// each of them once.
fn order(cases: usize, round: usize) -> impl Iterator<Item = usize> {
    let steps: Vec<usize> = (1..=cases).filter(|&step| gcd(step, cases) == 1).collect();
    let step = steps[round % steps.len()];
    (0..cases).map(move |turn| (round + turn * step) % cases)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
