//! Tokens: their places in the user's source, the names in them, and how a person writes them.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Meta, Token, ext::IdentExt, punctuated::Punctuated};

/// The first and the last token of something: stable Rust cannot join the two
/// into one span, but a message about both tokens covers all between them.
#[derive(Clone, Copy)]
pub(crate) struct TokenRange {
    start: Span,
    end: Span,
}

impl TokenRange {
    pub(crate) fn new(tokens: &impl ToTokens) -> Self {
        let tokens = tokens.to_token_stream();
        let [start, end] = ends(tokens).unwrap_or_else(|| [Span::call_site(); 2]);
        Self { start, end }
    }

    pub(crate) fn error(self, message: impl std::fmt::Display) -> syn::Error {
        let [start, end] = [self.start, self.end].map(|span| Ident::new("_", span));
        syn::Error::new_spanned(quote!(#start #end), message)
    }

    /// The place as a span of the derive's own, for code in which the compiler may report errors.
    pub(crate) fn derived(self) -> Span {
        Span::call_site().located_at(self.start)
    }

    /// The same tokens, placed here, so that the compiler reports errors in the expression under
    /// the user's tokens. What is inside of a group keeps its place: lints would take it for the
    /// user's.
    pub(crate) fn spanned(self, tokens: TokenStream) -> TokenStream {
        let mut placed: Vec<TokenTree> = tokens.into_iter().collect();
        for token in &mut placed {
            token.set_span(self.start);
        }
        if let Some(last) = placed.last_mut() {
            last.set_span(self.end);
        }
        placed.into_iter().collect()
    }
}

/// The spans of the first and the last token. What came through a `macro_rules` variable is in an
/// invisible group, whose own span is that of the variable.
fn ends(tokens: TokenStream) -> Option<[Span; 2]> {
    let mut tokens = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => ends(group.stream()),
        token => Some([token.span(); 2]),
    });
    let [start, end] = tokens.next()?;
    Some([start, tokens.last().map_or(end, |[_, end]| end)])
}

/// The code of an error: `::std::compile_error!` under the user's tokens, which decide the edition in
/// which the path is read. In that of 2015 there is no `::core`, which syn writes.
pub(crate) fn compile_error(error: &syn::Error) -> TokenStream {
    let tokens = error.to_compile_error().into_iter();
    let tokens = tokens.map(|token| match token {
        TokenTree::Ident(name) if name == "core" => Ident::new("std", name.span()).into(),
        token => token,
    });
    tokens.collect()
}

/// The entries of the lists in the attributes of this name, such as `packed` in `#[repr(C, packed)]`. A
/// list that is not well-formed has none.
pub(crate) fn entries(attributes: &[Attribute], name: &str) -> impl Iterator<Item = Meta> {
    let named = attributes.iter();
    let named = named.filter(move |attribute| attribute.path().is_ident(name));
    let list = Punctuated::<Meta, Token![,]>::parse_terminated;
    named
        .filter_map(move |attribute| attribute.parse_args_with(list).ok())
        .flatten()
}

/// Whether an item begins here, after its attributes and its visibility.
pub(crate) fn is_item_keyword(token: &TokenTree) -> bool {
    ["struct", "enum", "union"].contains(&&*token.to_string())
}

/// Whether there is a `Self`, also inside of groups.
pub(crate) fn has_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "Self",
        TokenTree::Group(group) => has_self(group.stream()),
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
///
/// The name is then read in the edition of the derive, in which it may be a keyword.
pub(crate) fn as_derived(name: &Ident) -> Ident {
    let span = Span::call_site().located_at(name.span());
    let text = name.unraw().to_string();
    if KEYWORDS_OF_SOME_EDITIONS.contains(&&*text) {
        return Ident::new_raw(&text, span);
    }
    let mut derived = name.clone();
    derived.set_span(span);
    derived
}

const KEYWORDS_OF_SOME_EDITIONS: [&str; 5] = ["async", "await", "dyn", "gen", "try"];

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
