//! The sentences that people and models read at run time.

pub(super) mod current_words;

use std::{borrow::Cow, sync::Arc};

use elicit_text::capitalized;

use super::{
    error::{self, AskError, call_error::CallError},
    needed_argument::{self, NeededArgument},
};
use crate::violation::Violation;

/// The sentences that a person or a model reads at run time, for a server in another language than
/// English.
///
/// Every method has the English sentence as its default. A server that speaks another language
/// implements all of them and gives the value to
/// [`Elicitation::words`](crate::Elicitation::words). An [`AskError`] that a handler returns by `?`,
/// as an error of the SDK or as a `String`, is in these words.
///
/// The log stays English, and so does all that has no configuration: [`Violation::message`], the
/// `Display` of an error, and an error that is converted in another task than the handler's. A
/// server with an error type of its own gets the sentence of an [`AskError`] from
/// [`ask_error`](Self::ask_error).
///
/// ```
/// use std::{borrow::Cow, sync::Arc};
/// use elicit_core::{Elicitation, English, Limit, Violation, Words};
///
/// struct French;
///
/// impl Words for French {
///     fn please_correct(&self) -> Cow<'_, str> {
///         "Veuillez corriger votre réponse.".into()
///     }
///
///     fn violation<'a>(&'a self, violation: &'a Violation) -> Cow<'a, str> {
///         match (violation.keyword(), violation.limit()) {
///             ("required", _) => "est obligatoire".into(),
///             ("maxLength", Some(Limit::Length(most))) => {
///                 format!("doit avoir {most} caractères au plus").into()
///             }
///             // And so on. A keyword that a later release adds:
///             _ => English.violation(violation),
///         }
///     }
/// }
///
/// let elicitation = Elicitation::default().words(French);
/// # let _ = elicitation;
/// ```
pub trait Words: Send + Sync {
    /// For the person: the sentence before the [corrections](Self::correction), at the
    /// beginning of a question that is asked again.
    fn please_correct(&self) -> Cow<'_, str> {
        "Please correct your answer.".into()
    }

    /// For the person: one whole sentence about what is wrong. `label` is how the form shows the
    /// property. Without one, the sentence is about the answer as a whole.
    fn correction<'a>(&'a self, label: Option<&'a str>, violation: &'a Violation) -> Cow<'a, str> {
        let text = self.violation(violation);
        sentence(&match label {
            Some(label) => Cow::Owned(format!("“{label}” {text}")),
            // A check of the author's reports a whole sentence.
            None if violation.author_text().is_some() => text,
            None => Cow::Owned(format!("The answer {text}")),
        })
        .into()
    }

    /// For both: what is wrong, as the end of a sentence that begins with the property. A
    /// translation uses [`keyword`](Violation::keyword), [`limit`](Violation::limit) and
    /// [`author_text`](Violation::author_text).
    fn violation<'a>(&'a self, violation: &'a Violation) -> Cow<'a, str> {
        violation.message()
    }

    /// For the person: how many characters of a [quoted](crate::quoted) text are missing.
    fn more_characters(&self, number: usize) -> Cow<'_, str> {
        let noun = if number == 1 {
            "character"
        } else {
            "characters"
        };
        format!("{number} more {noun}").into()
    }

    /// For the person: a question is open, and the call is still alive.
    fn waiting(&self) -> Cow<'_, str> {
        "Waiting for the user's answer.".into()
    }

    /// For the person: the label above the options of a [`confirm`](crate::Ask::confirm), unless it
    /// has a [title](crate::runtime::Confirm::title) of its own.
    fn agree(&self) -> Cow<'_, str> {
        "Agree".into()
    }

    /// For the person: the option of a [`confirm`](crate::Ask::confirm) that is chosen at first.
    fn no(&self) -> Cow<'_, str> {
        "no".into()
    }

    /// For the person: the option of a [`confirm`](crate::Ask::confirm) that agrees.
    fn yes(&self) -> Cow<'_, str> {
        "yes".into()
    }

    /// For the person: what it means to choose [`yes`](Self::yes), as the description of a
    /// [`confirm`](crate::Ask::confirm).
    fn meaning_of_yes(&self) -> Cow<'_, str> {
        format!("Choose “{}” to agree.", self.yes()).into()
    }

    /// For the person: why a question is taken back, which a client may show or log.
    fn withdrawn(&self) -> Cow<'_, str> {
        "The answer is no longer needed.".into()
    }

    /// For the model: the person answered a [`confirm`](crate::Ask::confirm) that ends the call, and
    /// did not choose [`yes`](Self::yes).
    fn not_agreed(&self) -> Cow<'_, str> {
        "The user did not agree.".into()
    }

    /// For the person: a text of a [page](crate::Ask::page). It is plain text, and the page escapes
    /// it.
    #[cfg(feature = "pages")]
    fn on_page(&self, text: crate::pages::PageText<'_>) -> Cow<'static, str> {
        crate::pages::text::english(text)
    }

    /// For the model: the person declined a question that ends the call.
    fn declined(&self) -> Cow<'_, str> {
        "The user declined to answer.".into()
    }

    /// For the model: a question that ends the call was closed without an answer (`cancel`): by the
    /// person, or by the client itself.
    fn cancelled(&self) -> Cow<'_, str> {
        "The question was closed without an answer.".into()
    }

    /// For the model: a question that ends the call failed.
    fn failed(&self, error: &AskError) -> Cow<'_, str> {
        let error_text = self.ask_error(error);
        match error {
            AskError::Unsupported(mode) => format!(
                "The user could not be asked: `{}` elicitation is not available in this client.",
                mode.as_str()
            ),
            AskError::RateLimited { .. } => format!("There were {error_text}."),
            AskError::NoSession
            | AskError::TooFast
            | AskError::ArgumentNeeded(_)
            | AskError::SchemaRefused { .. }
            | AskError::BadQuestion { .. }
            | AskError::Suspended => format!("The user was not asked: {error_text}."),
            AskError::LinkNotShown { .. } => return error_text,
            AskError::Empty(_) => format!("The user may not have been asked: {error_text}."),
            AskError::Gone
            | AskError::NotChecked(_)
            | AskError::Refused { .. }
            | AskError::NoPage { .. } => {
                format!("There is no answer: {error_text}.")
            }
            AskError::TimedOut
            | AskError::Invalid(_)
            | AskError::TooManyAnswers { .. }
            | AskError::Unreadable
            | AskError::Unfinished => format!("The user was asked, but {error_text}."),
        }
        .into()
    }

    /// For the model: the client cannot ask its user, and the arguments of the call have no valid
    /// answer to these questions ([`Form::or_argument`](crate::runtime::Form::or_argument)). It says
    /// whom to ask for what, and where the answers go.
    fn arguments_needed<'a>(&'a self, needed: &'a [NeededArgument]) -> Cow<'a, str> {
        needed_argument::in_english(needed).into()
    }

    /// For the model: the error of a question.
    fn ask_error(&self, error: &AskError) -> Cow<'_, str> {
        let (text, invalid) = match error {
            AskError::Invalid(invalid) => (error::INVALID, invalid),
            AskError::Empty(invalid) => (error::EMPTY, invalid),
            AskError::LinkNotShown { link } if !link.is_awaited() => {
                return format!(
                    "The user has not seen the page, because the client did not show the link. Give \
                     the user this link:\n\n{link}\n\nDo not make the same call again for it: the \
                     server does not learn what the user does there, and the call would end in the \
                     same way."
                )
                .into();
            }
            AskError::LinkNotShown { link } => {
                return format!(
                    "The user has not seen the page to answer on, because the client did not show \
                     the link. Give the user this link, and wait until they have finished there:\n\n\
                     {link}\n\nThen call the tool again, with the same arguments."
                )
                .into();
            }
            _ => return error.to_string().into(),
        };
        let violations = invalid.violations().iter().map(|violation| {
            let text = self.violation(violation);
            match violation.property() {
                Some(property) => Cow::Owned(format!("{property}: {text}")),
                None => text,
            }
        });
        let violations: Vec<_> = violations.collect();
        format!("{text}: {}", violations.join("; ")).into()
    }

    /// For the model: the call failed, and no question did.
    fn call_error(&self, error: &CallError) -> Cow<'_, str> {
        error.to_string().into()
    }
}

