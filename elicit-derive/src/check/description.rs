//! The description of a field, as far as its tokens alone are wrong. The core judges the texts
//! (`generate/texts.rs`).

use crate::{
    doc::Description,
    doc_link::{self, DocLink},
    model::Field,
};

/// The description is written in the source, and no item is linked in it.
pub(super) fn is_text(field: &Field, errors: &mut Vec<syn::Error>) {
    match &field.description {
        Some(Description::Computed(at)) => errors.push(field.error(
            *at,
            "this is the description in the form, and nothing is computed here\n\
             help: write what the person reads in `#[elicit(description = \"…\")]`",
        )),
        Some(Description::Doc(comments)) => {
            let links = doc_link::find(comments.iter().map(|comment| comment.value.as_str()));
            let item = links.iter().find(|(_, link)| *link == DocLink::Item);
            if let Some(comment) = item.and_then(|&(place, _)| comments.get(place)) {
                errors.push(field.error(
                    comment.at,
                    "this comment is the description in the form, and has a link\n\
                     help: write what the person reads in `#[elicit(description = \"…\")]`, and \
                     the comment is for readers of the code",
                ));
            }
        }
        Some(Description::Written(_)) | None => {}
    }
}
