//! How choices are spelt, which is the only difference between revisions.

use elicit_core::{ChoiceEnum, Elicit, Revision::*};

use crate::schema;

#[derive(Elicit)]
#[elicit(rename_all = "snake_case")]
enum Titled {
    #[elicit(title = "Staging (eu-west)")]
    Staging,
    #[elicit(title = "The \"real\" one")]
    #[elicit(rename = "prod")]
    Production,
}

#[derive(Elicit)]
enum Partly {
    First,
    /// For the reader of the code.
    #[elicit(title = "The second")]
    Second,
    #[elicit(rename = "third one")]
    Third,
}

#[derive(Elicit)]
enum Untitled {
    #[elicit(rename = "one")]
    One,
    Two,
}

#[derive(Elicit)]
enum Single {
    Only,
}

#[derive(Elicit)]
struct Choices {
    #[elicit(title = "Where?", default = "prod")]
    titled: Titled,
    partly: Option<Partly>,
    untitled: Untitled,
}

#[test]
fn titles_are_in_enum_names_on_2025_06_18() {
    assert_eq!(
        Choices::requested_schema(V2025_06_18),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""titled":{"type":"string","title":"Where?","enum":["staging","prod"],"enumNames":["Staging (eu-west)","The \"real\" one"],"default":"prod"},"#,
            r#""partly":{"type":"string","title":"Partly","enum":["First","Second","third one"],"enumNames":["First","The second","third one"]},"#,
            r#""untitled":{"type":"string","title":"Untitled","enum":["one","Two"]}"#,
            r#"},"required":["titled","untitled"]}"#,
        )
    );
}

#[test]
fn titles_are_in_one_of_since_2025_11_25() {
    let expected = concat!(
        r#"{"type":"object","properties":{"#,
        r#""titled":{"type":"string","title":"Where?","oneOf":[{"const":"staging","title":"Staging (eu-west)"},{"const":"prod","title":"The \"real\" one"}],"default":"prod"},"#,
        r#""partly":{"type":"string","title":"Partly","oneOf":[{"const":"First","title":"First"},{"const":"Second","title":"The second"},{"const":"third one","title":"third one"}]},"#,
        r#""untitled":{"type":"string","title":"Untitled","enum":["one","Two"]}"#,
        r#"},"required":["titled","untitled"]}"#,
    );
    assert_eq!(Choices::requested_schema(V2025_11_25), expected);
    assert_eq!(Choices::requested_schema(V2026_07_28), expected);
}

/// As clap does for the help of a value.
#[test]
fn a_comment_is_the_title_of_an_option_without_one() {
    #[derive(Elicit)]
    #[elicit(rename_all = "snake_case")]
    #[expect(clippy::empty_docs, reason = "people leave one")]
    enum Access {
        /// Reads issues,
        /// and nothing else.
        ///
        /// It is the default of the provider.
        Read,
        /** Reads and writes… */
        Write,
        #[doc = "  \u{3000}All of it..."]
        Own,
        #[doc = ""]
        None,
    }

    #[derive(Elicit)]
    struct Ask {
        access: Access,
    }

    let titles = [
        "Reads issues, and nothing else",
        "Reads and writes…",
        "All of it...",
        "none",
    ];
    let shown: Vec<_> = Access::all().map(|access| access.label()).collect();
    assert_eq!(shown, titles);
    let schema = Ask::requested_schema(V2026_07_28);
    assert!(schema.contains(r#"{"const":"read","title":"Reads issues, and nothing else"}"#));
}

#[test]
fn equal_schemas_of_revisions_share_one_text() {
    let texts = [V2025_11_25, V2026_07_28].map(Choices::requested_schema);
    assert!(std::ptr::eq(texts[0], texts[1]));
}

#[derive(Elicit)]
struct WithoutTitles {
    untitled: Untitled,
    only: Option<Single>,
    #[elicit(multi_select)]
    several: Vec<Titled>,
}

#[test]
fn schemas_without_titled_choices_are_equal_on_every_revision() {
    assert_eq!(
        schema::<WithoutTitles>(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""untitled":{"type":"string","title":"Untitled","enum":["one","Two"]},"#,
            r#""only":{"type":"string","title":"Only","enum":["Only"]},"#,
            r#""several":{"type":"array","title":"Several","items":{"anyOf":[{"const":"staging","title":"Staging (eu-west)"},{"const":"prod","title":"The \"real\" one"}]}}"#,
            r#"},"required":["untitled"]}"#,
        )
    );
}
