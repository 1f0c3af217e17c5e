//! What a browser sends with the form of a page.

use std::{borrow::Cow, collections::HashSet};

use percent_encoding::percent_decode_str;
use serde_json::{Map, Number, Value};

use super::{
    control::is_box,
    typed_texts::{TypedTexts, control_name, date_time, is_date_time, offset_name},
};
use crate::form::{
    FormSchema, Kind, OptionSource, Property,
    choices::{Choices, RunTimeOptions},
};

/// What the person does.
pub(super) enum Posted {
    /// Sends what is in the fields.
    Answer(TypedTexts),
    Decline,
}

/// The page does not send this.
#[derive(Debug)]
pub(super) struct Malformed;

/// Reads the body of a `POST`: `application/x-www-form-urlencoded`, in UTF-8.
///
/// # Errors
///
/// It has an unknown field, a field twice, or not the token of the page.
pub(super) fn read(body: &[u8], form: &FormSchema, csrf: &str) -> Result<Posted, Malformed> {
    let (mut token, mut action) = (None, None);
    let mut typed = TypedTexts::default();
    let body = str::from_utf8(body).map_err(|_| Malformed)?;
    for pair in body.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or(Malformed)?;
        let (name, value) = (decoded(name)?, decoded(value)?);
        let index = match &*name {
            "csrf" if token.is_none() => {
                token = Some(value);
                continue;
            }
            "action" if action.is_none() => {
                action = Some(value);
                continue;
            }
            name => property_index(name, form).ok_or(Malformed)?,
        };
        let is_list = matches!(form.properties()[index].kind(), Kind::MultiSelect { .. });
        if !is_list && typed.one(&name).is_some() {
            return Err(Malformed);
        }
        typed.add(name, value);
    }
    if !token.is_some_and(|token| is_same_token(token.as_bytes(), csrf.as_bytes())) {
        return Err(Malformed);
    }
    match action.as_deref() {
        Some("accept") => Ok(Posted::Answer(typed)),
        Some("decline") => Ok(Posted::Decline),
        _ => Err(Malformed),
    }
}

/// Compares in a time that does not depend on where the texts differ.
pub(super) fn is_same_token(given: &[u8], expected: &[u8]) -> bool {
    let differs = given.iter().zip(expected);
    let differs = differs.fold(0, |differs, (one, other)| differs | (one ^ other));
    given.len() == expected.len() && differs == 0
}

fn decoded(part: &str) -> Result<String, Malformed> {
    let part = part.replace('+', " ");
    let text = percent_decode_str(&part).decode_utf8();
    text.map(Cow::into_owned).map_err(|_| Malformed)
}

/// The index of the property that a control belongs to.
fn property_index(name: &str, form: &FormSchema) -> Option<usize> {
    let digits = name.strip_prefix('f')?;
    let digits = digits.strip_suffix("-offset").unwrap_or(digits);
    let index: usize = digits.parse().ok()?;
    let property = form.properties().get(index)?;
    let is_known =
        name == control_name(index) || is_date_time(property) && name == offset_name(index);
    is_known.then_some(index)
}

/// Converts what was typed into the content of an answer. A text that is not a value of its property's
/// kind stays a text, so that validation reports it.
///
/// # Errors
///
/// It has an option that does not exist.
pub(super) fn content(
    form: &FormSchema,
    options: &dyn RunTimeOptions,
    typed: &TypedTexts,
) -> Result<Value, Malformed> {
    let mut content = Map::new();
    for (index, property) in form.properties().iter().enumerate() {
        let name = control_name(index);
        let supplied = options.choices(index);
        let value = match property.kind() {
            Kind::Choice(options) => {
                let chosen = typed.one(&name).filter(|chosen| !chosen.is_empty());
                let value =
                    chosen.map(|chosen| option(chosen, *options, supplied).ok_or(Malformed));
                value.transpose()?.map(Value::from)
            }
            Kind::MultiSelect { options, .. } => {
                let mut seen = HashSet::new();
                let chosen = typed.all(&name).iter().map(|chosen| {
                    // A long value a thousand times would be longer than any body is.
                    let is_new = seen.insert(chosen);
                    let value = option(chosen, *options, supplied);
                    value.filter(|_| is_new).ok_or(Malformed)
                });
                let chosen: Vec<_> = chosen.collect::<Result<_, _>>()?;
                // An optional list of which nothing is ticked is left out.
                (!chosen.is_empty() || !property.meaning.optional).then(|| chosen.into())
            }
            // A box that is not ticked is not sent.
            Kind::Boolean if is_box(property) => Some((typed.one(&name) == Some("true")).into()),
            _ => typed
                .one(&name)
                .and_then(|text| value(index, property, text, typed)),
        };
        if let Some(value) = value {
            content.insert(property.name().to_owned(), value);
        }
    }
    Ok(content.into())
}

/// The value of an option that was sent by its index, in the one way that a browser writes it.
fn option<'c>(sent: &str, options: OptionSource, supplied: Option<&'c Choices>) -> Option<&'c str> {
    let index: usize = sent.parse().ok()?;
    let value = options.value_at(index, supplied)?;
    (index.to_string() == sent).then_some(value)
}

/// What was typed into a line.
fn value(index: usize, property: &Property, text: &str, typed: &TypedTexts) -> Option<Value> {
    let is_trimmed = match property.kind() {
        Kind::Integer(_) | Kind::Number(_) => true,
        Kind::Text(rules) => rules.format().is_some() && !rules.is_secret(),
        _ => false,
    };
    let text = if is_trimmed { text.trim() } else { text };
    let offset = typed.one(&offset_name(index)).unwrap_or_default().trim();
    if text.is_empty() && offset.is_empty() {
        return None;
    }
    Some(match property.kind() {
        Kind::Boolean => text.parse().map_or_else(|_| text.into(), Value::Bool),
        Kind::Integer(_) | Kind::Number(_) => number(text),
        _ if is_date_time(property) => date_time(text, offset).into(),
        // A browser sends line breaks as two characters.
        _ => text.replace("\r\n", "\n").into(),
    })
}

fn number(text: &str) -> Value {
    // As people write it and copy it.
    let plain = text.replace('\u{2212}', "-");
    let plain = plain.strip_prefix('+').unwrap_or(&plain);
    let number = serde_json::from_str::<Number>(plain);
    number.map_or_else(|_| text.into(), Value::Number)
}
