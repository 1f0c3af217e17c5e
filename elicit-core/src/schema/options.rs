//! How a schema spells the options of a choice.

use crate::{
    form::{FormSchema, Kind, OptionSource, Variant},
    revision::Spelling,
    writer::Writer,
};

/// The value of a keyword that says what there is to choose from.
#[derive(Clone, Copy)]
pub(super) enum OptionsKeyword {
    /// The type of each option, which is a text.
    Type,
    /// The values.
    Values,
    /// The titles.
    Titles,
    /// The values with their titles.
    Titled,
}

/// The keywords of the options, in the order in which they are sent: those of a single-select are
/// in the schema of the property, and those of a multi-select in its `items`.
pub(super) const fn keywords(
    kind: &Kind,
    is_titled: bool,
    spelling: Spelling,
) -> &'static [(&'static str, OptionsKeyword)] {
    use OptionsKeyword::{Titled, Titles, Type, Values};

    match (kind, is_titled, spelling) {
        (Kind::MultiSelect { .. }, false, _) => &[("type", Type), ("enum", Values)],
        (Kind::MultiSelect { .. }, true, _) => &[("anyOf", Titled)],
        (_, false, _) => &[("enum", Values)],
        (_, true, Spelling::EnumNames) => &[("enum", Values), ("enumNames", Titles)],
        (_, true, Spelling::OneOf) => &[("oneOf", Titled)],
    }
}

/// Whether the spellings of a form differ: whether it has a titled single-select.
pub(super) const fn has_spellings(form: &FormSchema) -> bool {
    let mut rest = form.properties();
    while let [property, after @ ..] = rest {
        if let Kind::Choice(OptionSource::Declared(variants)) = property.meaning.kind
            && is_titled(variants)
        {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether variants have titles: either every one has, or none.
const fn is_titled(variants: &[Variant]) -> bool {
    matches!(variants, [Variant { title: Some(_), .. }, ..])
}

/// Writes the options of a property.
pub(super) const fn write(
    writer: &mut Writer<'_>,
    kind: &Kind,
    variants: &[Variant],
    spelling: Spelling,
) {
    let (mut before, end): (&[u8], &[u8]) = match kind {
        Kind::MultiSelect { .. } => (br#","items":{""#, b"}"),
        _ => (b",\"", b""),
    };
    let mut rest = keywords(kind, is_titled(variants), spelling);
    while let [(name, options), after @ ..] = rest {
        writer.raw(&[before, name.as_bytes(), b"\":"]);
        list(writer, *options, variants);
        before = b",\"";
        rest = after;
    }
    writer.raw(&[end]);
}

const fn list(writer: &mut Writer<'_>, options: OptionsKeyword, variants: &[Variant]) {
    let (mut before, between, end): (&[u8], &[u8], &[u8]) = match options {
        OptionsKeyword::Type => return writer.raw(&[br#""string""#]),
        OptionsKeyword::Titled => (br#"[{"const":""#, br#""},{"const":""#, br#""}]"#),
        OptionsKeyword::Values | OptionsKeyword::Titles => (b"[\"", b"\",\"", b"\"]"),
    };
    let mut rest = variants;
    while let [variant, after @ ..] = rest {
        let text = match options {
            OptionsKeyword::Titles => variant.label(),
            OptionsKeyword::Type | OptionsKeyword::Values | OptionsKeyword::Titled => variant.value,
        };
        writer.escape(before, text, b"");
        if let OptionsKeyword::Titled = options {
            writer.escape(br#"","title":""#, variant.label(), b"");
        }
        before = between;
        rest = after;
    }
    writer.raw(&[end]);
}
