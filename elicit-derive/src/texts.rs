//! What is wrong with the texts that a person reads: names, titles and descriptions.

use std::borrow::Cow;

use elicit_text::{Fault, Role, faults as faults_of, without_links};
use syn::{Ident, ext::IdentExt};

use crate::{
    doc::Description,
    model::{Field, Item, Shape, Variant},
    tokens::TokenRange,
    values::Text,
};

/// A text, what messages call it, and its place.
struct Shown<'i> {
    what: &'static str,
    role: Role,
    text: Cow<'i, str>,
    at: TokenRange,
}

impl<'i> Shown<'i> {
    fn new(what: &'static str, role: Role, text: &'i Text) -> Self {
        let (text, at) = (Cow::Borrowed(&*text.value), text.at);
        Self {
            what,
            role,
            text,
            at,
        }
    }

    fn faults(&self) -> impl Iterator<Item = Fault> + use<> {
        // The compiler itself rejects characters that change the direction of text, unless they are
        // written as escapes.
        let turns = |c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        let is_rejected = self.text.contains(turns) && self.at.shows(turns);
        let text = if is_rejected {
            self.text.replace(turns, "")
        } else {
            self.text.as_ref().to_owned()
        };
        let faults: Vec<Fault> = faults_of(&text, self.role).collect();
        faults.into_iter()
    }

    fn message(&self, ident: &Ident, fault: &Fault) -> String {
        let (ident, what) = (ident.unraw(), self.what);
        let is_credential = matches!(fault, Fault::Credential(_));
        let what = if self.role == Role::Comment && !is_credential {
            "this comment is the description in the form, and".to_owned()
        } else {
            format!("the {what}")
        };
        let help = if (self.role, fault) == (Role::Comment, &Fault::Link) {
            "write what the person reads in `#[elicit(description = \"…\")]`; the comment is then only \
             for readers of the code"
        } else {
            fault.help()
        };
        format!("`{ident}`: {what} {fault}\nhelp: {help}")
    }
}

/// The errors about all texts of an item, at most one for each.
pub(crate) fn faults(item: &Item) -> Vec<syn::Error> {
    let mut errors = Vec::new();
    let mut judge = |ident: &Ident, shown: &Shown<'_>| {
        // Whether a credential fits into the answer depends on the type.
        let mut faults = shown.faults();
        if let Some(fault) = faults.find(|fault| !matches!(fault, Fault::Credential(_))) {
            errors.push(shown.at.error(shown.message(ident, &fault)));
        }
    };
    if let Shape::Choice { variants, .. } = &item.shape {
        for variant in variants.iter().filter(|variant| !variant.has_unreadable) {
            for shown in of_variant(item, variant) {
                judge(&variant.ident, &shown);
            }
        }
    }
    for field in item.shape.fields() {
        for shown in of_field(item, field) {
            judge(&field.ident, &shown);
        }
    }
    errors
}

/// The message about the first text of a field that asks for a credential, and its place.
pub(crate) fn credential(item: &Item, field: &Field) -> Option<(TokenRange, String)> {
    if field.attrs.sensitive_name_ok {
        return None;
    }
    of_field(item, field).into_iter().find_map(|shown| {
        let is_credential = |fault: &Fault| matches!(fault, Fault::Credential(_));
        let fault = shown.faults().find(is_credential)?;
        Some((shown.at, shown.message(&field.ident, &fault)))
    })
}

fn of_variant<'i>(item: &Item, variant: &'i Variant) -> impl Iterator<Item = Shown<'i>> {
    // Where an attribute of the item is unreadable, the names may be others.
    let name = (!item.attrs.has_unreadable)
        .then(|| Shown::new("name on the wire", Role::Name, &variant.name));
    let title = variant.title.as_ref();
    // The check of comments has reported those that are no label.
    let title = title.filter(|title| !variant.is_titled_by_comment || !title.value.contains('\n'));
    let title = title.map(|title| Shown::new("title", Role::Title, title));
    name.into_iter().chain(title)
}

fn of_field<'i>(item: &Item, field: &'i Field) -> Vec<Shown<'i>> {
    if field.attrs.has_unreadable {
        return Vec::new();
    }
    let ident = field.ident.unraw().to_string();
    let is_renamed = field.name.value != ident;
    let at = TokenRange::new(&field.ident);
    let mut shown = Vec::new();
    if matches!(item.shape, Shape::Form(_)) {
        let (what, role, text) = ("name", Role::Name, ident.into());
        shown.push(Shown {
            what,
            role,
            text,
            at,
        });
    }
    // A newtype has the name of each field of its type.
    let has_name = !matches!(item.shape, Shape::Newtype(_)) && !item.attrs.has_unreadable;
    if has_name && is_renamed {
        shown.push(Shown::new("name on the wire", Role::Name, &field.name));
    }
    if let Some(title) = &field.attrs.title {
        shown.push(Shown::new("title", Role::Title, title));
    }
    match &field.description {
        Some(Description::Written(text)) => {
            shown.push(Shown::new("description", Role::Description, text));
        }
        Some(comment @ Description::Doc(lines)) => shown.push(of_comment(comment, lines)),
        Some(Description::Computed(_)) | None => {}
    }
    shown
}

/// A comment, in the place of the line that is at fault.
fn of_comment<'i>(comment: &'i Description, lines: &[Text]) -> Shown<'i> {
    let (what, at) = comment.place();
    let (role, text) = (Role::Comment, comment.text());
    let mut shown = Shown {
        what,
        role,
        text,
        at,
    };
    let is_of_line = |fault: &Fault| !matches!(fault, Fault::Credential(_));
    if let Some(fault) = shown.faults().find(is_of_line) {
        let has_fault = |line: &&Text| {
            let text = without_links(&line.value);
            faults_of(&text, role).any(|found| found == fault)
        };
        shown.at = lines.iter().find(has_fault).map_or(at, |line| line.at);
    }
    shown
}
