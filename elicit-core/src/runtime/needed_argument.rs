//! What a model reads if the client cannot be asked and the tool has an argument for the answer.

use std::{
    borrow::Cow,
    fmt::{self, Display, Write as _},
};

use crate::{
    form::{Kind, Property, choices::Choices},
    opaque_debug::opaque_debug,
    rules,
    violation::{InvalidContent, Violation, listed},
    writer::spelled,
};

/// How many options a model reads. The tool says what is wrong with others.
const SHOWN: usize = 50;

/// A question that a model has to ask its user, to put the answer into the arguments of a tool:
/// [`Words::arguments_needed`](crate::Words::arguments_needed).
///
/// `Display` writes it in English.
#[derive(Clone)]
pub struct NeededArgument {
    pub(in crate::runtime) key: String,
    pub(in crate::runtime) message: String,
    /// The title of a property that is known only at run time.
    pub(in crate::runtime) title: Option<String>,
    /// The properties, with the options that are known only at run time.
    pub(in crate::runtime) properties: Vec<(Property, Option<Choices>)>,
    pub(in crate::runtime) naming: Naming,
    pub(in crate::runtime) invalid: Option<InvalidContent>,
}

/// Which arguments of the tool hold the properties of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::runtime) enum Naming {
    /// The argument with the name of the question's key holds the only property.
    Key,
    /// The argument with the name of the question's key is an object of the properties.
    InKey,
    /// Each property is an argument.
    Properties,
}

impl NeededArgument {
    /// The message of the question.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The arguments: the name of each, what goes there, and the options that are known only at run
    /// time. In an argument that is an object, the name is a path, such as `claim.amount`.
    pub fn arguments(&self) -> impl Iterator<Item = (Cow<'_, str>, Property, Option<&Choices>)> {
        self.properties.iter().map(|(property, choices)| {
            let choices = choices.as_ref();
            let name = self.name_of(property.name());
            let mut property = property.clone();
            property.meaning = property.meaning.at_run_time(choices);
            (name, property, choices)
        })
    }

    /// The title of the only argument, if it is known only at run time.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What is wrong with the arguments of this call, if there were any.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        let invalid = self.invalid.as_ref();
        invalid.map_or(&[], InvalidContent::violations)
    }

    /// The name of the argument that a violation is about. `None`: it is about all of them.
    #[must_use]
    pub fn argument_of<'a>(&'a self, violation: &'a Violation) -> Option<Cow<'a, str>> {
        match (violation.property(), self.naming) {
            (Some(property), _) => Some(self.name_of(property)),
            (None, Naming::Key | Naming::InKey) => Some(Cow::Borrowed(&self.key)),
            (None, Naming::Properties) => None,
        }
    }

    fn name_of<'a>(&'a self, property: &'a str) -> Cow<'a, str> {
        match self.naming {
            Naming::Key => Cow::Borrowed(&self.key),
            Naming::InKey => format!("{}.{property}", self.key).into(),
            Naming::Properties => Cow::Borrowed(property),
        }
    }
}

/// What a model reads: all that is needed at once.
pub(in crate::runtime) fn in_english(needed: &[NeededArgument]) -> String {
    let mut text = "No question can be shown to the user here. Ask the user in the chat, and do \
                    not answer for them. Then call the tool again, with their answers in its \
                    arguments."
        .to_owned();
    for question in needed {
        let _ = write!(text, "\n\n{question}");
    }
    text
}

impl Display for NeededArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Question: {}", self.message())?;
        for (name, property, choices) in self.arguments() {
            let text = described(&property, choices, self.title());
            write!(f, "\n- `{name}`: {text}")?;
        }
        if !self.violations().is_empty() {
            f.write_str("\n\nThe arguments of this call are not valid:\n")?;
        }
        for violation in self.violations() {
            match self.argument_of(violation) {
                Some(name) => write!(f, "\n- `{name}` {}", violation.message())?,
                None => write!(f, "\n- {}", violation.message())?,
            }
        }
        Ok(())
    }
}

opaque_debug!(NeededArgument);

/// What goes into a property: its type, whether it is required, its description and its rules.
fn described(property: &Property, choices: Option<&Choices>, title: Option<&str>) -> String {
    let mut text = match property.kind() {
        Kind::Boolean => "`true` or `false`".to_owned(),
        Kind::Integer(_) => "a whole number".to_owned(),
        Kind::Number(_) => "a number".to_owned(),
        Kind::Text(_) => "a text".to_owned(),
        Kind::Choice(options) => format!("one of {}", listed(options.entries(choices), SHOWN)),
        Kind::MultiSelect { options, .. } => {
            let options = listed(options.entries(choices), SHOWN);
            format!("a list of some of {options}")
        }
    };
    if !property.is_required() {
        text.push_str(", optional");
    }
    let label = title.or(property.title());
    for part in [label.unwrap_or_default(), &hints(property)] {
        if !part.is_empty() {
            let _ = write!(text, ". {}", part.trim_end_matches('.'));
        }
    }
    text
}

/// The description with the rules in words. The options are listed before it.
fn hints(property: &Property) -> String {
    let (meaning, description) = (&property.meaning, property.author_description());
    let mut bytes = vec![0; rules::describe(meaning, description, false, &mut [])];
    rules::describe(meaning, description, false, &mut bytes);
    spelled(&bytes)
}
