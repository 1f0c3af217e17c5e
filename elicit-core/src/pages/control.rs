//! A property as a control of HTML.

use elicit_text::{Format, visible};

use super::{
    question_page::FormError,
    text::{PageText, limits},
    typed_texts::{TypedTexts, control_name, date_time, is_date_time, offset_name},
};
use crate::{
    form::{Kind, OptionSource, Property, TextRules, choices::Choices},
    runtime::words::Words,
};

/// Up to this number of options, a person sees all at once.
const FEW: usize = 5;

/// A text that may be longer than this has more than one line.
const LONGEST_LINE: u64 = 200;

/// A property on a page.
pub(super) struct PageField {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) hints: Vec<String>,
    pub(super) errors: Vec<String>,
    is_required: bool,
    pub(super) control: Control,
}

pub(super) enum Control {
    Line {
        kind: &'static str,
        mode: &'static str,
        value: String,
        longest: Option<u64>,
    },
    Area {
        value: String,
        longest: Option<u64>,
        is_secret: bool,
    },
    /// A box, and whether it is ticked.
    Check(bool),
    /// Radio buttons, or check boxes.
    Group {
        kind: &'static str,
        options: Vec<Pick>,
    },
    List(Vec<Pick>),
    DateTime {
        kind: &'static str,
        local: String,
        offset: String,
    },
}

/// One of several options.
pub(super) struct Pick {
    pub(super) value: String,
    pub(super) label: String,
    pub(super) on: bool,
}

impl PageField {
    /// The property at an index, with its errors among those of the page.
    pub(super) fn new(
        index: usize,
        property: &Property,
        choices: Option<&Choices>,
        typed: &TypedTexts,
        errors: &[FormError],
        words: &dyn Words,
    ) -> Self {
        let mut hints = Vec::from_iter(property.author_description().map(str::to_owned));
        hints.extend(limits(property, |text| words.on_page(text).into_owned()));
        if property.meaning.is_secret() && !errors.is_empty() {
            hints.push(words.on_page(PageText::SecretAgain).into_owned());
        }
        let own_errors = errors.iter().filter(|error| error.index == Some(index));
        let control = control(index, property, choices, typed, words);
        Self {
            id: control_name(index),
            label: property.label().to_owned(),
            hints,
            errors: own_errors.map(|error| error.text.clone()).collect(),
            is_required: property.is_required(),
            control,
        }
    }

    pub(super) fn is_required(&self) -> bool {
        self.is_required
    }

    /// Whether it has several controls below one label.
    pub(super) fn is_group(&self) -> bool {
        matches!(
            self.control,
            Control::Group { .. } | Control::DateTime { .. }
        )
    }

    pub(super) fn element(&self) -> &'static str {
        if self.is_group() { "fieldset" } else { "div" }
    }

    /// The ids of its hint and its errors, for assistive technology.
    pub(super) fn described_by(&self) -> String {
        let hint = (!self.hints.is_empty()).then(|| format!("{}-hint", self.id));
        let error = (!self.errors.is_empty()).then(|| format!("{}-error", self.id));
        let ids: Vec<_> = hint.into_iter().chain(error).collect();
        ids.join(" ")
    }

    /// The id of its first control.
    pub(super) fn first_control(&self) -> String {
        match self.control {
            Control::Group { .. } => format!("{}-0", self.id),
            _ => self.id.clone(),
        }
    }
}

/// Whether a boolean is a box, which can only say yes or no. One that may be left open is a choice
/// of three.
pub(super) fn is_box(property: &Property) -> bool {
    matches!(property.kind(), Kind::Boolean) && !property.meaning.optional
}

