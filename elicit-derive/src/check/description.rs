//! The description of a field, as far as its tokens alone are wrong. The core judges the texts
//! (`generate/texts.rs`).

use crate::{doc::Description, model::Field};

/// The description is written in the source.
pub(super) fn is_text(field: &Field, errors: &mut Vec<syn::Error>) {
    if let Some(Description::Computed(at)) = &field.description {
        errors.push(field.error(
            *at,
            "this is the description in the form, and nothing is computed here\n\
             help: write what the person reads in `#[elicit(description = \"…\")]`",
        ));
    }
}
