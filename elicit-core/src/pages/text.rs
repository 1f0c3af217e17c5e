//! The texts of a page, and which of them the rules of a property show.

use std::borrow::Cow;

use elicit_text::{CountRange, Format, capitalized};

use crate::{
    form::{Kind, Literal, Property},
    rules::in_words::Unit,
    writer::Writer,
};

/// A text of a page that a person visits: [`Words::on_page`](crate::Words::on_page).
///
/// The texts of the server's author are not among them: messages, labels, descriptions and options.
///
/// ```
/// use std::borrow::Cow;
/// use elicit_core::{English, Words, pages::PageText};
///
/// struct French;
///
/// impl Words for French {
///     fn on_page(&self, text: PageText<'_>) -> Cow<'static, str> {
///         match text {
///             PageText::Language => "fr".into(),
///             PageText::Send => "Envoyer".into(),
///             PageText::Decline => "Refuser".into(),
///             // And so on. A text that a later release adds:
///             _ => English.on_page(text),
///         }
///     }
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum PageText<'a> {
    /// The language of the page, as the attribute `lang` of HTML has it: `en`.
    Language,
    /// Who asks: the name of the server. `None` is a server without a name on this computer.
    Asks(Option<&'a str>),
    /// Beside the label of a field: `required`.
    Required,
    /// Above the form: what `required` means.
    RequiredNote,
    /// The option of a boolean.
    Yes,
    /// The option of a boolean.
    No,
    /// The option of a field that is not required.
    NoAnswer,
    /// The first entry of a list from which one option must be chosen.
    ChooseOne,
    /// The label of the first half of a date-time.
    DateAndTime,
    /// The label of the second half of a date-time, and how to write it.
    Offset,
    /// The bounds of a whole number: its minimum and its maximum.
    WholeNumber(Option<i128>, Option<i128>),
    /// The bounds of a number: its minimum and its maximum.
    Number(Option<Literal>, Option<Literal>),
    /// The length of a text in characters: its minimum and its maximum.
    Length(Option<u64>, Option<u64>),
    /// The number of options to choose: its minimum and its maximum.
    Items(Option<u64>, Option<u64>),
    /// An example of an e-mail address or a URI.
    Format(Format),
    /// After an error: the secret is not shown again.
    SecretAgain,
    /// The button that sends the answer.
    Send,
    /// The button that says no.
    Decline,
    /// The heading above this number of errors.
    PleaseCorrect(usize),
    /// The word before an error.
    Error,
    /// Below the form: where the answer goes. The name of the server, if it has one.
    Privacy(Option<&'a str>),
    /// The link to the author's login.
    LogIn,
    /// The heading of a page without a form.
    Heading(Notice),
    /// The text of a page without a form.
    Paragraph(Notice),
}

/// What a page without a form says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The answer was sent.
    Sent,
    /// The person has declined.
    Declined,
    /// The question was answered before.
    Answered,
    /// The question does not exist, or has ended.
    Closed,
    /// The visitor is not the user who was asked.
    SomebodyElse,
    /// Another browser opened the page first.
    AnotherBrowser,
    /// No browser has opened the page yet, and this request does not come from a person in a browser.
    NoVisit,
    /// The page was opened at another address than the link has. An editor in a browser rewrites links
    /// to its own host.
    AnotherAddress,
    /// The visitor is not logged in.
    NotLoggedIn,
    /// The page does not send such a request.
    Malformed,
    /// The answer is larger than the page accepts.
    TooLarge,
    /// Too many answers were sent.
    TooOften,
    /// The server cannot read the question now.
    Unavailable,
    /// The server cannot tell whether the answer was accepted.
    Unsure,
}

