//! What is wrong with the texts that a person reads: names, titles and descriptions.

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
    text: Text,
    /// Of a comment.
    lines: &'i [Text],
}

impl Shown<'_> {
    fn new(what: &'static str, role: Role, text: &Text) -> Self {
        Self {
            what,
            role,
            text: text.clone(),
            lines: &[],
        }
    }

    /// Reports the first fault that no type changes, and returns the first credential that it asks for.
    fn judge(&self, ident: &Ident, errors: &mut Vec<syn::Error>) -> Option<Fault> {
        let (credentials, faults): (Vec<_>, Vec<_>) = faults_of(&self.text.value, self.role)
            .partition(|fault| matches!(fault, Fault::Credential(_)));
        if let Some(fault) = faults.first() {
            let message = self.message(ident, fault);
            errors.push(self.place(fault).error(message));
        }
        credentials.into_iter().next()
    }

    /// The place of a fault: of a comment, the line that has it.
    fn place(&self, fault: &Fault) -> TokenRange {
        let has_fault = |line: &&Text| {
            let text = without_links(&line.value);
            faults_of(&text, self.role).any(|found| found == *fault)
        };
        let mut lines = self.lines.iter();
        lines.find(has_fault).map_or(self.text.at, |line| line.at)
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
    // Where an attribute of the item is unreadable, the names may be others.
    let are_names_known = !item.attrs.has_unreadable;
    if let Shape::Choice(variants) = &item.shape {
        for variant in variants.iter().filter(|variant| !variant.has_unreadable) {
            for shown in of_variant(variant, are_names_known) {
                shown.judge(&variant.ident, &mut errors);
            }
        }
    }
    let is_form = matches!(item.shape, Shape::Form(_));
    // A newtype has the name of each field of its type.
    let has_name = are_names_known && !matches!(item.shape, Shape::Newtype(_));
    let fields = item.shape.fields_mut().iter_mut();
    for field in fields.filter(|field| !field.attrs.has_unreadable) {
        let mut asked = None;
        for shown in of_field(field, is_form, has_name) {
            let credential = shown.judge(&field.ident, &mut errors);
            if let (None, Some(fault)) = (&asked, credential) {
                asked = Some((shown.text.at, shown.message(&field.ident, &fault)));
            }
        }
        field.credential = asked.filter(|_| !field.attrs.sensitive_name_ok);
    }
    errors
}

fn of_variant(variant: &Variant, are_names_known: bool) -> impl Iterator<Item = Shown<'_>> {
    let name = are_names_known.then(|| Shown::new("name on the wire", Role::Name, &variant.name));
    let title = variant.title.as_ref();
    // The check of comments has reported those that are no label.
    let title = title.filter(|title| !variant.is_titled_by_comment || !title.value.contains('\n'));
    let title = title.map(|title| Shown::new("title", Role::Title, title));
    name.into_iter().chain(title)
}

fn of_field(field: &Field, is_form: bool, has_name: bool) -> Vec<Shown<'_>> {
    let ident = Text {
        value: field.ident.unraw().to_string(),
        at: TokenRange::new(&field.ident),
    };
    let is_renamed = field.name.value != ident.value;
    let mut shown = Vec::new();
    if is_form {
        shown.push(Shown::new("name", Role::Name, &ident));
    }
    if has_name && is_renamed {
        shown.push(Shown::new("name on the wire", Role::Name, &field.name));
    }
    if let Some(title) = &field.attrs.title {
        shown.push(Shown::new("title", Role::Title, title));
    }
    if let Some(Description { text, lines }) = &field.description {
        let (what, role) = if lines.is_empty() {
            ("description", Role::Description)
        } else {
            ("comment", Role::Comment)
        };
        shown.push(Shown {
            lines,
            ..Shown::new(what, role, text)
        });
    }
    shown
}
