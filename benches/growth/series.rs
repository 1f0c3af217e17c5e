//! One kind of answer in several sizes.

use std::hint::black_box;

use elicit_benches::Case;
use elicit_core::{Choices, Elicit, Fixed, from_slice, from_value, from_value_with};
use serde_json::{Value, json};

use crate::fields::{F1, F4, F16, F64, F256, of_fields};

/// What grows, and how to make a case of one size.
pub(crate) struct Series {
    name: &'static str,
    /// What the size counts, and the cost is divided by; or the cost is that of the
    /// whole answer.
    unit: Option<&'static str>,
    sizes: &'static [usize],
    case: fn(String, usize) -> Case<String>,
}

const FIELDS: &[usize] = &[1, 4, 16, 64, 256];
const BYTES: &[usize] = &[64, 1 << 10, 1 << 15, 1 << 20];
const OPTIONS: &[usize] = &[1, 10, 100, 1000];

impl Series {
    pub(crate) const ALL: [Self; 14] = [
        Self {
            name: "bytes, in order",
            unit: Some("field"),
            sizes: FIELDS,
            case: |key, size| of_fields!(size, from_bytes(key, numbers(0..size))),
        },
        Self {
            name: "bytes, backwards",
            unit: Some("field"),
            sizes: FIELDS,
            case: |key, size| of_fields!(size, from_bytes(key, numbers((0..size).rev()))),
        },
        Self {
            name: "`&Value`",
            unit: Some("field"),
            sizes: FIELDS,
            case: |key, size| of_fields!(size, from_parsed(key, &numbers(0..size))),
        },
        Self {
            name: "text",
            unit: Some("byte"),
            sizes: BYTES,
            case: |key, size| from_bytes::<Texts>(key, text("free", &"a".repeat(size))),
        },
        Self {
            name: "text, not ASCII",
            unit: Some("byte"),
            sizes: BYTES,
            case: |key, size| from_bytes::<Texts>(key, text("free", &"é".repeat(size / 2))),
        },
        Self {
            name: "text, escaped",
            unit: Some("byte"),
            sizes: BYTES,
            case: |key, size| from_bytes::<Texts>(key, text("free", &"\n".repeat(size / 2))),
        },
        Self {
            name: "text with a pattern",
            unit: Some("byte"),
            sizes: BYTES,
            case: |key, size| from_bytes::<Texts>(key, text("pattern", &"a".repeat(size))),
        },
        Self {
            name: "text with a format",
            unit: Some("byte"),
            sizes: BYTES,
            case: |key, size| {
                let uri = format!("https://example.org/{}", "a".repeat(size));
                from_bytes::<Texts>(key, text("uri", &uri))
            },
        },
        Self {
            name: "one of the options",
            unit: None,
            sizes: OPTIONS,
            case: |key, size| {
                let answer = json!({"one": option(size - 1), "several": []});
                chosen(key, size, answer)
            },
        },
        Self {
            name: "all of the options",
            unit: Some("option"),
            sizes: OPTIONS,
            case: |key, size| {
                let all: Vec<String> = (0..size).map(option).collect();
                chosen(key, size, json!({"one": option(0), "several": all}))
            },
        },
        Self {
            name: "bytes, all out of bounds",
            unit: Some("violation"),
            sizes: FIELDS,
            case: |key, size| of_fields!(size, from_bytes(key, zeroes(size))),
        },
        Self {
            name: "`&Value`, all out of bounds",
            unit: Some("violation"),
            sizes: FIELDS,
            case: |key, size| of_fields!(size, from_parsed(key, &zeroes(size))),
        },
        Self {
            name: "bytes, every field twice",
            unit: Some("violation"),
            sizes: FIELDS,
            case: |key, size| of_fields!(size, from_bytes(key, numbers((0..size).chain(0..size)))),
        },
        Self {
            name: "bytes, one field repeated",
            unit: Some("repetition"),
            sizes: &[1, 16, 256, 4096, 65536],
            case: |key, size| from_bytes::<F1>(key, numbers((0..size).map(|_| 0))),
        },
    ];

    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        self.sizes.iter().map(|size| self.key(*size))
    }

    fn key(&self, size: usize) -> String {
        format!("{} {size}", self.name)
    }

    pub(crate) fn case(&self, key: &str) -> Option<Case<String>> {
        let size = self.sizes.iter().find(|size| self.key(**size) == key)?;
        Some((self.case)(key.to_owned(), *size))
    }

    /// A row: instructions for each unit, in each size.
    pub(crate) fn print(&self, count: impl Fn(&str) -> u64) {
        print!("| {} | {} |", self.name, self.unit.unwrap_or("answer"));
        for &size in self.sizes {
            let units = if self.unit.is_some() { size } else { 1 };
            let per_unit = elicit_benches::ratio(count(&self.key(size)), units as u64);
            let digits = usize::from(per_unit < 100.0);
            print!(" {size}: {per_unit:.digits$} |");
        }
        println!("{}", " |".repeat(5 - self.sizes.len()));
    }
}

fn from_bytes<T: Fixed + 'static>(key: String, answer: String) -> Case<String> {
    Case::new(key, move || from_slice::<T>(black_box(answer.as_bytes())))
}

fn from_parsed<T: Fixed + 'static>(key: String, answer: &str) -> Case<String> {
    let answer: Value = serde_json::from_str(answer).expect("the answer is JSON");
    Case::new(key, move || from_value::<T>(black_box(&answer)))
}

/// Valid values of these fields.
fn numbers(places: impl Iterator<Item = usize>) -> String {
    let fields: Vec<String> = places
        .map(|place| format!(r#""f{place:03}":500"#))
        .collect();
    format!("{{{}}}", fields.join(","))
}

fn zeroes(fields: usize) -> String {
    numbers(0..fields).replace("500", "0")
}

#[derive(Elicit)]
struct Texts {
    #[elicit(max_length = 2_000_000)]
    free: Option<String>,
    #[elicit(description = "Lower-case letters", pattern = "^[a-z]+$")]
    pattern: Option<String>,
    #[elicit(format = "uri")]
    uri: Option<String>,
}

fn text(field: &str, text: &str) -> String {
    json!({ field: text }).to_string()
}

#[derive(Elicit)]
struct Chosen {
    #[elicit(choices)]
    one: String,
    #[elicit(choices, multi_select)]
    several: Vec<String>,
}

fn chosen(key: String, options: usize, answer: Value) -> Case<String> {
    let options: Choices = (0..options).map(option).collect::<Vec<_>>().into();
    let choices = ChosenChoices {
        one: options.clone(),
        several: options,
    };
    Case::new(key, move || {
        from_value_with::<Chosen>(black_box(&answer), &choices)
    })
}

fn option(place: usize) -> String {
    format!("option-{place}")
}
