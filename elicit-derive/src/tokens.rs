//! Tokens: the names in them, and how a person writes them.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// Whether a name is so.
pub(crate) fn any_name(tokens: TokenStream, is_so: &impl Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => is_so(&name),
        TokenTree::Group(group) => any_name(group.stream(), is_so),
        _ => false,
    })
}

/// The tokens with another name for `Self`, in its place.
pub(crate) fn without_self(tokens: TokenStream, named: &impl Fn(Span) -> Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(name) if name == "Self" => named(name.span()).into(),
            TokenTree::Group(group) => {
                let tokens = without_self(group.stream(), named);
                let mut renamed = Group::new(group.delimiter(), tokens);
                renamed.set_span(group.span());
                renamed.into()
            }
            token => token,
        })
        .collect()
}

/// A name of the user's as the derive's own, in the same place. It means the same, and lints let
/// it be: what a derive writes may use what is deprecated.
pub(crate) fn as_derived(name: &Ident) -> Ident {
    let mut derived = name.clone();
    derived.set_span(Span::call_site().located_at(name.span()));
    derived
}

/// Tokens as a person writes them: `Vec<String>`, not `Vec < String >`.
pub(crate) fn written(tokens: &TokenStream) -> String {
    let mut text = tokens.to_string();
    for (spaced, tight) in [
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (":: ", "::"),
        (" ::", "::"),
        (" ,", ","),
        (" ;", ";"),
        ("& ", "&"),
        ("* const", "*const"),
        ("* mut", "*mut"),
        ("( ", "("),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
    ] {
        text = text.replace(spaced, tight);
    }
    text
}
