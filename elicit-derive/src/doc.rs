//! The description of a field: an attribute, or else its doc comment.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Lit, Meta};

use crate::{
    tokens::TokenRange,
    values::{Text, literal},
};

/// The text that a person reads in a form beside a field.
pub(crate) enum Description {
    /// `description = "…"`
    Written(Text),
    /// A doc comment, line by line.
    Doc(Vec<Text>),
    /// A doc comment of which a part is still to be expanded: `#[doc = include_str!("…")]`
    Computed(TokenRange),
}

impl Description {
    pub(crate) fn of(written: Option<Text>, attributes: &[Attribute]) -> Option<Self> {
        if let Some(text) = written {
            return Some(Self::Written(text));
        }
        let mut lines = Vec::new();
        for attribute in attributes.iter().filter(|doc| doc.path().is_ident("doc")) {
            let Meta::NameValue(pair) = &attribute.meta else {
                continue;
            };
            let at = TokenRange::of(attribute);
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
}

/// In a doc comment the lines of a paragraph are joined by a space, paragraphs
/// stay apart, and so do the items of a list.
impl ToTokens for Description {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Written(text) => text.to_tokens(tokens),
            Self::Doc(comments) => {
                join(comments.iter().flat_map(|comment| lines(&comment.value))).to_tokens(tokens);
            }
            // `check.rs` reports it.
            Self::Computed(_) => "".to_tokens(tokens),
        }
    }
}

/// The lines of one comment, without the stars in the margin of a block comment.
fn lines(comment: &str) -> impl Iterator<Item = &str> {
    let mut others = comment
        .split('\n')
        .skip(1)
        .filter(|line| !line.trim().is_empty());
    let has_stars =
        others.clone().next().is_some() && others.all(|line| after_star(line).is_some());
    comment.split('\n').map(move |line| match after_star(line) {
        Some(rest) if has_stars => rest,
        _ => line,
    })
}

/// What follows a star in the margin. One without a space in front is an item of a list.
fn after_star(line: &str) -> Option<&str> {
    let text = line.trim_start();
    text.strip_prefix('*').filter(|_| text.len() < line.len())
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
