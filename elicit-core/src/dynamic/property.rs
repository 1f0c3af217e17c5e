//! Reads one property of a schema.

use std::sync::Arc;

use elicit_text::{CountRange, Fault, Format, Role, compiler::CompiledPattern, faults};
use serde_json::{Map, Value};

use super::{Keywords, error::Path, found::Found, options::options};
use crate::{
    field::multi_select,
    form::{
        IntegerRules, Kind, Meaning, NumberRules, OptionSource, Property, Rule, TextRules,
        choices::Choices, kind::Written,
    },
    reading::{json_value, literal},
};

/// Of all patterns of a form, in bytes.
const LONGEST_PATTERNS: usize = 1000;

pub(super) struct ReadProperty {
    pub(super) property: Property,
    /// Its keywords, without the options.
    pub(super) declared: Map<String, Value>,
    pub(super) options: Option<Choices>,
}

pub(super) fn read(
    path: &Path<'_>,
    (name, is_required): (&str, bool),
    keywords: &Value,
    found: &mut Found,
) -> Option<ReadProperty> {
    let Some(keywords) = keywords.as_object() else {
        found.fault(path, "must be an object");
        return None;
    };
    let before = found.faults();
    let of_type = kind(path, keywords, found)?;
    let mut declared = Map::new();
    declared.insert("type".to_owned(), of_type.type_name().into());
    let mut meaning = Meaning::new(of_type);
    meaning.required = is_required;
    // A box that nobody has touched is not an answer.
    meaning.optional = !is_required || matches!(of_type, Kind::Boolean);

    let title = text(path, keywords, "title", found);
    let description = text(path, keywords, "description", found);
    for (keyword, text) in [("title", title), ("description", description)] {
        if let Some(text) = text {
            declared.insert(keyword.to_owned(), text.into());
        }
    }
    add_rules(path, keywords, &mut meaning, &mut declared, found);
    let options = options(path, keywords, &of_type, found);
    let pattern = pattern(path, keywords, &meaning, found);
    contradictions(path, &meaning, options.as_ref(), found);
    judge_texts(path, (name, title, description), &meaning, found);
    for keyword in keywords.keys() {
        if !is_read(keyword, &of_type) {
            found.drop(&path.at(keyword));
        }
    }

    let property = Property {
        name: name.to_owned().into(),
        title: title.map(|title| title.to_owned().into()),
        is_titled_by_type: false,
        description: description.map(|text| text.to_owned().into()),
        hinted: None,
        meaning,
        pattern: pattern.map(Arc::new),
    };
    let mut read = ReadProperty {
        property,
        declared,
        options,
    };
    if found.faults() == before {
        read.add_default(path, keywords, found);
    }
    Some(read)
}

/// What the type alone allows.
fn kind(path: &Path<'_>, keywords: &Keywords, found: &mut Found) -> Option<Kind> {
    let place = path.at("type");
    let has_options = keywords.contains_key("enum") || keywords.contains_key("oneOf");
    match keywords.get("type") {
        Some(Value::String(name)) => match name.as_str() {
            "boolean" => return Some(Kind::Boolean),
            "integer" => return Some(Kind::Integer(IntegerRules::NONE)),
            "number" => return Some(Kind::Number(NumberRules::NONE)),
            "string" if has_options => return Some(Kind::Choice(OptionSource::Supplied)),
            "string" => return Some(Kind::Text(TextRules::NONE)),
            "array" => return Some(multi_select(OptionSource::Supplied, false)),
            "object" => found.fault(
                &place,
                "is a nested object, and a form is flat: its properties belong into the form itself",
            ),
            _ => found.fault(
                &place,
                "must be `string`, `number`, `integer`, `boolean` or `array`",
            ),
        },
        Some(Value::Array(_)) => found.fault(&place, "is a list of types, and a field has one"),
        Some(_) => found.fault(&place, "must be a text"),
        None => found.fault(path, "has no `type`"),
    }
    None
}

/// Whether a keyword of this kind of property is read here. Others are dropped.
fn is_read(keyword: &str, kind: &Kind) -> bool {
    matches!(keyword, "type" | "title" | "description" | "default")
        || kind.rules().iter().any(|(rule, _)| *rule == keyword)
        || match kind {
            Kind::Boolean | Kind::Integer(_) | Kind::Number(_) => false,
            Kind::Text(_) => keyword == "pattern",
            Kind::Choice(_) => matches!(keyword, "enum" | "enumNames" | "oneOf"),
            Kind::MultiSelect { .. } => keyword == "items",
        }
}

fn text<'k>(
    path: &Path<'_>,
    keywords: &'k Keywords,
    keyword: &str,
    found: &mut Found,
) -> Option<&'k str> {
    let text = keywords.get(keyword)?.as_str();
    if text.is_none() {
        found.fault(&path.at(keyword), "must be a text");
    }
    text
}

/// The rules of the kind, each judged by those before it.
fn add_rules(
    path: &Path<'_>,
    keywords: &Keywords,
    meaning: &mut Meaning,
    declared: &mut Keywords,
    found: &mut Found,
) {
    let of_type = meaning.kind;
    for (keyword, written) in of_type.rules() {
        let Some(value) = keywords.get(*keyword) else {
            continue;
        };
        let place = path.at(keyword);
        match rule(written, value) {
            Ok(Some(rule)) => match rule.judge(&of_type, meaning) {
                Ok(kind) => {
                    meaning.kind = kind;
                    declared.insert((*keyword).to_owned(), value.clone());
                }
                Err(misfit) => found.fault(&place, misfit.to_string()),
            },
            // Without it, a client would show what the person types.
            Ok(None) if value == "password" => {
                let fault = Fault::Credential("password".to_owned());
                found.fault(&place, fault.to_string());
            }
            Ok(None) => found.drop(&place),
            Err(reason) => found.fault(&place, reason),
        }
    }
}

