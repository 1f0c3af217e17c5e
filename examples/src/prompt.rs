//! A form as questions in the terminal.

use std::io::Result;

use cliclack::{Input, confirm, input, intro, log, multiselect, note, outro, select};
use serde_json::{Map, Number, Value};

use crate::{
    form::{Choice, Field, Form, Kind, Range, Several, Text},
    print::{self, plain},
    script::Reply,
};

/// Shows the form of a question by `server` and collects the answer. Blocks.
///
/// If the question is asked again, `correction` says what to correct.
///
/// An error of the kind `Interrupted` is Esc or Ctrl-C: the reply is then
/// [`Reply::Cancel`].
pub(crate) fn ask(
    server: &str,
    message: &str,
    correction: Option<&str>,
    form: &Form,
) -> Result<Reply> {
    let reply = converse(server, message, correction, form);
    match &reply {
        Ok(Reply::Accept(_)) => outro("Sent.")?,
        Ok(Reply::Decline) => outro("Declined.")?,
        // The prompt that was left has said so.
        Ok(Reply::Agree | Reply::Cancel) | Err(_) => {}
    }
    reply
}

/// Prints the form of a question by `server` with an answer to it, where nobody is there to fill it in.
/// If it was answered before, only what changes.
pub(crate) fn play(
    server: &str,
    message: &str,
    form: &Form,
    content: &Map<String, Value>,
    earlier: Option<&Map<String, Value>>,
) {
    let again = if earlier.is_some() { " again" } else { "" };
    print::line(&plain(&format!("{server} asks{again}: {message}")));
    let is_kept = |field: &&Field| {
        earlier.is_some_and(|earlier| earlier.get(&field.name) == content.get(&field.name))
    };
    for field in form.fields.iter().filter(|field| !is_kept(field)) {
        let mut about = match &field.kind {
            Kind::Text(rules) => rules.rules(),
            Kind::Number(rules) => rules.rules(),
            Kind::One { options, .. } => vec![titles(options)],
            Kind::Several(rules) => vec![titles(&rules.options)],
            Kind::Flag { .. } => Vec::new(),
        };
        about.extend((!field.required).then(|| "optional".to_owned()));
        let text = field.description.as_deref().unwrap_or_default();
        let answer = match (content.get(&field.name), &field.kind) {
            (None, _) => String::new(),
            (Some(Value::String(value)), Kind::One { options, .. }) => {
                let chosen = options.iter().find(|option| option.value == *value);
                chosen.map_or(value, |option| &option.title).clone()
            }
            (Some(Value::String(text)), _) => text.clone(),
            (Some(value), _) => value.to_string(),
        };
        let (label, about) = (field.label(), about.join("; "));
        let line = plain(&format!("  {label}: {text} [{about}] → {answer}"));
        print::line(line.trim_end());
    }
    if earlier.is_some() {
        print::line("  (The other answers are kept.)");
    }
}

fn titles(options: &[Choice]) -> String {
    let titles: Vec<&str> = options.iter().map(|option| &*option.title).collect();
    titles.join(" | ")
}

/// Shows the link to a page of `server`. Blocks. Nothing is opened.
pub(crate) fn visit(server: &str, message: &str, address: &str) -> Result<Reply> {
    intro(format!("{} is asking you to open a page", plain(server)))?;
    note("Question", plain(message))?;
    note("Link", plain(address))?;
    let typed: String = input(VISIT)
        .required(false)
        .validate_on_enter(|typed: &String| match typed.trim() {
            "" | "decline" => Ok(()),
            _ => Err("delete this and press Enter, or type `decline`"),
        })
        .interact()?;
    if typed.trim() == "decline" {
        outro("Declined.")?;
        return Ok(Reply::Decline);
    }
    outro("The server waits for the page.")?;
    Ok(Reply::Agree)
}

const VISIT: &str = "\
Answer on the page?
Press Enter, and open the link in a browser, or type this word:
  decline    say no
Esc or Ctrl-C cancels.";

