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

/// What a page of a question is made of.
pub(super) struct QuestionPage<'a> {
    pub(super) server: Option<&'a str>,
    pub(super) message: &'a str,
    /// The token that a browser sends with the answer.
    pub(super) csrf: &'a str,
    pub(super) form: &'static FormSchema,
    pub(super) options: &'a dyn RunTimeOptions,
    pub(super) typed: &'a TypedTexts,
    pub(super) complaints: &'a [Complaint],
    pub(super) words: &'a dyn Words,
}

#[derive(Template)]
#[template(path = "question.html")]
struct Filled<'a> {
    server: Option<&'a str>,
    message: &'a str,
    csrf: &'a str,
    complaints: &'a [Complaint],
    fields: Vec<PageField>,
    words: &'a dyn Words,
}

impl QuestionPage<'_> {
    /// The page as HTML.
    pub(super) fn html(&self) -> String {
        let is_repeated = !self.complaints.is_empty();
        let properties = self.form.properties().iter().enumerate();
        let mut fields: Vec<PageField> = properties
            .map(|(index, property)| {
                let choices = self.options.choices(index);
                PageField::new(
                    index,
                    property,
                    choices,
                    self.typed,
                    is_repeated,
                    self.words,
                )
            })
            .collect();
        for complaint in self.complaints {
            let field = complaint.index.and_then(|index| fields.get_mut(index));
            if let Some(field) = field {
                field.errors.push(complaint.text.clone());
            }
        }
        let page = Filled {
            server: self.server,
            message: self.message,
            csrf: self.csrf,
            complaints: self.complaints,
            fields,
            words: self.words,
        };
        // Writing to a text does not fail.
        page.render().unwrap_or_default()
    }
}

impl Filled<'_> {
    fn say(&self, text: PageText<'_>) -> Cow<'_, str> {
        self.words.on_page(text)
    }

    /// The id of the control that a complaint is about.
    fn first_control(&self, complaint: &Complaint) -> Option<String> {
        let field = self.fields.get(complaint.index?)?;
        Some(field.first_control())
    }
}
