//! Texts as a person begins them: with a capital letter.

/// A text with a capital letter at its start.
///
/// ```
/// assert_eq!(elicit_text::capitalized("at least 3"), "At least 3");
/// ```
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The name of a field or a key as a person reads it. `None` if it has no words.
///
/// ```
/// use elicit_text::in_words;
///
/// assert_eq!(in_words("more_of").as_deref(), Some("More of"));
/// assert_eq!(in_words("_"), None);
/// ```
#[must_use]
pub fn in_words(name: &str) -> Option<String> {
    let words = name.split(['_', '-', ' ']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    (!words.is_empty()).then(|| capitalized(&words.join(" ")))
}