fn control(
    index: usize,
    property: &Property,
    choices: Option<&Choices>,
    typed: &TypedTexts,
    words: &dyn Words,
) -> Control {
    let name = control_name(index);
    let value = typed.one(&name).unwrap_or_default();
    let pick = |value: &str, text, on| Pick {
        value: value.to_owned(),
        label: words.on_page(text).into_owned(),
        on,
    };
    match property.kind() {
        Kind::Boolean if is_box(property) => Control::Check(value == "true"),
        Kind::Boolean => {
            let texts = [
                ("true", PageText::Yes),
                ("false", PageText::No),
                ("", PageText::NoAnswer),
            ];
            let options = texts.map(|(option, text)| pick(option, text, value == option));
            Control::Group {
                kind: "radio",
                options: options.into(),
            }
        }
        // Not `type=number`: a browser drops what is not a number, so it could not be shown again.
        Kind::Integer(_) => line("text", "numeric", value, None),
        Kind::Number(_) => line("text", "decimal", value, None),
        Kind::Text(_) if is_date_time(property) => Control::DateTime {
            // A browser would show nothing of what it cannot have picked, such as a microsecond.
            kind: if value.is_empty() || can_be_picked(value) {
                "datetime-local"
            } else {
                "text"
            },
            local: value.to_owned(),
            offset: typed
                .one(&offset_name(index))
                .unwrap_or_default()
                .to_owned(),
        },
        // An input of one line loses the line breaks of a key.
        Kind::Text(rules) if property.meaning.is_secret() && has_lines(rules) => Control::Area {
            value: String::new(),
            longest: None,
            is_secret: true,
        },
        Kind::Text(_) if property.meaning.is_secret() => line("password", "text", "", None),
        Kind::Text(rules) => text(rules, value),
        Kind::Choice(options) => {
            let mut options = picks(*options, choices, typed.all(&name));
            let are_few = options.len() <= FEW;
            let is_chosen = options.iter().any(|option| option.on);
            // A list shows its first entry as if it were chosen.
            let none = if property.meaning.optional {
                Some(PageText::NoAnswer)
            } else {
                (!are_few).then_some(PageText::ChooseOne)
            };
            if let Some(none) = none {
                options.insert(0, pick("", none, !is_chosen));
            }
            if are_few {
                Control::Group {
                    kind: "radio",
                    options,
                }
            } else {
                Control::List(options)
            }
        }
        Kind::MultiSelect { options, .. } => Control::Group {
            kind: "checkbox",
            options: picks(*options, choices, typed.all(&name)),
        },
    }
}

fn text(rules: &TextRules, value: &str) -> Control {
    // A browser counts UTF-16, and a form counts characters: nothing valid is kept out.
    let longest = rules.max_length().map(|most| most.saturating_mul(2));
    match rules.format() {
        // Not `type=email` and `type=url`: a browser has rules of its own for these.
        Some(Format::Email) => line("text", "email", value, longest),
        Some(Format::Uri) => line("text", "url", value, longest),
        Some(Format::Date) => line("date", "text", value, longest),
        // An input of one line loses the line breaks of a prefill.
        _ if has_lines(rules) || value.contains('\n') => Control::Area {
            value: value.to_owned(),
            longest,
            is_secret: false,
        },
        _ => line("text", "text", value, longest),
    }
}

fn line(kind: &'static str, mode: &'static str, value: &str, longest: Option<u64>) -> Control {
    Control::Line {
        kind,
        mode,
        value: value.to_owned(),
        longest,
    }
}

fn has_lines(rules: &TextRules) -> bool {
    rules.max_length().is_some_and(|most| most > LONGEST_LINE)
}

/// Whether a browser has this date and time: up to milliseconds, no leap second, and a day that
/// there is.
fn can_be_picked(local: &str) -> bool {
    const LIKE: &[u8] = b"0000-00-00T00:00:00.000";
    let is_like = local.bytes().zip(LIKE).all(|(byte, like)| match like {
        b'0' => byte.is_ascii_digit(),
        like => byte == *like,
    });
    is_like
        && matches!(local.len(), 16 | 19 | 21..=23)
        && !local[16..].starts_with(":60")
        && Format::DateTime.accepts(&date_time(local, "Z"))
}

fn picks(options: OptionSource, supplied: Option<&Choices>, chosen: &[String]) -> Vec<Pick> {
    let entries = options.entries(supplied).enumerate();
    let picks = entries.map(|(index, (option, title))| {
        let value = index.to_string();
        Pick {
            on: chosen.contains(&value),
            value,
            label: visible(title.unwrap_or(option)).into_owned(),
        }
    });
    picks.collect()
}
