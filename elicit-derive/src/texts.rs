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
    /// Of a comment.
    lines: &'i [Text],
}

impl<'i> Shown<'i> {
    fn new(what: &'static str, role: Role, text: &'i Text) -> Self {
        let (text, at) = (Cow::Borrowed(&*text.value), text.at);
        Self {
            what,
            role,
            text,
            at,
            lines: &[],
        }
    }

    /// The first fault that no type changes, and the first credential that it asks for.
    fn faults(&self) -> (Option<Fault>, Option<Fault>) {
        let (mut fault, mut credential) = (None, None);
        for found in faults_of(&self.text, self.role) {
            let first = match found {
                Fault::Credential(_) => &mut credential,
                _ => &mut fault,
            };
            first.get_or_insert(found);
        }
        (fault, credential)
    }

    /// The place of a fault: of a comment, the line that has it.
    fn place(&self, fault: &Fault) -> TokenRange {
        let has_fault = |line: &&Text| {
            let text = without_links(&line.value);
            faults_of(&text, self.role).any(|found| found == *fault)
        };
        let mut lines = self.lines.iter();
        lines.find(has_fault).map_or(self.at, |line| line.at)
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

/// Judges all texts of an item: returns the errors, at most one for each, and keeps in each field the
/// text that asks for a credential.
pub(crate) fn judge(item: &mut Item) -> Vec<syn::Error> {
    let mut errors = Vec::new();
    if let Shape::Choice(variants) = &item.shape {
        for variant in variants.iter().filter(|variant| !variant.has_unreadable) {
            for shown in of_variant(item, variant) {
                if let (Some(fault), _) = shown.faults() {
                    errors.push(shown.at.error(shown.message(&variant.ident, &fault)));
                }
            }
        }
    }
    let mut credentials = Vec::new();
    for field in item.shape.fields() {
        let mut asked = None;
        for shown in of_field(item, field) {
            let (fault, credential) = shown.faults();
            if let Some(fault) = fault {
                let message = shown.message(&field.ident, &fault);
                errors.push(shown.place(&fault).error(message));
            }
            if let (None, Some(fault)) = (&asked, credential) {
                asked = Some((shown.at, shown.message(&field.ident, &fault)));
            }
        }
        credentials.push(asked.filter(|_| !field.attrs.sensitive_name_ok));
    }
    for (field, asked) in item.shape.fields_mut().iter_mut().zip(credentials) {
        field.credential = asked;
    }
    errors
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
            lines: &[],
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
        Some(comment @ Description::Doc { text, lines }) => {
            let (what, at) = comment.place();
            shown.push(Shown {
                what,
                role: Role::Comment,
                text: Cow::Borrowed(text),
                at,
                lines,
            });
        }
        Some(Description::Computed(_)) | None => {}
    }
    shown
}
