//! Finding what was chosen among the options.

use crate::{
    Choices,
    form::{Options, Variant},
    violation::Problem,
};

impl Options {
    /// The place of the option with this value.
    #[inline]
    pub(super) fn find<'a>(
        &self,
        choices: impl FnOnce() -> Option<&'a Choices>,
        value: &str,
    ) -> Option<usize> {
        match self {
            Self::Declared(variants) => variant(variants, value),
            Self::Supplied => choices()?.position(value),
        }
    }

    /// What is wrong with a value that is none of them.
    #[cold]
    pub(super) fn unknown(&self, choices: Option<&Choices>) -> Problem {
        match (self, choices) {
            (Self::Declared(variants), _) => Problem::Variant(variants),
            (Self::Supplied, Some(choices)) => Problem::Choice(choices.shared()),
            (Self::Supplied, None) => Problem::Variant(&[]),
        }
    }
}

/// The place of the variant with this value. A few are looked at one after the other. Among
/// many that would be much work for a list of many items, which a client that means harm
/// could send.
#[inline]
fn variant(variants: &[Variant], value: &str) -> Option<usize> {
    const FEW: usize = 16;
    if variants.len() > FEW {
        return search(variants, value);
    }
    variants
        .iter()
        .position(|variant| is_same(variant.value, value))
}

fn search(variants: &[Variant], value: &str) -> Option<usize> {
    let of = |ranked: &Variant| usize::from(ranked.by_value);
    let rank = variants.binary_search_by(|ranked| variants[of(ranked)].value.cmp(value));
    variants.get(rank.ok()?).map(of)
}

/// Whether two texts are the same. Names and options are short, and to call what compares
/// any text takes longer than to compare them.
#[inline]
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    one.len() == other.len()
        && match one.len() {
            4..8 => ends::<4>(one) == ends::<4>(other),
            8..=16 => ends::<8>(one) == ends::<8>(other),
            _ => one == other,
        }
}

/// The first and the last bytes. Of a text of up to twice as many they are all.
fn ends<const N: usize>(text: &[u8]) -> Option<(&[u8; N], &[u8; N])> {
    Some((text.first_chunk()?, text.last_chunk()?))
}