/// Methods that pass on to the words that are pointed to.
macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        fn $name<'a>(&'a self, $($argument: $type),*) -> Cow<'a, str> {
            (**self).$name($($argument),*)
        }
    )*};
}

macro_rules! impl_words_for_pointer {
    ($($Pointer:ident)*) => {$(
        // A method that is not forwarded would be English.
        #[deny(clippy::missing_trait_methods)]
        #[expect(clippy::elidable_lifetime_names, reason = "some arguments need the name")]
        impl<W: Words + ?Sized> Words for $Pointer<W> {
            forward! {
                please_correct();
                correction(label: Option<&'a str>, violation: &'a Violation);
                violation(violation: &'a Violation);
                more_characters(number: usize);
                waiting();
                agree();
                no();
                yes();
                meaning_of_yes();
                withdrawn();
                not_agreed();
                declined();
                cancelled();
                failed(error: &AskError);
                arguments_needed(needed: &'a [NeededArgument]);
                ask_error(error: &AskError);
                call_error(error: &CallError);
            }

            #[cfg(feature = "pages")]
            fn on_page(&self, text: crate::pages::PageText<'_>) -> Cow<'static, str> {
                (**self).on_page(text)
            }
        }
    )*};
}

// For words that configuration chooses: `Box<dyn Words>`.
impl_words_for_pointer! { Arc Box }

/// The default words: the English sentences of [`Words`].
#[derive(Debug, Clone, Copy, Default)]
pub struct English;

impl Words for English {}

/// With a capital letter, and with a full stop unless the text ends as a sentence.
fn sentence(text: &str) -> String {
    let mut sentence = capitalized(text);
    if !sentence.ends_with(['.', '!', '?', '…', '。', '！', '？']) {
        sentence.push('.');
    }
    sentence
}