fn converse(server: &str, message: &str, correction: Option<&str>, form: &Form) -> Result<Reply> {
    let again = if correction.is_some() { " again" } else { "" };
    intro(format!("{} asks{again}", plain(server)))?;
    let message = plain(message);
    match correction.map(plain) {
        None => note("Question", message)?,
        Some(correction) => {
            let question = message.strip_prefix(&correction).unwrap_or(&message);
            note("Question", question.trim_start())?;
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
    let checked = match start()? {
        Start::Checked => true,
        Start::Unchecked => false,
        Start::Decline => return Ok(None),
    };
    let mut content = Map::new();
    for field in &form.fields {
        if let Some(value) = field_value(field, checked)? {
            content.insert(field.name.clone(), value);
        }
    }
    Ok(Some(content))
}

/// What a person can do with a form.
#[derive(Clone, Copy)]
enum Start {
    /// Fill it in; what breaks a rule is not sent.
    Checked,
    /// Fill it in; everything is sent, so that the server's validation can be seen.
    Unchecked,
    Decline,
}

impl Start {
    fn read(typed: &str) -> Option<Self> {
        match typed.trim() {
            "" => Some(Self::Checked),
            "unchecked" => Some(Self::Unchecked),
            "decline" => Some(Self::Decline),
            _ => None,
        }
    }
}

const MENU: &str = "\
Fill in the form?
Press Enter to start, or type one of these words:
  decline    say no
  unchecked  send even what breaks a rule, so that the server asks again
Esc or Ctrl-C cancels, at any time.";

/// Asks for a word and not for a choice from a list: in a list, letters move the
/// cursor, and a person who types a correction here would decline by accident.
fn start() -> Result<Start> {
    let typed: String = input(MENU)
        .required(false)
        .validate_on_enter(|typed: &String| match Start::read(typed) {
            Some(_) => Ok(()),
            None => Err("delete this and press Enter, or type `decline` or `unchecked`"),
        })
        .interact()?;
    Ok(Start::read(&typed).unwrap_or(Start::Checked))
}

/// The value of one field; none when the person leaves it out. If it is not
/// `checked`, the value may break the field's rules.
fn field_value(field: &Field, checked: bool) -> Result<Option<Value>> {
    match &field.kind {
        Kind::Text(rules) => text(field, rules, checked),
        Kind::Number(rules) => number(field, rules, checked),
        Kind::Flag { default } => flag(field, *default),
        Kind::One { options, default } => one(field, options, default.as_ref()),
        Kind::Several(rules) => several(field, rules, checked),
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

fn text(field: &Field, rules: &Text, checked: bool) -> Result<Option<Value>> {
    let default = rules.default.clone();
    let check = {
        let rules = rules.clone();
        move |typed: &str| rules.check(typed)
    };
    let typed = line(field, &rules.rules(), default, checked, check)?;
    Ok(typed.map(Value::String))
}

fn number(field: &Field, rules: &Range, checked: bool) -> Result<Option<Value>> {
    let default = rules.default.as_ref().map(ToString::to_string);
    let check = {
        let rules = rules.clone();
        move |typed: &str| rules.check(typed).map(drop)
    };
    let typed = line(field, &rules.rules(), default, checked, check)?;
    Ok(typed.map(|typed| match rules.check(&typed) {
        Ok(number) => Value::Number(number),
        Err(_) => number_or_text(&typed),
    }))
}

/// What was typed into a field for a number and breaks its rules.
fn number_or_text(typed: &str) -> Value {
    let number: Option<Number> = typed.trim().parse().ok();
    number.map_or_else(|| typed.into(), Value::Number)
}

/// A line of text. If it is `checked`, it is validated at every key. An empty line means
/// the default, or leaves the field out if there is none; a space leaves out a field that
/// has a default.
fn line(
    field: &Field,
    rules: &[String],
    default: Option<String>,
    checked: bool,
    check: impl Fn(&str) -> std::result::Result<(), String> + 'static,
) -> Result<Option<String>> {
    let optional = !field.required;
    let has_default = default.is_some();
    let placeholder = match &default {
        Some(default) if optional => {
            format!(
                "{} (Enter keeps it; a space and Enter skip it)",
                plain(default)
            )
        }
        Some(default) => format!("{} (Enter keeps it)", plain(default)),
        None if optional => "Enter skips it".to_owned(),
        None => String::new(),
    };
    let left_out = move |typed: &str| match typed {
        "" => optional || has_default || !checked,
        " " => optional,
        _ => false,
    };
    let mut prompt: Input = input(header(field, rules))
        .required(false)
        .placeholder(&placeholder)
        .validate_interactively(move |typed: &String| {
            if !checked || left_out(typed) {
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

const LEAVE_OUT: &str = "(skip it)";
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

fn several(field: &Field, rules: &Several, checked: bool) -> Result<Option<Value>> {
    let mut hints = rules.rules();
    hints.push("Space selects, Enter confirms".into());
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
            _ if chosen.is_empty() && !field.required => return Ok(None),
            Err(why) if checked => log::warning(why)?,
            Ok(()) | Err(_) => {
                let values = chosen.into_iter().cloned().map(Value::String);
                return Ok(Some(values.collect()));
            }
        }
    }
}
