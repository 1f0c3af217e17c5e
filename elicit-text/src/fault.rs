//! The judge of texts.

use std::{fmt, iter};

use crate::{
    credentials::{credentials, described_credential},
    invisible::{find_invisible, is_blank},
    links::{self, has_address},
};

/// What a text is for, which decides what is wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// A name in a program, which is shown if there is no title. It is one line.
    Name,
    /// The label of a field or an option. It is one line.
    Title,
    /// The longer text beside a field. It asks for what its first words name.
    Description,
    /// The same, from a comment in Markdown, [without its links](crate::without_links). Brackets that
    /// are left are part of the text.
    Comment,
    /// A text that is made at run time. A sentence may speak of pins, and of people.
    Message,
}

/// What is wrong with a text that a person is to read.
///
/// [`Display`](fmt::Display) completes a sentence that begins with what the text is:
///
/// ```
/// use elicit_text::Fault;
///
/// assert_eq!(
///     format!("the title {}", Fault::Link),
///     "the title has a link, and clients may make it clickable",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A person sees nothing.
    Blank,
    /// A character that nobody sees, or a line break in what is shown in one line.
    Invisible(char),
    /// An address, or a link of Markdown: a form must not send a person elsewhere.
    Link,
    /// A request for a credential, as it is mostly written. What is typed into a form passes through
    /// the client, and often through a model.
    Credential(String),
}

impl Fault {
    /// What an author does about it.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Blank => "write what a person reads, or remove it",
            Self::Invisible('\n' | '\t' | '\u{2028}' | '\u{2029}') => "write a space",
            Self::Invisible(_) => "remove it: a person cannot see it",
            Self::Link => "describe it without a link, or send the person to the page in URL mode",
            Self::Credential(_) => {
                "make it a `SecretString`, and ask with `page`, where the person types it on a page of \
                 your server; if it is not a credential, say so: `sensitive_name_ok = \"why\"`"
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => f.write_str("is blank, and clients show it"),
            Self::Invisible('\n' | '\u{2028}' | '\u{2029}') => {
                f.write_str("has a line break, and clients show it in one line")
            }
            Self::Invisible('\t') => f.write_str("has a tab, and clients show it in one line"),
            Self::Invisible(found) => {
                write!(
                    f,
                    "has an invisible character (U+{:04X})",
                    u32::from(*found)
                )
            }
            Self::Link => f.write_str("has a link, and clients may make it clickable"),
            Self::Credential(word) => write!(
                f,
                "asks for a credential (\"{word}\"), and what is typed into a form passes through the \
                 client"
            ),
        }
    }
}

/// All that is wrong with a text.
///
/// ```
/// use elicit_text::{Fault, Role, faults};
///
/// assert_eq!(faults(" ", Role::Name).next(), Some(Fault::Blank));
/// assert_eq!(faults("two\nlines", Role::Title).next(), Some(Fault::Invisible('\n')));
/// assert_eq!(faults("See https://example.org", Role::Description).next(), Some(Fault::Link));
/// assert_eq!(faults("Pin the version?", Role::Message).next(), None);
/// ```
pub fn faults(text: &str, role: Role) -> impl Iterator<Item = Fault> {
    // Each is looked for only if those before were not enough.
    let blank = iter::once_with(move || is_blank(text).then_some(Fault::Blank));
    let invisible = iter::once_with(move || first_invisible(text, role).map(Fault::Invisible));
    let link = iter::once_with(move || has_link(text, role).then_some(Fault::Link));
    let credential = iter::once_with(move || credential(text, role).map(Fault::Credential));
    blank
        .chain(invisible)
        .chain(link)
        .chain(credential)
        .flatten()
}

/// The first character of a text that [`faults`] reports as invisible. Nothing else is looked for.
#[must_use]
pub fn first_invisible(text: &str, role: Role) -> Option<char> {
    find_invisible(text, matches!(role, Role::Name | Role::Title))
}

/// Whether [`faults`] reports a link. Nothing else is looked for.
#[must_use]
pub fn has_link(text: &str, role: Role) -> bool {
    match role {
        Role::Name => false,
        Role::Comment => has_address(text),
        Role::Title | Role::Description | Role::Message => links::has_link(text),
    }
}

/// The credential that [`faults`] reports. Nothing else is looked for.
///
/// ```
/// use elicit_text::{Role, credential};
///
/// assert_eq!(credential("Your API key", Role::Title).as_deref(), Some("api key"));
/// ```
#[must_use]
pub fn credential(text: &str, role: Role) -> Option<String> {
    match role {
        Role::Name | Role::Title => credentials(text).next(),
        Role::Description | Role::Comment => described_credential(text),
        Role::Message => {
            credentials(text).find(|credential| !matches!(credential.as_str(), "pin" | "pat"))
        }
    }
}
