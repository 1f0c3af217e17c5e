//! A list of anything

use elicit_core::{Elicit, Revision};
use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};

#[derive(Elicit, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Topping {
    Cheese,
    Olives,
}

type Names = Vec<String>;

#[derive(Elicit)]
struct Pizza {
    toppings: Vec<Topping>,
    sauces: HashSet<Topping>,
    guests: Vec<String>,
    tags: Option<BTreeSet<String>>,
    sizes: Vec<u8>,
    weights: [f64; 3],
    queue: VecDeque<Topping>,
    chain: LinkedList<bool>,
    heap: BinaryHeap<std::num::NonZeroU8>,
    names: Names,
}

fn main() {
    let _ = Pizza::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Pizza>("{}");
}
