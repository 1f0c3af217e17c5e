//! How many instructions reading takes for each part of an answer that has many. The figure is the
//! same for few and for many, so the cost is in proportion to the size of the answer.

use std::{fmt, process::ExitCode};

use elicit_benches::{Case, callgrind, forms::Environment, ratio};
use elicit_core::{Elicit, from_slice, from_value};
use serde_json::{Map, Value, json};

#[derive(Elicit)]
struct Note {
    #[elicit(multi_select)]
    environments: Vec<Environment>,
    #[elicit(description = "Letters", pattern = "^[a-z]+$")]
    text: String,
}

/// What an answer has many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    UnknownKeys,
    Items,
    Characters,
}

/// An answer with so many of them, which is read from bytes or from a value.
#[derive(Clone, Copy)]
struct Answer {
    part: Part,
    is_text: bool,
    count: u32,
}

impl Answer {
    /// What is read, without how large it is.
    fn task(self) -> String {
        let part = match self.part {
            Part::UnknownKeys => "unknown keys",
            Part::Items => "items",
            Part::Characters => "characters of a text",
        };
        let source = if self.is_text { "bytes" } else { "`&Value`" };
        format!("{part}, from {source}")
    }

    fn content(self) -> Value {
        let many = |part| if self.part == part { self.count } else { 1 };
        let items = vec!["staging"; many(Part::Items) as usize];
        let text = "a".repeat(many(Part::Characters) as usize);
        let keys = (0..many(Part::UnknownKeys)).map(|key| (format!("key {key}"), Value::Null));
        let mut content: Map<_, _> = keys.collect();
        content.insert("environments".to_owned(), json!(items));
        content.insert("text".to_owned(), json!(text));
        content.into()
    }

    fn case(self) -> Case<Self> {
        let content = self.content();
        if self.is_text {
            let bytes = content.to_string().into_bytes();
            Case::new(self, move || length(from_slice(&bytes)))
        } else {
            Case::new(self, move || length(from_value(&content)))
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.task())
    }
}

/// What was read, which is valid.
fn length(note: Result<Note, elicit_core::InvalidContent>) -> usize {
    let note = note.expect("the answer is valid");
    note.environments.len() + note.text.len()
}

fn main() -> ExitCode {
    let parts = [Part::UnknownKeys, Part::Items, Part::Characters];
    let tasks = parts
        .into_iter()
        .flat_map(|part| [(part, true), (part, false)]);
    let answers = tasks.flat_map(|(part, is_text)| {
        [400, 1_600, 6_400].map(|count| Answer {
            part,
            is_text,
            count,
        })
    });
    let keys: Vec<Answer> = answers.collect();
    callgrind::main(&keys, |key| key.case(), |counts| print(&keys, counts))
}

fn print(keys: &[Answer], counts: &[u64]) {
    println!("| an answer with | instructions for each of 400 | of 1600 | of 6400 |");
    println!("|---|--:|--:|--:|");
    for (keys, counts) in keys.chunks(3).zip(counts.chunks(3)) {
        let each: Vec<u64> = keys
            .iter()
            .zip(counts)
            .map(|(key, count)| count / u64::from(key.count))
            .collect();
        print!("| {} ", keys[0].task());
        for count in &each {
            print!("| {count} ({:.2}) ", ratio(*count, each[0]));
        }
        println!("|");
    }
}
