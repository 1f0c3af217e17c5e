//! What a person reads: names, titles and descriptions.

use syn::{Ident, ext::IdentExt};

use crate::{
    doc::Description,
    doc_link, hidden,
    kind::Kind,
    link,
    model::{Field, Name},
    sensitive::{self, Credential},
    token_range::TokenRange,
    values::Text,
};

/// Form mode must not ask for credentials: no field may be called like one.
pub(super) fn no_credential(field: &Field, errors: &mut Vec<syn::Error>) {
    let rust_name = field.ident.unraw().to_string();
    let names = [
        ("name", rust_name.as_str(), TokenRange::of(&field.ident)),
        ("name on the wire", &field.name.value, field.name.at),
    ];
    // Most often they are the same.
    let names = if field.name.value == rust_name {
        &names[..1]
    } else {
        &names
    };
    let found = names
        .iter()
        .find_map(|&(what, name, at)| Some((what, sensitive::credential(name)?, at)));
    match found {
        Some((what, credential, at)) => credential_asked(field, what, credential, at, errors),
        None => no_credential_in_title(field, errors),
    }
}

/// The same, but for the name that the field has in Rust.
pub(super) fn no_credential_in_words(field: &Field, errors: &mut Vec<syn::Error>) {
    let Name { value, at, .. } = &field.name;
    match sensitive::credential(value) {
        Some(credential) if field.ident.unraw() != value => {
            credential_asked(field, "name on the wire", credential, *at, errors);
        }
        _ => no_credential_in_title(field, errors),
    }
}

pub(super) fn no_credential_in_title(field: &Field, errors: &mut Vec<syn::Error>) {
    if let Some(title) = &field.title
        && let Some(credential) = sensitive::credential(&title.value)
    {
        credential_asked(field, "title", credential, title.at, errors);
    }
}

fn credential_asked(
    field: &Field,
    what: &str,
    credential: Credential,
    at: TokenRange,
    errors: &mut Vec<syn::Error>,
) {
    if field.sensitive_name_ok {
        return;
    }
    let way_out = if Kind::of(&field.ty) == Kind::Boolean {
        "a yes or no gives none away; say so: `sensitive_name_ok = \"whether there is one\"`"
    } else {
        "ask in URL mode, where the person types it on a page of yours; if it is something else, \
         say so: `sensitive_name_ok = \"why\"`"
    };
    errors.push(field.error(
        at,
        format!(
            "the {what} asks for a credential (\"{credential}\"), and what is typed into a form \
             passes through the client\nhelp: {way_out}"
        ),
    ));
}

/// Clients show the name on the wire where there is no title. Whether they can.
pub(super) fn readable_name(ident: &Ident, name: &Name, errors: &mut Vec<syn::Error>) -> bool {
    let why = if hidden::is_all_of(&name.value) {
        "clients show its name on the wire, and there is nothing to see".to_owned()
    } else if let Some(hidden) = hidden::in_line(&name.value, |c| name.at.shows(c)) {
        format!("its name on the wire has {hidden}")
    } else {
        return true;
    };
    errors.push(name.at.error(format!("`{}`: {why}", ident.unraw())));
    false
}

/// Clients show a title where there is one, and may make a link clickable. Whether they can.
pub(super) fn readable_title(ident: &Ident, title: &Text, errors: &mut Vec<syn::Error>) -> bool {
    let why = if hidden::is_all_of(&title.value) {
        "clients show the title, and there is nothing to see\n\
         help: drop it, and they show the name"
            .to_owned()
    } else if let Some(hidden) = hidden::in_line(&title.value, |c| title.at.shows(c)) {
        format!("the title has {hidden}")
    } else if link::is_in(&title.value) {
        "the title has a link, and clients may make it clickable\n\
         help: say it in words, or send the person to the page in URL mode"
            .to_owned()
    } else {
        return true;
    };
    errors.push(title.at.error(format!("`{}`: {why}", ident.unraw())));
    false
}

pub(super) fn readable_description(field: &Field, errors: &mut Vec<syn::Error>) {
    let fault = match &field.description {
        Some(Description::Written(text)) => fault_of_text(text).map(|why| (text.at, why)),
        Some(Description::Computed(at)) => Some((
            *at,
            "this is the description in the form, and nothing is computed here\n\
             help: write what the person reads in `#[elicit(description = \"…\")]`"
                .to_owned(),
        )),
        Some(Description::Doc(lines)) => fault_of_doc(lines),
        None => None,
    };
    if let Some((at, why)) = fault {
        errors.push(field.error(at, why));
    }
}

fn fault_of_text(text: &Text) -> Option<String> {
    if hidden::is_all_of(&text.value) {
        return Some(
            "clients show the description, and there is nothing to see\n\
             help: say what is asked for, or drop it"
                .to_owned(),
        );
    }
    if let Some(hidden) = hidden::in_text(&text.value, |c| text.at.shows(c)) {
        return Some(format!("the description has {hidden}"));
    }
    link::is_in(&text.value).then(|| {
        "the description has a link, and clients may make it clickable\n\
         help: say it in words, or send the person to the page in URL mode"
            .to_owned()
    })
}

fn fault_of_doc(lines: &[Text]) -> Option<(TokenRange, String)> {
    let link = doc_link::find(lines.iter().map(|line| line.value.as_str()));
    if let Some(line) = link.and_then(|place| lines.get(place)) {
        return Some((
            line.at,
            "this comment is the description in the form, and has a link\n\
             help: write what the person reads in `#[elicit(description = \"…\")]`, and the \
             comment is for readers of the code"
                .to_owned(),
        ));
    }
    lines.iter().find_map(|line| {
        let hidden = hidden::in_text(&line.value, |c| line.at.shows(c))?;
        let why = format!("this comment is the description in the form, and has {hidden}");
        Some((line.at, why))
    })
}
