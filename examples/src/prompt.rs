//! A form as questions in the terminal.

use std::io::Result;

use cliclack::{Input, confirm, input, intro, log, multiselect, note, outro, select};
use serde_json::{Map, Value};

use crate::{
    form::{Choice, Field, Form, Kind, Range, Several, Text},
    print::plain,
    script::Reply,
};

/// Shows a form and collects the answer. Blocks.
///
/// An error of the kind `Interrupted` is Esc or Ctrl-C: the reply is then
/// [`Reply::Cancel`].
pub(crate) fn ask(message: &str, correction: Option<&str>, form: &Form) -> Result<Reply> {
    let reply = converse(message, correction, form);
    match &reply {
        Ok(Reply::Accept(_)) => outro("Sent.")?,
        Ok(Reply::Decline) => outro("Declined.")?,
        // The prompt that was left has said so.
        Ok(Reply::Cancel) | Err(_) => {}
    }
    reply
}

fn converse(message: &str, correction: Option<&str>, form: &Form) -> Result<Reply> {
    intro("The server asks")?;
    let message = plain(message);
    match correction.map(plain) {
        None => note("Question", message)?,
        Some(correction) => {
            let question = message.strip_suffix(&correction).unwrap_or(&message);
            note("Question", question.trim_end())?;
            log::warning(correction)?;
        }
    }
    match fill(form) {
        Ok(Some(content)) => Ok(Reply::Accept(content)),
        Ok(None) => Ok(Reply::Decline),
        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => Ok(Reply::Cancel),
        Err(error) => Err(error),
    }
}

fn fill(form: &Form) -> Result<Option<Map<String, Value>>> {
    let answers = select("What do you want to do?")
        .item(true, "Answer", "Esc or Ctrl-C cancels, at any time")
        .item(false, "Decline", "")
        .interact()?;
    if !answers {
        return Ok(None);
    }
    let mut content = Map::new();
    for field in &form.fields {
        if let Some(value) = field_value(field)? {
            content.insert(field.name.clone(), value);
        }
    }
    Ok(Some(content))
}

/// The value of one field; none when the person leaves it out.
fn field_value(field: &Field) -> Result<Option<Value>> {
    match &field.kind {
        Kind::Text(rules) => text(field, rules),
        Kind::Number(rules) => number(field, rules),
        Kind::Flag { default } => flag(field, *default),
        Kind::One { options, default } => one(field, options, default.as_ref()),
        Kind::Several(rules) => several(field, rules),
    }
}

/// What stands above a field.
fn header(field: &Field, rules: &[String]) -> String {
    let mut header = plain(field.label());
    if !field.required {
        header.push_str(" (optional)");
    }
    if let Some(description) = &field.description {
        header.push('\n');
        header.push_str(&plain(description));
    }
    if !rules.is_empty() {
        header.push('\n');
        header.push_str(&plain(&rules.join("; ")));
    }
    header
}

fn text(field: &Field, rules: &Text) -> Result<Option<Value>> {
    let default = rules.default.clone();
    let check = {
        let rules = rules.clone();
        move |typed: &str| rules.check(typed)
    };
    let typed = line(field, &rules.rules(), default, check)?;
    Ok(typed.map(Value::String))
}

fn number(field: &Field, rules: &Range) -> Result<Option<Value>> {
    let default = rules.default.as_ref().map(ToString::to_string);
    let check = {
        let rules = rules.clone();
        move |typed: &str| rules.check(typed).map(drop)
    };
    let typed = line(field, &rules.rules(), default, check)?;
    Ok(typed
        .and_then(|typed| rules.check(&typed).ok())
        .map(Value::Number))
}

/// A line of text, looked at with every key. Nothing typed means the default,
/// else that the field is left out; a blank leaves out what has a default.
fn line(
    field: &Field,
    rules: &[String],
    default: Option<String>,
    check: impl Fn(&str) -> std::result::Result<(), String> + 'static,
) -> Result<Option<String>> {
    let optional = !field.required;
    let has_default = default.is_some();
    let placeholder = match &default {
        Some(default) if optional => {
            format!("{} (Enter takes it, a space leaves it out)", plain(default))
        }
        Some(default) => format!("{} (Enter takes it)", plain(default)),
        None if optional => "Enter leaves it out".to_owned(),
        None => String::new(),
    };
    let left_out = move |typed: &str| match typed {
        "" => optional || has_default,
        " " => optional,
        _ => false,
    };
    let mut prompt: Input = input(header(field, rules))
        .required(false)
        .placeholder(&placeholder)
        .validate_interactively(move |typed: &String| {
            if left_out(typed) {
                Ok(())
            } else {
                check(typed)
            }
        });
    if let Some(default) = default {
        prompt = prompt.default_input(&default);
    }
    let typed: String = prompt.interact()?;
    Ok((!left_out(&typed)).then_some(typed))
}

fn flag(field: &Field, default: Option<bool>) -> Result<Option<Value>> {
    let header = header(field, &[]);
    if field.required || default.is_some() {
        let yes = confirm(header)
            .initial_value(default.unwrap_or(false))
            .interact()?;
        return Ok(Some(Value::Bool(yes)));
    }
    let choice = select(header)
        .item(None, LEAVE_OUT, "")
        .item(Some(true), "Yes", "")
        .item(Some(false), "No", "")
        .interact()?;
    Ok(choice.map(Value::Bool))
}

const LEAVE_OUT: &str = "(leave it out)";
/// More options than this scroll.
const ROWS: usize = 12;

fn one(field: &Field, options: &[Choice], default: Option<&String>) -> Result<Option<Value>> {
    let mut prompt = select(header(field, &[])).max_rows(ROWS);
    if !field.required {
        prompt = prompt.item(None, LEAVE_OUT, "");
    }
    for option in options {
        prompt = prompt.item(Some(&option.value), plain(&option.title), "");
    }
    if let Some(default) = default {
        prompt = prompt.initial_value(Some(default));
    }
    Ok(prompt.interact()?.map(|value| Value::String(value.clone())))
}

fn several(field: &Field, rules: &Several) -> Result<Option<Value>> {
    let mut hints = rules.rules();
    hints.push("Space chooses, Enter goes on".into());
    let header = header(field, &hints);
    let mut chosen: Vec<&String> = rules.default.iter().flatten().collect();
    loop {
        let mut prompt = multiselect(&header)
            .required(false)
            .max_rows(ROWS)
            .initial_values(chosen);
        for option in &rules.options {
            prompt = prompt.item(&option.value, plain(&option.title), "");
        }
        chosen = prompt.interact()?;
        match rules.check(chosen.len()) {
            // Where the field has a default, leaving it out would mean that.
            Ok(()) if chosen.is_empty() && !field.required && rules.default.is_none() => {
                return Ok(None);
            }
            Ok(()) => {
                let values = chosen.into_iter().cloned().map(Value::String);
                return Ok(Some(values.collect()));
            }
            Err(_) if chosen.is_empty() && !field.required => return Ok(None),
            Err(why) => log::warning(why)?,
        }
    }
}
