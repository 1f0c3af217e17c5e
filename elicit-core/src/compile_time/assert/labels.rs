//! What a person reads: names, titles and descriptions.

use crate::{
    field::FieldType,
    form::{Kind, Property},
    format::Format,
    plain_text::{
        find_invisible, find_invisible_in_line, has_address, has_link, is_blank, is_link_target,
    },
    rules::{default::is_same, message::message},
};

/// Asserts that the name on the wire is visible: clients show that of an option without a title,
/// and some show those of properties.
#[track_caller]
pub const fn wire_name(ident: &str, name: &str) {
    if is_blank(name) {
        message(ident)
            .text("its name on the wire is blank, and clients may show it")
            .fail()
    }
    no_invisible(
        ident,
        "its name on the wire has ",
        find_invisible_in_line(name),
    );
}

/// Asserts that a title is visible, and has no link.
#[track_caller]
pub const fn title(ident: &str, title: &str) {
    if is_blank(title) {
        message(ident)
            .text("its title is blank, and clients show it")
            .help("remove it: clients then show the name")
            .fail()
    }
    no_invisible(ident, "the title has ", find_invisible_in_line(title));
    no_link(ident, "the title has a link", title);
}

/// Asserts that the titles differ where types give some of them. All others differ, as the derive
/// saw, so most forms need no comparison, which the compiler is slow at.
#[track_caller]
pub const fn distinct_titles_of_types<const N: usize>(properties: &[Property; N]) {
    let mut rest = properties.as_slice();
    while let [property, after @ ..] = rest {
        if property.is_titled_by_type {
            return distinct_titles(properties);
        }
        rest = after;
    }
}

/// Asserts that a person can tell the properties of a form apart: a correction names them by their
/// titles.
#[track_caller]
pub const fn distinct_titles<const N: usize>(properties: &[Property; N]) {
    // Of each two labels, only those with equal sums are compared: the compiler limits how long it
    // evaluates.
    let mut sums = [0; N];
    let mut index = 0;
    while index < N {
        sums[index] = sum(properties[index].label());
        let mut before = 0;
        while before < index {
            if sums[before] == sums[index] {
                not_the_same_title(&properties[before], &properties[index]);
            }
            before += 1;
        }
        index += 1;
    }
}

const fn sum(text: &str) -> u64 {
    let (mut sum, mut rest) = (0_u64, text.as_bytes());
    while let [byte, after @ ..] = rest {
        sum = sum.wrapping_mul(257).wrapping_add(*byte as u64);
        rest = after;
    }
    sum
}

#[track_caller]
const fn not_the_same_title(one: &Property, other: &Property) {
    if is_same(one.label(), other.label()) {
        message(other.name)
            .quoted(one.name)
            .text(" also has the title ")
            .quoted(one.label())
            .text(", and a person cannot tell the two apart")
            .help("write another `title` for one of the two fields")
            .fail()
    }
}

/// Asserts that a description is visible, and has no link.
#[track_caller]
pub const fn description(ident: &str, description: &str) {
    if is_blank(description) {
        message(ident)
            .text("its description is blank, and clients show it")
            .help("say what is asked for, or remove it")
            .fail()
    }
    no_invisible(ident, "the description has ", find_invisible(description));
    no_link(ident, "the description has a link", description);
}

/// Asserts that a line of a doc comment, which is a part of the description, has no address, and
/// nothing invisible.
#[track_caller]
pub const fn comment(ident: &str, line: &str) {
    if has_address(line) {
        link_in_comment(ident);
    }
    let has = "this comment is the description in the form, and has ";
    no_invisible(ident, has, find_invisible(line));
}

/// Asserts that the target of what looks like a link in a doc comment is not an address.
#[track_caller]
pub const fn comment_target(ident: &str, target: &str) {
    if is_link_target(target) {
        link_in_comment(ident);
    }
}

/// Reports a link in a doc comment.
#[track_caller]
pub const fn link_in_comment(ident: &str) {
    message(ident)
        .text("this comment is the description in the form, and has a link")
        .help(
            "write what the person reads in `#[elicit(description = \"…\")]`; the comment is then \
             only for readers of the code",
        )
        .fail()
}

/// Reports a name or a title that asks for a credential, which a form must not do. A secret may, and
/// so may a field whose answer no credential fits into. A type that cannot be a field may be meant as
/// a secret, so nothing is reported of it.
#[track_caller]
pub const fn no_credential(ident: &str, what: &str, credential: &str, fits: bool) {
    if fits {
        message(ident)
            .text("the ")
            .text(what)
            .text(" asks for a credential (\"")
            .text(credential)
            .text("\"), and what is typed into a form passes through the client")
            .help(
                "make it a `SecretString`, and ask with `page`, where the person types it on a \
                 page of your server; if it is not a credential, say so: `sensitive_name_ok = \
                 \"why\"`",
            )
            .fail()
    }
}

/// Whether a credential may be the answer to a field, and passes through the client. None is a yes or
/// no, a choice, a number, a date or an e-mail address: a credential of digits is a text, since it may
/// begin with zeros.
#[must_use]
pub const fn fits_credential<T>(field: FieldType<T>) -> bool {
    let property = &field.property;
    field.is_supported()
        && !property.is_secret()
        && match property.kind {
            Kind::Boolean
            | Kind::Choice(_)
            | Kind::MultiSelect { .. }
            | Kind::Integer(_)
            | Kind::Number(_) => false,
            Kind::Text(rules) => matches!(rules.format, None | Some(Format::Uri)),
        }
}

#[track_caller]
const fn no_link(ident: &str, has_link_in_words: &str, text: &str) {
    if has_link(text) {
        message(ident)
            .text(has_link_in_words)
            .text(", and clients may make it clickable")
            .help("describe it without a link, or send the person to the page in URL mode")
            .fail()
    }
}

/// Says what invisible character was found, and what to do.
#[track_caller]
const fn no_invisible(ident: &str, has: &str, found: Option<char>) {
    const LINE: &str = ", and clients show it in one line\nhelp: write a space";
    let Some(found) = found else { return };
    let message = message(ident).text(has);
    match found {
        '\n' | '\u{2028}' | '\u{2029}' => message.text("a line break").text(LINE).fail(),
        '\t' => message.text("a tab").text(LINE).fail(),
        _ => message
            .text("an invisible character (U+")
            .code_point(found)
            .text(")")
            .help("remove it: a person cannot see it")
            .fail(),
    }
}
