//! `default`: what the form shows first, an answer that keeps the rules of its meaning.

use elicit_text::Format;

use super::{
    fault_of_count, fault_of_number, fault_of_text,
    misfit::{Fault, Misfit},
};
use crate::{
    const_str::is_same,
    form::{Kind, Literal, Meaning, OptionSource, TypeLimit},
};

/// Adds a default to a meaning. That of an integer is written as one: one client rejects `3.0`.
pub(crate) const fn add(meaning: &mut Meaning, default: Literal) {
    meaning.default = Some(match (&meaning.kind, default.as_i128()) {
        (Kind::Integer(_), Some(integer)) => Literal::Integer(integer),
        _ => default,
    });
}

/// Whether the default of a property is a valid answer. (The derive matches it with the pattern.)
pub(crate) const fn judge(of_type: &Kind, meaning: &Meaning) -> Result<(), Misfit> {
    if meaning.is_secret() {
        return Err(Misfit::DefaultOfSecret);
    }
    if let Some(why) = read_at_run_time(of_type, meaning) {
        return Err(Misfit::DefaultReadAtRunTime(why));
    }
    match fault(meaning) {
        Some(fault) => Err(Misfit::Default(fault)),
        None => Ok(()),
    }
}

/// The same of a list beside `multi_select`. That the type does not take several options is another
/// mistake; an item that is not one of its options is wrong in any case.
pub(crate) const fn judge_several(of_type: &Kind, meaning: &Meaning) -> Result<(), Misfit> {
    match (&meaning.kind, &meaning.default) {
        (Kind::MultiSelect { .. }, _) => judge(of_type, meaning),
        (Kind::Choice(_), Some(Literal::List(items))) => match options(meaning, items, false) {
            Some(fault) => Err(Misfit::Default(fault)),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// What is wrong with the default.
const fn fault(meaning: &Meaning) -> Option<Fault> {
    let Some(default) = &meaning.default else {
        return None;
    };
    match (&meaning.kind, default) {
        (Kind::Boolean, Literal::Boolean(_)) => None,
        (Kind::Integer(_) | Kind::Number(_), Literal::Integer(_) | Literal::Decimal(_)) => {
            fault_of_number(meaning, default)
        }
        (Kind::Text(rules), Literal::Text(text)) => fault_of_text(rules, text),
        (Kind::Choice(OptionSource::Declared(_)), Literal::Text(text)) => {
            match option(meaning, text, 0) {
                Ok(_) => None,
                Err(fault) => Some(fault),
            }
        }
        (
            Kind::MultiSelect {
                min_items,
                max_items,
                unique,
                ..
            },
            Literal::List(items),
        ) => match fault_of_count(items.len() as u64, *min_items, *max_items) {
            None => options(meaning, items, *unique),
            fault => fault,
        },
        (kind, _) => Some(Fault::OtherKind(match kind {
            Kind::Boolean => "`true` or `false`",
            Kind::Integer(_) | Kind::Number(_) => "a number",
            Kind::Text(_) => "a text: `default = \"…\"`",
            Kind::Choice(_) => "the wire name of one of its options: `default = \"…\"`",
            Kind::MultiSelect { .. } => "a list: `default = [\"…\"]`",
        })),
    }
}

/// Why only the running program can tell whether a default is valid, if so.
const fn read_at_run_time(of_type: &Kind, meaning: &Meaning) -> Option<&'static str> {
    if meaning.kind.has_supplied_options() {
        return Some(
            "the options are known only at run time, so a default cannot be checked at compile \
             time",
        );
    }
    Some(match (meaning.type_limit, of_type) {
        (TypeLimit::FromText(_), _) => {
            "the `FromStr` of the type reads this field, and cannot read a default at compile time"
        }
        (TypeLimit::Parsed, Kind::Text(rules)) if !matches!(rules.format, Some(Format::Date)) => {
            "the type of this field is from another crate, which cannot read a default at compile \
             time"
        }
        (_, Kind::Text(rules)) if rules.pattern.is_some() => {
            "the type of this field has a pattern, and a default cannot be matched with it at \
             compile time"
        }
        _ => return None,
    })
}

/// The first text that is no wire name of an option, or one that is there twice if they have to be
/// unique.
const fn options(meaning: &Meaning, texts: &[&'static str], unique: bool) -> Option<Fault> {
    // A bit for each option that there can be.
    let mut seen = [0_u64; 1 << 10];
    let (mut rest, mut start) = (texts, 0);
    while let [text, after @ ..] = rest {
        match option(meaning, text, start) {
            Err(fault) => return Some(fault),
            Ok(None) => {}
            Ok(Some(index)) => {
                let (word, bit) = (index / 64, 1 << (index % 64));
                if unique && seen[word] & bit != 0 {
                    return Some(Fault::Repeats);
                }
                seen[word] |= bit;
                start = index + 1;
            }
        }
        rest = after;
    }
    None
}

/// The index of the option that has the text as its wire name; `None` if no option is known. The
/// search begins at `start`: a default often lists options in their order, and the compiler limits
/// how long it evaluates.
const fn option(
    meaning: &Meaning,
    text: &'static str,
    start: usize,
) -> Result<Option<usize>, Fault> {
    let Some(options) = meaning.kind.declared_variants() else {
        return Ok(None);
    };
    let mut step = 0;
    while step < options.len() {
        let index = (start + step) % options.len();
        if is_same(options[index].value, text) {
            return Ok(Some(index));
        }
        step += 1;
    }
    Err(Fault::NoOption { text, options })
}