/// The rules of a property in words.
pub(super) fn limits(
    property: &Property,
    in_words: impl Fn(PageText<'_>) -> String,
) -> Vec<String> {
    let mut limits = Vec::new();
    let mut say = |text| limits.push(in_words(text));
    match property.kind() {
        // The options are shown.
        Kind::Boolean | Kind::Choice(_) => {}
        Kind::Integer(rules) => say(PageText::WholeNumber(rules.minimum(), rules.maximum())),
        Kind::Number(rules) => say(PageText::Number(rules.minimum(), rules.maximum())),
        Kind::Text(rules) => {
            // Browsers show by themselves how to write a date.
            if let Some(format @ (Format::Email | Format::Uri)) = rules.format() {
                say(PageText::Format(format));
            }
            let least = rules.min_length().filter(|least| *least > 1);
            if least.is_some() || rules.max_length().is_some() {
                say(PageText::Length(least, rules.max_length()));
            }
            if let Some(rule) = rules.rule
                && property.author_description() != Some(rule)
            {
                limits.push(rule.to_owned());
            }
        }
        Kind::MultiSelect {
            min_items,
            max_items,
            ..
        } => say(PageText::Items(*min_items, *max_items)),
    }
    limits
}

/// The text in English.
pub(crate) fn english(text: PageText<'_>) -> Cow<'static, str> {
    Cow::Borrowed(match text {
        PageText::Language => "en",
        PageText::Asks(Some(server)) => return format!("{server} is asking").into(),
        PageText::Asks(None) => "A program on this computer is asking",
        PageText::Required => "required",
        PageText::RequiredNote => "Fields marked as required must be filled in.",
        PageText::Yes => "Yes",
        PageText::No => "No",
        PageText::NoAnswer => "No answer",
        PageText::ChooseOne => "Choose one",
        PageText::DateAndTime => "Date and time",
        PageText::Offset => "Offset from UTC, such as +02:00",
        PageText::WholeNumber(minimum, maximum) => {
            let [minimum, maximum] = [minimum, maximum].map(Literal::integer);
            return number("A whole number", minimum, maximum).into();
        }
        PageText::Number(minimum, maximum) => {
            return number("A number", minimum, maximum).into();
        }
        PageText::Length(least, most) => {
            return capitalized(&counted(least, most, Unit::Character)).into();
        }
        PageText::Items(least, most) => {
            return format!("Choose {}", counted(least, most, Unit::Option)).into();
        }
        PageText::Format(Format::Email) => "Such as name@example.org",
        PageText::Format(Format::Uri) => "Such as https://example.org/page",
        PageText::Format(Format::Date) => "Such as 2026-07-28",
        PageText::Format(_) => "Such as 2026-07-28T09:30:00Z",
        PageText::SecretAgain => "What you typed is not shown again. Type it once more.",
        PageText::Send => "Send",
        PageText::Decline => "Decline",
        PageText::PleaseCorrect(1) => "Please correct this",
        PageText::PleaseCorrect(number) => {
            return format!("Please correct {number} answers").into();
        }
        PageText::Error => "Error",
        PageText::Privacy(Some(server)) => {
            return format!(
                "What you type here goes to {server} only, and not through the program that sent \
                 you here."
            )
            .into();
        }
        PageText::Privacy(None) => {
            "What you type here stays on this computer until the program that asks uses it. It \
             does not go through the program that sent you here."
        }
        PageText::LogIn => "Log in",
        PageText::Heading(notice) => heading(notice),
        PageText::Paragraph(notice) => paragraph(notice),
    })
}

const fn heading(notice: Notice) -> &'static str {
    match notice {
        Notice::Sent => "Your answer was sent",
        Notice::Declined => "You have declined",
        Notice::Answered => "This question was answered",
        Notice::Closed => "This page is not open",
        Notice::SomebodyElse => "This question is for somebody else",
        Notice::AnotherBrowser => "This page is open in another browser",
        Notice::NoVisit => "Open this page in a browser",
        Notice::AnotherAddress => "This page opens only where the server runs",
        Notice::NotLoggedIn => "Please log in",
        Notice::Malformed => "This could not be read",
        Notice::TooLarge => "This is too long",
        Notice::TooOften => "Too many answers",
        Notice::Unavailable => "The page is not available",
        Notice::Unsure => "Your answer may not have arrived",
    }
}

const fn paragraph(notice: Notice) -> &'static str {
    match notice {
        Notice::Sent => {
            "You can close this page and go back. If something has to be corrected, you will be \
             asked again."
        }
        Notice::Declined => "Nothing was sent. You can close this page and go back.",
        Notice::Answered => "You can close this page and go back.",
        Notice::Closed => {
            "The question was answered, its time is over, or its answer is no longer needed. Go \
             back, and start again if you are still asked."
        }
        Notice::SomebodyElse => {
            "You are not logged in as the user who was asked. If somebody sent you this link, do \
             not continue."
        }
        Notice::AnotherBrowser => {
            "It can be answered only in the browser that opened it first. If that browser is not \
             yours, go back and decline there."
        }
        Notice::NoVisit => {
            "This browser cannot open the page. Use a current Chrome, Edge, Firefox or Safari."
        }
        Notice::AnotherAddress => {
            "The link begins with http://127.0.0.1, but you came to another address. For example, \
             an editor in a browser changes such links. Open the original link in a browser on \
             the computer where the server runs. If you use another computer, you cannot open \
             this page from it."
        }
        Notice::NotLoggedIn => "The server has to know who answers.",
        Notice::Malformed => "Go back, load the page again, and fill it in there.",
        Notice::TooLarge => "Go back, and shorten what you typed.",
        Notice::TooOften => "Wait a minute, and try again.",
        Notice::Unavailable => "What you typed was not saved. Try again later.",
        Notice::Unsure => "Load the page again. If your answer has arrived, the page says so.",
    }
}

/// `A number from 1 to 20`, `A number, at least 1`
fn number(noun: &str, minimum: Option<Literal>, maximum: Option<Literal>) -> String {
    let limits = written(|writer| writer.numbers(minimum, maximum));
    match (minimum, maximum) {
        (None, None) => noun.to_owned(),
        (Some(least), Some(most)) if most.is_above(&least) => format!("{noun} from {limits}"),
        _ => format!("{noun}, {limits}"),
    }
}

/// `3 to 50 characters`
fn counted(least: Option<u64>, most: Option<u64>, unit: Unit) -> String {
    match CountRange::between(least, most) {
        range if range.is_limited() => written(|writer| writer.counted(range, unit)),
        _ => format!("any number of {}", unit.noun(0)),
    }
}

/// What is written, as a text.
fn written(write: impl Fn(&mut Writer<'_>)) -> String {
    let mut measure = Writer::new(&mut [], 0);
    write(&mut measure);
    let mut bytes = vec![0; measure.len()];
    write(&mut Writer::new(&mut bytes, 0));
    String::from_utf8(bytes).unwrap_or_default()
}