/// The rule with this value. `None`: a format that the protocol does not have.
fn rule(written: &Written, value: &Value) -> Result<Option<Rule>, &'static str> {
    let number = || match value {
        Value::Number(number) => Ok(literal(number)),
        _ => Err("must be a number"),
    };
    Ok(match written {
        Written::Format => {
            let name = value.as_str().ok_or("must be a text")?;
            name.parse().ok().map(Rule::Format)
        }
        Written::Number(rule) => {
            let number = number()?;
            if number.as_f64().is_none_or(f64::is_infinite) {
                return Err("is larger than any number");
            }
            Some(rule(number))
        }
        Written::Count(rule) => {
            let count = number()?.as_i128();
            let count = count.and_then(|count| u64::try_from(count).ok());
            Some(rule(
                count.ok_or("must be a whole number, and not below 0")?,
            ))
        }
    })
}

fn pattern(
    path: &Path<'_>,
    keywords: &Keywords,
    meaning: &Meaning,
    found: &mut Found,
) -> Option<CompiledPattern> {
    let Kind::Text(rules) = &meaning.kind else {
        return None;
    };
    let place = path.at("pattern");
    let source = text(path, keywords, "pattern", found)?;
    found.pattern_bytes += source.len();
    if found.pattern_bytes > LONGEST_PATTERNS {
        let reason = format!("the patterns of a form have {LONGEST_PATTERNS} bytes at most");
        found.fault(&place, reason);
        return None;
    }
    let left = CompiledPattern::MOST_WORK.saturating_sub(found.pattern_work);
    let mut work = left;
    let pattern = CompiledPattern::new_within(source, &mut work);
    found.pattern_work += left - work;
    let pattern = match pattern {
        Ok(pattern) => pattern,
        Err(_) if work == 0 && left < CompiledPattern::MOST_WORK => {
            found.fault(&place, "the patterns of a form are too large together");
            return None;
        }
        Err(error) => {
            let reason = error.to_string();
            let reason = reason.lines().next().unwrap_or_default().to_owned();
            found.fault(&place, reason);
            return None;
        }
    };
    let of_format = rules
        .format
        .map_or(CountRange::between(None, None), Format::lengths);
    let fits =
        |lengths: CountRange| lengths.overlaps(rules.lengths()) && lengths.overlaps(of_format);
    if !pattern.lengths().is_some_and(fits) {
        let reason = "no text that it matches keeps the other rules, so no answer would be valid";
        found.fault(&place, reason);
        return None;
    }
    Some(pattern)
}

/// Rules that no answer can keep together.
fn contradictions(
    path: &Path<'_>,
    meaning: &Meaning,
    options: Option<&Choices>,
    found: &mut Found,
) {
    let (keyword, is_contradiction) = match &meaning.kind {
        Kind::Integer(rules) => ("minimum", rules.least() > rules.most()),
        Kind::Number(rules) => (
            "minimum",
            matches!(
                (rules.minimum, rules.maximum),
                (Some(minimum), Some(maximum)) if minimum.is_above(&maximum)
            ),
        ),
        Kind::Text(rules) => ("minLength", is_above(rules.min_length, rules.max_length)),
        Kind::MultiSelect {
            min_items,
            max_items,
            ..
        } => {
            let count = options.map(|options| options.options().len() as u64);
            let is_above = is_above(*min_items, *max_items) || is_above(*min_items, count);
            ("minItems", is_above)
        }
        Kind::Boolean | Kind::Choice(_) => return,
    };
    if is_contradiction {
        found.fault(
            &path.at(keyword),
            "is too large, so no answer would be valid",
        );
    }
}

fn is_above(least: Option<u64>, most: Option<u64>) -> bool {
    least.zip(most).is_some_and(|(least, most)| least > most)
}

/// A person must be able to read each text, and none may ask for what must not pass through the client.
fn judge_texts(
    path: &Path<'_>,
    (name, title, description): (&str, Option<&str>, Option<&str>),
    meaning: &Meaning,
    found: &mut Found,
) {
    let texts = [
        ("", Some(name), Role::Name),
        ("title", title, Role::Title),
        ("description", description, Role::Description),
    ];
    for (keyword, text, role) in texts {
        let Some(text) = text else { continue };
        let counts = |fault: &Fault| match fault {
            Fault::Credential(_) => meaning.fits_credential(),
            // A name is shown only if there is no title.
            _ => role != Role::Name || title.is_none(),
        };
        for fault in faults(text, role).filter(counts) {
            match role {
                Role::Name => found.fault(path, format!("the name {fault}")),
                _ => found.fault(&path.at(keyword), fault.to_string()),
            }
        }
    }
}

impl ReadProperty {
    /// What the form shows first, which has to be a valid answer.
    fn add_default(&mut self, path: &Path<'_>, keywords: &Keywords, found: &mut Found) {
        let place = path.at("default");
        let Some(default) = keywords.get("default") else {
            return;
        };
        // Generators of schemas write it for a field that may be left out.
        if default.is_null() {
            return found.drop(&place);
        }
        let default = match json_value(&self.property, self.options.as_ref(), default) {
            Ok(default) => default,
            Err(invalid) => {
                let reasons = invalid.violations().iter().map(|one| one.message());
                let reasons: Vec<_> = reasons.collect();
                return found.fault(&place, reasons.join("; "));
            }
        };
        self.declared.insert("default".to_owned(), default);
    }
}
