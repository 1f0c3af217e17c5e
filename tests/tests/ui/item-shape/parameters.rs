//! Type, lifetime and const parameters

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Question<T: 'static> {
    answer: T,
}

#[derive(Elicit)]
struct Text<'a> {
    text: &'a str,
}

#[derive(Elicit)]
struct Sized<const N: usize> {
    size: u8,
}

#[derive(Elicit)]
struct Defaults<const N: usize = { 1 + 1 }, const C: char = 'a'> {
    sizes: [u8; N],
    sized: Sized<{ N }>,
}

#[derive(Elicit)]
struct Bounded<T>(T)
where
    T: Clone + 'static;

#[derive(Elicit)]
enum Phantom<T> {
    One,
    Two(T),
}

#[derive(Elicit)]
#[elicit(check = of_a_number)]
struct Others<'a, T: Iterator, const N: usize> {
    of_parameters: Option<T::Item>,
    array: [&'a u8; N],
    list: Vec<u8>,
    #[elicit(minimum = 300)]
    bound: u8,
    #[elicit(choices)]
    options: String,
    #[elicit(choices)]
    of_text: u8,
}

fn of_a_number(_: u8) {}

fn main() {
    let _ = Question::<u8>::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Question::<u8>>("{}");
    let _ = Text::<'static>::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Text::<'static>>("{}");
    let _ = Sized::<3>::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Sized::<3>>("{}");
    let _ = <Defaults>::requested_schema(Revision::LATEST);
}
