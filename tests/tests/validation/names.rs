//! Which property a name means, and which option a text.

use elicit_core::{
    Elicit,
    form::{Kind, OptionSource, Property, Variant},
    from_str, from_value,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{accepted, refused};

/// Names of many lengths, which differ from another in one byte.
#[derive(Debug, Elicit, Serialize)]
struct Names {
    a: u32,
    b: u32,
    ab: u32,
    abc: u32,
    adc: u32,
    abcd: u32,
    abed: u32,
    abcdefg: u32,
    abcxefg: u32,
    abcdefgh: u32,
    abcdxfgh: u32,
    abcdefghi: u32,
    abcdxfghi: u32,
    abcdefghijklmnop: u32,
    abcdefghxjklmnop: u32,
    abcdefghijklmnopq: u32,
    abcdefghxjklmnopq: u32,
    abcdefghijklmnopqrs: u32,
    abcdefghxjklmnopqrs: u32,
}

#[test]
fn properties_are_found_by_name_in_any_order() {
    let properties = Names::FORM.properties().iter();
    let names: Vec<&str> = properties.map(Property::name).collect();
    let expected: Value = names.iter().enumerate().map(|(i, n)| (*n, i)).collect();
    // They are nineteen, which is a prime: every step comes by each of them once.
    for step in 1..names.len() {
        let entries = (0..names.len()).map(|i| i * step % names.len());
        let entries: Vec<String> = entries.map(|i| format!("{:?}:{i}", names[i])).collect();
        let document = format!("{{\"\":null,{}}}", entries.join(r#","abcdefgx":null,"#));
        for read in [
            from_str::<Names>(&document),
            from_value(&serde_json::from_str(&document).unwrap()),
        ] {
            assert_eq!(serde_json::to_value(read.unwrap()).unwrap(), expected);
        }
    }
}

#[test]
fn long_names_that_differ_in_one_place_are_distinguished() {
    #[derive(Debug, Elicit)]
    struct Long {
        #[elicit(rename = "long_long_long_long_long_long_long_long_long_long_long_long_long_1")]
        one: u8,
        #[elicit(rename = "long_long_long_long_long_long_long_long_long_long_long_long_long_2")]
        other: u8,
        #[elicit(
            rename = "wrong_long_long_long_long_long_long_long_long_long_long_long_long_long_2"
        )]
        early: u8,
    }

    let [one, other, early] = Long::FORM.properties() else {
        panic!("the form does not have three properties");
    };
    let (one, other, early) = (one.name(), other.name(), early.name());
    let unknown = one.replace('1', "3");
    let document = format!(
        r#"{{"{early}":3,"{other}":2,"{unknown}":null,"{unknown}4":null,"4{one}":null,"{one}":1}}"#
    );
    let long: Long = accepted(&document);
    assert_eq!((long.one, long.other, long.early), (1, 2, 3));
    assert!(Long::FORM.property(&unknown).is_none());
}

#[derive(Debug, Clone, Copy, Elicit, Serialize)]
#[serde(rename_all = "lowercase")]
enum Letters {
    A,
    Ab,
    Abc,
    Adc,
    Abcd,
    Abed,
    Abcdefg,
    Abcxefg,
    Abcdefgh,
    Abcdxfgh,
    Abcdefghi,
    Abcdefghijklmnop,
    Abcdefghxjklmnop,
    Abcdefghijklmnopq,
    Abcdefghxjklmnopq,
}

#[derive(Debug, Elicit)]
struct Choice {
    letters: Letters,
}

#[test]
fn an_option_is_found_only_by_its_whole_text() {
    let Kind::Choice(OptionSource::Declared(variants)) = Choice::FORM.properties()[0].kind() else {
        unreachable!("the property is not a choice");
    };
    assert_eq!(variants.len(), 15);
    for text in variants.iter().map(Variant::value) {
        let document = |text: &str| json!({ "letters": text }).to_string();
        let read: Choice = accepted(&document(text));
        assert_eq!(serde_json::to_value(read.letters).unwrap(), text);
        for place in 0..text.len() {
            let mut other = text.to_owned();
            other.replace_range(place..=place, "z");
            assert_eq!(refused::<Choice>(&document(&other)), ["letters enum"]);
        }
        let longer = format!("{text}z");
        assert_eq!(refused::<Choice>(&document(&longer)), ["letters enum"]);
    }
}
