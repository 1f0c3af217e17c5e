//! `pattern`: what the derive makes of it, and what the core matches with that.
//!
//! Each match is asked twice: of the derive, by its steps, and of the core, by its table.

mod at_random;
mod ecma_262;
mod properties;
mod slashes;
mod table;

use std::str::FromStr;

use elicit_core::__private::Pattern;
use proc_macro2::{TokenStream, TokenTree};
use proptest::test_runner::TestCaseError;
use quote::quote;
use regress::backends;

use crate::pattern as derive;

/// The derive's pattern and, evaluated, the one that it writes for the core.
struct Compiled {
    derive: derive::Pattern,
    core: Pattern,
    lengths: Lengths,
}

/// The length of the shortest text that matches and, where there is one, of the longest.
#[derive(Debug, PartialEq)]
struct Lengths {
    least: usize,
    most: Option<usize>,
}

impl Lengths {
    const ANY: Self = Self {
        least: 0,
        most: None,
    };

    fn has(&self, text: &str) -> bool {
        let length = text.chars().count();
        self.least <= length && self.most.is_none_or(|most| length <= most)
    }
}

impl Compiled {
    fn new(source: &str) -> Result<Self, String> {
        let derive = derive::Pattern::parse(source)?;
        let (core, lengths) = evaluate(derive.constructor(&quote!(m)));
        assert_eq!(core.as_str(), source);
        Ok(Self {
            derive,
            core,
            lengths,
        })
    }

    /// A pattern that is made at random may be too large.
    fn random(source: &str) -> Result<Self, TestCaseError> {
        Self::new(source).map_err(|reason| {
            if reason.contains("too large") {
                TestCaseError::reject(reason)
            } else {
                TestCaseError::fail(reason)
            }
        })
    }

    #[track_caller]
    fn is_match(&self, text: &str) -> bool {
        let matches = self.derive.is_match(text);
        let source = self.core.as_str();
        assert_eq!(
            self.core.is_match(text),
            matches,
            "core on {source:?} and {text:?}"
        );
        matches
    }
}

/// What rustc would make of the constructor, and the lengths that it says the texts have.
fn evaluate(constructor: TokenStream) -> (Pattern, Lengths) {
    let tokens: Vec<_> = constructor.into_iter().collect();
    if let [
        before @ ..,
        TokenTree::Punct(dot),
        TokenTree::Ident(method),
        group,
    ] = &tokens[..]
        && dot.as_char() == '.'
    {
        let (pattern, mut lengths) = evaluate(before.iter().cloned().collect());
        let length = number(&arguments(group)[0]);
        match method.to_string().as_str() {
            "at_least" => lengths.least = length,
            "at_most" => lengths.most = Some(length),
            method => panic!("{method}"),
        }
        return (pattern, lengths);
    }
    let path: String = tokens[..tokens.len() - 1]
        .iter()
        .map(ToString::to_string)
        .collect();
    let arguments = arguments(&tokens[tokens.len() - 1]);
    let pattern = match (path.as_str(), &arguments[..]) {
        ("m::Pattern::new", [source, ascii, starts, end, entries]) => Pattern::new(
            text(source),
            bytes(ascii).try_into().unwrap(),
            bytes(starts),
            number(end),
            bytes(entries),
        ),
        _ => panic!("{path} with {} arguments", arguments.len()),
    };
    (pattern, Lengths::ANY)
}

/// What is between the commas of a group.
fn arguments(group: &TokenTree) -> Vec<TokenStream> {
    let TokenTree::Group(group) = group else {
        panic!("{group}")
    };
    let tokens: Vec<_> = group.stream().into_iter().collect();
    let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let parts = tokens.split(comma).filter(|part| !part.is_empty());
    parts.map(|part| part.iter().cloned().collect()).collect()
}

fn bytes(token: &TokenStream) -> &'static [u8] {
    syn::parse2::<syn::LitByteStr>(token.clone())
        .unwrap()
        .value()
        .leak()
}

fn number<N: FromStr>(token: &TokenStream) -> N {
    token
        .to_string()
        .parse()
        .ok()
        .expect("the number fits its type")
}

fn text(token: &TokenStream) -> &'static str {
    syn::parse2::<syn::LitStr>(token.clone())
        .unwrap()
        .value()
        .leak()
}

/// What `regress` says, by its Pike machine: its other one, which goes back over the text, never
/// ends on some loops in loops that can be empty, and takes all memory.
fn finds(regress: &regress::Regex, text: &str) -> bool {
    backends::find::<backends::PikeVMExecutor>(regress, text, 0)
        .next()
        .is_some()
}

/// Checks each pattern on the texts that it matches and on those that it does not match.
#[track_caller]
fn check(cases: &[(&str, &[&str], &[&str])]) {
    for (source, matching, others) in cases {
        let pattern = Compiled::new(source).unwrap_or_else(|error| panic!("{source}: {error}"));
        for (texts, expected) in [(matching, true), (others, false)] {
            for text in *texts {
                assert_eq!(pattern.is_match(text), expected, "{source:?} on {text:?}");
                let regress = regress::Regex::with_flags(source, "u").unwrap();
                assert_eq!(
                    finds(&regress, text),
                    expected,
                    "regress: {source:?}, {text:?}"
                );
            }
        }
    }
}

/// Checks that each text is refused as a pattern, with this part of the message.
#[track_caller]
fn check_refused(cases: &[(&str, &str)]) {
    for (source, reason) in cases {
        let Err(error) = Compiled::new(source) else {
            panic!("{source:?} is accepted as a pattern")
        };
        assert!(error.contains(reason), "{source:?}: {error}");
    }
}
