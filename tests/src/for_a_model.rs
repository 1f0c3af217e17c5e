//! Texts that a model reads.

/// Asserts that a text names no item of Rust: a model cannot call it, and its user did not write the
/// server.
///
/// # Panics
///
/// The text names one.
#[track_caller]
pub fn assert_for_a_model(text: &str) {
    assert!(!text.trim().is_empty());
    for part in ["::", "(..)", "()", "\nhelp:", "`.", "elicit_core"] {
        assert!(!text.contains(part), "{part:?} in {text}");
    }
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    for word in words {
        assert!(!word.trim_matches('_').contains('_'), "{word:?} in {text}");
    }
    // In code spans are names and values, and no types.
    let spans = text.split('`').skip(1).step_by(2);
    for span in spans {
        assert!(!span.starts_with(char::is_uppercase), "{span:?} in {text}");
    }
}
