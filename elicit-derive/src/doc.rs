//! The description of a field: an attribute, or else its doc comment.

use elicit_text::without_links;
use syn::{Attribute, Lit, Meta};

use crate::{
    tokens::TokenRange,
    values::{Text, literal},
};

/// The text that a person reads in a form beside a field.
pub(crate) struct Description {
    pub(crate) text: Text,
    /// Those of the doc comment that it is. `description = "…"` has none.
    pub(crate) lines: Vec<Text>,
}

impl Description {
    /// `Err` if a part of the comment is still to be expanded: `#[doc = include_str!("…")]`
    pub(crate) fn new(
        written: Option<Text>,
        attributes: &[Attribute],
    ) -> Result<Option<Self>, TokenRange> {
        if let Some(text) = written {
            let lines = Vec::new();
            return Ok(Some(Self { text, lines }));
        }
        let mut lines = Vec::new();
        for attribute in attributes.iter().filter(|doc| doc.path().is_ident("doc")) {
            let Meta::NameValue(pair) = &attribute.meta else {
                continue;
            };
            let at = TokenRange::new(attribute);
            let Some(Lit::Str(text)) = literal(&pair.value) else {
                return Err(at);
            };
            lines.push(Text {
                value: text.value(),
                at,
            });
        }
        let mut texts = lines.iter().filter(|line| !line.value.trim().is_empty());
        let Some(first) = texts.next() else {
            return Ok(None);
        };
        // It is Markdown, and clients show it as it is. Only a soft break, which Markdown shows as a
        // space, becomes one, and a link becomes its text.
        let text = join(lines.iter().flat_map(|line| self::lines(&line.value)));
        let text = Text {
            value: without_links(&text).trim_end().to_owned(),
            at: first.at,
        };
        Ok(Some(Self { text, lines }))
    }
}

/// The title that a comment gives to an option: its first paragraph, as a label has no full stop.
pub(crate) fn title(comment: &Description) -> Text {
    let Text { value, at } = &comment.text;
    let paragraph = value.split("\n\n").next().unwrap_or_default();
    let label = paragraph.strip_suffix('.');
    let label = label.filter(|label| !label.ends_with('.'));
    Text {
        value: label.unwrap_or(paragraph).to_owned(),
        at: *at,
    }
}

/// The lines of one comment, without its margin: the space after `///`, or the stars and the
/// indentation of a block.
fn lines(comment: &str) -> impl Iterator<Item = &str> {
    let first = comment.split('\n').take(1);
    let others = || comment.split('\n').skip(1);
    let texts = || others().filter(|line| !line.trim().is_empty());
    let has_stars = texts().next().is_some() && texts().all(|line| after_star(line).is_some());
    // In characters: a line may begin with a wider space than the others.
    let indentation = |line: &str| line.chars().take_while(|c| c.is_whitespace()).count();
    let margin = texts().map(indentation).min().unwrap_or(0);
    let first = first.map(|line| line.strip_prefix(' ').unwrap_or(line));
    first.chain(others().map(move |line| {
        match after_star(line) {
            Some(rest) if has_stars => rest.strip_prefix(' ').unwrap_or(rest),
            _ => line
                .char_indices()
                .nth(margin)
                .map_or("", |(at, _)| &line[at..]),
        }
    }))
}

/// What follows a star in the margin. One without a space in front is an item of a list.
fn after_star(line: &str) -> Option<&str> {
    let text = line.trim_start();
    text.strip_prefix('*').filter(|_| text.len() < line.len())
}

fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut separator = "";
    let mut fence = None;
    let mut is_in_table = false;
    for line in lines {
        let content = line.trim();
        if content.is_empty() && fence.is_none() {
            if !text.is_empty() {
                separator = "\n\n";
            }
            is_in_table = false;
            continue;
        }
        is_in_table |= is_row_of_dashes(content);
        // After a blank line or another one, it is code.
        let is_code = fence.is_some() || separator != " " && line.starts_with("    ");
        let keeps_line = is_code || is_in_table || is_line_of_its_own(content);
        if separator == " " && (keeps_line || begins_item(content)) {
            separator = "\n";
        }
        text.push_str(separator);
        let has_break = !is_code && (line.ends_with("  ") || content.ends_with('\\'));
        text.push_str(match content.strip_suffix('\\') {
            Some(broken) if has_break => broken.trim_end(),
            _ if keeps_line || begins_item(content) => line.trim_end(),
            _ => content,
        });
        separator = if keeps_line || has_break { "\n" } else { " " };
        fence = match (fence, fence_of(content)) {
            (Some(fence), Some(end)) if end == content && end.starts_with(fence) => None,
            (None, begun) => begun,
            (fence, _) => fence,
        };
    }
    text
}

/// The backticks or the tildes with which a line begins or ends a block of code.
fn fence_of(line: &str) -> Option<&str> {
    ['`', '~'].into_iter().find_map(|mark| {
        let length = line.len() - line.trim_start_matches(mark).len();
        (length >= 3).then(|| &line[..length])
    })
}

/// Whether it is a heading, the line below one, a row of a table, a quotation, the target of a link, or
/// the begin or the end of a block of code.
fn is_line_of_its_own(line: &str) -> bool {
    let heading = line.trim_start_matches('#');
    let is_heading = heading.len() < line.len() && (heading.is_empty() || heading.starts_with(' '));
    let is_ruled = |mark| line.trim_start_matches(mark).is_empty();
    is_heading
        || line.starts_with(['|', '>'])
        || line.starts_with('[') && line.contains("]: ")
        || is_ruled('=')
        || line.len() > 1 && is_ruled('-')
        || fence_of(line).is_some()
}

/// Whether it is the line between the head and the body of a table: `--- | ---`
fn is_row_of_dashes(line: &str) -> bool {
    let is_mark = |c| matches!(c, '-' | '|' | ':' | ' ');
    line.contains('|') && line.contains('-') && line.chars().all(is_mark)
}

fn begins_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marker = if rest.len() < line.len() {
        rest.strip_prefix(['.', ')'])
    } else {
        line.strip_prefix(['-', '*', '+'])
    };
    marker.is_some_and(|rest| rest.starts_with(' '))
}
