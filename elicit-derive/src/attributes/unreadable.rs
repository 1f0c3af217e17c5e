//! Tokens that are no entry of an attribute, and what their author may have meant.

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::{AttributePosition, Fault};
use crate::{tokens::TokenRange, types::ApparentKind, values::with_help};

/// What is wrong with tokens between two commas.
pub(super) fn fault(part: TokenStream, position: AttributePosition, kind: ApparentKind) -> Fault {
    let at = TokenRange::of(&part);
    let tokens: Vec<TokenTree> = part.into_iter().collect();
    let is_name = |token: &TokenTree| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            position.find(&name).is_some() || position.recognized(&name, kind).is_some()
        }
        _ => false,
    };
    let message = match &tokens[..] {
        [TokenTree::Ident(key), equals] if is(equals, "=") => {
            format!("`{key}` has no value after its `=`")
        }
        [TokenTree::Ident(key), equals, value @ ..]
            if is(equals, "=") && !has_entry(key, value, is_name) =>
        {
            let message = format!("`{key}` has a value that cannot be read");
            with_help(&message, value_help(key, value, kind))
        }
        tokens => format!(
            "this is neither `name` nor `name = value`\nhelp: {}",
            way_out(tokens)
        ),
    };
    Fault { at, message }
}

/// Whether a value contains another entry, without a comma before it. A name may also be a word of
/// a text without quotes: `title = Host name`.
fn has_entry(key: &Ident, value: &[TokenTree], is_name: impl Fn(&TokenTree) -> bool) -> bool {
    let takes_path = key == "check" || key == "crate";
    let is_word = |token: &TokenTree| match token {
        TokenTree::Ident(word) => !takes_path && word != "true" && word != "false",
        _ => false,
    };
    let begins_entry = |index: usize| {
        let is_after_word = match &value[..index] {
            // A path
            [.., colon, TokenTree::Ident(_)] if is(colon, ":") => false,
            [.., before] => is_word(before) && !is_name(before),
            [] => false,
        };
        let next = value.get(index + 1);
        is_name(&value[index]) && next.is_none_or(|token| is(token, "=")) && !is_after_word
    };
    !value.iter().all(is_word) && (0..value.len()).any(begins_entry)
}

/// What may have been meant by tokens that do not begin with a name and a `=`, or that have
/// another entry in them.
fn way_out(tokens: &[TokenTree]) -> String {
    match tokens {
        [TokenTree::Ident(one), dash, TokenTree::Ident(other), ..] if is(dash, "-") => {
            format!("a name is written with `_`: `{one}_{other}`")
        }
        [TokenTree::Ident(key), colon, _, ..] if is(colon, ":") => single_sign(key),
        [TokenTree::Ident(key), TokenTree::Literal(value), ..] => {
            format!("a value follows a `=`: `{key} = {value}`")
        }
        [TokenTree::Ident(key), minus, TokenTree::Literal(value), ..] if is(minus, "-") => {
            format!("a value follows a `=`: `{key} = -{value}`")
        }
        [comma, ..] if is(comma, ",") => "one comma is too many".to_owned(),
        [_] => "it begins with the name, and nothing is around that".to_owned(),
        _ => "there is a comma between two of them".to_owned(),
    }
}

/// What may have been meant by the tokens after a `=`.
fn value_help(key: &Ident, value: &[TokenTree], kind: ApparentKind) -> Option<String> {
    let (sign, unsigned) = match value {
        [sign, ..] if is(sign, "=>") => return Some(single_sign(key)),
        [sign, rest @ ..] if is(sign, "-") => ("-", rest),
        [sign, rest @ ..] if is(sign, "+") => ("", rest),
        rest => ("", rest),
    };
    let number = |why: &str, number: String| format!("{why}: `{key} = {sign}{number}`");
    Some(match unsigned {
        [point, TokenTree::Literal(digits)] if is(point, ".") => {
            number("a number begins with a digit", format!("0.{digits}"))
        }
        // A `-` is read.
        [TokenTree::Literal(digits)] => number("a number has no `+`", digits.to_string()),
        [whole, groups @ ..] if is_digits(whole) && groups.iter().all(is_digits) => {
            let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
            match &groups[..] {
                [.., last] if last.len() == 3 => number(
                    "digits are grouped by `_`",
                    format!("{whole}_{}", groups.join("_")),
                ),
                [fraction] if matches!(kind, ApparentKind::Float) => {
                    number("a fraction follows a point", format!("{whole}.{fraction}"))
                }
                _ => "write one number".to_owned(),
            }
        }
        [TokenTree::Literal(_), next, ..] => {
            format!("nothing follows a value; drop the `{next}`")
        }
        [TokenTree::Ident(_), ..] => "a text stands between quotes".to_owned(),
        _ => return None,
    })
}

fn single_sign(key: &Ident) -> String {
    format!("a value follows a single `=`: `{key} = …`")
}

fn is(token: &TokenTree, any_of: &str) -> bool {
    match token {
        TokenTree::Punct(punct) => any_of.contains(punct.as_char()),
        _ => false,
    }
}

fn is_digits(token: &TokenTree) -> bool {
    match token {
        TokenTree::Literal(digits) => digits.to_string().bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}

/// The tokens between the commas. If there are two commas in a row, the second one is a part of its
/// own, so that an error can point at it. A comma within a number does not split.
pub(super) fn split(list: TokenStream) -> Vec<TokenStream> {
    let mut parts: Vec<Vec<TokenTree>> = vec![Vec::new()];
    let mut tokens = list.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let before = parts.last().and_then(|part| part.last());
        let is_in_number = before.is_some_and(is_digits) && tokens.peek().is_some_and(is_digits);
        if is(&token, ",") && is_in_number {
            continue;
        }
        if is(&token, ",") && before.is_some() {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| part.into_iter().collect())
        .collect()
}
