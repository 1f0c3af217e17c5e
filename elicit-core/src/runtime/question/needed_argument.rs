//! What a model reads if the client cannot be asked and the tool takes an argument instead.

use std::fmt::{self, Display, Write as _};

use crate::{
    form::{Kind, Options, Property, choices::Choices},
    plain_text::option_in_sentence,
    rules::hints,
    violation::{InvalidContent, Violation},
};

/// What a model has to ask its user for, and to put into the arguments of a tool:
/// [`Words::argument_needed`](crate::Words::argument_needed).
///
/// `Display` writes it in English.
#[derive(Clone, Copy)]
pub struct NeededArgument<'a> {
    /// The key of the question.
    pub(in crate::runtime) key: &'a str,
    pub(in crate::runtime) message: &'a str,
    /// The title of a property that is known only at run time.
    pub(in crate::runtime) title: Option<&'a str>,
    /// The properties, with the options that are known only at run time.
    pub(in crate::runtime) properties: &'a [(&'a Property, Option<&'a Choices>)],
    /// The argument is that of the only property, and has the name of the key.
    pub(in crate::runtime) is_one_value: bool,
    pub(in crate::runtime) invalid: Option<&'a InvalidContent>,
}

impl<'a> NeededArgument<'a> {
    /// The message of the question.
    #[must_use]
    pub const fn message(&self) -> &'a str {
        self.message
    }

    /// The arguments: the name of each, what goes there, and the options that are known only at run
    /// time.
    pub fn arguments(&self) -> impl Iterator<Item = (&'a str, Property, Option<&'a Choices>)> {
        let Self {
            key, is_one_value, ..
        } = *self;
        self.properties.iter().map(move |&(property, choices)| {
            let name = if is_one_value { key } else { property.name() };
            (name, property.at_run_time(choices), choices)
        })
    }

    /// The title of the only argument, if it is known only at run time.
    #[must_use]
    pub const fn title(&self) -> Option<&'a str> {
        self.title
    }

    /// What is wrong with the arguments of this call, if there were any.
    #[must_use]
    pub fn violations(&self) -> &'a [Violation] {
        self.invalid.map_or(&[], InvalidContent::violations)
    }

    /// The name of the argument that a violation is about. `None`: it is about all of them.
    #[must_use]
    pub fn name(&self, violation: &'a Violation) -> Option<&'a str> {
        if self.is_one_value {
            return Some(self.key);
        }
        violation.property()
    }
}

impl Display for NeededArgument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "This client cannot show a question to its user. Ask the user in the chat, and do not \
             answer for them. Then call the tool again, with what they say in its arguments.\n\n",
        )?;
        writeln!(f, "Question: {}", self.message())?;
        for (name, property, choices) in self.arguments() {
            let text = described(&property, choices, self.title);
            write!(f, "\n- `{name}`: {text}")?;
        }
        if !self.violations().is_empty() {
            f.write_str("\n\nThe arguments of this call are not valid:\n")?;
        }
        for violation in self.violations() {
            match self.name(violation) {
                Some(name) => write!(f, "\n- `{name}` {}", violation.message())?,
                None => write!(f, "\n- {}", violation.message())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for NeededArgument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NeededArgument").finish_non_exhaustive()
    }
}

/// What goes into a property: its type, whether it is required, its description and its rules.
fn described(property: &Property, choices: Option<&Choices>, title: Option<&str>) -> String {
    let mut text = match property.kind() {
        Kind::Boolean => "`true` or `false`".to_owned(),
        Kind::Integer(_) => "a whole number".to_owned(),
        Kind::Number(_) => "a number".to_owned(),
        Kind::Text(_) => "a text".to_owned(),
        Kind::Choice(options) => format!("one of {}", listed(*options, choices)),
        Kind::MultiSelect { options, .. } => {
            format!("a list of some of {}", listed(*options, choices))
        }
    };
    if !property.is_required() {
        text.push_str(", optional");
    }
    let label = title.or(property.title());
    for part in [label.unwrap_or_default(), &hints::text(property)] {
        if !part.is_empty() {
            let _ = write!(text, ". {}", part.trim_end_matches('.'));
        }
    }
    text
}

/// The values of the options, with their titles. The tool says what is wrong with others, so a long
/// list is cut.
fn listed(options: Options, choices: Option<&Choices>) -> String {
    const SHOWN: usize = 50;
    let options: Vec<_> = options.entries(choices).collect();
    let shown = options
        .iter()
        .take(SHOWN)
        .map(|(value, title)| option_in_sentence(value, *title));
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if let Some(more @ 1..) = options.len().checked_sub(SHOWN) {
        let _ = write!(text, " and {more} more");
    }
    text
}
