//! Reads `#[elicit(…)]` entry by entry: what is wrong with one of them leaves the
//! others in force, so that what they say is checked in the same compile.

use darling::{FromMeta, ast::NestedMeta};
use proc_macro2::TokenStream;
use syn::{
    Attribute, Ident, MacroDelimiter, Meta, MetaList, MetaNameValue, Token,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, Parser},
    token::Paren,
};

use super::{Kind, Level, other_names::SET_ASIDE, unreadable};
use crate::{at::At, values::suffix};

/// The entries of one place.
pub(crate) struct Entries<T> {
    pub(crate) values: T,
    pub(crate) unread: Unread,
}

/// What could not be read of the entries of one place, each with an error of its own: a
/// check that depends on one of them would only add another.
#[derive(Default)]
pub(crate) struct Unread(Vec<Option<String>>);

impl Unread {
    /// Whether this attribute was to be there: it is written with a value that cannot be
    /// read, or misspelt, or on the wrong place.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.iter().any(|unread| unread.as_deref() == Some(key))
    }

    /// Whether there is an entry of which nobody knows what it was to be.
    pub(crate) fn has_unknown(&self) -> bool {
        self.0.contains(&None)
    }

    /// Whether the field was to be left out, or its type to be left to other code.
    pub(crate) fn sets_aside(&self) -> bool {
        let mut keys = SET_ASIDE.iter().flat_map(|(keys, ..)| *keys);
        keys.any(|key| self.has(key))
    }
}

/// Reads the attributes of one place, which is for values of a kind. What is wrong with them is
/// said with `subject` in front.
pub(crate) fn read<T: FromMeta + Default>(
    attributes: &[Attribute],
    level: Level,
    kind: Kind,
    subject: &str,
    errors: &mut Vec<syn::Error>,
) -> Entries<T> {
    let mut kept: Vec<NestedMeta> = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    let mut unread = Unread::default();
    for attribute in attributes {
        if !attribute.path().is_ident("elicit") {
            continue;
        }
        for entry in entries(attribute, level, kind) {
            let read = entry.and_then(|meta| {
                let key = darling::util::path_to_string(meta.path());
                if keys.contains(&key) {
                    return Err(Fault {
                        at: At::of(meta.path()),
                        message: format!("`{key}` is written twice; keep one"),
                        // A word says the same both times.
                        keys: match meta {
                            Meta::Path(_) => Vec::new(),
                            _ => vec![Some(key)],
                        },
                    });
                }
                let meta = judge::<T>(&key, meta, level, kind)?;
                Ok((key, meta))
            });
            match read {
                Ok((key, meta)) => {
                    keys.push(key);
                    kept.push(meta);
                }
                Err(fault) => {
                    errors.push(fault.at.error(format!("{subject}{}", fault.message)));
                    unread.0.extend(fault.keys);
                }
            }
        }
    }
    Entries {
        // Each of them was read before.
        values: T::from_list(&kept).unwrap_or_default(),
        unread,
    }
}

/// What is wrong with an entry.
pub(super) struct Fault {
    pub(super) at: At,
    pub(super) message: String,
    /// The attributes that were meant, where one can tell.
    pub(super) keys: Vec<Option<String>>,
}

/// Whether this entry alone can be read.
fn judge<T: FromMeta>(
    key: &str,
    meta: Meta,
    level: Level,
    kind: Kind,
) -> Result<NestedMeta, Fault> {
    if !level.keys().contains(&key) {
        return Err(Fault {
            at: At::of(meta.path()),
            message: level.stranger(key, kind),
            keys: vec![level.intended(key, kind)],
        });
    }
    let at = match &meta {
        Meta::NameValue(pair) => At::of(&pair.value),
        _ => At::of(&meta),
    };
    let entry = [NestedMeta::Meta(meta)];
    let read = T::from_list(&entry);
    let fault = match (read, &entry) {
        (Err(error), _) => Some((at, syn::Error::from(error).to_string())),
        (Ok(_), [NestedMeta::Meta(Meta::NameValue(pair))]) => suffix::fault(key, &pair.value),
        _ => None,
    };
    let [entry] = entry;
    match fault {
        None => Ok(entry),
        Some((at, message)) => Err(Fault {
            at,
            message,
            keys: vec![Some(key.to_owned())],
        }),
    }
}

/// The entries of an attribute, each as far as it can be parsed.
fn entries(attribute: &Attribute, level: Level, kind: Kind) -> Vec<Result<Meta, Fault>> {
    let Some(list) = tokens(attribute) else {
        let example = match level {
            Level::Form | Level::Choice => "rename_all = \"snake_case\"",
            Level::Newtype => "deserialize",
            Level::Field | Level::Inner | Level::Variant => "title = \"…\"",
        };
        return vec![Err(Fault {
            at: At::of(attribute),
            message: format!("this says nothing; write `#[elicit({example})]`, or drop it"),
            keys: vec![None],
        })];
    };
    let all = |list: ParseStream<'_>| list.parse_terminated(entry, Token![,]);
    match all.parse2(list.clone()) {
        Ok(metas) => metas.into_iter().map(Ok).collect(),
        // Somebody is still typing, perhaps.
        Err(_) => unreadable::split(list)
            .into_iter()
            .map(|part| {
                let read = entry.parse2(part.clone());
                read.map_err(|_| unreadable::fault(part, level, kind))
            })
            .collect(),
    }
}

/// One entry. syn's own reading takes no keyword for a name, of which somebody tries
/// `enum`, and makes one literal of the two tokens of `-1`, which stands where the `-`
/// does.
fn entry(input: ParseStream<'_>) -> syn::Result<Meta> {
    let path = input.call(Ident::parse_any)?.into();
    if input.peek(Token![=]) {
        return Ok(Meta::NameValue(MetaNameValue {
            path,
            eq_token: input.parse()?,
            value: input.parse()?,
        }));
    }
    if input.peek(Paren) {
        let tokens;
        return Ok(Meta::List(MetaList {
            path,
            delimiter: MacroDelimiter::Paren(parenthesized!(tokens in input)),
            tokens: tokens.parse()?,
        }));
    }
    Ok(Meta::Path(path))
}

/// What stands in the parentheses, if it is anything.
fn tokens(attribute: &Attribute) -> Option<TokenStream> {
    match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => Some(list.tokens.clone()),
        _ => None,
    }
}
