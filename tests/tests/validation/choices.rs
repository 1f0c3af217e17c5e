//! Choices, several at a time, and those known only at run time.

use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashSet},
};

use elicit_core::{
    Choices, Elicit, InvalidContent, Limit,
    form::{Kind, OptionSource, Property, Variant},
    from_str, from_value, from_value_with,
};
use elicit_tests::forms::{Seat, Seats};
use serde_json::{Value, json};

use crate::{accepted, faults, refused};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Elicit)]
#[elicit(rename_all = "lowercase")]
enum Colour {
    #[elicit(title = "Crimson")]
    Red,
    Green,
    Blue,
}

#[derive(Debug, PartialEq, Elicit)]
struct Single {
    colour: Colour,
}

#[test]
fn a_choice_must_equal_its_wire_name() {
    assert_eq!(
        accepted::<Single>(r#"{"colour":"red"}"#).colour,
        Colour::Red
    );
    for other in ["Red", "RED", "crimson", "red ", "re", "redd", "", "0"] {
        assert_eq!(
            refused::<Single>(&format!(r#"{{"colour":"{other}"}}"#)),
            ["colour enum"]
        );
    }
    for other in ["0", "null", r#"["red"]"#, r#"{"red":null}"#, "true"] {
        let keyword = if other == "null" { "required" } else { "type" };
        assert_eq!(
            refused::<Single>(&format!(r#"{{"colour":{other}}}"#)),
            [format!("colour {keyword}")]
        );
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Several {
    #[elicit(multi_select)]
    list: Vec<Colour>,
    #[elicit(multi_select)]
    set: Option<BTreeSet<Colour>>,
    #[elicit(multi_select, min_items = 1, max_items = 2)]
    hash_set: Option<HashSet<Colour>>,
}

#[test]
fn a_list_keeps_its_order_and_repeated_options() {
    let several: Several = accepted(r#"{"list":["blue","red","blue"]}"#);
    assert_eq!(several.list, [Colour::Blue, Colour::Red, Colour::Blue]);
    assert_eq!(accepted::<Several>(r#"{"list":[]}"#).list, []);
}

#[test]
fn sixteen_and_seventeen_options_are_found() {
    macro_rules! letters {
        ($name:ident, $form:ident: $($letter:ident)*) => {
            #[derive(Debug, Elicit)]
            enum $name {
                $($letter),*
            }

            #[derive(Debug, Elicit)]
            struct $form {
                letter: $name,
            }

            for letter in [$(stringify!($letter)),*] {
                let text = json!({ "letter": letter }).to_string();
                assert_eq!(format!("{:?}", accepted::<$form>(&text).letter), letter);
            }
            for other in ["", "@", "Aa", "z"] {
                let text = json!({ "letter": other }).to_string();
                assert_eq!(refused::<$form>(&text), ["letter enum"]);
            }
        };
    }

    letters!(Sixteen, OfSixteen: P O N M L K J I A B C D E F G H);
    letters!(Seventeen, OfSeventeen: Q P O N M L K J I A B C D E F G H);
}

#[test]
fn options_with_the_same_value_are_equal() {
    #[derive(Elicit)]
    enum First {
        A,
        B,
    }
    #[derive(Elicit)]
    enum Second {
        C,
        A,
    }
    #[derive(Elicit)]
    struct Both {
        _first: First,
        _second: Second,
    }

    let options = Both::FORM.properties().iter().map(Property::kind);
    let options: Vec<&[Variant]> = options
        .map(|kind| match *kind {
            Kind::Choice(OptionSource::Declared(variants)) => variants,
            _ => panic!("the property is not a choice"),
        })
        .collect();
    assert_eq!(options[0][0], options[1][1]);
    assert_ne!(options[0][0], options[1][0]);
}

/// Few items are compared one by one. Many items are looked up by their values.
#[test]
fn long_lists_are_read_like_short_ones() {
    let colours = [Colour::Red, Colour::Green, Colour::Blue].repeat(100);
    let names = ["red", "green", "blue"].repeat(100);
    for count in [1, 2, 8, 9, 31, 32, 33, 63, 64, 65, 300] {
        let list = json!({ "list": names[..count] });
        let several: Several = accepted(&list.to_string());
        assert_eq!(several.list, colours[..count]);
        assert_eq!(from_value::<Several>(&list).unwrap(), several);
    }
    let strange = [names.clone(), vec!["Red"]].concat();
    assert_eq!(
        refused::<Several>(&json!({"list": strange, "set": names}).to_string()),
        ["list enum", "set uniqueItems"]
    );
}

#[test]
fn a_choice_among_many_must_equal_its_wire_name() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Booking {
        seat: Seat,
    }

    for seat in seats() {
        let booking: Booking = accepted(&json!({ "seat": seat }).to_string());
        assert_eq!(format!("{:?}", booking.seat), seat);
        for other in [format!("{seat} "), format!(" {seat}"), seat.to_lowercase()] {
            assert_eq!(
                refused::<Booking>(&json!({ "seat": other }).to_string()),
                ["seat enum"]
            );
        }
    }
    for other in ["", "A", "A0", "A13", "C99", "D1", "@1", "\u{10ffff}"] {
        assert_eq!(
            refused::<Booking>(&json!({ "seat": other }).to_string()),
            ["seat enum"]
        );
    }
}

#[test]
fn a_set_refuses_repeated_options() {
    let several: Several = accepted(r#"{"list":[],"set":["blue","red"],"hash_set":["green"]}"#);
    assert_eq!(
        several.set,
        Some(BTreeSet::from([Colour::Red, Colour::Blue]))
    );
    assert_eq!(several.hash_set, Some(HashSet::from([Colour::Green])));
    assert_eq!(
        refused::<Several>(
            r#"{"list":[],"set":["red","blue","red"],"hash_set":["green","green","green"]}"#
        ),
        [
            "set uniqueItems",
            "hash_set maxItems",
            "hash_set uniqueItems"
        ]
    );
}

#[test]
fn a_set_refuses_repeats_among_many_options() {
    #[derive(Debug, Elicit)]
    struct Booking {
        #[elicit(multi_select)]
        seats: HashSet<Seat>,
        #[elicit(multi_select, choices)]
        zones: BTreeSet<String>,
    }

    let zones: Vec<String> = (0..130).map(|number| format!("zone-{number}")).collect();
    let choices = BookingChoices {
        zones: zones.clone().into(),
    };
    let read = |seats: &[&str], zones: &[String]| {
        from_value_with::<Booking>(&json!({ "seats": seats, "zones": zones }), &choices)
    };
    let all = seats();
    let booking = read(&all, &zones).unwrap();
    assert_eq!((booking.seats.len(), booking.zones.len()), (36, 130));
    for (seat, zone) in [(0, 0), (17, 65), (35, 129)] {
        let again = [zones.clone(), vec![zones[zone].clone()]].concat();
        let invalid = read(&[&all[..], &[all[seat]]].concat(), &again).unwrap_err();
        assert_eq!(faults(&invalid), ["seats uniqueItems", "zones uniqueItems"]);
    }
}

#[test]
fn a_set_refuses_repeats_while_it_is_parsed() {
    #[derive(Debug, Elicit)]
    struct Booking {
        #[elicit(multi_select)]
        seats: BTreeSet<Seat>,
    }

    let all = seats();
    let read = |seats: &[&str]| from_str::<Booking>(&json!({ "seats": seats }).to_string());
    assert_eq!(read(&all).unwrap().seats.len(), 36);
    for seat in [0, 31, 32, 35] {
        let invalid = read(&[&all[..], &[all[seat]]].concat()).unwrap_err();
        assert_eq!(faults(&invalid), ["seats uniqueItems"]);
    }
}

/// The set would hold only one of the two options.
#[test]
fn a_set_refuses_options_that_its_type_treats_as_equal() {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Elicit)]
    enum Size {
        Small,
        Large,
        Huge,
    }

    impl Ord for Size {
        fn cmp(&self, other: &Self) -> Ordering {
            (*self == Self::Small).cmp(&(*other == Self::Small))
        }
    }

    impl PartialOrd for Size {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[derive(Debug, Elicit)]
    struct Order {
        #[elicit(multi_select)]
        sizes: BTreeSet<Size>,
    }

    let order: Order = accepted(r#"{"sizes":["Small","Large"]}"#);
    assert_eq!(order.sizes.len(), 2);
    assert_eq!(
        refused::<Order>(r#"{"sizes":["Large","Huge"]}"#),
        ["sizes uniqueItems"]
    );
}

/// The variants of [`Seat`].
fn seats() -> Vec<&'static str> {
    let [own, ..] = Seats::FORM.properties() else {
        panic!("the form has no properties");
    };
    let Kind::Choice(OptionSource::Declared(seats)) = own.kind() else {
        panic!("the property is not a choice");
    };
    assert_eq!(seats.len(), 36);
    seats.iter().map(Variant::value).collect()
}

#[test]
fn each_violation_of_items_is_reported_once_in_any_order() {
    for items in [
        r#""pink",1,"red","red""#,
        r#""red","red",1,"pink""#,
        r#"1,"pink","pink","red",1,"red""#,
        r#""red","pink",[],"red","red""#,
    ] {
        assert_eq!(
            refused::<Several>(&format!(
                r#"{{"list":[{items}],"set":[{items}],"hash_set":[{items}]}}"#
            )),
            [
                "list type",
                "list enum",
                "set type",
                "set enum",
                "set uniqueItems",
                "hash_set type",
                "hash_set enum",
                "hash_set maxItems",
                "hash_set uniqueItems"
            ]
        );
    }
}

#[test]
fn all_violations_of_a_multi_select_are_reported() {
    assert_eq!(
        refused::<Several>(
            r#"{"list":"red","set":["red",1,"pink","red",null,2,"pink"],"hash_set":[]}"#
        ),
        [
            "list type",
            "set type",
            "set enum",
            "set uniqueItems",
            "hash_set minItems"
        ]
    );
    assert_eq!(
        refused::<Several>(r#"{"list":[["red"],{"red":1}],"hash_set":{}}"#),
        ["list type", "hash_set type"]
    );
    // Items that are wrong are still counted.
    assert_eq!(
        refused::<Several>(r#"{"list":[],"hash_set":[1,"?",2.5]}"#),
        ["hash_set type", "hash_set enum", "hash_set maxItems"]
    );
}

#[derive(Debug, PartialEq, Elicit)]
struct AtRunTime {
    #[elicit(choices)]
    region: String,
    #[elicit(choices)]
    fallback: Option<String>,
    #[elicit(choices, multi_select)]
    list: Option<Vec<String>>,
    #[elicit(choices, multi_select, max_items = 2)]
    set: Option<BTreeSet<String>>,
}

fn choices() -> AtRunTimeChoices {
    AtRunTimeChoices {
        region: vec![("eu", "Europe"), ("us", "United States")].into(),
        fallback: vec!["eu", "none"].into(),
        list: (0..1000).map(|zone| zone.to_string()).collect(),
        set: Choices::from(vec!["é", "😀", "\""]),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as `json!` makes them")]
fn read(document: Value) -> Result<AtRunTime, InvalidContent> {
    from_value_with(&document, &choices())
}

#[test]
fn only_supplied_options_are_accepted() {
    let answer = json!({"region": "us", "list": ["999", "0", "999"], "set": ["😀", "é"]});
    let expected = AtRunTime {
        region: "us".into(),
        fallback: None,
        list: Some(vec!["999".into(), "0".into(), "999".into()]),
        set: Some(BTreeSet::from(["é".into(), "😀".into()])),
    };
    assert_eq!(read(answer), Ok(expected));
    let invalid = read(json!({
        "region": "europe",
        "fallback": "us",
        "list": ["1000"],
        "set": ["é", "é", "e\u{301}", 5],
    }))
    .unwrap_err();
    assert_eq!(
        faults(&invalid),
        [
            "region enum",
            "fallback enum",
            "list enum",
            "set type",
            "set enum",
            "set maxItems",
            "set uniqueItems"
        ]
    );
    assert_eq!(faults(&read(json!({})).unwrap_err()), ["region required"]);
    assert_eq!(
        read(json!({"region": "eu", "fallback": ""}))
            .unwrap()
            .fallback,
        None
    );
}

#[test]
fn a_title_is_read_as_its_option() {
    assert_eq!(
        accepted::<Single>(r#"{"colour":"Crimson"}"#).colour,
        Colour::Red
    );
    // The Enter key of some clients.
    assert_eq!(
        accepted::<Single>(r#"{"colour":"Crimson\n"}"#).colour,
        Colour::Red
    );
    let several: Several = accepted(r#"{"list":["Crimson","blue","red","green"]}"#);
    assert_eq!(
        several.list,
        [Colour::Red, Colour::Blue, Colour::Red, Colour::Green]
    );
    assert_eq!(
        refused::<Several>(r#"{"set":["red","Crimson"]}"#),
        ["set uniqueItems"]
    );
    let answer = json!({"region": "United States", "list": []});
    assert_eq!(read(answer).unwrap().region, "us");
}

/// The derive refuses such titles, and so does the asking side.
#[test]
fn a_title_that_equals_another_value_is_read_as_that_value() {
    let crossed = AtRunTimeChoices {
        region: vec![("eu", "us"), ("us", "eu")].into(),
        ..choices()
    };
    for region in ["eu", "us"] {
        let answer = json!({ "region": region });
        let read = from_value_with::<AtRunTime>(&answer, &crossed).unwrap();
        assert_eq!(read.region, region);
    }
}

#[test]
fn a_title_of_two_options_is_refused() {
    let alike = AtRunTimeChoices {
        region: vec![("eu", "Home"), ("us", "Home"), ("home", "Here")].into(),
        ..choices()
    };
    let read = |region: &str| {
        from_value_with::<AtRunTime>(&json!({ "region": region }), &alike).map(|read| read.region)
    };
    assert_eq!(faults(&read("Home").unwrap_err()), ["region enum"]);
    assert_eq!(read("Here"), Ok("home".to_owned()));
}

#[test]
fn an_empty_text_is_an_option_if_it_was_offered() {
    let offered = AtRunTimeChoices {
        fallback: vec![("eu", "Europe"), ("", "None of them")].into(),
        ..choices()
    };
    for (answer, fallback) in [(json!(""), Some("")), (json!(null), None)] {
        let answer = json!({"region": "eu", "fallback": answer});
        let read = from_value_with::<AtRunTime>(&answer, &offered).unwrap();
        assert_eq!(read.fallback.as_deref(), fallback);
    }
}

#[test]
fn a_line_break_after_an_option_is_ignored() {
    let answer = json!({"region": "us\n", "fallback": "\r\n"});
    let typed = read(answer).unwrap();
    assert_eq!((&*typed.region, typed.fallback), ("us", None));
    // Those of a list are ticked, and not typed.
    let invalid = read(json!({"region": "us\r", "list": ["1\n"]})).unwrap_err();
    assert_eq!(faults(&invalid), ["region enum", "list enum"]);
}

#[test]
fn a_violation_of_a_choice_names_its_options() {
    let invalid = read(json!({"region": "?", "list": ["?"]})).unwrap_err();
    let [region, list] = invalid.violations() else {
        panic!("{invalid}");
    };
    assert_eq!(
        region.message(),
        "must be one of `eu` (`Europe`), `us` (`United States`)"
    );
    assert!(matches!(region.limit(), Some(Limit::Options(options)) if options.len() == 2));
    assert_eq!(
        list.message(),
        "must be one of `0`, `1`, `2`, `3`, `4`, `5`, `6`, `7`, `8`, `9`, `10`, `11` and 988 more"
    );
}

#[test]
fn without_options_every_answer_is_refused() {
    let none = AtRunTimeChoices {
        region: Choices::from(Vec::<String>::new()),
        ..choices()
    };
    let read = from_value_with::<AtRunTime>(&json!({"region": "eu"}), &none);
    assert_eq!(faults(&read.unwrap_err()), ["region enum"]);
}
