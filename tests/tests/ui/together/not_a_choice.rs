//! A type that is no choice, used as one

use elicit_core::{ChoiceEnum, Elicit};

enum Colour {
    Red,
}

#[derive(Elicit)]
struct Deploy {
    branch: String,
}

/// Its own error is the only one.
#[derive(Elicit)]
enum Region {
    Europe(u8),
}

fn list<T: ChoiceEnum>() -> Vec<&'static str> {
    T::all().map(|option| option.label()).collect()
}

fn main() {
    list::<Colour>();
    let _ = Colour::Red.wire_name();
    let _ = Colour::from_wire_name("red");
    list::<Deploy>();
    list::<Region>();
    let _ = Region::Europe(1).wire_name();
}
