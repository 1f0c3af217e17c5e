//! Names in other cases: `rename_all`, with serde's names and serde's results.

use darling::{Error, FromMeta};
use syn::Meta;

use crate::values::Text;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The cases beside their names.
const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl FromMeta for Case {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = Text::like(item, "snake_case")?.value;
        Self::named(&text).ok_or_else(|| {
            let names = CASES.map(|(name, _)| format!("`{name}`")).join(", ");
            Error::custom(format!("there is no case `{text}`; the cases are {names}"))
        })
    }
}

impl Case {
    pub(crate) fn named(name: &str) -> Option<Self> {
        CASES
            .iter()
            .find(|(candidate, _)| *candidate == name)
            .map(|&(_, case)| case)
    }

    /// The name of a field, which is written in `snake_case`.
    pub(crate) fn of_field(self, field: &str) -> String {
        match self {
            Self::Lower | Self::Snake => field.to_owned(),
            Self::Upper | Self::ScreamingSnake => field.to_ascii_uppercase(),
            Self::Pascal => {
                let words = field.split('_');
                words
                    .map(|word| with_first(word, char::to_ascii_uppercase))
                    .collect()
            }
            Self::Camel => with_first(&Self::Pascal.of_field(field), char::to_ascii_lowercase),
            Self::Kebab => field.replace('_', "-"),
            Self::ScreamingKebab => field.replace('_', "-").to_ascii_uppercase(),
        }
    }

    /// The name of a variant, which is written in `PascalCase`.
    pub(crate) fn of_variant(self, variant: &str) -> String {
        match self {
            Self::Pascal => variant.to_owned(),
            Self::Lower => variant.to_ascii_lowercase(),
            Self::Upper => variant.to_ascii_uppercase(),
            Self::Camel => with_first(variant, char::to_ascii_lowercase),
            Self::Snake => {
                let mut name = String::new();
                for (i, letter) in variant.char_indices() {
                    if i > 0 && letter.is_uppercase() {
                        name.push('_');
                    }
                    name.push(letter.to_ascii_lowercase());
                }
                name
            }
            Self::ScreamingSnake | Self::Kebab | Self::ScreamingKebab => {
                self.of_field(&Self::Snake.of_variant(variant))
            }
        }
    }
}

fn with_first(word: &str, change: fn(&char) -> char) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| change(&first));
    first.into_iter().chain(letters).collect()
}
