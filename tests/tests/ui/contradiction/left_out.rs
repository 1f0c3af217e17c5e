//! A refused rule beside a default, and in a newtype that is used

use elicit_core::Elicit;

#[derive(Elicit)]
enum Region {
    North,
    South,
}

#[derive(Elicit)]
struct Numbers {
    #[elicit(minimum = 300, default = 3)]
    below: u8,
    #[elicit(maximum = -1, default = 3)]
    above: u8,
    #[elicit(maximum = 1e40, default = 0.5)]
    share: f32,
}

#[derive(Elicit)]
struct Texts {
    #[elicit(max_length = 0, default = "x")]
    letter: char,
    #[elicit(format = "email", max_length = 2, default = "ada@lovelace.example")]
    notify: String,
}

#[derive(Elicit)]
struct Choices {
    #[elicit(multi_select, min_items = 3, default = ["North"])]
    regions: Vec<Region>,
}

#[derive(Elicit)]
struct Port(#[elicit(minimum = 70000)] u16);

#[derive(Elicit)]
struct Code(#[elicit(max_length = 3)] String);

#[derive(Elicit)]
struct Country(#[elicit(max_length = 2)] String);

#[derive(Elicit)]
struct LongCode(#[elicit(min_length = 9)] Code);

#[derive(Elicit)]
struct Address(#[elicit(format = "email", max_length = 2)] String);

#[derive(Elicit)]
struct Link(#[elicit(format = "uri")] Address);

#[derive(Elicit)]
struct Uses {
    #[elicit(default = 80)]
    port: Port,
    #[elicit(maximum = 20)]
    low_port: Port,
    #[elicit(default = "abc")]
    code: LongCode,
    #[elicit(max_length = 2)]
    short_code: LongCode,
    #[elicit(default = "a@b.example", min_length = 3)]
    address: Address,
    #[elicit(default = "a@b.example")]
    link: Link,
    #[elicit(format = "email", default = "nl", min_length = 1)]
    country: Country,
}

fn main() {
    let _ = Uses::FORM;
}
