//! The page of a question.

use std::borrow::Cow;

use askama::Template;

use super::{
    complaint::Complaint,
    control::{Control, PageField},
    text::PageText,
    typed_texts::TypedTexts,
};
use crate::{
    form::{FormSchema, choices::RunTimeOptions},
    runtime::words::Words,
};

#[derive(Template)]
#[template(path = "question.html")]
pub(super) struct QuestionPage<'a> {
    pub(super) server: Option<&'a str>,
    pub(super) message: &'a str,
    /// The token that a browser sends with the answer.
    pub(super) csrf: &'a str,
    pub(super) complaints: &'a [Complaint],
    pub(super) fields: Vec<PageField>,
    pub(super) words: &'a dyn Words,
}

/// The fields of the page, with the complaints about each.
pub(super) fn fields(
    form: &'static FormSchema,
    options: &dyn RunTimeOptions,
    typed: &TypedTexts,
    complaints: &[Complaint],
    words: &dyn Words,
) -> Vec<PageField> {
    let is_repeated = !complaints.is_empty();
    let properties = form.properties().iter().enumerate();
    let mut fields: Vec<PageField> = properties
        .map(|(index, property)| {
            let choices = options.choices(index);
            PageField::new(index, property, choices, typed, is_repeated, words)
        })
        .collect();
    for complaint in complaints {
        let field = complaint.index.and_then(|index| fields.get_mut(index));
        if let Some(field) = field {
            field.errors.push(complaint.text.clone());
        }
    }
    fields
}

impl QuestionPage<'_> {
    /// The page as HTML.
    pub(super) fn html(&self) -> String {
        // Writing to a text does not fail.
        self.render().unwrap_or_default()
    }

    fn say(&self, text: PageText<'_>) -> Cow<'_, str> {
        self.words.on_page(text)
    }

    /// The id of the control that a complaint is about.
    fn first_control(&self, complaint: &Complaint) -> Option<String> {
        let field = self.fields.get(complaint.index?)?;
        Some(field.first_control())
    }
}
