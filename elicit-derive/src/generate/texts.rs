//! What is asserted of the texts that a person reads: names, titles and descriptions.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use super::{Assertions, field};
use crate::{
    credentials::{credentials, described_credential},
    doc::Description,
    doc_link::{self, DocLink},
    model::{Item, Shape},
    tokens::TokenRange,
    values::Text,
};

/// The assertions about all texts of an item. Each text has an item of its own, so that one that
/// fails leaves the others to be reported.
pub(super) fn of(item: &Item, private: &Ident) -> TokenStream {
    let has_table = field::soundness(item);
    let mut assertions = Assertions::new(private);
    if let Shape::Choice { variants, .. } = &item.shape {
        for variant in variants.iter().filter(|variant| !variant.has_unreadable) {
            let ident = variant.ident.unraw().to_string();
            if !item.attrs.has_unreadable {
                assertions.name(&ident, &variant.name);
            }
            // The check of comments has reported those that are no label.
            let title = variant.title.as_ref();
            let title =
                title.filter(|title| !variant.is_titled_by_comment || !title.value.contains('\n'));
            assertions.title(&ident, title);
        }
    }
    // A newtype has the name of each field of its type.
    let has_name = !matches!(item.shape, Shape::Newtype(_)) && !item.attrs.has_unreadable;
    for (index, field) in item.shape.fields().iter().enumerate() {
        if field.attrs.has_unreadable {
            continue;
        }
        let ident = field.ident.unraw().to_string();
        let mut names = Vec::new();
        if matches!(item.shape, Shape::Form(_)) {
            names.push(("name", &ident, TokenRange::new(&field.ident)));
        }
        if has_name {
            assertions.name(&ident, &field.name);
            // Most often they are the same.
            if field.name.value != ident {
                names.push(("name on the wire", &field.name.value, field.name.at));
            }
        }
        if let Some(title) = &field.attrs.title {
            names.push(("title", &title.value, title.at));
        }
        let table = has_table(field).then(|| field::constant(index));
        if !field.attrs.sensitive_name_ok {
            let description = field.description.as_ref();
            assertions.no_credential(&ident, &names, description, table.as_ref());
        }
        assertions.title(&ident, field.attrs.title.as_ref());
        if let Some(words) = field
            .name_in_words
            .as_ref()
            .filter(|_| field.name.value != ident)
        {
            assertions.text("title", &ident, words, TokenRange::new(&field.ident));
        }
        match &field.description {
            Some(Description::Written(text)) => {
                assertions.text("description", &ident, &text.value, text.at);
            }
            Some(Description::Doc(lines)) => assertions.comment(&ident, lines),
            Some(Description::Computed(_)) | None => {}
        }
    }
    assertions.code
}

impl Assertions<'_> {
    fn name(&mut self, ident: &str, name: &Text) {
        self.text("wire_name", ident, &name.value, name.at);
    }

    fn title(&mut self, ident: &str, title: Option<&Text>) {
        if let Some(title) = title {
            self.text("title", ident, &title.value, title.at);
        }
    }

    /// Adds a call of the function for such texts.
    fn text(&mut self, function: &str, ident: &str, text: &str, at: TokenRange) {
        let text = judged(text, at);
        if !is_plain(&text) {
            let function = Ident::new(function, Span::call_site());
            self.add(at, quote!(#function(#ident, #text)));
        }
    }

    fn comment(&mut self, ident: &str, comments: &[Text]) {
        let links = doc_link::find(comments.iter().map(|comment| comment.value.as_str()));
        let mut calls = Vec::new();
        for (index, comment) in comments.iter().enumerate() {
            let text = judged(&comment.value, comment.at);
            if !text.trim().is_empty() && !is_plain(&text) {
                calls.push((comment.at, quote!(comment(#ident, #text))));
            }
            for (_, link) in links.iter().filter(|(of, _)| *of == index) {
                let call = match link {
                    DocLink::Item => quote!(link_in_comment(#ident)),
                    DocLink::Target(target) => quote!(comment_target(#ident, #target)),
                };
                calls.push((comment.at, call));
            }
        }
        self.add_all(calls);
    }

    /// Reports the first text that asks for a credential, if one fits into the answer. That depends
    /// on the type, which only the core knows.
    fn no_credential(
        &mut self,
        ident: &str,
        names: &[(&str, &String, TokenRange)],
        description: Option<&Description>,
        table: Option<&Ident>,
    ) {
        let private = self.private;
        let fits = table.map_or_else(
            || quote!(true),
            |table| quote!(#private::assert::fits_credential(#table)),
        );
        let found = names
            .iter()
            .find_map(|&(what, name, at)| Some((what, at, credentials(name).next()?)));
        let found = found.or_else(|| {
            let description = description?;
            let (what, at) = description.place();
            Some((what, at, described_credential(&description.text())?))
        });
        self.add_all(found.map(|(what, at, credential)| {
            (at, quote!(no_credential(#ident, #what, #credential, #fits)))
        }));
    }
}

/// The part of a text that the core has to judge. The compiler itself rejects characters that change
/// the direction of text, unless they are written as escapes.
fn judged(text: &str, at: TokenRange) -> String {
    let turns = |c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    if text.contains(turns) && at.shows(turns) {
        text.replace(turns, "")
    } else {
        text.to_owned()
    }
}

/// Whether nothing can be wrong with a text: it has printable ASCII only, and nothing of which
/// links are made. Most texts are like this, and each assertion costs compile time.
pub(crate) fn is_plain(text: &str) -> bool {
    let is_plain = |byte| matches!(byte, b' '..=b'~') && byte != b':' && byte != b']';
    !text.trim().is_empty()
        && text.bytes().all(is_plain)
        && !text.to_ascii_lowercase().contains("www.")
}
