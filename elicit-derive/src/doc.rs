//! The description of a field: an attribute, or else its doc comment.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Lit, Meta};

use crate::{
    at::At,
    values::{Text, literal},
};

/// The text that a person reads in a form beside a field.
pub(crate) enum Description {
    /// `description = "…"`
    Written(Text),
    /// A doc comment, line by line.
    Doc(Vec<Text>),
    /// A doc comment of which a part is still to be expanded: `#[doc = include_str!("…")]`
    Computed(At),
}

impl Description {
    pub(crate) fn of(written: Option<Text>, attributes: &[Attribute]) -> Option<Self> {
        if let Some(text) = written {
            return Some(Self::Written(text));
        }
        let mut lines = Vec::new();
        for attribute in attributes {
            let Meta::NameValue(pair) = &attribute.meta else {
                continue;
            };
            if !pair.path.is_ident("doc") {
                continue;
            }
            let at = At::of(attribute);
            let Some(Lit::Str(text)) = literal(&pair.value) else {
                return Some(Self::Computed(at));
            };
            lines.push(Text {
                value: text.value(),
                at,
            });
        }
        let says_something = lines.iter().any(|line| !line.value.trim().is_empty());
        says_something.then_some(Self::Doc(lines))
    }

    /// In a doc comment the lines of a paragraph are joined by a space, paragraphs
    /// stay apart, and so do the items of a list.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Written(text) => text.value.clone(),
            Self::Doc(lines) => join(lines.iter().flat_map(|line| line.value.split('\n'))),
            // An error.
            Self::Computed(_) => String::new(),
        }
    }
}

impl ToTokens for Description {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.text().to_tokens(tokens);
    }
}

fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut separator = "";
    for line in lines {
        let line = line.trim();
        if line.is_empty() {
            if !text.is_empty() {
                separator = "\n\n";
            }
            continue;
        }
        if separator == " " && is_list_item(line) {
            separator = "\n";
        }
        text.push_str(separator);
        text.push_str(line);
        separator = " ";
    }
    text
}

fn is_list_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marker = if rest.len() < line.len() {
        rest.strip_prefix(['.', ')'])
    } else {
        line.strip_prefix(['-', '*', '+'])
    };
    marker.is_some_and(|rest| rest.starts_with(' '))
}
