//! A newtype without a size, as a field

use elicit_core::Elicit;
#[derive(Elicit)]
struct Name(str);

#[derive(Elicit)]
struct Greeting {
    name: Name,
}

fn main() {}
